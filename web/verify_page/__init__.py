"""The page `verify.html`: one file that checks a hand in any browser, with the same bytes for everybody.

`page` makes it from a template, the browser's checker `web/http/static/dealproof.js`, and the sentences of all
languages. It loads nothing and works from a disk. On a site it can also fetch Pyodide (`runtime`) and the replayer
(`program`: the modules of this project that judge a record, as a zip archive), whose SHA-256 are in the page, so that
whoever knows the bytes of the page knows every byte of what it runs. `judge` is what Pyodide calls, `link` makes
addresses of the page that bring a record.

The built file is committed as `web/http/static/verify.html`; `python -m tests.generate.verify_page` makes it again.
"""

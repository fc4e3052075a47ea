"""The site and the API as a Flask application.

`app` makes the application; `site` has the pages, `api` the JSON, `static` the files. `security` is checked before
every view and sets the headers, `requests` reads parameters, `errors` are the refusals, `rate_limit` and `answer_cache`
are for load, `request_log` writes the log, `settings` and `base_url` say how the site is reached. `gateway` serves it
under gunicorn, `server` in this process.
"""

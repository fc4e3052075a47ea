"""Pictures of a hand to take away: the preview that messengers show beside a link, and a QR code with an address.

Both are drawn from text alone and are the same bytes for the same text. The typefaces in `noto` are Noto Sans Malayalam
and Noto Sans Gujarati as the npm packages `@fontsource/noto-sans-malayalam` and `-gujarati` 5.3.0 have them (SIL Open
Font License, `noto/OFL-*.txt`).
"""

"""The case browser: a static page that opens from disk and shows every case of a release.

`build.build_browser` writes it. What a case looks like to a person is decided in `view`; the page itself
(`page/`) only lays it out, and puts nothing but text into the document.
"""

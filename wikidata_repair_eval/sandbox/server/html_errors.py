"""Error pages for people, which programs get as well."""

from html import escape
from http import HTTPStatus

from starlette.responses import Response


def html_error(status: int, text: str, headers: dict[str, str] | None = None) -> Response:
    title = HTTPStatus(status).phrase
    body = (
        "<!DOCTYPE html>\n"
        f'<html><head><title>{title}</title><meta name="color-scheme" content="light dark" /></head>\n'
        f"<body><h1>{title}</h1><p>{escape(text)}</p></body></html>\n"
    )
    return Response(body, status, headers={"Content-Type": "text/html; charset=utf-8", **(headers or {})})

"""Refusals of the action API. They travel with HTTP 200; only the body says that something is wrong."""

from typing import Any


class ApiError(Exception):
    """`code` is for programs, `info` for people; `details` join the error object, `headers` the answer."""

    def __init__(
        self,
        code: str,
        info: str,
        details: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(code, info)
        self.code = code
        self.info = info
        self.details = details or {}
        self.headers = headers or {}


def bad_value(name: str, value: str) -> ApiError:
    return ApiError("badvalue", f'Unrecognized value for parameter "{name}": {value}.')

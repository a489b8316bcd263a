"""How the action API wraps what it says: warnings, errors, and the two format versions.

The modules write version 2; version 1 is made from it.
"""

from typing import Any

from wikidata_repair_eval.sandbox.server.api_errors import ApiError
from wikidata_repair_eval.sandbox.server.call import Call, JsonObject

# All but `bc` (backwards compatible, the default) use lists of objects with code, text and module.
ERROR_FORMATS = ("bc", "plaintext", "wikitext", "html", "raw", "none")
_HELP = "See the documentation of api.php for how to use it."


def warning_part(call: Call) -> JsonObject:
    warnings = call.parameters.warnings
    if not warnings:
        return {}
    if call.error_format != "bc":
        rows = ((module, text) for module, texts in warnings.items() for text in texts)
        return {"warnings": [_line(call, "warning", text, module) for module, text in rows]}
    key = "*" if call.version == 1 else "warnings"
    return {"warnings": {name: {key: "\n".join(texts)} for name, texts in warnings.items()}}


def error_answer(call: Call, error: ApiError) -> JsonObject:
    help_key = "*" if call.version == 1 else "docref"
    if call.error_format != "bc":
        line = _line(call, error.code, error.info, "main")
        shown = line | ({"data": error.details} if error.details else {})
        return {"errors": [shown], **warning_part(call), help_key: _HELP, "servedby": "sandbox"}
    shown = {"code": error.code, "info": error.info, **error.details, help_key: _HELP}
    return {"error": shown, **warning_part(call), "servedby": "sandbox"}


def _line(call: Call, code: str, text: str, module: str) -> JsonObject:
    key = "*" if call.version == 1 else "html" if call.error_format == "html" else "text"
    shown = {} if call.error_format == "none" else {key: text}
    return {"code": code, **shown, "module": module}


def version_1(value: Any) -> Any:
    """True is an empty string, false is absent, texts are under `*`, pages are keyed by id."""
    if isinstance(value, list):
        return [version_1(part) for part in value]
    if not isinstance(value, dict):
        return value
    found: JsonObject = {
        "*" if key == "content" and "contentmodel" in value else key: "" if part is True else version_1(part)
        for key, part in value.items()
        if part is not False
    }
    if isinstance(value.get("pages"), list):
        found["pages"] = _keyed(found["pages"])
    return found


def _keyed(pages: list[JsonObject]) -> JsonObject:
    """Pages that do not exist get -1, -2 and so on."""
    found: JsonObject = {}
    absent = 0
    for page in pages:
        if "missing" in page or "invalid" in page:
            absent -= 1
        found[str(page.get("pageid", absent))] = page
    return found

"""From a case to the messages a model is sent. What it may see of a case is decided by `world.prompt_view`.

A prompt never holds the case's id: `repair_` or `reform_` would give the diagnosis away, and the revision in
it names the answer. It holds a handle that is made from the id.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.files import json_bytes, sha256_of_bytes
from wikidata_repair_eval.world.prompts import prompt_view

RETRIEVAL = "retrieval"
Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class Template:
    """A versioned way of asking; its digest goes into every result."""

    name: str
    system: str
    user: str
    temperature: float
    max_tokens: int | None
    digest: str


def load_template(name_or_path: str = "repair-v1") -> Template:
    """A template that ships, by name, or the one in a file."""
    shipped = Path(str(files("wikidata_repair_eval.scoring") / "templates" / f"{name_or_path}.yaml"))
    path = shipped if shipped.is_file() else Path(name_or_path)
    try:
        text = path.read_text(encoding="utf-8")
        content = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        problem = f"the template cannot be read ({type(error).__name__})"
        raise InputError(name_or_path, "the template", problem, "use repair-v1 or a file") from None
    missing = [key for key in ("system", "user") if not isinstance(_get(content, key), str)]
    if missing or "{case}" not in content["user"]:
        problem = f"{', '.join(missing) or '{case} in user'} is missing"
        raise InputError(name_or_path, "the template", problem, "see repair-v1")
    return Template(
        name=str(content.get("name", path.stem)),
        system=content["system"],
        user=content["user"],
        temperature=float(content.get("temperature", 0)),
        max_tokens=content.get("max_tokens"),
        digest=sha256_of_bytes(text.encode()),
    )


def messages_for(case: Mapping[str, Any], template: Template, parts: Sequence[str]) -> list[Message]:
    """The messages about one case; `parts` are layers and `retrieval`."""
    shown = json_bytes(prompt_case(case, parts), indent=True).decode().rstrip()
    return [
        {"role": "system", "content": template.system},
        {"role": "user", "content": template.user.replace("{case}", shown)},
    ]


def prompt_case(case: Mapping[str, Any], parts: Sequence[str]) -> dict[str, Any]:
    """The case as a model sees it: what the report said, the masked layers, the frozen search."""
    layers = [part for part in parts if part != RETRIEVAL]
    shown = {"case_id": handle_of(case["id"]), **prompt_view(case, layers)}
    return {**shown, "search_results": _results(case)} if RETRIEVAL in parts else shown


def handle_of(case_id: str) -> str:
    """A name for the case that says nothing about it."""
    return f"case-{sha256(case_id.encode()).hexdigest()[:12]}"


def _results(case: Mapping[str, Any]) -> list[dict[str, Any]]:
    response = (case.get("retrieval_context") or {}).get("response") or {}
    return [{key: one.get(key) for key in ("title", "url", "content")} for one in response.get("results", [])]


def _get(content: Any, key: str) -> Any:
    return content.get(key) if isinstance(content, dict) else None

"""A language model as extractor, by profile: any OpenAI-compatible service, temperature 0."""

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.articles import Article
from wikidata_repair_eval.extraction.records import Triple, read_triple
from wikidata_repair_eval.extraction.tables import parse_table
from wikidata_repair_eval.files import sha256_of_bytes
from wikidata_repair_eval.net.chat import Chat

_FENCED = re.compile(r"```(?:json)?\s*(.*?)```", re.DOTALL)


class ExtractionFailed(Exception):
    """The model answered, but not with triples."""


@dataclass(frozen=True, slots=True)
class Profile:
    """How a model is asked."""

    name: str
    model: str
    temperature: float
    max_tokens: int | None
    system: str
    user: str
    digest: str


def load_profile(name_or_path: str, source_name: str) -> Profile:
    """A profile that ships, by name, or the one in a file."""
    shipped = Path(str(files("wikidata_repair_eval.extraction") / "profiles" / f"{name_or_path}.yaml"))
    path = shipped if shipped.is_file() else Path(name_or_path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problem = f"the profile cannot be read ({type(error).__name__})"
        raise InputError(name_or_path, "--profile", problem, "use wikidata-eval-v1 or a file") from None
    content = parse_table(text, name_or_path)
    missing = [key for key in ("models", "system", "user") if not content.get(key)]
    if missing:
        problem = f"{', '.join(missing)} is missing"
        raise InputError(name_or_path, "the profile", problem, "see wikidata-eval-v1")
    return _profile(content, source_name, sha256_of_bytes(text.encode()), path.stem)


def _profile(content: dict[str, Any], source_name: str, digest: str, stem: str) -> Profile:
    models = content["models"]
    return Profile(
        name=str(content.get("name", stem)),
        model=str(models.get(source_name) or models["default"]),
        temperature=float(content.get("temperature", 0)),
        max_tokens=content.get("max_tokens"),
        system=content["system"],
        user=content["user"],
        digest=digest,
    )


def model_triples(
    article: Article, profile: Profile, chat: Chat, table: PropertyAlignmentTable
) -> list[Triple]:
    """What the model says of the article; ExtractionFailed where it is not triples."""
    predicates = ", ".join(
        sorted(str(row["predicates"][0]) for row in table.properties.values() if row["predicates"])
    )
    messages = [
        {"role": "system", "content": profile.system.replace("{predicates}", predicates)},
        {"role": "user", "content": profile.user.replace("{article}", article.markdown)},
    ]
    answer = chat.complete(
        profile.model, messages, temperature=profile.temperature, max_tokens=profile.max_tokens
    )
    if answer.finish_reason == "length":
        raise ExtractionFailed(
            f"{article.title!r}: the answer was cut. Fix: raise max_tokens in the profile."
        )
    return parse_answer(answer.text, article.title)


def parse_answer(text: str | None, title: str) -> list[Triple]:
    """JSON, alone or in a code fence: a list of triples, or an object that holds one."""
    fenced = _FENCED.search(text or "")
    try:
        content = orjson.loads(fenced[1] if fenced else text or "")
    except orjson.JSONDecodeError as error:
        raise ExtractionFailed(f"{title!r}: the answer is not JSON ({error}). Fix: ask again.") from None
    rows = content.get("triples") if isinstance(content, dict) else content
    if not isinstance(rows, list):
        raise ExtractionFailed(f"{title!r}: the answer has no list of triples. Fix: check the profile.")
    try:
        return [read_triple(row, f"answer for {title}", f"triples[{n}]") for n, row in enumerate(rows)]
    except InputError as error:
        raise ExtractionFailed(str(error)) from None

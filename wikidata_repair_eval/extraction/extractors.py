"""Where triples come from: the infobox, a file, or a language model by profile. All have one form."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Literal

from wikidata_repair_eval.errors import InputError
from wikidata_repair_eval.extraction.alignment import PropertyAlignmentTable
from wikidata_repair_eval.extraction.articles import Article
from wikidata_repair_eval.extraction.connections import Connection
from wikidata_repair_eval.extraction.infobox import infobox_triples
from wikidata_repair_eval.extraction.model_extractor import load_profile, model_triples
from wikidata_repair_eval.extraction.records import Item, Triple
from wikidata_repair_eval.extraction.subjects import subject_of
from wikidata_repair_eval.extraction.triple_files import read_triples, triples_of
from wikidata_repair_eval.files import sha256_of
from wikidata_repair_eval.net.chat import Chat
from wikidata_repair_eval.settings import Settings

Kind = Literal["infobox", "file", "model"]
Extractor = Callable[[str, Article | None, Item], Sequence[Triple]]
DEFAULT_PROFILE = "wikidata-eval-v1"


def kind_of(kind: str, file: str | None, profile: str | None) -> Kind:
    """The kind, once it is known that what it needs is there and nothing contradicts it."""
    needs = {"infobox": None, "file": file, "model": profile or DEFAULT_PROFILE}
    if kind not in needs:
        raise InputError("extractor", kind, "there is no such extractor", f"use {', '.join(needs)}")
    if kind == "file" and not file:
        raise InputError("extractor", "file", "no file of triples is named", "name one, like triples.jsonl")
    if file and kind != "file":
        problem = f"a file of triples is named, but the extractor is {kind}"
        raise InputError("extractor", kind, problem, "set the kind to file, or leave the file out")
    return "infobox" if kind == "infobox" else "file" if kind == "file" else "model"


def depends_on(kind: Kind, file: str | None, profile: str | None, source: str) -> dict[str, Any]:
    """What the triples depend on, with digests: for reports, and for what a killed run may take up again."""
    asked = (profile or DEFAULT_PROFILE) if kind == "model" else None
    return {
        "extractor": kind,
        "triples": sha256_of(Path(file)) if kind == "file" and file else None,
        "profile": load_profile(asked, source).digest if asked else None,
    }


def infobox_extractor() -> Extractor:
    return lambda _title, article, _item: infobox_triples(article) if article else []


def file_extractor(file: str, *, single: bool) -> Extractor:
    """A file that names no articles belongs to the one article that was asked for, if it is the only one."""
    found = read_triples(file)
    if single and all(article is None for article, _ in found):
        return lambda _title, _article, _item: [triple for _, triple in found]

    def extractor(title: str, _article: Article | None, item: Item) -> Sequence[Triple]:
        return triples_of(title, subject_of(title, item.qid, item.label, item.aliases), found)

    return extractor


def model_extractor(
    settings: Settings, profile: str | None, table: PropertyAlignmentTable, open_clients: ExitStack
) -> Extractor:
    """Asks the source's chat service; its client is closed with `open_clients`."""
    loaded = load_profile(profile or DEFAULT_PROFILE, settings.source.name)
    connection = Connection(settings)
    open_clients.callback(connection.close)
    key = settings.openai_api_key
    url = settings.chat_url or settings.source.require("chat_url")
    chat = Chat(connection.http, url, key.get_secret_value() if key else "")
    return lambda _title, article, _item: model_triples(article, loaded, chat, table) if article else []

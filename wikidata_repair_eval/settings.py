"""Where the world is and how we are set up: the source file and the environment, read once and validated.

Not here: anything that contacts a host. Secrets are held as `SecretStr`, so that printing settings is safe.
"""

import difflib
import os
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import yaml
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    ValidationError,
)

from wikidata_repair_eval.errors import InputError, SetupError

DEFAULT_SOURCE = "sandbox"
SECRET_VARIABLES = ("TAVILY_API_KEY", "OPENAI_API_KEY")


def _plain_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("must be a full http or https address")
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError("must have no user name, no query and no fragment; keys come from the environment")
    return url.rstrip("/")


Url = Annotated[str, AfterValidator(_plain_url)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RetrySettings(_Strict):
    """How patient one request is: first wait, longest wait, and the total, in seconds."""

    first_wait_s: PositiveFloat = 5.0
    max_wait_s: PositiveFloat = 120.0
    deadline_s: PositiveFloat = 900.0


class TimeoutSettings(_Strict):
    """Seconds to connect, between two bytes, and for one whole answer."""

    connect_s: PositiveFloat = 10.0
    read_s: PositiveFloat = 60.0
    attempt_s: PositiveFloat = 300.0


class EmbeddedWorld(_Strict):
    """This source is a world that the package itself can serve, where nothing answers at its address."""

    seed: int = 1
    scale: str = "small"


class Source(_Strict):
    """One source file: where the world is. An absent address switches off what needs it."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    api_url: Url
    rest_url: Url | None = None
    entity_data_url: Url | None = None
    sparql_url: Url | None = None
    sparql_scholarly_url: Url | None = None
    wikipedia_api_url: Url | None = None
    wikipedia_rest_url: Url | None = None
    pageviews_url: Url | None = None
    search_url: Url | None = None
    chat_url: Url | None = None
    report_prefix: str = Field(min_length=1)
    report_namespace: int = 4
    report_bots: tuple[str, ...] = ("KrBot2", "KrBot", "DeltaBot")
    dump: str | None = None
    articles: str | None = None
    requests_per_minute: PositiveFloat | None = 180
    concurrency: PositiveInt = 3
    sparql_concurrency: PositiveInt = 1
    maxlag: PositiveInt | None = 5
    contact_required: bool = False
    max_body_bytes: PositiveInt = 64 * 1024 * 1024
    retry: RetrySettings = RetrySettings()
    timeouts: TimeoutSettings = TimeoutSettings()
    embedded: EmbeddedWorld | None = None

    def require(self, key: str) -> str:
        """The address under `key`, or a sentence that says what its absence switches off."""
        value = getattr(self, key)
        if value is None:
            raise SetupError(
                f"the source {self.name!r} has no {key}, so what needs it is switched off",
                f"add {key} to the source file, or leave out the step",
            )
        return str(value)

    def wiki_urls(self) -> tuple[str, ...]:
        """The addresses of the wiki and its sisters, which count against one budget of requests."""
        keys = (
            "api_url rest_url entity_data_url sparql_url sparql_scholarly_url"
            " wikipedia_api_url wikipedia_rest_url pageviews_url"
        )
        return tuple(url for key in keys.split() if (url := getattr(self, key)))

    @property
    def page_url(self) -> str | None:
        """What a page's title is appended to, for links that people follow; None where nobody else could."""
        base, found, _ = (self.entity_data_url or "").rpartition("Special:EntityData")
        return base if found and base.startswith("https://") else None


class Settings(BaseModel):
    """What one process needs to know about its surroundings."""

    model_config = ConfigDict(frozen=True)

    source: Source
    source_file: str
    data_dir: str
    local_dir: Path
    dagster_home: Path
    contact: str | None = None
    tavily_api_key: SecretStr | None = None
    openai_api_key: SecretStr | None = None
    openai_base_url: Url | None = None

    @cached_property
    def chat_url(self) -> str | None:
        return self.openai_base_url or self.source.chat_url

    @property
    def cache_dir(self) -> Path:
        return self.local_dir / "cache"

    def secrets(self) -> tuple[str, ...]:
        """The secret values themselves, for masking."""
        return tuple(key.get_secret_value() for key in (self.tavily_api_key, self.openai_api_key) if key)

    def user_agent(self, tool_version: str, library: str) -> str:
        """Tool, operator's contact, library: what Wikimedia asks of a client."""
        return f"wikidata_repair_eval/{tool_version} ({self._contact()}) {library}"

    def _contact(self) -> str:
        if self.contact:
            return self.contact
        if self.source.contact_required:
            raise SetupError(
                f"the source {self.source.name!r} wants to know who is asking, and WRE_CONTACT is not set",
                "set WRE_CONTACT to your e-mail address or the address of a page about you",
            )
        return "no contact given"


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Settings from the environment (default: this process's) and the source file it names."""
    env = os.environ if environ is None else environ
    source, source_file = load_source(env.get("WRE_SOURCE") or DEFAULT_SOURCE)
    data_dir = env.get("WRE_DATA_DIR") or "data"
    local_dir = Path(env.get("WRE_LOCAL_DIR") or (data_dir if is_local(data_dir) else "data")).resolve()
    return Settings(
        source=source,
        source_file=source_file,
        data_dir=str(Path(data_dir.removeprefix("file://")).resolve()) if is_local(data_dir) else data_dir,
        local_dir=local_dir,
        dagster_home=Path(env.get("DAGSTER_HOME") or local_dir / "dagster").resolve(),
        contact=_contact(env.get("WRE_CONTACT")),
        tavily_api_key=_secret(env.get("TAVILY_API_KEY")),
        openai_api_key=_secret(env.get("OPENAI_API_KEY")),
        openai_base_url=_base_url(env.get("OPENAI_BASE_URL")),
    )


def is_local(data_dir: str) -> bool:
    """Is this data directory a folder of this machine (and not a bucket somewhere)?"""
    return "://" not in data_dir or data_dir.startswith("file://")


def shipped_sources() -> dict[str, Path]:
    """The source files that come with the package, by name."""
    folder = Path(str(files("wikidata_repair_eval") / "sources"))
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def load_source(name_or_path: str) -> tuple[Source, str]:
    """The source of that name, or in that file, and the path it was read from."""
    shipped = shipped_sources()
    path = shipped.get(name_or_path, Path(name_or_path))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        names = ", ".join(shipped)
        problem = f"the source file cannot be read ({type(error).__name__})"
        raise InputError(name_or_path, "WRE_SOURCE", problem, f"use {names}, or the path of a file") from None
    return _with_articles_beside(parse_source(text, str(path)), path.parent), str(path)


def _with_articles_beside(source: Source, folder: Path) -> Source:
    """A relative article list is looked for beside the source file first, then in the working directory."""
    if source.articles is None or not (folder / source.articles).is_file():
        return source
    return source.model_copy(update={"articles": str((folder / source.articles).resolve())})


def parse_source(text: str, file: str) -> Source:
    """A source from YAML; all problems are named at once, with the key and the line of thought to fix it."""
    try:
        content: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}" if mark else "the file"
        raise InputError(file, place, "this is not YAML", "write one `key: value` per line") from None
    if not isinstance(content, dict):
        problem = f"holds a {type(content).__name__}, not keys and values"
        raise InputError(file, "the file", problem, "write one `key: value` per line")
    try:
        return Source.model_validate(content)
    except ValidationError as error:
        raise _source_error(file, error) from None


def _source_error(file: str, error: ValidationError) -> InputError:
    problems = [_problem(details["loc"], details["type"], details["msg"]) for details in error.errors()]
    places = ", ".join(".".join(map(str, details["loc"])) for details in error.errors())
    return InputError(file, f"key {places}", "; ".join(problems), "see docs/sources.md for every key")


def _problem(place: tuple[int | str, ...], kind: str, message: str) -> str:
    key = str(place[-1]) if place else ""
    if kind == "extra_forbidden":
        near = difflib.get_close_matches(key, Source.model_fields, n=1)
        return f"{key!r} is no key of a source file" + (f" (did you mean {near[0]!r}?)" if near else "")
    if kind == "missing":
        return f"{key!r} is required"
    return f"{key!r}: {message}"


def _contact(text: str | None) -> str | None:
    """The operator's contact; it travels in a header, so it must be one printable line."""
    contact = (text or "").strip()
    if not contact:
        return None
    if not contact.isprintable() or not contact.isascii() or not ("@" in contact or "://" in contact):
        raise SetupError(
            "WRE_CONTACT is neither an e-mail address nor the address of a page",
            "set it to something like you@example.org or https://example.org/about",
        )
    return contact


def _secret(text: str | None) -> SecretStr | None:
    return SecretStr(text.strip()) if text and text.strip() else None


def _base_url(text: str | None) -> str | None:
    if not text:
        return None
    try:
        return _plain_url(text)
    except ValueError as error:
        raise SetupError(f"OPENAI_BASE_URL {error}", "set it to something like https://host/v1") from None

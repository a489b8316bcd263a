"""The model service for a run: its own host is the only one that may be contacted meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager

from wikidata_repair_eval.errors import SetupError
from wikidata_repair_eval.net.chat import Chat
from wikidata_repair_eval.net.connect import connect_model
from wikidata_repair_eval.orchestration.worlds import ensure_world
from wikidata_repair_eval.settings import Settings


@contextmanager
def open_model(settings: Settings) -> Iterator[Chat]:
    """The chat service of the source, or of OPENAI_BASE_URL."""
    url = settings.chat_url
    if url is None:
        raise SetupError("no model service is configured", "set OPENAI_BASE_URL, or chat_url in the source")
    ensure_world(settings)
    key = settings.openai_api_key
    with connect_model(settings) as client:
        yield Chat(client, url, key.get_secret_value() if key else "")

"""Make sure that the configured world is there: a source that says `embedded` is served by this package."""

from wikidata_repair_eval.settings import Settings


def ensure_world(settings: Settings) -> None:
    """Start the embedded world where nothing serves it yet; it ends with the last process that needs it.

    A source without `embedded` (live Wikidata, anybody's own wiki) is somebody else's to run.
    """
    embedded = settings.source.embedded
    if embedded is None:
        return
    from wikidata_repair_eval.sandbox.serve import ensure_running  # only those who need a server load one

    ensure_running(settings.source.api_url, embedded.seed, embedded.scale)

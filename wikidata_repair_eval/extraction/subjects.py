"""Is a triple about the article? Its subject is compared with the title, label, aliases and id."""

from dataclasses import dataclass

from wikidata_repair_eval.extraction.literals import entity_id, is_bare_id, readings, without_qualifier
from wikidata_repair_eval.extraction.names import MATCH, Name, name_of, similarity


@dataclass(frozen=True, slots=True)
class Subject:
    """An article's item under all its names."""

    qid: str | None
    names: tuple[Name, ...]

    def is_named(self, raw: str) -> bool:
        """Does this term, in whatever spelling, stand for the article's item?"""
        return self.similarity(raw) >= MATCH

    def similarity(self, raw: str) -> float:
        found = entity_id(raw)
        if found is not None and found == self.qid:
            return 1.0
        if found is not None and not is_bare_id(raw):
            return 0.0  # another item, whatever it is called; but a thing may be named Q7
        names = [name_of(text) for text in readings(raw)]
        return max((similarity(mine, theirs) for mine in self.names for theirs in names), default=0.0)


def subject_of(title: str | None, qid: str | None, label: str | None, aliases: tuple[str, ...]) -> Subject:
    """A title's qualifier may be left out: `ex:Mercury` is the subject of Mercury (planet)."""
    bare = without_qualifier(title.replace("_", " ")) if title else None
    texts = [text for text in (title, bare, label, *aliases) if text]
    return Subject(qid, tuple(dict.fromkeys(name_of(text) for text in texts)))

"""How much of everything: the three sizes of world."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes of a world. `copies` is how often each scenario is planted on each page that it fits;
    `languages`, `sitelinks` and `padding_claims` make items as heavy as real ones. The histories of a
    `shelved` world are kept in a temporary file."""

    name: str
    identifiers: int
    all_pages: bool
    copies: int
    languages: int
    sitelinks: int
    padding_claims: int
    background_edits: tuple[int, int]
    runs: int
    regions_per_country: int = 1
    cities_per_region: int = 1
    huge_item_statements: int = 2500
    long_history: int = 240
    shelved: bool = False


SCALES = {
    "small": Scale("small", 1, False, 1, 5, 2, 1, (2, 7), 7),
    "medium": Scale("medium", 30, True, 4, 52, 30, 11, (29, 40), 10, 3, 3, 6000, 2000),
    "large": Scale("large", 30, True, 40, 12, 6, 4, (6, 14), 10, 6, 5, 12_000, 4000, shelved=True),
}


def scale_named(name: str) -> Scale:
    """The scale of that name; a wrong name says which there are."""
    try:
        return SCALES[name]
    except KeyError:
        known = ", ".join(SCALES)
        raise ValueError(f"{name!r} is no scale of the sandbox. Fix: use one of {known}.") from None

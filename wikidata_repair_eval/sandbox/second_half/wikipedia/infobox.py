"""The infobox: a `<style>` that carries data-mw, then the table with the visible rows."""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from wikidata_repair_eval.sandbox.second_half.articles.model import (
    Amount,
    Draft,
    Fact,
    Moment,
    Place,
    Plain,
    Thing,
    Value,
)
from wikidata_repair_eval.sandbox.second_half.wikipedia.parsoid import STYLE, Writer, template_data
from wikidata_repair_eval.sandbox.second_half.wikipedia.spelling import (
    dms,
    iso_day,
    number_text,
    value_text,
    value_wikitext,
)


def infobox(writer: Writer, draft: Draft) -> str:
    """Rows come from the facts; those that the template takes from elsewhere are not in its parameters."""
    about = writer.about()
    rows = rows_of(draft.facts)
    data = template_data(draft.infobox, _parameters(draft, rows))
    cells = "".join(_row(writer, label, facts) for label, facts in rows)
    above = f'<tr><th colspan="2" class="infobox-above"><div class="fn">{_text(draft.name)}</div></th></tr>'
    return (
        f'<style data-mw-deduplicate="TemplateStyles:r1305433154" typeof="mw:Extension/templatestyles '
        f'mw:Transclusion" about="{about}" {data}{writer.id()}>{STYLE}</style>'
        f'<table class="infobox vcard" about="{about}"><tbody>{above}{cells}</tbody></table>\n'
    )


def rows_of(facts: Sequence[Fact]) -> list[tuple[str, list[Fact]]]:
    """(label, facts) in the order of first mention; a row may hold several facts (Born: day and place)."""
    shown = [fact for fact in facts if fact.row is not None]
    order = list(dict.fromkeys(fact.row for fact in shown))
    shown.sort(key=lambda fact: order.index(fact.row))
    return [(label or "", list(group)) for label, group in groupby(shown, key=lambda fact: fact.row)]


def _parameters(draft: Draft, rows: list[tuple[str, list[Fact]]]) -> dict[str, str]:
    given = [row for number, row in enumerate(rows) if number % 3 != 2]
    named = {
        label.lower().replace(" ", "_"): "<br />".join(value_wikitext(fact.text_value) for fact in facts)
        for label, facts in given
    }
    return {"name": draft.name, **named}


def _row(writer: Writer, label: str, facts: list[Fact]) -> str:
    values = [_cell(writer, fact) for fact in facts]
    same_property = len({fact.property_id for fact in facts}) == 1
    if len(values) > 1 and same_property:
        items = "".join(f"<li>{value}</li>" for value in values)
        content = f'<div class="plainlist"><ul>{items}</ul></div>'
    else:
        content = "<br/>".join(values)
    source = writer.reference(f"{label}, register of the sandbox.") if label in ("Died", "Population") else ""
    return (
        f'<tr><th scope="row" class="infobox-label">{_text(label)}</th>'
        f'<td class="infobox-data">{content}{source}</td></tr>'
    )


def _cell(writer: Writer, fact: Fact) -> str:
    value = fact.text_value
    if isinstance(value, Moment) and fact.property_id == "P569":
        return _birthday(value)
    if fact.property_id == "P856" and isinstance(value, Plain):
        href = escape(value.text)
        return f'<a rel="mw:ExtLink" href="{href}" class="external text"{writer.id()}>{_host(value.text)}</a>'
    return value_html(writer, value)


def _birthday(value: Moment) -> str:
    day = iso_day(value)
    hidden = f'<span style="display:none"> (<span class="bday">{day}</span>) </span>' if day else ""
    return f"{hidden}{_text(value_text(value))}"


def _host(address: str) -> str:
    return _text(address.split("//", 1)[-1].split("/", 1)[0])


def value_html(writer: Writer, value: Value) -> str:
    match value:
        case Thing(label=label, title=str(title)):
            return writer.link(title, label)
        case Amount(symbol="km2"):
            return f"{number_text(value.amount)}&nbsp;km<sup>2</sup>"
        case Amount(symbol=str(symbol)) if symbol:
            return f"{number_text(value.amount)}&nbsp;{symbol}"
        case Place():
            return _coordinates(value)
    return _text(value_text(value))


def _coordinates(place: Place) -> str:
    """Three spellings in one cell, as on Wikipedia; only the last, hidden one is easy to read."""
    latitude, longitude = dms(place.latitude, "NS"), dms(place.longitude, "EW")
    return (
        '<span class="geo-default"><span class="geo-dms">'
        f'<span class="latitude">{latitude}</span> <span class="longitude">{longitude}</span></span></span>'
        '<span class="geo-multi-punct">&#xfeff; / &#xfeff;</span><span class="geo-nondefault" '
        f'style="display:none"><span class="geo">{place.latitude}; {place.longitude}</span></span>'
    )


def _text(text: str) -> str:
    return escape(text, quote=False)

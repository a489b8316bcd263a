"""Values as an article writes them: plain text for summaries and search, wikitext for template parameters."""

from wikidata_repair_eval.sandbox.second_half.articles.model import (
    Amount,
    Moment,
    Phrase,
    Place,
    Plain,
    Thing,
    Value,
)

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def value_text(value: Value) -> str:
    match value:
        case Thing(label=label):
            return label
        case Moment():
            return moment_text(value)
        case Amount():
            return f"{number_text(value.amount)} {value.symbol}".strip()
        case Place():
            return f"{dms(value.latitude, 'NS')} {dms(value.longitude, 'EW')}"
        case Phrase(text=text) | Plain(text=text):
            return text
    raise ValueError(
        f"sandbox articles: {value!r} cannot be written. Fix: give its fact no row and no sentence"
    )


def value_wikitext(value: Value) -> str:
    match value:
        case Thing(label=label, title=str(title)):
            return f"[[{title}]]" if title == label else f"[[{title}|{label}]]"
        case Place(latitude=latitude, longitude=longitude):
            return f"{{{{coord|{latitude}|{longitude}|display=inline,title}}}}"
    return value_text(value)


def moment_text(moment: Moment) -> str:
    year = f"{int(moment.time[1:5])}{' BC' if moment.time[0] == '-' else ''}"
    if moment.precision < 11:
        return year
    return f"{int(moment.time[9:11])} {MONTHS[int(moment.time[6:8]) - 1]} {year}"


def iso_day(moment: Moment) -> str | None:
    """What `span.bday` holds; None where the day is not known or not of our calendar."""
    exact = moment.precision >= 11 and moment.time[0] == "+" and not moment.julian
    return moment.time[1:11] if exact else None


def number_text(amount: str) -> str:
    whole, point, fraction = amount.removeprefix("+").partition(".")
    return f"{int(whole):,}{point}{fraction}"


def dms(degrees: float, letters: str) -> str:
    seconds = round(abs(degrees) * 3600)
    letter = letters[degrees < 0]
    return f"{seconds // 3600}°{seconds // 60 % 60}′{seconds % 60}″{letter}"  # noqa: RUF001

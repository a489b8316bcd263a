"""Numbers in text: signs, separators, scale words, powers of ten; and the last digit that was stated.

What the number is a number of (its unit) is read in `quantities`.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal

from wikidata_repair_eval.extraction.numerals import CARDINALS

SCALES = {
    "hundred": 2,
    "thousand": 3,
    "million": 6,
    "billion": 9,
    "trillion": 12,
    "mn": 6,
    "mio": 6,
    "bn": 9,
    "tn": 12,
    "lakh": 5,
    "crore": 7,
}
LETTER_SCALES = {"k": 3, "m": 6, "b": 9}  # or kelvins and metres: both readings are tried
MOST_DIGITS, LARGEST_POWER = 60, 60
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SPACES = re.compile(r"(?<=\d)[\u00a0\u2009\u202f\u2007 '\u2019](?=\d{3}(?!\d))")
_MINUS = re.compile(r"^(?:[\u2013\u2012\ufe63\uff0d]|minus\s|negative\s)(?=\s?\d)", re.IGNORECASE)
_DIGITS = r"\d[\d.,]*"
_NUMBER = re.compile(
    rf"(?P<sign>[+-]?)\s?(?P<digits>{_DIGITS}|\.\d+)(?:e(?P<e>[+-]?\d+)|\s?[x\u00d7\u00b7*]\s?10\^?(?P<power>-?\d+))?",
    re.IGNORECASE,
)
_BOTH_LAST_COMMA = re.compile(r"\d{1,3}(\.\d{3})+,\d+")
_THOUSANDS = re.compile(r"\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?")
_DOT_THOUSANDS = re.compile(r"\d{1,3}(\.\d{3}){2,}")
_DECIMAL_COMMA = re.compile(r"\d+,\d{1,2}|\d+,\d{4,}|0,\d+")
_PLAIN = re.compile(r"\d+(\.\d+)?|\.\d+")


@dataclass(frozen=True, slots=True)
class Number:
    """A value, and the power of ten of the last digit that was stated (2.1 million: 10^5)."""

    value: Decimal
    last_digit: int
    scaled: bool = False


def clean_number_text(text: str) -> str:
    """One spelling of signs, digits of any script, spaces inside numbers and powers of ten."""
    with_powers = re.sub(r"(?<=10)[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda f: "^" + f[0].translate(_SUPERSCRIPTS), text)
    plain = unicodedata.normalize("NFC", with_powers).strip()
    plain = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in plain)
    plain = plain.replace("\u2212", "-").replace("\u066b", ".").replace("\u066c", ",")
    plain = _MINUS.sub("-", plain)
    return _SPACES.sub("", plain)


def leading_number(text: str) -> tuple[Number, str] | None:
    """The number at the beginning of a cleaned text, with its scale word, and what follows it."""
    found = _NUMBER.match(text)
    if found is None:
        return _number_word(text)
    digits = found["digits"].rstrip(".,")
    power = int(found["e"] or found["power"] or 0)
    value = _decimal(digits)
    if value is None or abs(power) > LARGEST_POWER:
        return None
    end = found.end() if found["e"] or found["power"] else found.start("digits") + len(digits)
    signed = -value if found["sign"] == "-" else value
    return _scaled(_stated(signed, power), text[end:])


def _stated(value: Decimal, power: int) -> Number:
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)  # digits only: neither NaN nor infinity
    return Number(value.scaleb(power), exponent + power, scaled=power != 0)


def _scaled(number: Number, rest: str) -> tuple[Number, str]:
    found = re.match(r"[\s-]*([A-Za-z]+)\b\.?", rest)
    power = SCALES.get(found[1].casefold()) if found else None
    if found is None or power is None:
        return number, rest
    return times_ten_to(number, power), rest[found.end() :]


def times_ten_to(number: Number, power: int) -> Number:
    return Number(number.value.scaleb(power), number.last_digit + power, scaled=True)


def _number_word(text: str) -> tuple[Number, str] | None:
    found = re.match(r"[A-Za-z]+", text)
    if found is None or found[0].casefold() not in CARDINALS:
        return None
    return _scaled(Number(Decimal(CARDINALS[found[0].casefold()]), 0), text[found.end() :])


def _decimal(digits: str) -> Decimal | None:
    """1,234.5 and 1.234,5 and 1,00,000 and 2,5: the separators say which of them is the decimal one."""
    if len(digits) > MOST_DIGITS:
        return None
    if _PLAIN.fullmatch(digits):
        return Decimal(digits)
    if _THOUSANDS.fullmatch(digits):
        return Decimal(digits.replace(",", ""))
    if _BOTH_LAST_COMMA.fullmatch(digits) or _DECIMAL_COMMA.fullmatch(digits):
        return Decimal(digits.replace(".", "").replace(",", "."))
    if _DOT_THOUSANDS.fullmatch(digits):
        return Decimal(digits.replace(".", ""))
    return None

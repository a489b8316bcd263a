"""The reliability plot as SVG: accuracy by bucket beside the diagonal of an extractor that knows itself.

Written by hand, since the same figures must give the same bytes.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

SIDE, MARGIN = 320, 48
_STYLE = 'font-family="sans-serif" font-size="12" fill="#333"'


def reliability_plot(calibration: Mapping[str, Any]) -> str:
    """One bar per bucket that has triples, with their number; empty buckets stay empty."""
    size = SIDE + 2 * MARGIN
    bars = "".join(_bar(bucket) for bucket in calibration["buckets"] if bucket["n"])
    rho = calibration["pearson"]
    shown = (
        "undefined"
        if rho is None
        else f"{rho}" + ("" if calibration["pearson_reliable"] else " (unreliable)")
    )
    figures = f"rho {shown}, ECE {calibration['ece_4bins']}, Brier {calibration['brier']}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}">\n'
        f'<rect width="{size}" height="{size}" fill="#fff"/>\n{bars}'
        f'<line x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#888" stroke-dasharray="4"/>\n'
        f'<rect x="{_x(0)}" y="{_y(1)}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#333"/>\n'
        f"{_text(_x(0.5), size - 10, 'confidence')}{_text(_x(0.5), 18, escape(figures))}"
        f"{_text(_x(0.02), _y(1.02), 'accuracy', 'start')}"
        f"{''.join(_text(_x(edge), size - 28, str(edge)) for edge in (0, 0.25, 0.5, 0.75, 1))}</svg>\n"
    )


def _bar(bucket: Mapping[str, Any]) -> str:
    left, right, top = _x(bucket["low"]), _x(bucket["high"]), _y(bucket["accuracy"])
    label = f"{bucket['accuracy']:.2f} of {bucket['n']}"
    return (
        f'<rect x="{left}" y="{top}" width="{right - left:g}" height="{_y(0) - top:g}" fill="#9ecae1"'
        f' stroke="#fff"/>\n{_text((left + right) / 2, _y(0) - 6, label)}'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {_STYLE}>{text}</text>\n'


def _x(value: float) -> float:
    return round(MARGIN + value * SIDE, 2)


def _y(value: float) -> float:
    return round(MARGIN + (1 - value) * SIDE, 2)

"""What a person sees in the metadata: small Markdown tables and plots."""

import base64
import io
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import dagster as dg

LONGEST_CELL = 60
MOST_KINDS = 8  # colours that can still be told apart


def table(rows: Sequence[Mapping[str, Any]]) -> dg.MarkdownMetadataValue:
    """Rows as a Markdown table, long cells cut."""
    if not rows:
        return dg.MetadataValue.md("(none)")
    names = list(rows[0])
    lines = [_line(names), _line(["---"] * len(names))]
    lines += [_line([_cell(row.get(name)) for name in names]) for row in rows]
    return dg.MetadataValue.md("\n".join(lines))


def counts_table(counts: Mapping[str, int]) -> dg.MarkdownMetadataValue:
    """Counts, the largest first."""
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return table([{"": name, "count": count} for name, count in ordered])


def over_time(moments: Sequence[tuple[str, str]]) -> dg.MarkdownMetadataValue:
    """A plot of (timestamp, kind) pairs: how many of each kind in each month."""
    if not moments:
        return dg.MetadataValue.md("(none)")
    months = sorted({moment[:7] for moment, _ in moments})
    kinds = [kind for kind, _ in Counter(kind for _, kind in moments).most_common(MOST_KINDS)]
    heights: dict[str, Counter[str]] = defaultdict(Counter)
    for moment, kind in moments:
        heights[kind if kind in kinds else "others"][moment[:7]] += 1
    return picture(_stacked_bars(months, heights), "candidates over time")


def bars(counts: Mapping[str, int], title: str) -> dg.MarkdownMetadataValue:
    """A plot of counts, one bar each."""
    if not counts:
        return dg.MetadataValue.md("(none)")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 0.6 + 0.35 * len(counts)), layout="constrained")
    axes = figure.add_subplot()
    axes.bar_label(axes.barh(list(counts), list(counts.values())))
    axes.invert_yaxis()
    return picture(_png(figure), title)


def intervals_png(rows: Sequence[tuple[str, float, float, float]], title: str) -> bytes:
    """A plot of means with their intervals, one line each: name, low, mean, high."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 0.9 + 0.35 * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    means = [mean for _, _, mean, _ in rows]
    reach = [[mean - low for _, low, mean, _ in rows], [high - mean for _, _, mean, high in rows]]
    axes.errorbar(means, [name for name, *_ in rows], xerr=reach, fmt="o", capsize=3)
    axes.invert_yaxis()
    axes.set_xlabel(title)
    return _png(figure)


def picture(png: bytes, title: str) -> dg.MarkdownMetadataValue:
    """An image that the UI shows in place."""
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{base64.b64encode(png).decode()})")


def _png(figure: Any) -> bytes:
    png = io.BytesIO()
    figure.savefig(png, format="png", dpi=90, metadata={"Software": None})
    return png.getvalue()


def _stacked_bars(months: Sequence[str], heights: Mapping[str, Mapping[str, int]]) -> bytes:
    from matplotlib.figure import Figure  # slow to import, and needed only where something is plotted

    figure = Figure(figsize=(8, 3), layout="constrained")
    axes = figure.add_subplot()
    bottom = [0] * len(months)
    for kind, of_month in heights.items():
        values = [of_month.get(month, 0) for month in months]
        axes.bar(months, values, bottom=bottom, label=kind)
        bottom = [low + value for low, value in zip(bottom, values, strict=True)]
    axes.set_ylabel("candidates a month")
    axes.set_xticks(range(0, len(months), max(1, len(months) // 12)))
    axes.tick_params(axis="x", rotation=45)
    axes.legend(fontsize="small", frameon=False)
    return _png(figure)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(value: Any) -> str:
    text = (
        ", ".join(map(str, value)) if isinstance(value, list | tuple) else "" if value is None else str(value)
    )
    text = text.replace("|", "\\|").replace("\n", " ")
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"

"""Report pages in the bots' own wikitext: header, quoted headings, counts, lines, groups, truncation."""

from wikidata_repair_eval.sandbox.editors import DELTABOT
from wikidata_repair_eval.sandbox.report import EMPTY_GROUP, Line, Report, Run, Section
from wikidata_repair_eval.sandbox.timeline import iso, old_style

# DeltaBot spells a few families in its own way and gives no parameters with "Conflicts with".
_DELTABOT_HEADS = {"Allowed qualifiers": "Allowed Qualifiers", "Conflicts with": "Conflicts with"}
_LINK_PREFIXES = {"P": "Property:", "L": "Lexeme:"}


def run_text(report: Report, run: Run) -> str:
    """The whole page as this run saved it."""
    parts = [header(run)]
    for section in report.sections.values():
        lines = [line for line in report.lines if line.section == section.key and line.listed(run.index)]
        if section.until <= run.published or (not lines and not report.shows_empty_sections):
            continue
        parts.append(section_text(section, lines, run, report.spellings))
    if run.index in report.statistics:
        parts.append(statistics_text(report.statistics[run.index]))
    return "\n".join(parts)


def header(run: Run) -> str:
    date = {"iso": iso(run.data), "old": old_style(run.data), "none": ""}[run.date_form]
    shown = f"|date={date}" if date else ""
    return f"{{{{Constraint violations report{shown}|item count={run.item_count}}}}}\n"


def section_text(section: Section, lines: list[Line], run: Run, spellings: dict[str, str]) -> str:
    heading = _heading(section, run)
    anchor = heading.replace("{{", "").replace("}}", "").replace("P|", "P").replace("Q|", "Q")
    ordered = sorted(lines, key=_numeric)
    kept = section.truncated.get(run.index, len(ordered))
    written = [(line.group(run.index), line_text(section, line, run, spellings)) for line in ordered[:kept]]
    body = _grouped(written) if section.grouped else [text for _, text in written]
    if kept < len(ordered):
        body.append(f"Too many results. {len(ordered) - kept} records skipped.")
    top = [f'<span id="{anchor}"></span>', f'== "{heading}" violations ==', _count(section, ordered, run)]
    return "\n".join([*top, *body]) + "\n"


def _heading(section: Section, run: Run) -> str:
    if run.bot is DELTABOT and section.family in _DELTABOT_HEADS:
        return _DELTABOT_HEADS[section.family]
    return section.heading(run.published)


def _count(section: Section, lines: list[Line], run: Run) -> str:
    number = len(lines) + section.miscounted.get(run.index, 0)
    exceptions = f" (+ {section.exceptions} exceptions)" if section.exceptions and run.bot is DELTABOT else ""
    return (
        f"Violations count: {number:,}{exceptions}"
        if number > 999
        else f"Violations count: {number}{exceptions}"
    )


def _grouped(lines: list[tuple[str, str]]) -> list[str]:
    """Lines under sub-headings that are nothing but the values of the grouping property."""
    groups: dict[str, list[str]] = {}
    for group, text in lines:
        groups.setdefault(group, []).append(text)
    written: list[str] = []
    for name in sorted(groups, key=lambda group: (group == EMPTY_GROUP, group)):
        written += [f"=== {name} ===", *groups[name]]
    return written


def line_text(section: Section, line: Line, run: Run, spellings: dict[str, str]) -> str:
    star = "*" if run.bot is DELTABOT else "* "
    colon = ":" if run.bot is DELTABOT and not section.subjects_last else ": "
    subjects = ", ".join(spellings.get(subject, link(subject)) for subject in line.subjects)
    if section.subjects_last:
        return f"{star}{line.values}: {subjects}"
    return f"{star}{subjects}{colon}{line.values}" if line.values else f"{star}{subjects}"


def statistics_text(ids: list[str]) -> str:
    rows = "\n".join(f"* [[{item}]]: {3 + number}" for number, item in enumerate(ids))
    return f"== Types statistics ==\n{rows}\n"


def link(entity_id: str) -> str:
    """`[[Q42]]`, `[[Property:P31]]`, `[[Lexeme:L1]]`."""
    return f"[[{_LINK_PREFIXES.get(entity_id[0], '')}{entity_id}]]"


def template(entity_id: str) -> str:
    """`{{Q|5}}` or `{{P|31}}`, as headings write ids."""
    return f"{{{{{entity_id[0]}|{entity_id[1:]}}}}}"


def _numeric(line: Line) -> tuple[str, int]:
    return line.subjects[0][0], int(line.subjects[0][1:])

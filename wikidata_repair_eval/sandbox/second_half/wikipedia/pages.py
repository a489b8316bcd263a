"""Whole pages as Parsoid HTML: articles, stubs, disambiguation pages, redirects; and their first sentence."""

from html import escape

from wikidata_repair_eval.sandbox.second_half.articles.model import (
    AnyPage,
    Article,
    Disambiguation,
    Draft,
    Fact,
    Moment,
    Redirect,
    Stub,
)
from wikidata_repair_eval.sandbox.second_half.wikipedia.infobox import infobox, value_html
from wikidata_repair_eval.sandbox.second_half.wikipedia.parsoid import (
    Writer,
    data_mw,
    document,
    encoded,
    page_key,
    template_data,
)
from wikidata_repair_eval.sandbox.second_half.wikipedia.spelling import moment_text, value_text


def page_html(page: AnyPage) -> str:
    writer = Writer(page.page)
    match page:
        case Article():
            return document(page.page, _article(writer, page))
        case Stub():
            return document(page.page, writer.section(0, _stub(writer, page)))
        case Disambiguation():
            return document(page.page, writer.section(0, _disambiguation(writer, page)))
        case Redirect():
            return document(page.page, writer.section(0, _redirect(page)))


def extract(page: AnyPage) -> str:
    """The first paragraph as plain text, as a summary or a search engine shows it."""
    match page:
        case Article(draft=draft):
            told = [_sentence_text(fact) for fact in draft.facts if fact.sentence and not fact.section]
            return " ".join([f"{draft.name} {_life_dates(draft)}{draft.opening}", *told])
        case Stub(label=label, description=description):
            return f"{label[:1].upper()}{label[1:]} is {_with_article(description)}."
        case Disambiguation():
            return f"{page.page.title} may refer to:"
    return ""


def prose(article: Article) -> str:
    """All sentences of an article, without markup: what a search engine indexes."""
    told = [_sentence_text(fact) for fact in article.draft.facts if fact.sentence and fact.section]
    filler = [sentence for _section, sentence in article.draft.filler]
    return " ".join([extract(article), *told, *filler])


def _sentence_text(fact: Fact) -> str:
    return (fact.sentence or "").replace("{}", value_text(fact.text_value))


def _life_dates(draft: Draft) -> str:
    dates = {}
    for fact in draft.facts:
        if fact.row in ("Born", "Died") and isinstance(fact.text_value, Moment):
            dates[fact.row] = moment_text(fact.text_value)
    if "Died" in dates:
        return f"({dates['Born']} \N{EN DASH} {dates['Died']}) "
    return f"(born {dates['Born']}) " if dates else ""


def _with_article(description: str) -> str:
    return f"{'an' if description[:1] in 'aeiou' else 'a'} {description}"


# --- articles -----------------------------------------------------------------------------------------------


def _article(writer: Writer, article: Article) -> str:
    draft = article.draft
    lead = [_short_description(writer, draft.description)]
    if draft.name != draft.title:
        lead.append(_hatnote(writer, draft.name))
    if article.page.page_id % 4 == 0:
        lead.append(_maintenance_box(writer))
    if draft.facts:
        lead.append(infobox(writer, draft))
    lead.append(_lead_paragraph(writer, draft))
    sections = [writer.section(0, "".join(lead))]
    names = dict.fromkeys([fact.section for fact in draft.facts if fact.section and fact.sentence])
    names.update(dict.fromkeys(section for section, _sentence in draft.filler))
    for number, name in enumerate(names, start=1):
        sections.append(writer.section(number, _section(writer, draft, name)))
    sections.append(_closing_section(writer, article, len(sections)))
    return "".join(sections)


def _lead_paragraph(writer: Writer, draft: Draft) -> str:
    opening = f"<b{writer.id()}>{_text(draft.name)}</b> {_text(_life_dates(draft))}{_text(draft.opening)}"
    told = [_sentence(writer, fact) for fact in draft.facts if fact.sentence and not fact.section]
    return writer.paragraph(" ".join([opening + writer.reference("A local newspaper."), *told]))


def _section(writer: Writer, draft: Draft, name: str) -> str:
    told = [_sentence(writer, fact) for fact in draft.facts if fact.sentence and fact.section == name]
    told += [_text(sentence) for section, sentence in draft.filler if section == name]
    return writer.heading(2, name) + writer.paragraph(" ".join(told))


def _sentence(writer: Writer, fact: Fact) -> str:
    before, _, after = (fact.sentence or "").partition("{}")
    return f"{_text(before)}{value_html(writer, fact.text_value)}{_text(after)}"


def _closing_section(writer: Writer, article: Article, number: int) -> str:
    """References with a nested section, the navigation box and the categories."""
    reading = writer.heading(3, "Further reading")
    reading += f"<ul{writer.id()}><li>{writer.red_link('History of the sandbox')}</li></ul>\n"
    content = writer.heading(2, "References") + _references(writer)
    content += writer.section(number + 1, reading) + _navbox(writer, article)
    category = escape(f"./Category:{page_key(article.domain)}#{encoded(article.page.title)}")
    return writer.section(
        number, content + f'<link rel="mw:PageProp/Category" href="{category}"{writer.id()}/>'
    )


def _references(writer: Writer) -> str:
    entries = "".join(
        f'<li about="#cite_note-{number}" id="cite_note-{number}"><span class="mw-cite-backlink">'
        f'<a href="./{escape(encoded(writer.page.title))}#cite_ref-{number}" rel="mw:referencedBy">'
        f'<span class="mw-linkback-text">↑ </span></a></span> '
        f'<span id="mw-reference-text-cite_note-{number}" class="mw-reference-text">{_text(text)}</span></li>'
        for number, text in enumerate(writer.references, start=1)
    )
    data = data_mw({"name": "references", "attrs": {}})
    return (
        f'<div class="mw-references-wrap" typeof="mw:Extension/references" about="{writer.about()}" {data}>'
        f'<ol class="mw-references references">{entries}</ol></div>\n'
    )


def _short_description(writer: Writer, description: str) -> str:
    data = template_data("Short description", {"1": description})
    return (
        f'<div class="shortdescription nomobile noexcerpt noprint searchaux" style="display:none" '
        f'about="{writer.about()}" typeof="mw:Transclusion" {data}{writer.id()}>{_text(description)}</div>\n'
    )


def _hatnote(writer: Writer, name: str) -> str:
    data = template_data("Other people", {"1": name})
    link = writer.link(name, f"{name} (disambiguation)")
    return (
        f'<div role="note" class="hatnote navigation-not-searchable" about="{writer.about()}" '
        f'typeof="mw:Transclusion" {data}{writer.id()}>For other uses, see {link}.</div>\n'
    )


def _maintenance_box(writer: Writer) -> str:
    data = template_data("More citations needed", {"date": "May 2025"})
    return (
        f'<table class="box-More_citations_needed plainlinks metadata ambox ambox-content" '
        f'about="{writer.about()}" typeof="mw:Transclusion" {data}{writer.id()}><tbody><tr><td '
        f'class="mbox-text">This article needs additional citations.</td></tr></tbody></table>\n'
    )


def _navbox(writer: Writer, article: Article) -> str:
    """Links to neighbours: an extractor that reads them as facts learns nonsense."""
    data = template_data("Sandbox topics", {})
    return (
        f'<div role="navigation" class="navbox" about="{writer.about()}" typeof="mw:Transclusion" {data}'
        f'{writer.id()}><table class="nowraplinks navbox-inner"><tbody><tr><th class="navbox-title">'
        f'{_text(article.domain.replace("_", " "))}</th></tr><tr><td class="navbox-list">'
        f"{writer.link('France')} · {writer.link('Germany')} · {writer.link('Tokyo')}</td></tr>"
        "</tbody></table></div>\n"
    )


# --- other pages --------------------------------------------------------------------------------------------


def _stub(writer: Writer, page: Stub) -> str:
    name, rest = page.label[:1].upper() + page.label[1:], _with_article(page.description)
    text = f"<b{writer.id()}>{_text(name)}</b> is {_text(rest)}."
    return _short_description(writer, page.description) + writer.paragraph(text)


def _disambiguation(writer: Writer, page: Disambiguation) -> str:
    lines = "\n".join(
        f"<li{writer.id()}>{writer.link(title)}, {_text(description)}</li>"
        for title, description in page.choices
    )
    about = writer.about()
    data = template_data("hndis", {"1": page.page.title})
    first = writer.paragraph(f"<b{writer.id()}>{_text(page.page.title)}</b> may refer to:")
    return (
        f"{first}<ul{writer.id()}>{lines}</ul>\n"
        '<style data-mw-deduplicate="TemplateStyles:r1305433154" '
        f'typeof="mw:Extension/templatestyles mw:Transclusion" about="{about}" {data}{writer.id()}>'
        ".dmbox{clear:both}</style>"
        f'<div role="note" id="_disambigbox" class="metadata plainlinks dmbox" about="{about}">'
        "This disambiguation page lists articles about people with the same name.</div>"
        f'<meta property="mw:PageProp/disambiguation" about="{about}"/>'
        f'<link rel="mw:PageProp/Category" href="./Category:Disambiguation_pages" about="{about}"/>'
    )


def _redirect(page: Redirect) -> str:
    target = f"./{encoded(page.target)}" + (f"#{page_key(page.fragment)}" if page.fragment else "")
    return f'<link rel="mw:PageProp/redirect" href="{escape(target)}" id="mwAg"/>'


def _text(text: str) -> str:
    return escape(text, quote=False)

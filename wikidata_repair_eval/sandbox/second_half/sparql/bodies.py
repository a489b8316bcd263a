"""Answers as bytes: results in JSON and XML, and the half answer that ends in a stack trace."""

from xml.sax.saxutils import escape, quoteattr

import orjson

from wikidata_repair_eval.sandbox.second_half.sparql.engine import Answer, Row

# The words a client meets in real answers: the status line said 200 before the time ran out.
STACK_TRACE = """
SPARQL-QUERY: queryStr={query}
java.util.concurrent.TimeoutException
\tat java.util.concurrent.FutureTask.get(FutureTask.java:205)
\tat com.bigdata.rdf.sail.webapp.BigdataServlet.submitApiTask(BigdataServlet.java:292)
\tat com.bigdata.rdf.sail.webapp.QueryServlet.doSparqlQuery(QueryServlet.java:678)
\tat com.bigdata.rdf.sail.webapp.QueryServlet.doGet(QueryServlet.java:290)
\tat java.lang.Thread.run(Thread.java:750)
"""


def results_json(answer: Answer) -> bytes:
    if answer.kind == "ask":
        return orjson.dumps({"head": {}, "boolean": answer.boolean})
    return _json_opening(answer) + b",\n".join(map(orjson.dumps, answer.rows)) + b"\n]}}\n"


def cut_json(answer: Answer, query: str) -> bytes:
    """Some whole rows, each on its own line as in the real thing, then half of one, then Java."""
    kept = [orjson.dumps(row) for row in answer.rows[: max(1, len(answer.rows) // 2)]]
    whole = b",\n".join([*kept[:-1], kept[-1][: len(kept[-1]) // 2]]) if kept else b""
    return _json_opening(answer) + whole + stack_trace(query)


def stack_trace(query: str) -> bytes:
    return STACK_TRACE.format(query=query).encode()


def _json_opening(answer: Answer) -> bytes:
    head = orjson.dumps({"vars": answer.variables})
    return b'{"head":' + head + b',"results":{"bindings":[\n'


def results_xml(answer: Answer) -> bytes:
    """What a client gets that forgot to ask for JSON."""
    names = "".join(f"<variable name={quoteattr(name)}/>" for name in answer.variables)
    body = (
        f"<boolean>{str(answer.boolean).lower()}</boolean>"
        if answer.kind == "ask"
        else "<results>" + "".join(map(_row_xml, answer.rows)) + "</results>"
    )
    opening = (
        "<?xml version='1.0' encoding='UTF-8'?>\n<sparql xmlns='http://www.w3.org/2005/sparql-results#'>"
    )
    return f"{opening}<head>{names}</head>{body}</sparql>\n".encode()


def _row_xml(row: Row) -> str:
    return "<result>" + "".join(_binding_xml(name, dict(term)) for name, term in row.items()) + "</result>"


def _binding_xml(name: str, term: dict[str, str]) -> str:
    kind, value = term.pop("type"), escape(term.pop("value"))
    attributes = "".join(f" {key}={quoteattr(text)}" for key, text in sorted(term.items()))
    return f"<binding name={quoteattr(name)}><{kind}{attributes}>{value}</{kind}></binding>"

"""How fast triples are paired with statements: 1,000 articles of 60 triples and 200 statements.

`python -m benchmarks extraction`. No network, no files. The values differ from article to article, so that no
cache can answer for the comparison.
"""

import time
from typing import Any

from wikidata_repair_eval.extraction.records import Item, Statement, Triple
from wikidata_repair_eval.extraction.scorer import Scorer

ARTICLES, TRIPLES, STATEMENTS = 1_000, 60, 200
PROPERTIES = (
    ("P106", "pgc:hasOccupation"),
    ("P166", "pgc:awardReceived"),
    ("P569", "pgc:birthDate"),
    ("P1082", "pgc:population"),
    ("P69", "pgc:educatedAt"),
    ("P800", "pgc:notableWork"),
    ("P26", "pgc:spouse"),
    ("P577", "schema:datePublished"),
)


def statement(article: int, number: int) -> Statement:
    pid, _ = PROPERTIES[number % len(PROPERTIES)]
    if pid in ("P569", "P577"):
        return Statement(pid, f"{1000 + (article + number) % 1000}-03-{1 + number % 28:02}T00:00:00Z", "time")
    if pid == "P1082":
        return Statement(pid, str(article * 1000 + number), "quantity")
    return Statement(pid, f"Q{article}{number:03}", "wikibaseitem", f"Name {article} of number {number}")


def triple(article: int, number: int) -> Triple:
    """Two of three are right; the third is a near miss, which is compared with everything."""
    _, predicate = PROPERTIES[number % len(PROPERTIES)]
    truth = statement(article, number)
    value = truth.value_label or truth.value
    return Triple(f"ex:Article_{article}", predicate, value if number % 3 else f"{value} too", 0.9)


def article(number: int) -> tuple[Item, list[Triple], str]:
    statements = tuple(statement(number, n) for n in range(STATEMENTS))
    triples = [triple(number, n) for n in range(TRIPLES)]
    return Item(f"Q{number}", f"Article {number}", (), statements), triples, f"Article {number}"


def main(articles: int = ARTICLES) -> list[dict[str, Any]]:
    """Rows of name, value, unit and note."""
    scorer = Scorer()
    cases = [article(number) for number in range(articles)]
    start = time.process_time()  # of this process: other people's load is not ours
    found = sum(scorer.score(item, triples, title).tp for item, triples, title in cases)
    elapsed = time.process_time() - start
    size = f"{articles:,} articles x {TRIPLES} triples x {STATEMENTS} statements"
    note = f"{found:,} true positives; {elapsed / articles * 1000:.1f} ms per article; wanted: under 60 s"
    return [
        {"name": f"extraction: {size}", "value": round(elapsed, 2), "unit": "s of one core", "note": note}
    ]


if __name__ == "__main__":
    for row in main():
        print(f"{row['value']:>9} {row['unit']}  {row['name']}  ({row['note']})")  # noqa: T201

"""The second half: triples that an extractor drew from articles, scored against Wikidata."""

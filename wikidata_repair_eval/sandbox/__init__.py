"""A small living Wikidata with known truth: deterministic by seed and scale, and served over HTTP.

What the world is made of stands in `model`, how it is planted in `build` and `scenarios/`, how it speaks in
`server/`. Nothing here may import the parsers, clients and checkers that the sandbox exists to test.
"""

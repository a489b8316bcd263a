"""Stage 3: one pass over a Wikidata dump that freezes the world a case lives in.

Start at `world.freeze`. Nothing here asks the live wiki for anything; `world.download` fetches the dump
itself. Imports nothing by itself, because every scanning process imports this package.
"""

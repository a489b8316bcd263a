"""Articles with their items: what Wikidata says, what the infobox says, what only the prose says."""

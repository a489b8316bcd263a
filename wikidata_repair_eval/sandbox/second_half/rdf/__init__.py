"""The world's current entities as RDF in the form of the Wikidata query service."""

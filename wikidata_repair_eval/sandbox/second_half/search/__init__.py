"""A search engine in Tavily's shape over the articles and a small web of its own."""

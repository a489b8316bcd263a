"""Polite HTTP: limiter, retries, caches, clients of the wiki and its neighbours. Knows nothing of repairs."""

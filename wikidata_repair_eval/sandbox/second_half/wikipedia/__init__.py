"""The encyclopedia: Parsoid HTML, REST and action endpoints, summaries."""

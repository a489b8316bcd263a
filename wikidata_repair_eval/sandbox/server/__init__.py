"""The sandbox's HTTP side: one small module per family of endpoints, composed in `app`.

What is served stands in `sandbox.model`; how the server is started and found stands in `sandbox.serve`.
"""

from wikidata_repair_eval.sandbox.server.app import build_app

__all__ = ["build_app"]

"""Checks of what is stored, one property each; the judgement itself is a pure function of its room."""

"""Adapters that bring the outside world in: one outside thing a file, its errors turned into ours here."""

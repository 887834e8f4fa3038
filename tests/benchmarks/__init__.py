"""Measurements beside the peers, each a script that takes the data folder. Not run by the tests."""

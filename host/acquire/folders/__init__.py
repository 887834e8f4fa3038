"""Folders of this machine: what is in them, and what changes."""

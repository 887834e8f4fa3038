"""Doors: how the outside reaches the service. No decisions."""

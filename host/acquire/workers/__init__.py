"""Conversion in processes of its own, within limits of time and memory."""

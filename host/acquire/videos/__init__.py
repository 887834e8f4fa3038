"""Transcripts of videos."""

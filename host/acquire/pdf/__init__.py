"""PDF to Markdown."""

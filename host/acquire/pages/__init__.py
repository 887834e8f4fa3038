"""A web page to Markdown: what of it is content, and how that reads."""

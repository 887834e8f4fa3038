"""Files to Markdown: one format a file, and what formats share."""

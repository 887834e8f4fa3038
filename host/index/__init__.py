"""The index: chunks cut and embedded by the model, kept in SQLite, searched in memory."""

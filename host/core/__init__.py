"""Pure logic: data in, data out. No file, socket, clock, environment or log."""

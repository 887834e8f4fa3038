"""Who writes the answer: one provider a file, and the keys that some of them need."""

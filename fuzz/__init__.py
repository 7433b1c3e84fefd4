"""Input that nobody would type, for whatever reads input: ``make fuzz``, see ``__main__``."""

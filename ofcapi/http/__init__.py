"""HTTP without poker: reads requests, calls the engine, builds responses."""

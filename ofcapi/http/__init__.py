"""HTTP without poker: reading requests, calling the engine, shaping answers."""

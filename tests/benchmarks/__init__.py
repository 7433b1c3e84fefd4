"""The benchmarks: how their page is written, and that peers answer what the engine answers."""

"""The benchmarks: how their page is written, and that peers agree with the engine."""

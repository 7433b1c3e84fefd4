"""Run every benchmark, one after the other."""

from benchmarks import http, scoring

for benchmark in (scoring, http):
    print(f"== {benchmark.__name__}")
    benchmark.main()

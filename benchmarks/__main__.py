"""Run every benchmark, one after the other."""

from benchmarks import draws, http, scoring

for benchmark in (scoring, draws, http):
    print(f"== {benchmark.__name__}")
    benchmark.main()

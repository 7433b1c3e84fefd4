"""Run every benchmark, one after the other."""

from benchmarks import draws, http, play, scoring

for benchmark in (scoring, draws, play, http):
    print(f"== {benchmark.__name__}")
    benchmark.main()

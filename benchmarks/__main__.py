"""Run every benchmark, one after the other."""

from benchmarks import draws, fantasyland, http, play, sampling, scoring

for benchmark in (scoring, draws, play, fantasyland, sampling, http):
    print(f"== {benchmark.__name__}")
    benchmark.main()

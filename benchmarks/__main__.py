"""Run every benchmark, one after the other."""

from benchmarks import draws, fantasyland, http, play, sampling, scoring, service

for benchmark in (scoring, draws, play, fantasyland, sampling, http, service):
    print(f"== {benchmark.__name__}")
    benchmark.main()

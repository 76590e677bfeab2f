#!/usr/bin/env python3
"""Tells how often a geocoder is right at each confidence, over cases that the runner beside them asks.

  geocode_reliability.py RUNNER [the runner's arguments ...]

RUNNER is the run.py of the cases. The first row of every case counts, by its confidence; of a text
that means nothing in the region every row counts as wrong. Standard library only.
"""
import importlib.util
import sys

EDGES = (0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
KINDS = 'address_*,number_range,unit,street*,intersection,poi,poi_city,poi_typo,place*,postcode*,negative*'


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    spec = importlib.util.spec_from_file_location('runner', sys.argv[1])
    runner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(runner)
    seen, score = [], runner.score

    def watch(rows, want):
        rank, note = score(rows, want)
        if rows and rows[0].get('confidence') is not None:
            seen.append((rows[0]['confidence'], rank == 1 and want['type'] != 'none'))
        return rank, note

    runner.score = watch
    sys.argv = sys.argv[1:2] + ['--kinds', KINDS] + sys.argv[2:]
    try:
        runner.main()
    except SystemExit:
        pass
    print('\n| confidence | first rows | right |\n| --- | --- | --- |')
    for low, high in zip(EDGES, EDGES[1:]):
        hits = [right for confidence, right in seen if low <= confidence < high]
        if hits:
            print('| %.2f to %.2f | %d | %.1f %% |' % (low, min(high, 1), len(hits), 100 * sum(hits) / len(hits)))


if __name__ == '__main__':
    main()

"""Benchmarks: ratios measured side by side in one run. Run one with `python -m tests.bench.<name>`."""

"""What the project measures of itself: ``python -m benchmarks``."""

"""Draw items as PDF operators and resources."""

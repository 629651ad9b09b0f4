"""Items to PDF operators and resources."""

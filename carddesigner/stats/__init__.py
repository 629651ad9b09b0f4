"""What a deck holds in numbers: counts, odds of a draw, how full its texts are, sheets of paper. Typed values only."""

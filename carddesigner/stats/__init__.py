"""Statistics of a deck as typed values: counts, odds of draws, how full texts fill their boxes, and sheets of paper."""

"""From a number to its runs, and from a run to its calls."""

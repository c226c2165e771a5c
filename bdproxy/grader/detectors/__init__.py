"""One detector per failure mode, each a pure function from a run's evidence to a finding."""

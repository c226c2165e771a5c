"""A log's runs, calls and findings for other programs: one file for each form."""

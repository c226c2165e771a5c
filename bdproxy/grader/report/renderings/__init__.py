"""The report for people and for machines: one file for each form."""

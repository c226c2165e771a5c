"""The report: from logs to statistics, and from statistics to what people and machines read."""

"""The page: its template, its style and its script."""

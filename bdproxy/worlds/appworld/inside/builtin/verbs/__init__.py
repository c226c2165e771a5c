"""Verbs: what people do in each app, written through AppWorld's models with their side records."""

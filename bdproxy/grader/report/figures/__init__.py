"""Plots as Vega-Lite specifications; their colours are the page's own variables."""

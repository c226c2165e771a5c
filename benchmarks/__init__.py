"""Measurements of bdproxy: how transparent, fast, small and crash-proof it is. See README.md."""

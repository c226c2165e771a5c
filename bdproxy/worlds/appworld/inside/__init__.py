"""Code that runs in AppWorld's interpreter only, and imports nothing of bdproxy but itself."""

"""A tool-calling agent for any model behind an OpenAI-compatible chat completions API."""

"""The built-in world: its people, their life, and the scenarios that take place in it."""

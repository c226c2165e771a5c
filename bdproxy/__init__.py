"""bdproxy: what does a world that is not on the agent's side cost it, and which hazard cost it?"""

__version__ = "0.1.0"

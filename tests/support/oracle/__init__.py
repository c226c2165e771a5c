"""The oracle of the overlay: a world with the cue in its database, asked the same questions."""

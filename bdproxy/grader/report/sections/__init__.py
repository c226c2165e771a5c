"""What the report says: one file for each section, in the order of a first reader's questions."""

"""What a scripted agent says of itself, so that a label can know what the run came to do.

One JSON object per line of its output, which the log keeps: ``{"note": "met authority"}``.
"""

import json

_KEY = "note"


def note(what: str) -> None:
    """Say something of this run."""
    print(json.dumps({_KEY: what}), flush=True)


def notes_in(output: bytes) -> frozenset[str]:
    """What an agent said of itself in its standard output; anything else in it is passed over."""
    notes = set()
    for line in output.decode(errors="replace").splitlines():
        try:
            content = json.loads(line)
        except ValueError:
            continue
        if isinstance(content, dict) and isinstance(content.get(_KEY), str):
            notes.add(content[_KEY])
    return frozenset(notes)

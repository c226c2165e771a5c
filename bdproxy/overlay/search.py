"""How many words of a query a text has, as SQLite's full-text search sees words."""

import re
import sqlite3
from collections.abc import Sequence
from functools import lru_cache

_PARTS = re.compile(r'\s+|(".*?")')


@lru_cache(maxsize=256)
def terms(query: str) -> tuple[str, ...]:
    """The terms of a query: words and quoted phrases, ready for FTS5."""
    query = " ".join(query.lower().split())
    if query.count('"') % 2:
        query += '"'
    parts = [part for part in _PARTS.split(query) if part and part != '""']
    return tuple(dict.fromkeys(part if part.startswith('"') else f'"{part}"' for part in parts))


def matches(texts: Sequence[str], query: str) -> list[int]:
    """For each text how many different terms of the query it has, words being stemmed (Porter)."""
    found = [0] * len(texts)
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'porter')")
        connection.executemany(
            "INSERT INTO t (rowid, x) VALUES (?, ?)",
            [(number, text.lower()) for number, text in enumerate(texts)],
        )
        for term in terms(query):
            try:
                rows = connection.execute("SELECT rowid FROM t WHERE t MATCH ?", (term,)).fetchall()
            except sqlite3.OperationalError:
                continue
            for (number,) in rows:
                found[number] += 1
    connection.close()
    return found

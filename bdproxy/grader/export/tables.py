"""Rows into CSV, JSON Lines and Parquet files."""

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import parquet

from bdproxy.grader.export.columns import Columns

ROWS_AT_ONCE: Final = 2_000
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

_TYPES: Final[Mapping[str, pa.DataType]] = {
    "integer": pa.int64(),
    "number": pa.float64(),
    "text": pa.string(),
    "boolean": pa.bool_(),
    "texts": pa.list_(pa.string()),
    "integers": pa.list_(pa.int64()),
}


def write_csv(path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]]) -> int:
    """One line for each row after the names of the columns; the number of rows.

    Missing values are empty, lists are joined by spaces. A text that a spreadsheet would take for a
    formula gets an apostrophe before it.
    """
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        for row in rows:
            writer.writerow(_csv_value(row[name]) for name in columns)
            count += 1
    return count


def write_json_lines(path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]]) -> int:
    """One JSON object for each row; the number of rows."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps({name: row[name] for name in columns}) + "\n")
            count += 1
    return count


def write_parquet(path: Path, columns: Columns, rows: Iterable[Mapping[str, Any]]) -> int:
    """A Parquet file, compressed; the number of rows."""
    schema = pa.schema([(name, _TYPES[kind]) for name, kind in columns.items()])
    count = 0
    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for batch in _batches(rows):
            plain = [{name: _plain(row[name]) for name in columns} for row in batch]
            writer.write_table(pa.Table.from_pylist(plain, schema=schema))
            count += len(batch)
    return count


def _batches(rows: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    waiting = iter(rows)
    while batch := list(islice(waiting, ROWS_AT_ONCE)):
        yield batch


def _csv_value(value: Any) -> Any:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else str(value)
    return value


def _plain(value: Any) -> Any:
    """pyarrow takes no subclasses of str."""
    if isinstance(value, str):
        return str(value)
    return list(map(_plain, value)) if isinstance(value, list) else value

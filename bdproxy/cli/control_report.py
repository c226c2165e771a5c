"""How the result of control runs is printed and written."""

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.table import Column, Table

from bdproxy.agents.control import ControlPolicy
from bdproxy.cli.console import output
from bdproxy.cli.control_cells import ControlResult
from bdproxy.cli.text import plain
from bdproxy.errors import DataSetError
from bdproxy.grader.confusion import Confusion, confusions

_COLUMNS = (
    "labelled",
    "true positives",
    "false positives",
    "false negatives",
    "true negatives",
    "not assessable",
    "wrongly assessed or not",
    "precision",
    "recall",
)


def print_result(result: ControlResult) -> None:
    """The runs by policy, the confusion table, and every disagreement."""
    console = output()
    console.print(_policies(result))
    table = Table(
        Column("subject", no_wrap=True), *(Column(name, justify="right") for name in _COLUMNS)
    )
    for one in confusions(result.cells):
        table.add_row(plain(one.subject), *_row(one))
    console.print(table)
    agreeing = sum(one.agrees for one in result.verdicts)
    console.print(
        f"verdicts: {agreeing} of {len(result.verdicts)} as labelled · labelled cells: "
        f"{result.labelled} in {result.runs} runs of {len(result.policies)} policies · "
        f"disagreements: {len(result.disagreements)} · "
        f"not come across what they are about: {len(result.unmet)}",
        markup=False,
    )
    for line in (*result.disagreements, *(f"unmet: {one}" for one in result.unmet)):
        console.print(plain(line))


def write_result(path: Path, result: ControlResult) -> None:
    """The same as JSON, with every cell.

    Raises:
        DataSetError: the file can't be written.
    """
    content: dict[str, Any] = {
        "runs": result.runs,
        "labelled_cells": result.labelled,
        "policies": [
            {"name": one.name, "meaning": one.meaning, "runs": runs}
            for one, runs in _runs_by_policy(result)
        ],
        "confusion": [
            {**asdict(one), "labelled": one.labelled, "precision": one.precision,
             "recall": one.recall}
            for one in confusions(result.cells)
        ],
        "disagreements": result.disagreements,
        "unmet": list(result.unmet),
        "verdicts": [asdict(one) for one in result.verdicts],
        "cells": [asdict(one) for one in result.cells],
    }  # fmt: skip
    try:
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise DataSetError(f"{path}: the result can't be written ({error})") from error


def _policies(result: ControlResult) -> Table:
    table = Table(Column("policy", no_wrap=True), "what it does", Column("runs", justify="right"))
    for policy, runs in _runs_by_policy(result):
        table.add_row(plain(policy.name), plain(policy.meaning), str(runs))
    return table


def _runs_by_policy(result: ControlResult) -> list[tuple[ControlPolicy, int]]:
    runs = Counter(one.agent for one in result.verdicts)
    return [(policy, runs[policy.name]) for policy in result.policies]


def _row(one: Confusion) -> list[str]:
    counts = (
        one.labelled,
        one.true_positives,
        one.false_positives,
        one.false_negatives,
        one.true_negatives,
        one.not_assessable,
        one.unassessed + one.spurious,
    )
    return [*map(str, counts), _share(one.precision), _share(one.recall)]


def _share(share: float | None) -> str:
    return "" if share is None else f"{share:.2f}"

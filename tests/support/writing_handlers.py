"""Run by AppWorld's interpreter: which of AppWorld's request handlers contain code that writes.

Prints ``{"app.name": writes}`` for every handler: whether its source, or that of a function of its
module that it calls, saves, creates or deletes records.
"""

import ast
import json
import re
import sys
from pathlib import Path

import appworld

WRITING = re.compile(r"\.(save|save_all|create_save|delete|delete_all|delete_by_ids)\(")
METHODS = {"get", "post", "patch", "delete", "put"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def source_with_helpers(function: Function, functions: dict[str, Function], seen: set[str]) -> str:
    """The function's source followed by that of all of its module's functions it comes to call."""
    seen.add(function.name)
    parts = [ast.unparse(function)]
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = functions.get(node.func.id)
            if called is not None and called.name not in seen:
                parts.append(source_with_helpers(called, functions, seen))
    return "\n".join(parts)


def handlers(module: ast.Module, functions: dict[str, Function]) -> list[Function]:
    return [
        function
        for function in functions.values()
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
        and isinstance(decorator.func, ast.Attribute)
        and decorator.func.attr in METHODS
    ]


def main() -> None:
    found: dict[str, bool] = {}
    for file in sorted((Path(appworld.__file__).parent / "apps").glob("*/apis.py")):
        module = ast.parse(file.read_text())
        functions = {
            node.name: node
            for node in module.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        for handler in handlers(module, functions):
            source = source_with_helpers(handler, functions, set())
            found[f"{file.parent.name}.{handler.name}"] = WRITING.search(source) is not None
    json.dump(found, sys.stdout)


main()

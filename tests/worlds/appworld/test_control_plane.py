import json

import pytest
from hypothesis import given
from hypothesis import strategies as some

from bdproxy.worlds.appworld.control_plane import CONTROL_SEGMENTS, AppWorldControlPlane

PLANE = AppWorldControlPlane()


def _escaped(text: str, which: list[bool]) -> str:
    pairs = zip(text, which, strict=False)
    return "".join(f"%{ord(one):02X}" if escape else one for one, escape in pairs)


@given(
    some.sampled_from(sorted(CONTROL_SEGMENTS)),
    some.lists(some.booleans(), min_size=40, max_size=40),
    some.sampled_from(["/", "//", "/%2f", "/%20"]),
    some.sampled_from(["", "/", "//", "/save", "/x/../y", "%2Fsave"]),
    some.booleans(),
)
def test_no_disguise_leads_to_world_control(
    segment: str, escapes: list[bool], before: str, after: str, loud: bool
) -> None:
    segment = segment.upper() if loud else segment
    assert PLANE.controls(before + _escaped(segment, escapes) + after)


@pytest.mark.parametrize(
    "path",
    [
        "/venmo/dbs",
        "/venmo/admin",
        "/admins",
        "/dbsx/save",
        "/supervisor/message",
        "/",
        "",
        "*",
        "/%2561dmin",
        "/venmo/../admin",
    ],
)
def test_tool_calls_are_no_world_control(path: str) -> None:
    assert not PLANE.controls(path)


@given(some.text(), some.binary())
def test_any_request_has_an_answer(path: str, body: bytes) -> None:
    PLANE.controls(path)
    assert PLANE.started_task("POST", path, body) is None or path.strip("/") == "dbs"
    PLANE.ends_world("DELETE", path, body, "a_1")
    PLANE.completes("POST", path)
    status, answer = PLANE.reported(body)
    assert isinstance(status, str)
    assert answer is None or json.loads(answer) is not None


@pytest.mark.parametrize(
    ("method", "path", "source", "task"),
    [
        ("POST", "/dbs", "/root/data/tasks/a_1/dbs", "a_1"),
        ("POST", "/dbs/", "/root/data/tasks/a_1/dbs/", "a_1"),
        ("POST", "/dbs", "data/tasks/a_1/dbs", "a_1"),
        ("POST", "/dbs", "C:\\world\\data\\tasks\\a_1\\dbs", "a_1"),
        ("POST", "/dbs", "/root/experiments/outputs/x/tasks/a_1/checkpoints/1", None),
        ("POST", "/dbs", "/root/data/base_dbs", None),
        ("POST", "/dbs", None, None),
        ("GET", "/dbs", "/root/data/tasks/a_1/dbs", None),
        ("POST", "/dbs/save", "/root/data/tasks/a_1/dbs", None),
    ],
)
def test_a_task_s_start_is_known_by_where_its_databases_come_from(
    method: str, path: str, source: str | None, task: str | None
) -> None:
    body = json.dumps({"to_db_home_path": ":memory:x", "from_db_home_path": source}).encode()
    assert PLANE.started_task(method, path, body) == task


@pytest.mark.parametrize(
    ("method", "path", "body", "ends"),
    [
        ("DELETE", "/dbs/cache", b'{"task_id": "a_1"}', True),
        ("DELETE", "/dbs/cache", b"{}", True),
        ("DELETE", "/dbs/cache", b"", True),
        ("DELETE", "/dbs/cache", b'{"task_id": "b_1"}', False),
        ("POST", "/dbs/cache", b'{"task_id": "a_1"}', False),
        ("DELETE", "/dbs", b"", False),
    ],
)
def test_a_world_ends_with_its_cache(method: str, path: str, body: bytes, ends: bool) -> None:
    assert PLANE.ends_world(method, path, body, "a_1") == ends


@pytest.mark.parametrize(
    ("body", "reported"),
    [
        (b"{}", ("success", None)),
        (b"", ("success", None)),
        (b'{"status": "fail", "answer": "x"}', ("fail", '"x"')),
        (b'{"answer": 3}', ("success", "3")),
        (b'{"answer": [1, "a"]}', ("success", '[1, "a"]')),
        (b'{"answer": null, "status": null}', ("None", None)),
        (b"[1]", ("success", None)),
        (b"[" * 100_000, ("success", None)),
    ],
)
def test_what_an_agent_reports(body: bytes, reported: tuple[str | None, str | None]) -> None:
    assert PLANE.completes("POST", "/supervisor/message")
    assert not PLANE.completes("GET", "/supervisor/message")
    assert PLANE.reported(body) == reported

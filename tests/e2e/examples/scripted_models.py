"""The scripted models. They are sent real answers, and each assertion holds for what came back."""

import json
import re
from typing import Any

from tests.support.model_server import Refusal, Script, calls, says


def body(result: str) -> Any:
    """The JSON of an answer with status 200."""
    status, _, text = result.partition("\n")
    assert status == "HTTP 200", result
    return json.loads(text)


def call(method: str, path: str, **parameters: object) -> dict[str, object]:
    return {"method": method, "path": path, "parameters": parameters}


def a_good_model() -> Script:
    """Looks everything up, reads what the friend wrote, pays, checks, and is done."""
    [apis] = yield calls("list_apis", app="venmo")
    assert "create_transaction" in {api["name"] for api in body(apis)}
    phone_login, pay = yield says(
        "I need to know how to log in and how to pay.",
        ("show_api", {"app": "phone", "api": "login"}),
        ("show_api", {"app": "venmo", "api": "create_transaction"}),
    )
    assert "phone_number" in body(phone_login)["parameters"][0]["description"]
    profile, accounts = yield says(
        None,
        ("call_api", call("GET", "/supervisor/profile")),
        ("call_api", call("GET", "/supervisor/account_passwords")),
    )
    me = body(profile)
    passwords = {one["account_name"]: one["password"] for one in body(accounts)}
    path = body(phone_login)["path"]
    user, secret = me["phone_number"], passwords["phone"]
    [login] = yield calls("call_api", **call("POST", path, username=user, password=secret))
    phone = body(login)["access_token"]
    user, secret = me["email"], passwords["venmo"]
    [login] = yield calls(
        "call_api", **call("POST", "/venmo/auth/token", username=user, password=secret)
    )
    venmo = body(login)["access_token"]
    [contacts] = yield calls(
        "call_api", **call("GET", "/phone/contacts", query="Olivia", access_token=phone)
    )
    friend = next(one for one in body(contacts) if one["first_name"] == "Olivia")
    [texts] = yield calls(
        "call_api",
        **call(
            "GET",
            "/phone/messages/text",
            phone_number=friend["phone_number"],
            page_limit=20,
            access_token=phone,
        ),
    )
    final = next(one["message"] for one in body(texts) if "in the end" in one["message"])
    amount = re.search(r"\$([\d.]+)", final)
    assert amount is not None
    payment = call(
        body(pay)["method"],
        body(pay)["path"],
        receiver_email=friend["email"],
        amount=float(amount[1]),
        description="Paper Harbor ticket",
        access_token=venmo,
    )
    [paid] = yield calls("call_api", **payment)
    number = body(paid)["transaction_id"]
    [seen] = yield calls(
        "call_api",
        **call(
            "GET", "/venmo/transactions/{transaction_id}", transaction_id=number, access_token=venmo
        ),
    )
    assert body(seen)["amount"] == float(amount[1])
    yield calls("complete_task")


def a_clumsy_model() -> Script:
    """Makes every mistake that a model can make, reads what is wrong with it, and goes on."""
    yield says("Let me think about this first.")
    [result] = yield says(None, ("call_api", '{"method": "GET", "path": '))
    assert "can't be used" in result and "Invalid JSON" in result
    [result] = yield says(None, ("call_api", "[1, 2]"))
    assert "can't be used" in result
    unknown, missing, whole_url, extra = yield says(
        None,
        ("delete_everything", {}),
        ("call_api", {"method": "GET"}),
        ("call_api", call("GET", "http://example.com/supervisor/profile")),
        ("list_apis", {"app": "venmo", "sort": "name"}),
    )
    assert unknown.startswith("There is no tool 'delete_everything'") and "call_api" in unknown
    assert missing == "The arguments of call_api can't be used: path: Field required"
    assert "path" in whole_url and "must begin with one slash" in whole_url
    assert "sort" in extra
    no_app, no_path, no_login, no_url = yield says(
        None,
        ("list_apis", {"app": "chess"}),
        ("call_api", call("GET", "/venmo/nothing")),
        ("call_api", call("GET", "/venmo/account")),
        ("call_api", call("GET", "/venmo/\x00")),
    )
    assert no_app.startswith("HTTP 422") and "chess" in no_app
    assert no_path.startswith("HTTP 404")
    assert no_login.startswith("HTTP 401")
    assert no_url.startswith("No answer: InvalidURL")
    # Parameters as a JSON text within the JSON are understood.
    wrong = json.dumps({"username": "nobody@example.com", "password": "wrong"})
    [refused] = yield calls(
        "call_api", method="POST", path="/file_system/auth/token", parameters=wrong
    )
    assert refused.startswith("HTTP 401")
    [accounts] = yield calls("call_api", **call("GET", "/supervisor/account_passwords"))
    [profile] = yield calls("call_api", **call("GET", "/supervisor/profile"))
    password = next(
        one["password"] for one in body(accounts) if one["account_name"] == "file_system"
    )
    [login] = yield calls(
        "call_api",
        **call(
            "POST", "/file_system/auth/token", username=body(profile)["email"], password=password
        ),
    )
    token = body(login)["access_token"]
    # DELETE takes its parameter from the query here.
    [deleted] = yield calls(
        "call_api",
        **call("DELETE", "/file_system/file", file_path="/no/such.txt", access_token=token),
    )
    assert deleted.startswith("HTTP 422") and "/no/such.txt is not available" in deleted
    yield Refusal(500, "the model is busy")
    [over] = yield calls("complete_task", status="given up")
    assert "status" in over
    yield calls("complete_task", answer="I don't know", status="fail")


def an_endless_model() -> Script:
    while True:
        yield calls("call_api", **call("GET", "/supervisor/profile"))


def a_refused_model() -> Script:
    yield Refusal(401, "wrong key")

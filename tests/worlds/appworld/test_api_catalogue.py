import json
from pathlib import Path

import pytest

from bdproxy.errors import DataSetError
from bdproxy.worlds.appworld.api_catalogue import load_apis


def _document(root: Path, content: str) -> None:
    folder = root / "data" / "api_docs" / "standard"
    folder.mkdir(parents=True)
    (folder / "venmo.json").write_text(content)


def _api(name: str, method: str) -> dict[str, str]:
    return {"app_name": "venmo", "api_name": name, "method": method, "path": f"/venmo/{name}"}


def test_what_writes_follows_the_method_but_for_the_exceptions(tmp_path: Path) -> None:
    apis = {
        "show_account": "GET",
        "download_transaction_receipt": "GET",
        "login": "POST",
        "create_transaction": "POST",
        "delete_account": "DELETE",
        "update_account_name": "PATCH",
    }
    _document(tmp_path, json.dumps({name: _api(name, method) for name, method in apis.items()}))
    writing = {api.name for api in load_apis(tmp_path) if api.writes}
    assert writing == {
        "download_transaction_receipt",
        "create_transaction",
        "delete_account",
        "update_account_name",
    }


def test_no_documentation_is_a_data_set_error(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match=r"no API documentation in .*; run `appworld download"):
        load_apis(tmp_path)


@pytest.mark.parametrize("content", ["", "[]", '{"login": {"app_name": "venmo"}}'])
def test_damaged_documentation_is_a_data_set_error_of_one_line(
    tmp_path: Path, content: str
) -> None:
    _document(tmp_path, content)
    with pytest.raises(DataSetError, match=r"venmo\.json") as caught:
        load_apis(tmp_path)
    assert "\n" not in str(caught.value)

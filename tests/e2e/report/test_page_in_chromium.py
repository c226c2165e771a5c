"""The page as a reader has it: in a real browser, from a file."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from bdproxy.grader.report.renderings.html_page import html_page
from benchmarks.common.synthetic_log import write_synthetic_log
from tests.e2e.report.browser import browser, needs_a_browser
from tests.support.reports import PASSWORD, hostile_log, material_of

pytestmark = needs_a_browser

PATIENCE = 30
PHONE = 360


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    write_synthetic_log(folder / "plain.db", families=10, agents=2, attempts=1, seed=3)
    hostile_log(folder / "hostile.db")
    found = {}
    for name in ("plain", "hostile"):
        with material_of(folder / f"{name}.db") as made:
            found[name] = folder / f"{name}.html"
            found[name].write_text(html_page(*made), encoding="utf-8")
    return found


def open_page(driver: Chrome, page: Path, place: str = "") -> None:
    driver.get("about:blank")
    driver.get_log("performance")
    driver.get_log("browser")
    driver.get(f"{page.as_uri()}{place}")


def requests(driver: Chrome) -> list[str]:
    messages = [json.loads(one["message"])["message"] for one in driver.get_log("performance")]
    sent = [one["params"]["request"]["url"] for one in messages
            if one["method"] == "Network.requestWillBeSent"]  # fmt: skip
    return [url for url in sent if not url.startswith(("data:", "about:"))]


def wait_for(driver: Chrome, selector: str) -> None:
    WebDriverWait(driver, PATIENCE).until(
        lambda opened: opened.find_elements(By.CSS_SELECTOR, selector)
    )


def texts(driver: Chrome, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)"
    found: list[str] = driver.execute_script(script, selector)
    return found


@pytest.mark.parametrize("name", ["plain", "hostile"])
def test_it_is_quiet(driver: Chrome, logs: dict[str, Path], name: str) -> None:
    open_page(driver, logs[name])
    assert texts(driver, "h1")[0].startswith("What the world cost")
    assert driver.get_log("browser") == []
    assert requests(driver) == [logs[name].as_uri()]


def test_from_a_number_to_its_runs_and_their_calls(driver: Chrome, logs: dict[str, Path]) -> None:
    page = logs["plain"]
    open_page(driver, page)
    with sqlite3.connect(page.with_suffix(".db")) as connection:
        failed = {
            str(run)
            for (run,) in connection.execute(
                "SELECT runs.id FROM runs JOIN verdicts ON run_id = runs.id "
                "JOIN experiments ON experiments.id = experiment_id WHERE outcome = 'fail' "
                "AND variant = 'compound' AND agent = 'agent 01'"
            )
        }
    assert failed
    link = "#worlds a[href='#runs?agent=agent+01&variant=compound&which=failed'] data"
    assert texts(driver, link) == [str(len(failed))]
    driver.execute_script("document.querySelector(arguments[0]).parentNode.click()", link)
    wait_for(driver, "#drill tbody tr")
    assert set(texts(driver, "#drill tbody tr td:first-child")) == failed
    assert texts(driver, "#drill h3")[0].startswith(f"{len(failed)} run")
    driver.execute_script("document.querySelector('#drill tbody a').click()")
    wait_for(driver, "#drill details")
    run = texts(driver, "#drill h3")[0].split()[1].rstrip(":")
    assert run in failed
    with sqlite3.connect(page.with_suffix(".db")) as connection:
        query = "SELECT count(*) FROM calls WHERE run_id = ?"
        (calls,) = connection.execute(query, (run,)).fetchone()
    assert len(texts(driver, "#drill details > summary")) == calls
    assert any("text " in body for body in texts(driver, "#drill pre"))
    driver.back()
    WebDriverWait(driver, PATIENCE).until(
        lambda opened: len(texts(opened, "#drill tbody tr")) == len(failed)
    )
    assert driver.get_log("browser") == []
    assert requests(driver) == [page.as_uri()]


def test_every_link_to_runs_has_the_runs_that_its_number_counts(
    driver: Chrome, logs: dict[str, Path]
) -> None:
    open_page(driver, logs["plain"], "#runs?agent=agent+00")
    wait_for(driver, "#drill tbody tr")
    counted: list[list[str]] = driver.execute_script(
        "return [...document.querySelectorAll(\"td[data-at] a[href^='#runs']\")].map((one) => {"
        "const parts = [...one.parentNode.querySelectorAll('.of data')];"
        "const numerator = parts.find((part) => part.dataset.part === 'numerator');"
        "return [one.getAttribute('href'), one.parentNode.dataset.at,"
        " numerator ? numerator.value : null]})"
    )
    shares = [
        (href, place, float(value))
        for href, place, value in counted
        if value is not None and ("/responses/" in place or "/overclaim/" in place)
    ]
    assert len(shares) > 30
    for href, place, numerator in shares[::4]:
        driver.execute_script("location.hash = arguments[0]", href)
        WebDriverWait(driver, PATIENCE).until(
            lambda opened, wanted=numerator: texts(opened, "#drill h3")[0].startswith(
                f"{wanted:.0f} run"
            ),
            message=f"{place}: {numerator}",
        )


def test_hostile_text_does_nothing(driver: Chrome, logs: dict[str, Path]) -> None:
    open_page(driver, logs["hostile"], "#run=0:2")
    wait_for(driver, "#drill details pre")
    driver.execute_script("document.querySelectorAll('details').forEach((one) => one.open = true)")
    assert driver.execute_script("return window.hit === undefined")
    assert (
        driver.execute_script(
            "return document.querySelectorAll('#drill script, #drill img').length"
        )
        == 0
    )
    shown = "\n".join(texts(driver, "#drill"))
    assert "</script><script>window.hit=1</script>" in shown
    assert "<U+202E>" in shown and "\u202e" not in shown
    assert "5000000 bytes, its beginning" in shown
    assert PASSWORD not in driver.page_source
    assert "bdproxy runs show" in shown
    assert driver.get_log("browser") == []
    assert requests(driver) == [logs["hostile"].as_uri()]


def test_it_fits_a_phone_in_light_and_dark(driver: Chrome, logs: dict[str, Path]) -> None:
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": PHONE, "height": 740, "deviceScaleFactor": 2, "mobile": True},
    )
    backgrounds = set()
    try:
        for scheme in ("light", "dark"):
            driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
            )
            open_page(driver, logs["plain"])
            assert driver.execute_script("return document.documentElement.scrollWidth") <= PHONE
            drawings = "[...document.querySelectorAll('svg')]"
            seen = f"return {drawings}.filter((one) => one.checkVisibility())"
            assert driver.execute_script(f"{seen}.length") > 0
            assert driver.execute_script(f"{seen}.every((one) => one.closest('.narrow'))")
            backgrounds.add(
                driver.execute_script("return getComputedStyle(document.body).backgroundColor")
            )
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert len(backgrounds) == 2


def test_it_prints(driver: Chrome, logs: dict[str, Path]) -> None:
    open_page(driver, logs["plain"])
    printed = driver.print_page()
    assert len(printed) > 50_000
    assert driver.execute_script(
        "return [...document.querySelectorAll('main details')].every((one) => one.open)"
    )

"""The page of the contract: nothing of it comes from elsewhere."""

import hashlib
import re

import httpx
import pytest

from service.api.docs import REDOC
from tests.api.house import House

REDOC_2_5_4 = "dcaf76612bc4a3fbcc923a8966dee2f6146a5f32e5ce1b6f02dd60cbbf89500b"
"""Of the file in the package redoc 2.5.4, as the registry has it."""


@pytest.fixture
def page(house: House) -> httpx.Response:
    found = house.ask("GET", "/docs")
    assert found.status_code == 200
    return found


def test_the_page_shows_the_contract_with_what_this_server_has(house: House, page: httpx.Response) -> None:
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "//" not in page.text
    named = re.findall(r'(?:src|href|spec-url)="([^"]+)"', page.text)
    assert named == ["openapi.yaml", "docs/redoc.standalone.js"]
    for name in named:
        there = house.ask("GET", page.url.join(name).path)
        assert there.status_code == 200
        assert len(there.content) < 2_000_000


def test_the_page_is_the_same_with_a_slash_behind_it(house: House, page: httpx.Response) -> None:
    found = house.ask("GET", "/docs/", follow_redirects=True)
    assert [one.status_code for one in found.history] == [308]
    assert (found.url, found.text) == (page.url, page.text)
    # Behind a proxy that serves it below a path, too.
    assert found.history[0].headers["location"] == "../docs"


def test_the_browser_is_told_to_ask_nobody_else(page: httpx.Response) -> None:
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert not re.search(r"https?:|\*|unsafe-eval", policy)


def test_redoc_is_as_it_was_published_with_its_licences(house: House) -> None:
    script = house.ask("GET", "/docs/redoc.standalone.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert hashlib.sha256(script.content).hexdigest() == REDOC_2_5_4
    licences = (REDOC / "LICENSE.txt").read_text(encoding="utf-8")
    assert "Rebilly" in licences
    assert "DOMPurify" in licences

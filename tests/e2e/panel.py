"""The side panel as a person uses it."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.e2e.installed_host import ROOT

SCREENSHOTS = ROOT / "build" / "screenshots"

NARROWEST = 320
"""Pixels: what browsers let the panel be at least, and a page at 400 % zoom."""

CUT_OFF = """() => {
  const cuts = (element) => getComputedStyle(element).overflowX !== "visible";
  const box = (element) => element.getBoundingClientRect();
  const sticksOut = (element) => {
    for (let outer = element.parentElement; outer; outer = outer.parentElement)
      if (cuts(outer) && (box(element).right > box(outer).right + 1 || box(element).left < box(outer).left - 1))
        return true;
    return box(element).right > innerWidth + 1;
  };
  return [...document.querySelectorAll("#root :is(p, li, span, label, button, input, select, summary)")]
    .filter((element) => element.checkVisibility() && !element.closest("pre, table") && sticksOut(element))
    .map((element) => element.outerHTML);
}"""

START_MS = 60_000
"""The first engine imports the model's libraries, perhaps from a cold disk."""


class Panel:
    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def in_use(self) -> Locator:
        return self.page.get_by_test_id("in-use")

    @property
    def screen(self) -> Locator:
        """What is shown while there is no engine."""
        return self.page.get_by_test_id("connection-screen")

    @property
    def connection(self) -> Locator:
        return self.page.get_by_test_id("connection")

    @property
    def job(self) -> Locator:
        return self.page.get_by_test_id("job")

    @property
    def counts(self) -> Locator:
        return self.page.get_by_test_id("job-counts")

    @property
    def kept(self) -> Locator:
        """Whether what is in view is in a vault."""
        return self.page.get_by_test_id("keep")

    @property
    def sheet(self) -> Locator:
        """What lies beside the chat, or over it: a document, or the list of a vault."""
        return self.page.get_by_test_id("sheet")

    @property
    def document(self) -> Locator:
        return self.page.get_by_test_id("document")

    @property
    def plan(self) -> Locator:
        """What of a site would be read."""
        return self.page.get_by_test_id("plan")

    @property
    def plan_pages(self) -> Locator:
        return self.page.get_by_test_id("plan-pages")

    def section(self, name: str) -> Locator:
        return self.page.get_by_role("treeitem", name=re.compile(f"^{re.escape(name)}, "))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def wait_until_ready(self) -> None:
        try:
            expect(self.connection).to_have_text("Ready", timeout=START_MS)
            expect(self.page.get_by_label("Your question")).to_be_visible()
        except AssertionError as error:
            raise AssertionError(f"not ready: {self.page.locator('body').inner_text()}") from error

    def show(self, tab: str) -> None:
        self.page.get_by_role("tab", name=tab, exact=True).click()

    def start_asking(self, question: str) -> "Exchange":
        box = self.page.get_by_label("Your question")
        expect(box).to_be_enabled()
        box.fill(question)
        box.press("Enter")
        return Exchange(self.page.get_by_test_id("exchange").filter(has_text=question).last)

    def ask(self, question: str) -> "Exchange":
        """Ask and wait for the whole answer."""
        exchange = self.start_asking(question)
        exchange.wait_until_done()
        return exchange

    def keep(self, vault: str) -> None:
        """Add what is in view to a new vault."""
        self.kept.get_by_text("Add to vault").click()
        if self.kept.get_by_role("button", name="New").is_visible():
            self.kept.get_by_role("button", name="New").click()
        self.kept.get_by_label("Name of the vault").fill(vault)
        self.kept.get_by_role("button", name="Add", exact=True).click()

    def add_files(self, *files: Path) -> None:
        self.page.get_by_label("Files", exact=True).and_(self.page.locator("input")).set_input_files(files)

    def name_vault(self, name: str) -> None:
        """A new one, whether or not there are others."""
        field = self.page.get_by_label("Name of the vault")
        expect(field.or_(self.button("New"))).to_be_visible()
        if not field.is_visible():
            self.button("New").click()
        field.fill(name)

    def watch_folder(self, path: Path) -> None:
        field = self.page.get_by_label("Path of the folder")
        if not field.is_visible():
            self.page.get_by_text("Watch a folder").click()
        field.fill(str(path))
        self.button("Watch it").click()

    def open_vault(self, name: str) -> None:
        """Show a new vault."""
        self.show("Vault")
        self.name_vault(name)

    def drop(self, *paths: Path) -> None:
        """Drop files and folders on the place for them, as from the desktop."""
        place = self.page.get_by_test_id("drop-zone").bounding_box()
        assert place
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        where = {"x": place["x"] + place["width"] / 2, "y": place["y"] + 20}
        session = self.page.context.new_cdp_session(self.page)
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {"type": kind, "data": data, **where})
        session.detach()

    def wait_for_job(self) -> None:
        expect(self.job).to_have_attribute("data-state", "done")

    def save(self, button: Locator, folder: Path) -> Path:
        """Press a button that saves a file, and find it."""
        with self.page.expect_download() as saving:
            button.click()
        path = folder / saving.value.suggested_filename
        saving.value.save_as(path)
        return path

    def be_wide(self, width: int) -> None:
        """As a person drags the panel's edge."""
        self.page.set_viewport_size({"width": width, "height": 900})

    def be_in_large_print(self) -> None:
        """As with the browser's own text size set to twice what it was."""
        self.page.evaluate("document.documentElement.style.fontSize = '175%'")

    def text_sizes(self) -> list[float]:
        """In pixels, of everything in the panel that has words of its own."""
        return self.page.locator("#root *").evaluate_all(
            """all => all
              .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim()))
              .map((element) => parseFloat(getComputedStyle(element).fontSize))"""
        )

    def cut_off(self) -> list[str]:
        """What can be seen only in part, other than code and tables, which are scrolled."""
        return self.page.evaluate(CUT_OFF)

    def take_picture(self, name: str) -> None:
        """For people to look at, in light and in dark."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for scheme in ("dark", "light"):
            self.page.emulate_media(color_scheme=scheme)
            self.page.screenshot(path=SCREENSHOTS / f"{name}-{scheme}.png", animations="disabled")

    def close(self) -> None:
        """As its own close button does."""
        if self.page.is_closed():
            return
        connection = self.page.context.browser
        with self.page.expect_event("close"):
            self.page.evaluate("window.close()")
        if connection:
            connection.close()


class Exchange:
    """One question and its answer."""

    def __init__(self, article: Locator) -> None:
        self.article = article

    @property
    def answer(self) -> Locator:
        return self.article.get_by_test_id("answer")

    @property
    def notices(self) -> Locator:
        return self.article.get_by_test_id("notice")

    @property
    def error(self) -> Locator:
        return self.article.get_by_role("alert")

    @property
    def provider(self) -> Locator:
        return self.article.get_by_test_id("provider")

    def wait_until_done(self) -> None:
        expect(self.article).to_have_attribute("data-state", "done")

    def citation(self, number: int) -> Locator:
        return self.answer.get_by_role("button", name=f"Source {number}", exact=True).first

    def source(self, number: int) -> Locator:
        return self.article.get_by_test_id(f"source-{number}")

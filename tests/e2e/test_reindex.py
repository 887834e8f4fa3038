"""An index that was made with other settings is renewed from the panel while it answers."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.e2e.installed_host import ROOT
from tests.sample_server import FILES

pytestmark = pytest.mark.browser

AMBRY = "from host.serve.cli import main; main()"


@pytest.fixture
def ambry(environ):
    def run(*arguments):
        command = [sys.executable, "-c", AMBRY, *map(str, arguments)]
        subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True)

    return run


def test_an_index_is_renewed_on_demand_and_answers_all_the_while(visit, sample, ambry):
    ambry("vault", "add", "shed", *sorted(FILES.iterdir()))
    ambry("vault", "set", "shed", "--chunk-size", 64)
    _, panel = visit(sample)
    panel.show("Vault")
    panel.page.get_by_role("combobox", name="Vault").select_option("shed")
    note = panel.page.get_by_test_id("outdated")
    expect(note).to_contain_text("Its settings say that its passages are cut otherwise.")
    panel.take_picture("reindex-needed")
    panel.button("Index anew").click()
    exchange = panel.start_asking("How often do the wind bearings have to be changed by the sea?")
    panel.wait_for_job()
    expect(note).to_have_count(0)
    expect(panel.counts).to_have_text("3 indexed")
    panel.take_picture("reindex-done")
    exchange.wait_until_done()
    expect(exchange.answer).to_contain_text("every two years")
    expect(panel.ask("Who washes the shield at the school?").answer).to_contain_text("Mrs Okafor")

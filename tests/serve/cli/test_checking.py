"""`ambry doctor`, as far as the command line goes: what it looks at is tested with `host.serve.doctor`."""

import pytest

from host.serve.cli.checking import print_findings
from host.serve.cli.terminal import Terminal
from host.serve.doctor import Finding


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch, tmp_path):
    """No browser of the real machine is looked at."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")


def test_without_an_installation_the_mend_is_named_and_the_exit_code_is_1(ambry):
    result = ambry("doctor")
    assert result.exit_code == 1
    assert "✗ launcher" in result.stdout
    assert "python3 install.py" in result.stdout


def test_json_lists_every_finding(ambry_json):
    code, printed = ambry_json("doctor")
    assert code == 1
    assert {"check", "state", "detail", "mend"} == set(printed["findings"][0])


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([Finding("model", "good", "It is here.")], ["✓ model  It is here.", "All is well."]),
        (
            [Finding("Snap", "bad", "It cannot.", "Install the package."), Finding("logs", "note", "They are there.")],
            ["✗ Snap  It cannot.", "    Install the package.", "· logs  They are there.", "1 to mend."],
        ),
    ],
)
def test_each_finding_has_a_mark_and_the_last_line_counts(capsys, findings, expected):
    print_findings(Terminal(), findings)
    assert capsys.readouterr().out.splitlines() == expected

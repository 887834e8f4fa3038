"""The command line: a thin client of the engine, with the same operations as the panel.

`app` and `index_commands` declare the commands, `options` what they share, `session` connects and reports errors,
`scope` finds what a question is about; `asking`, `sites`, `working`, `following`, `extracting`, `settings`, `models`,
`indexing` and `checking` are the stories; `answers`, `jobs` and `terminal` show them.
Starting is cheap: whatever needs the contract or a drawing library is imported when a command runs.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point of `ambry`."""
    from host.serve.cli.app import app

    use_utf8()
    app(prog_name="ambry")


def use_utf8() -> None:
    """Piped output is UTF-8 whatever the code page, and a lone surrogate from a web page is no crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")

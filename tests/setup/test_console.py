import io
import time

import pytest

from host.setup.console import Console


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self):
        return True


class Ascii(io.StringIO):
    encoding = "ascii"


def test_a_step_off_a_terminal_is_one_line():
    stream = io.StringIO()
    with Console(stream, 80).step("Packages") as (progress, close):
        progress("numpy", 1, 2)
        close("two")
    (line,) = stream.getvalue().splitlines()
    assert "Packages: two (0.0 s)" in line


def test_a_step_on_a_terminal_shows_how_far_it_is():
    stream = Terminal()
    with Console(stream, 80).step("Packages") as (progress, _):
        progress("numpy", 1, 4)
        time.sleep(0.5)
    shown = stream.getvalue()
    assert "██████░░░░░░░░░░░░░░░░░░ 1/4" in shown
    assert "numpy" in shown
    assert shown.endswith("✓ Packages (0.5 s)\n")


def test_a_step_without_a_total_shows_the_seconds():
    stream = Terminal()
    with Console(stream, 80).step("Packages"):
        time.sleep(0.3)
    assert "  Packages  0 s" in stream.getvalue()


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_a_step_that_fails_is_marked_and_the_failure_goes_on(stream):
    with pytest.raises(ValueError, match="no"), Console(stream, 80).step("Packages"):
        raise ValueError("no")
    assert "✗ Packages" in stream.getvalue() or "! Packages" in stream.getvalue()
    assert "✓" not in stream.getvalue()


def test_a_stream_without_those_signs_gets_plain_ones():
    stream = Ascii()
    console = Console(stream, 80)
    console.note("Done")
    console.already("Packages")
    console.failure("Torch")
    assert stream.getvalue() == "  * Done\n  * Packages: nothing to do\n  ! Torch\n"


def test_paragraphs_are_wrapped_and_commands_are_not():
    stream = io.StringIO()
    console = Console(stream, 20)
    console.say("one two three four five six", 2)
    console.line("a/very/long/path/that/stays/whole", 2)
    console.heading("Next")
    assert stream.getvalue() == "  one two three four\n  five six\n  a/very/long/path/that/stays/whole\n\nNext\n"

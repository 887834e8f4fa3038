"""The demo, as the installer runs it: a real engine, the sample site, four questions."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.model
def test_the_demo_answers_all_four_questions(tmp_path, ready_models):
    environ = os.environ | {"AMBRY_HOME": str(tmp_path / "home"), "AMBRY_KEPT_MODELS": str(ready_models)}
    command = [sys.executable, str(ROOT / "tests/demo.py")]
    shown = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=300)
    assert shown.returncode == 0, shown.stdout + shown.stderr
    assert shown.stdout.count("ambry ask") >= 4

"""Fresh processes: to the first question embedded, and to the first answer of the whole product."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.browser_port import stop_engine

ROOT = Path(__file__).resolve().parents[2]

PROGRAMS = {
    "ambry": """
from host.index.choose_embedder import choose_embedder
choose_embedder(Path(sys.argv[1]), Path(sys.argv[2]), gpu="").embed_question("When was it built?")
""",
    "sentence-transformers": """
from sentence_transformers import SentenceTransformer
SentenceTransformer(sys.argv[1], device="cpu", local_files_only=True).encode("When was it built?")
""",
}

RESIDENT = """
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS")))
"""


def first_question(name: str, model: Path, kept: Path, rounds: int) -> dict[str, float]:
    """The interpreter's own start included. Memory is measured on Linux only."""
    measured = RESIDENT if sys.platform == "linux" else "print(0)"
    program = f"import sys\nfrom pathlib import Path\n{PROGRAMS[name]}{measured}"
    times, sizes = [], []
    for _ in range(rounds):
        started = time.perf_counter()
        command = [sys.executable, "-c", program, str(model), str(kept)]
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        times.append(time.perf_counter() - started)
        sizes.append(int(ran.stdout.split()[-1]) / 1024)
    return {"start to question, s": round(median(times), 2), "resident after it, MB": round(median(sizes))}


def first_answer(kept: Path, rounds: int) -> float:
    """No engine runs: the command starts one, reads a page and answers from it."""
    return round(median(_answer(kept) for _ in range(rounds)), 2)


def _answer(kept: Path) -> float:
    home = Path(tempfile.mkdtemp(prefix="ambry-"))
    page = home / "page.md"
    page.write_text("# River\n\nThe dam was built in 1912 by the county.\n", "utf-8")
    environ = os.environ | {"AMBRY_HOME": str(home / "home"), "AMBRY_KEPT_MODELS": str(kept)}
    command = [sys.executable, "-c", "from host.serve.cli import main; main()", "ask", "When was the dam built?"]
    started = time.perf_counter()
    try:
        subprocess.run([*command, "--page", str(page)], cwd=ROOT, env=environ, capture_output=True, check=True)
        return time.perf_counter() - started
    finally:
        stop_engine(home / "home")
        shutil.rmtree(home, ignore_errors=True)

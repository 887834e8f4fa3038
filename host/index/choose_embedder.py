"""Which way of running the embedding model serves here: the fastest that agrees with the exact one."""

from __future__ import annotations

import logging
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from host.index.bert import UnknownShapeError, read_shape
from host.index.openvino_embedder import OpenVinoEmbedder
from host.index.torch_embedder import SentenceTransformersEmbedder

log = logging.getLogger(__name__)

Chosen = OpenVinoEmbedder | SentenceTransformersEmbedder


def choose_embedder(
    path: Path, kept: Path, *, prepare: bool = False, gpu: str | None = None, floor: float | None = None
) -> Chosen:
    """For the model in `path`; `kept` is where its 8-bit form is, or will be.

    With `prepare` that form is made now, also where it failed before; without, when the embedder is warmed.
    `gpu` names what was found instead of a look for it, empty for none. `floor` was measured for this model; without,
    it is the one that goes with its name. Raises ModelError.
    """
    gpu = find_gpu() if gpu is None else gpu
    if gpu:
        return SentenceTransformersEmbedder(path, f"{gpu} is there", floor)
    if find_spec("openvino") is None:
        return _reference(path, "OpenVINO is not installed", floor)
    embedder = OpenVinoEmbedder(path, kept, floor)
    try:
        read_shape(path)
        kept.mkdir(parents=True, exist_ok=True)
    except (UnknownShapeError, OSError, ValueError) as exc:
        return _reference(path, f"there is no 8-bit form of it: {exc}", floor)
    verdict = embedder.light.known()
    if prepare and not (verdict and verdict.usable):
        verdict = embedder.light.make()
    return embedder if verdict is None or verdict.usable else _reference(path, verdict.why, floor)


def find_gpu() -> str:
    """What torch could use here, found without its import; empty when there is nothing."""
    if sys.platform == "darwin":
        import platform

        return "Apple's GPU" if platform.machine() == "arm64" else ""
    try:
        cpu_build = version("torch").endswith("+cpu")
    except PackageNotFoundError:
        return ""
    driver = Path("/proc/driver/nvidia/version").exists() or shutil.which("nvidia-smi") is not None
    return "a GPU by NVIDIA" if driver and not cpu_build else ""


def _reference(path: Path, why: str, floor: float | None) -> SentenceTransformersEmbedder:
    log.warning("Embedding with sentence-transformers on the processor: %s", why)
    return SentenceTransformersEmbedder(path, why, floor)

"""Which way of running the embedding model serves here: the fastest that agrees with the exact one."""

from __future__ import annotations

import logging
import shutil
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from host.index.openvino_embedder import OpenVinoEmbedder
from host.index.torch_embedder import SentenceTransformersEmbedder

log = logging.getLogger(__name__)


def choose_embedder(path: Path, kept: Path, gpu: str | None = None) -> OpenVinoEmbedder | SentenceTransformersEmbedder:
    """For the model in `path`; `kept` is where its 8-bit form is, or will be.

    `gpu` names what was found instead of a look for it, empty for none. Raises ModelError.
    """
    gpu = find_gpu() if gpu is None else gpu
    if gpu:
        return SentenceTransformersEmbedder(path, f"{gpu} is there")
    if find_spec("openvino") is None:
        return _reference(path, "OpenVINO is not installed")
    light = OpenVinoEmbedder(path, kept)
    verdict = light.light.verdict()
    return light if verdict.usable else _reference(path, verdict.why)


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


def _reference(path: Path, why: str) -> SentenceTransformersEmbedder:
    log.warning("Embedding with sentence-transformers on the processor: %s", why)
    return SentenceTransformersEmbedder(path, why)

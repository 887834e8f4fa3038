"""The lock files: fresh, complete, hashed, and free of what the installer chooses by itself."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = ("requirements.lock", "requirements-test.lock", "requirements-node.lock")


def name_of(requirement):
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")


def pins(lock):
    """Each package with its versions: there are two where an older Python needs another."""
    found = {}
    for name, version in re.findall(r"^([\w.-]+)==([^ ;\\]+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


@pytest.mark.parametrize(
    ("lock", "requirements"),
    [
        ("requirements.lock", PROJECT["project"]["dependencies"]),
        ("requirements-test.lock", PROJECT["project"]["dependencies"]),
        ("requirements-test.lock", PROJECT["project"]["optional-dependencies"]["test"]),
        ("requirements-node.lock", PROJECT["dependency-groups"]["node"]),
    ],
)
def test_every_direct_dependency_but_torch_is_locked(lock, requirements):
    assert {name_of(requirement) for requirement in requirements} - {"torch"} <= pins(lock).keys()


def test_the_tests_use_the_versions_of_the_product():
    product, tests = pins("requirements.lock"), pins("requirements-test.lock")
    assert {name: tests.get(name) for name in product} == product


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_a_hash_and_no_address(lock):
    text = (ROOT / lock).read_text("utf-8")
    packages = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
    assert packages
    assert all("--hash=sha256:" in package for package in packages)
    assert "://" not in text


@pytest.mark.parametrize("lock", LOCKS)
def test_torch_and_cuda_are_left_to_their_own_step(lock):
    assert [name for name in pins(lock) if name in ("torch", "triton") or name.startswith(("nvidia", "cuda"))] == []


def test_what_installs_ambry_itself_is_locked_too():
    assert "setuptools" in pins("requirements.lock")

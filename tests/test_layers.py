"""The structure of host/: who may import whom, who may read the environment, who may print."""

import ast
import sys
from pathlib import Path

import pytest

HOST = Path(__file__).resolve().parent.parent / "host"
FILES = sorted(HOST.rglob("*.py"))

BASE = ["errors", "identity", "paths", "private", "journal", "framing", "endpoint", "rendezvous", "lock"]
REGISTERING = ["machine", "browsers", "sandboxed", "registration", "manifest_check", "handshake", "installation"]

# Folder or module -> layer. A file imports from its own layer's folder and from what MAY_IMPORT says.
LAYERS = {
    **dict.fromkeys(["__init__", *BASE, *REGISTERING, "setup"], "base"),
    **dict.fromkeys(["relay", "tunnel"], "relay"),
    "contract": "contract",
    "core": "core",
    **dict.fromkeys(["acquire", "index", "answer"], "adapter"),
    "service": "service",
    "serve": "door",
    **dict.fromkeys(["listen", "lifetime", "engine"], "root"),
}

MAY_IMPORT = {
    "base": {"base"},
    "relay": {"base", "relay"},
    "contract": {"base", "contract"},
    "core": {"base", "core"},
    "adapter": {"base", "core", "adapter"},
    "service": {"base", "contract", "core", "service"},
    "door": {"base", "contract", "core", "service", "door"},
    "root": {"base", "relay", "contract", "core", "adapter", "service", "door", "root"},
}

# Packages from outside that a layer may use; None means any.
MAY_USE = {
    "base": set(),
    "relay": {"websockets"},
    "contract": {"pydantic"},
    "core": {"numpy"},
    "adapter": None,
    "service": {"numpy", "pydantic"},
    "door": None,
    "root": None,
}

# Roots, and the two functions that roots call: `user_paths` and `this_machine`.
READS_THE_ENVIRONMENT = ("paths.py", "machine.py", "engine.py", "setup/", "serve/cli/")

HEAVY = {
    "torch",
    "sentence_transformers",
    "pymupdf",
    "trafilatura",
    "mammoth",
    "anthropic",
    "ollama",
    "chonkie",
    "tokenizers",
    "openvino",
}


def name(path: Path) -> str:
    return path.relative_to(HOST).as_posix()


def layer(module: str) -> str:
    """Of `host.x.y`: what `x` belongs to."""
    parts = module.split(".")
    return LAYERS[parts[1] if len(parts) > 1 else "__init__"]


def module_of(path: Path) -> str:
    return ".".join(["host", *path.relative_to(HOST).with_suffix("").parts])


def imports(tree: ast.AST) -> set[str]:
    """The modules that any statement of `tree` imports, wherever it stands."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module == "host":
                found |= {f"host.{alias.name}" for alias in node.names if (HOST / alias.name).exists()}
                found |= {f"host.{alias.name}" for alias in node.names if (HOST / f"{alias.name}.py").exists()}
            else:
                found.add(node.module)
    return found


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_imports_only_from_lower_layers(path):
    mine = layer(module_of(path))
    wrong = {
        imported
        for imported in imports(parse(path))
        if imported.split(".")[0] == "host" and layer(imported) not in MAY_IMPORT[mine]
    }
    assert not wrong


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_uses_only_the_packages_of_its_layer(path):
    allowed = MAY_USE[layer(module_of(path))]
    outside = {imported.split(".")[0] for imported in imports(parse(path))} - {"host"} - sys.stdlib_module_names
    assert allowed is None or outside <= allowed


@pytest.mark.parametrize("path", FILES, ids=name)
def test_an_adapter_knows_no_other_folder_of_adapters(path):
    module = module_of(path)
    if layer(module) == "adapter":
        others = {imported for imported in imports(parse(path)) if imported.startswith("host.")}
        assert all(
            layer(imported) != "adapter" or imported.split(".")[1] == module.split(".")[1] for imported in others
        )


@pytest.mark.parametrize("path", FILES, ids=name)
def test_heavy_packages_are_imported_where_they_are_used(path):
    at_import = [node for node in parse(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert not {imported.split(".")[0] for imported in imports(ast.Module(at_import, []))} & HEAVY


@pytest.mark.parametrize("path", FILES, ids=name)
def test_only_the_roots_read_the_environment(path):
    reads = [
        node
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv")
        if isinstance(node.value, ast.Name) and node.value.id == "os"
    ]
    assert not reads or name(path).startswith(READS_THE_ENVIRONMENT)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_nothing_prints(path):
    calls = [node for node in ast.walk(parse(path)) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "print"]


def test_every_part_of_the_host_has_a_layer():
    parts = {path.relative_to(HOST).parts[0].removesuffix(".py") for path in FILES}
    assert parts <= set(LAYERS)


def test_the_rule_sees_an_import_wherever_it_stands():
    tree = ast.parse(
        "def f():\n    from host.index import x\n    import torch.nn\nfrom host import errors, __version__"
    )
    assert imports(tree) == {"host.index", "torch.nn", "host.errors"}

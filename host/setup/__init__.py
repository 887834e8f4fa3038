"""The steps of `install.py`, in the order in which they run. Standard library only.

console      what the person sees            runner       every command that is run goes through here
failure      why a step failed, in a sentence
preflight    Python, venv, disk              environment  the private environment, packages, Ambry itself
torch_build  which build of torch, and why   extension    Node, the build, the folders to load
launcher     what browsers start             browsers     registration, and how to load the extension
removal      taking all of it out again      checks       everything that `--test` runs

The lock files come from pyproject.toml, whose table tool.uv.pip holds the settings:
    uv pip compile pyproject.toml -o requirements.lock
    uv pip compile pyproject.toml --extra test -c requirements.lock -o requirements-test.lock
    uv pip compile --group node -o requirements-node.lock
"""

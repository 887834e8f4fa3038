"""Keyword search beside SQLite's FTS5 in the same run: `python tests/benchmarks/keyword.py DATA`.

The standard library has a module of this name. Run as scripts, this file and its neighbours would find this one in its
place: so it takes its folder out of the search path, and stands aside when it was that module that was asked for.
"""

import sys

_HERE = __file__.replace("\\", "/").rpartition("/")[0]
sys.path[:] = [path for path in sys.path if path.replace("\\", "/") != _HERE]

if __name__ == "keyword":
    del sys.modules["keyword"]
    import keyword  # noqa: F401  the standard library's, which takes this one's place
elif __name__ == "__main__":
    sys.path.insert(0, _HERE.rpartition("/tests/")[0])
    import typer

    from tests.benchmarks.keyword_search import main

    typer.run(main)

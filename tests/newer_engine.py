"""The echo engine of a later version."""

import sys

import host

host.__version__ = "99.0.0"

if __name__ == "__main__":
    from tests.echo_engine import main

    sys.exit(main())

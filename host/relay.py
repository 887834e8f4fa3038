"""Started by the browser for each port, as `python -I -S host/relay.py ORIGIN`: one end of a tunnel.

This file is only the first few milliseconds. It takes stdout away from everybody else, says `starting`,
and imports the rest after that, so that the panel sees life before Python has found its packages.
"""

import os
import sys

STARTING = b'{"type":"starting","protocol":%d}'

USAGE = """Ambry's native messaging host. A browser starts it, for Ambry's extension; it does nothing by itself.
To see whether browsers can find it, run: ambry doctor
"""

EXIT_USAGE = 2


def main(argv: list[str], engine: str = "host.engine") -> int:
    """Serve one port until it closes; return the exit code."""
    wire = claim_wire()
    from host.identity import CALLERS, PROTOCOL

    # Chromium gives the extension's origin first; Firefox the manifest's path, then the extension's id.
    if os.isatty(0) or CALLERS.isdisjoint(argv[1:3]):
        sys.stderr.write(USAGE)
        return EXIT_USAGE
    starting = STARTING % PROTOCOL
    os.write(wire, len(starting).to_bytes(4, sys.byteorder) + starting)
    return _open_tunnel(wire, engine)


def claim_wire() -> int:
    """Return a private copy of stdout; what anyone else prints goes to stderr from now on."""
    wire = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        import msvcrt

        # In text mode Windows would turn each byte 10 of a length or body into two.
        msvcrt.setmode(0, os.O_BINARY)
        msvcrt.setmode(wire, os.O_BINARY)
    return wire


def _open_tunnel(wire: int, engine: str) -> int:
    import site

    site.main()  # what -S left out for the sake of the first frame
    os.umask(0o077)
    from host import tunnel
    from host.paths import user_paths

    return tunnel.run(0, wire, user_paths(), engine)


if __name__ == "__main__":
    # Last, not first: nothing beside the package may take the place of the standard library.
    sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120 - pathlib is slow
    sys.exit(main(sys.argv))

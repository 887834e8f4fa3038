"""Why a step of the installation failed, told in a sentence, and what to do next."""

from __future__ import annotations

from host.errors import AmbryError, ErrorCode

NETWORK = (
    "Temporary failure in name resolution",
    "Name or service not known",
    "nodename nor servname",
    "getaddrinfo failed",
    "Failed to establish a new connection",
    "Network is unreachable",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "Read timed out",
    "ProxyError",
    "Could not fetch URL",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "ECONNREFUSED",
    "ECONNRESET",
)
DISK = ("No space left on device", "ENOSPC", "not enough space on the disk")
PERMISSION = ("Permission denied", "EACCES", "Read-only file system", "EROFS", "Access is denied")
HASHES = ("DO NOT MATCH THE HASHES", "EINTEGRITY")
NO_BUILD = ("No matching distribution found", "from versions: none")


class SetupError(AmbryError):
    """A step of the installation cannot be done."""


def from_output(what: str, output: str) -> SetupError:
    """Turn what a failed command printed into a sentence with a next step."""
    known = (
        (DISK, disk_full(what)),
        (HASHES, _altered(what)),
        (NETWORK, no_network(what)),
        (PERMISSION, _forbidden(what)),
        (NO_BUILD, _no_build(what)),
    )
    for signs, error in known:
        if any(sign in output for sign in signs):
            return error
    last = next((line for line in reversed(output.splitlines()) if line.strip()), "no output")
    message = f"{what} failed. Its last words: {last.strip()[:300]}"
    return SetupError(ErrorCode.INTERNAL, message, "The log below has everything it said.")


def from_os_error(error: OSError) -> SetupError:
    """Turn a refusal of the operating system into a sentence with a next step."""
    what = f"Writing {error.filename}" if error.filename else "Writing a file"
    return from_output(what, f"{error.strerror}: {error}")


def disk_full(what: str) -> SetupError:
    return SetupError(
        ErrorCode.DISK_FULL,
        f"{what} failed: the disk is full.",
        "Free some space, or choose another disk: --prefix DIR",
    )


def no_network(what: str) -> SetupError:
    return SetupError(
        ErrorCode.UNREACHABLE,
        f"{what} failed: the network does not answer.",
        "Check the connection (behind a proxy, set HTTPS_PROXY), then run the same command again; it goes on here.",
    )


def _altered(what: str) -> SetupError:
    return SetupError(
        ErrorCode.DAMAGED,
        f"{what} failed: a download is not the file that Ambry's lock file names.",
        "Try once more; if it stays so, a mirror or proxy alters packages: use another network.",
    )


def _forbidden(what: str) -> SetupError:
    return SetupError(
        ErrorCode.INTERNAL,
        f"{what} failed: writing there is not allowed.",
        "Choose a folder of your own with --prefix DIR, or correct the folder's owner.",
    )


def _no_build(what: str) -> SetupError:
    return SetupError(
        ErrorCode.NOT_SUPPORTED,
        f"{what} failed: a package has no build for this Python and system.",
        "Use a 64-bit Python 3.11, 3.12 or 3.13: python3.12 install.py",
    )

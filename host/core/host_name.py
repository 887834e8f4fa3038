"""One spelling for each host, by the URL standard: names in ASCII, addresses as numbers however they were written."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from urllib.parse import unquote

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f#/:<>?@\[\\\]^|%]")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_KEPT_APART = re.compile("[\u00df\u03c2]")
"""Sharp s and final sigma: the codec of the standard library still folds them into others, and finds another host."""

_LONGEST_NUMBER = 40
"""Digits: far more than an address has, few enough to read at once."""


def host_name(text: str) -> str:
    """The host in its one spelling, IPv6 in brackets; empty when it is none. A dot at the end makes no difference."""
    if text.startswith("["):
        return _ipv6(text)
    try:
        name = _ascii(unicodedata.normalize("NFKC", unquote(text, errors="strict")).lower()).rstrip(".")
    except UnicodeError:
        return ""
    if not name or _FORBIDDEN.search(name):
        return ""
    return _ipv4(name) if _NUMBER.fullmatch(name.rpartition(".")[2]) else name


def _ascii(name: str) -> str:
    if name.isascii():
        return name
    return ".".join(_ascii_label(label) for label in re.split("[.\u3002]", name))


def _ascii_label(label: str) -> str:
    if _KEPT_APART.search(label):
        return "xn--" + label.encode("punycode").decode("ascii")
    return label.encode("idna").decode("ascii")


def _ipv4(name: str) -> str:
    """`0x7f.1` and `2130706433` are 127.0.0.1; a name that ends in a number and is no address is no host."""
    labels = name.split(".")
    if len(labels) > 4 or not all(map(_NUMBER.fullmatch, labels)) or len(name) > 4 * _LONGEST_NUMBER:
        return ""
    try:
        *first, last = map(_number, labels)
    except ValueError:
        return ""
    if any(number > 255 for number in first) or last >= 256 ** (4 - len(first)):
        return ""
    value = last + sum(number << 8 * (3 - place) for place, number in enumerate(first))
    return str(ipaddress.IPv4Address(value))


def _number(label: str) -> int:
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    return int(label, 8 if label.startswith("0") else 10)


def _ipv6(text: str) -> str:
    try:
        address = ipaddress.IPv6Address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return ""
    if not text.endswith("]") or address.scope_id:
        return ""
    # Not `str`: some versions of Python write the last two groups of some addresses as IPv4.
    groups = ":".join(f"{int(group, 16):x}" for group in address.exploded.split(":"))
    runs = sorted(re.findall(r"(?:^|:)(?:0(?::|$)){2,}", groups), key=lambda run: -run.count("0"))
    return f"[{groups.replace(runs[0], '::', 1) if runs else groups}]"

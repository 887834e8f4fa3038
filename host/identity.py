"""Names and ids on which browsers, installer, host and extension must agree."""

from __future__ import annotations

PROTOCOL = 1
"""Raised whenever a message changes in a way that the other side would not understand."""

HOST_NAME = "ai.ambry.host"
"""The native-messaging name: also the manifest's file name and the Windows registry subkey."""

CHROMIUM_KEY = (
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA6eY6Hfq0xmzx51QUCJ6dFskZ5C2EVo2YW/2K"
    "3rh+EjlscAMGrIJ7X4DuU1SJAomB+RlhP2Cm6GaqmYA0nGJ+D9E1kUuBO/IwTkxAQ13apcEvty6oINkq"
    "yLoLvTdQK+t85I2TkEGtGYVtZdwtENiqzj/450zdUn2zxa5nL0gXadTKV8fB+gq2gayLLyy+tG64vQjt"
    "MwImJQBfjbPFlU6wJZlYf3FMcNX7kBQxkWgelrAI+ItS+p6Kx/orDGrZeN5ZBQiuSxkmB/yS47nlIvpj"
    "WAeQznFIh+mHQqTXaZbUme6xYvaGhe64cK3tDIp+oNh1XFzS1vWdQOYWV3qGIpf2ywIDAQAB"
)
"""Base64 DER SubjectPublicKeyInfo in the extension's manifest: it fixes the unpacked id."""

CHROMIUM_ID = "cncalpnafhlifpbdfmfkbpehbfniiofh"
"""First 32 hex digits of SHA-256(key), mapped 0-f to a-p."""

FIREFOX_ID = "companion@ambry.ai"

CALLERS = frozenset({f"chrome-extension://{CHROMIUM_ID}/", FIREFOX_ID})
"""What a browser passes on the command line for our extension: an origin (Chromium) or an id (Firefox)."""

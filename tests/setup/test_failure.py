import pytest

from host.errors import ErrorCode
from host.setup.failure import from_os_error, from_output

# What a tool printed, what the person is told, a word of the next step.
OUTPUTS = [
    ("OSError: [Errno 28] No space left on device", "the disk is full", "--prefix"),
    ("npm error code ENOSPC", "the disk is full", "--prefix"),
    ("Failed to establish a new connection: [Errno -3]", "the network does not answer", "run the same command again"),
    ("npm error code EAI_AGAIN", "the network does not answer", "HTTPS_PROXY"),
    ("getaddrinfo failed\nNo matching distribution found for x", "the network does not answer", "HTTPS_PROXY"),
    ("THESE PACKAGES DO NOT MATCH THE HASHES", "not the file that Ambry's lock file names", "another network"),
    ("PermissionError: [Errno 13] Permission denied: '/opt'", "not allowed", "--prefix"),
    ("ERROR: No matching distribution found for torch==2.13.0", "no build for this Python", "python3.12"),
    ("one\ntwo\n\n", "Its last words: two", "log"),
    ("", "Its last words: no output", "log"),
]


@pytest.mark.parametrize(("output", "told", "next_step"), OUTPUTS)
def test_a_failed_command_becomes_a_sentence_with_a_next_step(output, told, next_step):
    error = from_output("Installing the packages", output)
    assert error.message.startswith("Installing the packages failed")
    assert told in error.message
    assert next_step in error.next_step


def test_mode_20_a_full_disk_is_told_whoever_writes():
    error = from_os_error(OSError(28, "No space left on device", "/data/manifest.json"))
    assert error.code is ErrorCode.DISK_FULL
    assert error.message == "Writing /data/manifest.json failed: the disk is full."


def test_mode_20_a_read_only_disk_is_told():
    assert "not allowed" in from_os_error(OSError(30, "Read-only file system")).message

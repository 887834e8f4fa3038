import hashlib
import os
import time
from pathlib import Path

import pytest

from host.acquire.uploads import EXPIRES_AFTER, MAX_UPLOAD, Uploads
from host.errors import ErrorCode, NotFoundError, ProtocolError, StoreError

DATA = b"two pieces of one file"


@pytest.fixture
def uploads(tmp_path):
    return Uploads(tmp_path / "uploads")


def begin(uploads, data=DATA):
    return uploads.begin("note.md", len(data), hashlib.sha256(data).hexdigest())


def test_pieces_in_order_become_the_file(uploads):
    upload = begin(uploads)
    uploads.append(upload, 0, DATA[:9])
    uploads.append(upload, 1, DATA[9:])
    assert uploads.read(upload) == ("note.md", DATA)


def test_an_empty_file_needs_no_piece(uploads):
    assert uploads.read(begin(uploads, b"")) == ("note.md", b"")


def test_an_upload_survives_a_restart(uploads, tmp_path):
    upload = begin(uploads)
    uploads.append(upload, 0, DATA[:9])
    again = Uploads(tmp_path / "uploads")
    again.append(upload, 1, DATA[9:])
    assert again.read(upload) == ("note.md", DATA)


def test_a_piece_out_of_order_is_refused(uploads):
    with pytest.raises(ProtocolError, match=r"Piece 1 .* when piece 0 was due") as caught:
        uploads.append(begin(uploads), 1, DATA)
    assert caught.value.code is ErrorCode.UPLOAD_INCOMPLETE


def test_more_bytes_than_announced_are_refused(uploads):
    with pytest.raises(ProtocolError, match="longer than announced"):
        uploads.append(begin(uploads), 0, DATA + b"!")


@pytest.mark.parametrize("sent", [DATA[:-1], DATA[:-1] + b"?"], ids=["short", "altered"])
def test_a_file_that_did_not_arrive_whole_is_refused(uploads, sent):
    upload = begin(uploads)
    uploads.append(upload, 0, sent)
    with pytest.raises(ProtocolError, match="did not arrive whole"):
        uploads.read(upload)


def test_a_file_over_the_cap_is_refused_before_a_byte_is_sent(uploads):
    with pytest.raises(ProtocolError) as caught:
        uploads.begin("film.mkv", MAX_UPLOAD + 1, "0" * 64)
    assert caught.value.code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize("upload", ["", "00", "../../etc/passwd", "a/b"])
def test_an_id_that_was_never_given_is_not_found(uploads, upload):
    with pytest.raises(NotFoundError):
        uploads.read(upload)
    uploads.discard(upload)


def test_a_discarded_upload_is_gone(uploads, tmp_path):
    upload = begin(uploads)
    uploads.discard(upload)
    assert list((tmp_path / "uploads").iterdir()) == []


def test_abandoned_uploads_expire_but_not_those_that_a_job_needs(uploads, tmp_path):
    uploads.expire()
    abandoned, needed, fresh = begin(uploads), begin(uploads), begin(uploads)
    long_ago = time.time() - EXPIRES_AFTER - 1
    for upload in (abandoned, needed):
        os.utime(tmp_path / "uploads" / f"{upload}.part", (long_ago, long_ago))
    uploads.expire(frozenset({needed}))
    assert {path.stem for path in (tmp_path / "uploads").glob("*.part")} == {needed, fresh}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_named(uploads, tmp_path):
    upload = begin(uploads)
    part = tmp_path / "uploads" / f"{upload}.part"
    part.unlink()
    part.symlink_to("/dev/full")
    with pytest.raises(StoreError) as caught:
        uploads.append(upload, 0, DATA)
    assert caught.value.code is ErrorCode.DISK_FULL


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as caught:
        begin(Uploads(tmp_path / "file" / "uploads"))
    assert caught.value.code is ErrorCode.STORAGE_REFUSED

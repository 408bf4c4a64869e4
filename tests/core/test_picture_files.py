"""Pictures of strangers: only what is one is taken, and of it only what draws it."""

import time

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.picture_files import MOST_BYTES, read_picture
from tests.helpers.pictures import JPEG, PNG, chunk, png, png_of

EXIF = b"\xff\xe1" + (2 + 20).to_bytes(2, "big") + b"Exif\0\0 52.52N 13.40E"[:20]
SCRIPT = b"<script>alert(1)</script>"


def test_a_png_is_known_by_its_content_with_its_size():
    found = read_picture(png(7, 5))
    assert (found.kind, found.pixels, found.data) == ("png", (7, 5), png(7, 5))
    assert len(found.name) == 64


def test_a_jpeg_is_known_by_its_content_with_its_size():
    found = read_picture(JPEG)
    assert (found.kind, found.pixels, found.data) == ("jpeg", (3, 2), JPEG)


@pytest.mark.parametrize(
    "spoilt",
    [
        png(7, 5, chunk(b"eXIf", b"52.52N 13.40E"), chunk(b"tEXt", b"Author\0Somebody")),
        png(7, 5, chunk(b"zTXt", SCRIPT)),
        png(7, 5) + b"PK\x03\x04 a second file",
        png(7, 5) + SCRIPT,
    ],
    ids=["exif", "text", "zip behind", "script behind"],
)
def test_what_is_beside_a_png_is_left_out(spoilt):
    assert read_picture(spoilt).data == png(7, 5)


@pytest.mark.parametrize(
    "spoilt",
    [
        JPEG[:2] + EXIF + JPEG[2:],
        JPEG[:2] + b"\xff\xfe" + (2 + len(SCRIPT)).to_bytes(2, "big") + SCRIPT + JPEG[2:],
        JPEG + b"PK\x03\x04 a second file",
        JPEG[:2] + b"\xff\xff" + JPEG[2:],
    ],
    ids=["exif", "comment", "zip behind", "filled"],
)
def test_what_is_beside_a_jpeg_is_left_out(spoilt):
    assert read_picture(spoilt).data == JPEG


def test_a_picture_as_it_is_kept_is_kept_as_it_is():
    for data in (png(7, 5, chunk(b"tEXt", b"a\0b")), JPEG[:2] + EXIF + JPEG[2:]):
        once = read_picture(data)
        assert read_picture(once.data) == once


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"GIF89a" + bytes(100),
        b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
        b"<!doctype html><img src=x onerror=alert(1)>",
        b"RIFF\0\0\0\0WEBPVP8 ",
        b"BM" + bytes(100),
        b"%PDF-1.7",
        b"PK\x03\x04" + png(2, 2),
    ],
    ids=["nothing", "gif", "svg", "html", "webp", "bmp", "pdf", "zip before"],
)
def test_what_is_called_a_picture_and_is_none_is_refused(data):
    with pytest.raises(RuleError, match=r"picture\.unknown"):
        read_picture(data)


def test_a_picture_cut_off_anywhere_is_refused():
    for whole in (png(7, 5), JPEG):
        for length in range(12, len(whole) - 1):
            with pytest.raises(RuleError, match=r"picture\."):
                read_picture(whole[:length])


def test_a_png_with_a_byte_changed_is_refused():
    whole = png(7, 5)
    for at in range(len(PNG), len(whole)):
        changed = whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :]
        with pytest.raises(RuleError, match=r"picture\."):
            read_picture(changed)


@pytest.mark.parametrize(
    "size", [(50_000, 50_000), (2**31 - 1, 1), (1, 2**31 - 1), (10_000, 10_000), (10_001, 1)]
)
def test_a_picture_that_would_burst_the_memory_is_refused_by_its_head(size):
    begun = time.perf_counter()
    with pytest.raises(RuleError, match=r"picture\.too_many_pixels"):
        read_picture(png_of(*size, b"\0" * 1000))
    assert time.perf_counter() - begun < 0.5


def test_a_jpeg_that_would_burst_the_memory_is_refused_by_its_head():
    at = JPEG.index(b"\xff\xc0") + 5
    with pytest.raises(RuleError, match=r"picture\.too_many_pixels"):
        read_picture(JPEG[:at] + b"\xc3\x50\xc3\x50" + JPEG[at + 4 :])


def test_a_picture_without_width_is_refused():
    with pytest.raises(RuleError, match=r"picture\.broken"):
        read_picture(png_of(0, 5, b""))


def test_a_picture_of_too_many_bytes_is_refused():
    with pytest.raises(RuleError, match=r"picture\.too_many_bytes"):
        read_picture(PNG + bytes(MOST_BYTES))


def test_a_million_chunks_are_read_in_a_moment():
    begun = time.process_time()
    read_picture(png(2, 2, chunk(b"tEXt", b"") * 500_000))
    assert time.process_time() - begun < 2


_HEAD = JPEG[
    : JPEG.index(b"\xff\xda") + 2 + int.from_bytes(JPEG[JPEG.index(b"\xff\xda") + 2 :][:2], "big")
]


@pytest.mark.parametrize(
    "data",
    [
        _HEAD + b"\xff" * 4_000_000 + b"\x00\xff\xd9",
        _HEAD + b"\xff" * 4_000_000,
        _HEAD + b"\xff\xc4\x00\x02" * 1_500_000 + b"\xff\xd9",
        b"\xff\xd8" + b"\xff\xe1\x00\x02" * 1_500_000 + JPEG[2:],
    ],
    ids=["markers that are none", "fill without end", "segments without end", "segments before"],
)
def test_a_jpeg_that_goes_on_and_on_is_read_in_a_moment(data):
    """What begins a marker is not sought anew from each of four million bytes."""
    begun = time.process_time()
    try:
        read_picture(data)
    except RuleError as error:
        assert error.message.key == "picture.broken"  # noqa: PT017 - some of them are pictures
    assert time.process_time() - begun < 2


def test_what_fills_a_jpeg_before_a_marker_is_left_out():
    filled = JPEG[:-2] + b"\xff" * 9 + JPEG[-2:]
    assert read_picture(filled).data == JPEG

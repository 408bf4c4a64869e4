"""What a picture file is by its bytes, without decoding it: PNG or JPEG, how large, and nothing else in it.

Pictures come from strangers and go to others with an encounter. So only what draws the picture is kept of one: no place
where it was taken, no comment, no second file behind its end.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal
from zlib import crc32

from encounter_gui.core.errors import RuleError, refuse

PictureKind = Literal["png", "jpeg"]

MOST_BYTES = 8 * 1024 * 1024
"""Most bytes of a picture."""

MOST_SIDE = 10_000
"""Most pixels of a picture in width, and in height."""

MOST_PIXELS = 32_000_000
"""Most pixels of a picture in all: some 130 MB of memory while it is shown."""

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_DRAWING = frozenset(
    (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD")
)
"""The chunks of a PNG that say what it looks like; all others are about it."""

_CHUNK = 12
"""Bytes of a PNG's chunk beside its content: its length, its name, and its check sum."""

_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers of a JPEG that begin its picture and say its size."""

_ABOUT = frozenset((*range(0xE1, 0xEE), 0xEF, 0xFE))
"""The markers of a JPEG that tell of it: EXIF, previews, profiles, comments."""

_SCAN, _END, _FILL = 0xDA, 0xD9, 0xFF
_MOST_SEGMENTS = 20_000
"""Most segments of a JPEG: a camera writes some tens, and few hundreds where it keeps much beside the picture."""

_FRAME = 8
"""Least bytes of the segment that says a JPEG's size: its length, bits, height, width, and number of colours."""

# The last of the bytes that begin a marker. All of them at once would be sought anew from each: a file of nothing else
# would be read for hours.
_NEXT_MARKER = re.compile(rb"\xff(?![\x00\xd0-\xd7\xff])")


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureFile:
    """A picture as it is kept: what it is, its width and height in pixels, and its bytes without what is about it."""

    kind: PictureKind
    width: int
    height: int
    data: bytes

    @property
    def digest(self) -> bytes:
        """The sha256 of its bytes, by which it is kept and named."""
        return sha256(self.data).digest()

    @property
    def name(self) -> str:
        """The sha256 in hexadecimal."""
        return self.digest.hex()

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height."""
        return self.width, self.height


def read_picture(data: bytes) -> PictureFile:
    """Returns what a picture file is; what it holds beside its picture is left out, and so is what follows its end.

    Whether its pixels can be drawn shows only when they are.

    Raises:
        RuleError: it is no PNG and no JPEG whatever it is called, is cut off, or is too large.
    """
    if len(data) > MOST_BYTES:
        raise refuse(
            "picture.too_many_bytes", size=_megabytes(len(data)), most=_megabytes(MOST_BYTES)
        )
    if data.startswith(_PNG):
        return _png(data)
    if data.startswith(_JPEG):
        return _jpeg(data)
    raise refuse("picture.unknown")


def _png(data: bytes) -> PictureFile:
    kept: list[bytes] = [_PNG]
    size: tuple[int, int] | None = None
    is_drawn = False
    for name, chunk in _chunks(data):
        if size is None:
            if name != b"IHDR" or len(chunk) != _CHUNK + 13:
                raise _broken()
            size = int.from_bytes(chunk[8:12], "big"), int.from_bytes(chunk[12:16], "big")
            _require_size(*size)
        is_drawn = is_drawn or name == b"IDAT"
        if name in _DRAWING:
            kept.append(chunk)
        if name == b"IEND":
            break
    else:
        raise _broken()
    if size is None or not is_drawn:
        raise _broken()
    return PictureFile(kind="png", width=size[0], height=size[1], data=b"".join(kept))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yields the name of each chunk of a PNG and the whole of it, each with a check sum that is right."""
    at = len(_PNG)
    while at + _CHUNK <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        chunk = data[at : at + length + _CHUNK]
        if len(chunk) < length + _CHUNK:
            raise _broken()
        if crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:], "big"):
            raise _broken()
        yield chunk[4:8], chunk
        at += length + _CHUNK


def _jpeg(data: bytes) -> PictureFile:
    kept: list[bytes] = [data[:2]]
    size: tuple[int, int] | None = None
    at, is_drawn = 2, False
    for _ in range(_MOST_SEGMENTS):
        marker, start, end = _segment(data, at)
        if marker == _END:
            kept.append(b"\xff\xd9")
            break
        if marker in _SIZES:
            if size is not None or end - start < _FRAME:
                raise _broken()
            height, width = (int.from_bytes(data[start + n : start + n + 2], "big") for n in (3, 5))
            size = width, height
            _require_size(*size)
        if marker == _SCAN:
            is_drawn, found = True, _NEXT_MARKER.search(data, end)
            if size is None or found is None:
                raise _broken()
            least, end = end, found.start()
            while end > least and data[end - 1] == _FILL:
                end -= 1
        if marker not in _ABOUT:
            kept += (bytes((0xFF, marker)), data[start:end])
        at = end
    else:
        raise _broken()
    if size is None or not is_drawn:
        raise _broken()
    return PictureFile(kind="jpeg", width=size[0], height=size[1], data=b"".join(kept))


def _segment(data: bytes, at: int) -> tuple[int, int, int]:
    """Returns the marker of a JPEG's segment, where its length stands, and where it ends."""
    if at >= len(data) or data[at] != _FILL:
        raise _broken()
    while at < len(data) and data[at] == _FILL:  # a marker may be preceded by any number of these
        at += 1
    if at >= len(data):
        raise _broken()
    marker, start = data[at], at + 1
    if marker == _END:
        return marker, start, start
    length = int.from_bytes(data[start : start + 2], "big")
    if marker < min(_SIZES) or 0xD0 <= marker <= 0xD8 or length < 2 or start + length > len(data):
        raise _broken()
    return marker, start, start + length


def _require_size(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise _broken()
    if max(width, height) > MOST_SIDE or width * height > MOST_PIXELS:
        raise refuse(
            "picture.too_many_pixels",
            width=width,
            height=height,
            side=MOST_SIDE,
            most=MOST_PIXELS // 1_000_000,
        )


def _broken() -> RuleError:
    return refuse("picture.broken")


def _megabytes(count: int) -> str:
    return f"{count / 1024 / 1024:.1f} MB"

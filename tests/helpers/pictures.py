"""Pictures for tests, made byte by byte: so that a test can spoil any of them."""

import struct
from base64 import b64decode
from zlib import compress, crc32

PNG = b"\x89PNG\r\n\x1a\n"

JPEG = b64decode(
    "/9j/4AAQSkZJRgABAQEAZABkAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5mo"
    "q6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEB"
    "AxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS"
    "0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKz"
    "tLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgEC"
    "BAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpj"
    "ZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6"
    "/9oADAMBAAIRAxEAPwCtRRRXonKf/9k="
)
"""A picture of 3 × 2 pixels, in one blue."""


def chunk(name: bytes, content: bytes) -> bytes:
    """A chunk of a PNG with its check sum."""
    return (
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", crc32(name + content))
    )


def png(width: int, height: int, *more: bytes, grey: int = 128) -> bytes:
    """A PNG of one grey, with more chunks before its picture."""
    rows = (b"\0" + bytes((grey,)) * width) * height
    return png_of(width, height, compress(rows, 9), *more)


def png_of(width: int, height: int, pixels: bytes, *more: bytes) -> bytes:
    """A PNG that says to be so large, whatever its picture holds."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return PNG + head + b"".join(more) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")

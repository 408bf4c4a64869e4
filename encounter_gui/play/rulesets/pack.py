"""A ruleset as one file, ``NAME.ruleset``: a zip of its text files, with a manifest that says what it is.

It holds no code and no folders. What a stranger's file declares is looked at before any of it is unpacked, and what is
unpacked is counted as it comes: a declared size may be a lie.
"""

import re
import stat
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import Param, say
from encounter_gui.rules.files.toml_text import parse
from encounter_gui.storage.input_files import MOST_TEXT, read_file

ENDING = ".ruleset"
MANIFEST = "manifest.json"
FORMAT = 1
"""What a manifest says of how the file is made; a higher one is of a newer program."""

MOST_BYTES = 16 * 1024 * 1024
"""Most bytes of a file with a ruleset, and of all that is in it."""

MOST_FILES = 64
MOST_VALUES = 8_000
"""Most values, lists and tables in a pack; the largest game that ships has 4,700."""

MOST_NAMES = 100
"""Most names at the top of one file; a ruleset knows some 30."""

LONGEST_WORDS = 200
_SIGNS_A_VALUE = 4
"""So many ``=`` and commas for each value that is allowed are more than any text needs: it is not even parsed."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,79}")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_KINDS = (".toml", ".md", ".txt")
_BARE = ("LICENSE", "LICENCE", "NOTICE")
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in range(1, 10)))
)
"""What Windows keeps for its devices: no file or folder can be called so there, whatever its ending."""

_WHEN = (1980, 1, 1, 0, 0, 0)
"""The time of every file in it: the same ruleset makes the same bytes."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a pack says of itself. ``extends`` is the id of the ruleset that has to be there; empty: none."""

    format: int = FORMAT
    id: str
    name: str
    version: str = "1"
    author: str = ""
    licence: str = ""
    extends: str = ""
    text: str = ""


class _Format(msgspec.Struct, frozen=True):
    """What is read of a manifest first: whether this program can read the rest."""

    format: int = FORMAT


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset that travels: its manifest, and its texts by file name."""

    manifest: Manifest
    texts: Mapping[str, str]


def packed(pack: Pack) -> bytes:
    """Returns a pack as the bytes of its file; the same pack is always the same bytes."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        manifest = msgspec.json.format(msgspec.json.encode(pack.manifest)).decode()
        texts = {MANIFEST: f"{manifest}\n", **dict(sorted(pack.texts.items()))}
        for name, text in texts.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), text.encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def pack_of(
    ruleset_id: str, texts: Mapping[str, str], *, author: str = "", licence: str = ""
) -> Pack:
    """Returns the pack of a ruleset from its files.

    Raises:
        DataError: its id or the name of a file cannot travel, or it has no ``ruleset.toml``.
    """
    _require_small(texts, ruleset_id)
    head = parse(f"{ruleset_id}/ruleset.toml", texts.get("ruleset.toml", ""))
    manifest = Manifest(
        id=ruleset_id,
        name=str(head.get("name", ruleset_id)),
        version=str(head.get("version", "1")),
        author=author,
        licence=licence,
        extends=str(head.get("extends", "")),
        text=str(head.get("text", "")),
    )
    _check(manifest, texts, ruleset_id)
    return Pack(manifest=manifest, texts=dict(texts))


def read_pack(path: Path) -> Pack:
    """Returns the pack in a file.

    Raises:
        DataError: it is no pack, of a newer program, or holds what no ruleset does: folders, links, secrets, too much.
    """
    return unpacked(read_file(path, MOST_BYTES), path.name)


def unpacked(content: bytes, file: str) -> Pack:
    """Returns the pack that these bytes are; ``file`` is how errors call it.

    Raises:
        DataError: as ``read_pack``.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            texts = _texts(archive, file)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError) as error:
        raise _refusal(file, "", "ruleset.pack.no_zip", reason=str(error)) from error
    if MANIFEST not in texts:
        raise _refusal(file, MANIFEST, "ruleset.pack.no_manifest")
    return checked(_manifest(texts.pop(MANIFEST), file), texts, file)


def checked(manifest: Manifest, texts: Mapping[str, str], file: str) -> Pack:
    """Returns the pack of a manifest and texts that came from outside; ``file`` is how errors call it.

    Raises:
        DataError: they do not fit together, or are too much.
    """
    _require_small(texts, file)
    _check(manifest, texts, file)
    return Pack(manifest=manifest, texts=dict(texts))


def _texts(archive: zipfile.ZipFile, file: str) -> dict[str, str]:
    listed = archive.infolist()
    if len(listed) > MOST_FILES:
        raise _refusal(file, "", "ruleset.pack.too_many", found=len(listed), most=MOST_FILES)
    texts: dict[str, str] = {}
    left = MOST_BYTES
    for each in listed:
        _require_plain(each, file)
        if each.filename in texts:
            raise _refusal(file, each.filename, "ruleset.pack.twice")
        if each.file_size > MOST_TEXT:
            raise _refusal(file, each.filename, "ruleset.pack.too_large", most=_size(MOST_TEXT))
        with archive.open(each) as stream:
            content = stream.read(min(MOST_TEXT, left) + 1)
        left -= len(content)
        if len(content) > MOST_TEXT or left < 0:
            raise _refusal(file, each.filename, "ruleset.pack.too_large", most=_size(MOST_TEXT))
        try:
            texts[each.filename] = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise _refusal(file, each.filename, "file.no_utf8", position=error.start + 1) from error
    return texts


def _require_small(texts: Mapping[str, str], file: str) -> None:
    """Lets texts pass that somebody can have written; what is no TOML is told by whoever builds the ruleset.

    Raises:
        DataError: they are too many or too long, or say too much.
    """
    if len(texts) > MOST_FILES:
        raise _refusal(file, "", "ruleset.pack.too_many", found=len(texts), most=MOST_FILES)
    left, values = MOST_BYTES, MOST_VALUES
    for name, text in texts.items():
        size = len(text.encode())
        left -= size
        if size > MOST_TEXT or left < 0:
            raise _refusal(
                file, name[:LONGEST_WORDS], "ruleset.pack.too_large", most=_size(MOST_TEXT)
            )
        if not name.endswith(".toml"):
            continue
        content: Mapping[str, Any] = {}
        if text.count("=") + text.count(",") <= MOST_VALUES * _SIGNS_A_VALUE:
            with suppress(DataError):
                content = parse(name, text)
            values -= _count(content)
        else:
            values = -1
        if values < 0 or len(content) > MOST_NAMES:
            raise _refusal(file, name, "ruleset.pack.too_much", most=MOST_VALUES, names=MOST_NAMES)
        long = next((each for each in content if len(each) > LONGEST_WORDS), None)
        if long is not None:
            raise _refusal(
                file, f"{name}.{long[:20]}…", "ruleset.pack.too_long", most=LONGEST_WORDS
            )


def _count(content: object) -> int:
    """Returns how many values, lists and tables there are; ``parse`` lets none through that lies too deep."""
    match content:
        case dict():
            return 1 + sum(map(_count, content.values()))
        case list():
            return 1 + sum(map(_count, content))
        case _:
            return 1


def _require_plain(each: zipfile.ZipInfo, file: str) -> None:
    """Lets a plain text file of a harmless name pass.

    Raises:
        DataError: it is a folder, a link, locked with a password, compressed in an unusual way, or its name leads
            elsewhere.
    """
    mode = each.external_attr >> 16
    if not _is_name(each.filename) or each.is_dir():
        raise _refusal(file, each.filename[:LONGEST_WORDS], "ruleset.pack.bad_name")
    if stat.S_ISLNK(mode):
        raise _refusal(file, each.filename, "ruleset.pack.link")
    if each.flag_bits & 1:
        raise _refusal(file, each.filename, "ruleset.pack.locked")
    if each.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _refusal(file, each.filename, "ruleset.pack.compressed")


def _manifest(text: str, file: str) -> Manifest:
    try:
        number = msgspec.json.decode(text, type=_Format).format
        if number > FORMAT:
            raise _refusal(file, MANIFEST, "ruleset.pack.newer")
        return msgspec.json.decode(text, type=Manifest)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _refusal(file, MANIFEST, "ruleset.pack.bad_manifest", reason=str(error)) from error


def _check(manifest: Manifest, texts: Mapping[str, str], file: str) -> None:
    """Lets a manifest pass that fits the files it comes with, of which no two have one name on any disk.

    Raises:
        DataError: an id or name cannot be, or the manifest and ``ruleset.toml`` say different things.
    """
    for what, value in (("id", manifest.id), ("extends", manifest.extends)):
        if (not _ID.fullmatch(value) or value in _DEVICES) and (value or what == "id"):
            raise _refusal(file, f"{MANIFEST}.{what}", "ruleset.pack.bad_id", found=value[:80])
    for what in ("name", "version", "author", "licence"):
        if len(getattr(manifest, what)) > LONGEST_WORDS:
            raise _refusal(file, f"{MANIFEST}.{what}", "ruleset.pack.too_long", most=LONGEST_WORDS)
    seen: set[str] = set()
    for name in texts:
        if not _is_name(name):
            raise _refusal(file, name[:LONGEST_WORDS], "ruleset.pack.bad_name")
        if name.casefold() in seen:  # many disks do not tell capitals from small letters
            raise _refusal(file, name, "ruleset.pack.twice")
        seen.add(name.casefold())
    _require_agreement(manifest, texts, file)


def _require_agreement(manifest: Manifest, texts: Mapping[str, str], file: str) -> None:
    """Lets a manifest pass that says the same as ``ruleset.toml``.

    Raises:
        DataError: it does not, or there is none.
    """
    if MANIFEST in texts:
        raise _refusal(file, MANIFEST, "ruleset.pack.bad_name")
    if "ruleset.toml" not in texts:
        raise _refusal(file, "ruleset.toml", "ruleset.pack.no_ruleset")
    head = parse(f"{file}/ruleset.toml", texts["ruleset.toml"])
    said = {
        "id": head.get("id", manifest.id),
        "version": head.get("version", "1"),
        "extends": head.get("extends", ""),
    }
    for what, value in said.items():
        if value != getattr(manifest, what):
            raise _refusal(
                file,
                f"ruleset.toml.{what}",
                "ruleset.pack.disagrees",
                found=str(value)[:80],
                manifest=getattr(manifest, what),
            )


def _is_name(name: str) -> bool:
    if not _NAME.fullmatch(name) or ".." in name or name.partition(".")[0].lower() in _DEVICES:
        return False
    return name.endswith(_KINDS) or name in _BARE or name == MANIFEST


def _refusal(file: str, pointer: str, key: str, **params: Param) -> DataError:
    return DataError(Place(file=file, pointer=pointer), say(key, **params))


def _size(count: int) -> str:
    return f"{count / 1024 / 1024:.1f} MB"

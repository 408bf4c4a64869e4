"""A ruleset as one file: what goes in comes out, and what a stranger may have put in is refused at once."""

import stat
import time
import zipfile
from io import BytesIO

import msgspec
import pytest

from encounter_gui.core.errors import DataError
from encounter_gui.play.rulesets.pack import (
    MANIFEST,
    MOST_FILES,
    Manifest,
    Pack,
    pack_of,
    packed,
    unpacked,
)

HOUSE = 'name = "House"\nversion = "3"\nextends = "cwn"\n'
WORKS = {"ruleset.toml": HOUSE, "SOURCES.md": "Ours."}


def made(files: dict[str, str | bytes], **head: str | int) -> bytes:
    """The bytes of a file with these files in it, and a manifest that fits the ruleset unless it is changed."""
    said = {"id": "house", "name": "House", "version": "3", "extends": "cwn", **head}
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in {MANIFEST: msgspec.json.encode(said), **files}.items():
            archive.writestr(name, text)
    return out.getvalue()


def refused(content: bytes) -> str:
    """The key of the message with which a file is refused, within two seconds of the processor."""
    begun = time.process_time()
    with pytest.raises(DataError) as caught:
        unpacked(content, "house.ruleset")
    assert time.process_time() - begun < 2
    return caught.value.message.key


def test_what_goes_in_comes_out() -> None:
    """The same ruleset makes the same bytes, whenever it is packed."""
    pack = pack_of("house", WORKS, author="Mira", licence="CC0-1.0")
    again = unpacked(packed(pack), "house.ruleset")
    assert again == pack
    assert packed(again) == packed(pack)
    assert (again.manifest.version, again.manifest.extends) == ("3", "cwn")


def test_w12_the_version_label_lies() -> None:
    """The manifest counts: a file in which the two disagree is refused, not read as either."""
    assert refused(made({"ruleset.toml": HOUSE}, version="4")) == "ruleset.pack.disagrees"
    assert refused(made({"ruleset.toml": HOUSE}, id="other-house", extends="d6pool")) == (
        "ruleset.pack.disagrees"
    )


@pytest.mark.parametrize(
    ("files", "key"),
    [
        ({"../ruleset.toml": HOUSE}, "ruleset.pack.bad_name"),
        ({"/etc/ruleset.toml": HOUSE}, "ruleset.pack.bad_name"),
        ({"c:\\ruleset.toml": HOUSE}, "ruleset.pack.bad_name"),
        ({"deep/ruleset.toml": HOUSE}, "ruleset.pack.bad_name"),
        ({"ruleset.toml": HOUSE, "run.py": "import os"}, "ruleset.pack.bad_name"),
        ({"ruleset.toml": HOUSE, "folder/": ""}, "ruleset.pack.bad_name"),
        ({"ruleset.toml": HOUSE, "a\x00b.toml": ""}, "ruleset.pack.bad_name"),
        ({"rules.toml": ""}, "ruleset.pack.no_ruleset"),
        ({"ruleset.toml": b"\xff\xfe"}, "file.no_utf8"),
        ({"ruleset.toml": "name = "}, "data.not_toml"),
        ({f"{each}.toml": "" for each in range(MOST_FILES + 1)}, "ruleset.pack.too_many"),
        ({"ruleset.toml": HOUSE, "bomb.toml": b"#" * 300_000_000}, "ruleset.pack.too_large"),
        ({"ruleset.toml": HOUSE + "a = " + "[" * 200_000}, "data.n"),
    ],
)
def test_what_a_stranger_may_have_put_in(files: dict[str, str | bytes], key: str) -> None:
    """Names that lead elsewhere, code, too much of anything, bytes that are no text."""
    assert refused(made(files)).startswith(key)


def test_a_million_keys_are_no_ruleset() -> None:
    """More than a text file may hold: refused before it is read."""
    many = "\n".join(f"k{each} = 1" for each in range(1_000_000))
    assert refused(made({"ruleset.toml": HOUSE + many})) == "ruleset.pack.too_large"


def test_a_declared_size_is_not_believed() -> None:
    """A file that says it is small and is large, and one that says a gigabyte."""
    content = bytearray(made({"ruleset.toml": HOUSE, "large.toml": b"#" * 3_000_000}))
    with zipfile.ZipFile(BytesIO(content)) as archive:
        size = archive.getinfo("large.toml").file_size.to_bytes(4, "little")
    small = bytes(content).replace(size, (10).to_bytes(4, "little"))
    assert refused(small) in {"ruleset.pack.no_zip", "ruleset.pack.too_large"}
    large = bytes(content).replace(size, (2**30).to_bytes(4, "little"))
    assert refused(large) == "ruleset.pack.too_large"


def test_links_and_locked_files() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(MANIFEST, msgspec.json.encode({"id": "house", "name": "House"}))
        link = zipfile.ZipInfo("ruleset.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert refused(out.getvalue()) == "ruleset.pack.link"


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ({"id": "../house"}, "ruleset.pack.bad_id"),
        ({"id": ""}, "ruleset.pack.bad_id"),
        ({"id": "con"}, "ruleset.pack.bad_id"),
        ({"extends": "lpt1"}, "ruleset.pack.bad_id"),
        ({"id": "x" * 41}, "ruleset.pack.bad_id"),
        ({"name": "x" * 201}, "ruleset.pack.too_long"),
        ({"format": 2}, "ruleset.pack.newer"),
        ({"secret": "1"}, "ruleset.pack.bad_manifest"),
        ({"version": 3}, "ruleset.pack.bad_manifest"),
    ],
)
def test_a_manifest_that_cannot_be(head: dict[str, str | int], key: str) -> None:
    assert refused(made({"ruleset.toml": HOUSE}, **head)) == key


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"GIF89a", b"PK\x05\x06" + b"\0" * 18, b"\0" * 999]
)
def test_other_files_are_no_rulesets(content: bytes) -> None:
    assert refused(content) in {"ruleset.pack.no_zip", "ruleset.pack.no_manifest"}


def test_every_cut_and_flip_is_refused_or_the_same() -> None:
    """A damaged file never comes out as another ruleset."""
    whole = packed(pack_of("house", WORKS))
    wanted = unpacked(whole, "house.ruleset")
    for place in range(0, len(whole), 7):
        for damaged in (
            whole[:place],
            whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :],
        ):
            try:
                assert unpacked(damaged, "house.ruleset") == wanted
            except DataError:
                continue


def test_what_cannot_travel_is_not_packed() -> None:
    with pytest.raises(DataError):
        pack_of("house", {"rules.toml": ""})
    with pytest.raises(DataError):
        pack_of("Our House", WORKS)
    assert Pack(manifest=Manifest(id="a", name="A"), texts={}) != pack_of("house", WORKS)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_that_is_compressed_otherwise_is_refused(method: int) -> None:
    """Sound or damaged: what unpacks these stops in ways of its own."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr(MANIFEST, "{}" * 500)
    assert refused(out.getvalue()) == "ruleset.pack.compressed"
    spoilt = bytearray(out.getvalue())
    spoilt[60:70] = b"x" * 10
    assert refused(bytes(spoilt)) == "ruleset.pack.compressed"


@pytest.mark.parametrize("name", ["Ruleset.toml", "RULESET.toml"])
def test_two_files_that_some_disks_hold_for_one(name: str) -> None:
    """What is written there would be another ruleset than the one that was looked through."""
    assert refused(made({"ruleset.toml": HOUSE, name: HOUSE})) == "ruleset.pack.twice"


@pytest.mark.parametrize("name", ["con.toml", "NUL.txt", "com1.items.toml"])
def test_a_file_that_windows_takes_for_a_device(name: str) -> None:
    assert refused(made({"ruleset.toml": HOUSE, name: ""})) == "ruleset.pack.bad_name"

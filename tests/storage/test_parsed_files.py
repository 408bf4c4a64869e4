"""What files come to is kept for the next start: used for the same bytes alone, and never in the way."""

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import say
from encounter_gui.storage.parsed_files import Table, read_parsed


class Reader:
    """Two files of TOML, what is kept of them, and which of them have been parsed."""

    def __init__(self, folder: Path) -> None:
        """Takes a folder to put them in."""
        self.files = [folder / "one.toml", folder / "two.toml"]
        self.kept = folder / "cache" / "both.json"
        self.parsed: list[str] = []
        self.files[0].write_text('title = "Ä – one"\nsizes = [1, 2.0, 0.1]\n', encoding="utf-8")
        self.files[1].write_text("[part]\nis_there = true\n", encoding="utf-8")

    def read(self) -> tuple[Table, ...]:
        """Reads both, and says which had to be parsed for it."""
        self.parsed = []
        return read_parsed(self.files, self._parse, self.kept)

    def _parse(self, path: Path) -> Table:
        self.parsed.append(path.name)
        try:
            return tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(
                Place(file=path.name), say("file.not_toml", reason=str(error))
            ) from error


BOTH = ({"title": "Ä – one", "sizes": [1, 2.0, 0.1]}, {"part": {"is_there": True}})
NAMES = ["one.toml", "two.toml"]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    """Two files that nobody has read yet."""
    return Reader(tmp_path)


def test_files_are_parsed_once_and_then_taken_as_they_were(reader: Reader) -> None:
    """To the type of each number and the order of the keys."""
    assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    assert (reader.read(), reader.parsed) == (BOTH, [])
    assert repr(reader.read()) == repr(BOTH)
    assert [each.name for each in reader.kept.parent.iterdir()] == ["both.json"]


@pytest.mark.parametrize("text", ['title = "1"\n', 'title = "Ä – one"\nsizes = [1, 2, 0.1]\n', ""])
def test_a_file_that_was_changed_is_read_anew(reader: Reader, text: str) -> None:
    """Whatever its date says: a release replaces files, and may put older ones in their place."""
    reader.read()
    before = reader.files[0].stat()
    reader.files[0].write_text(text, encoding="utf-8")
    os.utime(reader.files[0], ns=(before.st_atime_ns, before.st_mtime_ns))
    assert reader.read()[0] == tomllib.loads(text)
    assert reader.parsed == NAMES
    reader.read()
    assert reader.parsed == []


def test_files_that_changed_places_are_read_anew(reader: Reader) -> None:
    """The same bytes in another order."""
    reader.read()
    reader.files.reverse()
    assert reader.read() == BOTH[::-1]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut off": lambda kept: kept[:-20],
    "one letter more": lambda kept: kept + b" ",
    "one letter of the content": lambda kept: kept.replace(b"one", b"onE"),
    "no content": lambda kept: kept.partition(b"\n")[0] + b"\n",
    "another's content": lambda kept: kept.partition(b"\n")[0] + b'\n[{"title": "x"}, {}]',
    "no text": lambda _: bytes(range(256)) * 9,
    "lines": lambda _: b"\n" * 99,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_kept_and_broken_is_read_anew_and_kept_anew(reader: Reader, damage: str) -> None:
    """Whatever a disk or a person has made of it."""
    reader.read()
    reader.kept.write_bytes(DAMAGES[damage](reader.kept.read_bytes()))
    assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    assert (reader.read(), reader.parsed) == (BOTH, [])


def test_a_folder_that_may_not_be_written_in_is_no_trouble(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is read each time; nothing half written is left."""

    def forbidden(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", forbidden)
        assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", forbidden)
        assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", forbidden)
        assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    assert list(reader.kept.parent.iterdir()) == []


def test_a_file_or_a_folder_in_its_place_is_no_trouble(reader: Reader) -> None:
    """A file called like the folder of the cache; a folder called like what is kept."""
    reader.kept.parent.write_text("no folder", encoding="utf-8")
    assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    reader.kept.parent.unlink()
    reader.kept.mkdir(parents=True)
    assert (reader.read(), reader.parsed) == (BOTH, NAMES)
    assert [each.name for each in reader.kept.parent.iterdir()] == ["both.json"]


def test_what_json_does_not_know_is_not_kept(reader: Reader) -> None:
    """A date would come back as text."""
    reader.files[0].write_text("day = 2020-01-01\n", encoding="utf-8")
    first = reader.read()
    assert reader.read() == first
    assert reader.parsed == NAMES


def test_a_file_that_is_missing_or_wrong_is_named_by_its_reader(reader: Reader) -> None:
    """Also where it was kept before it went."""
    reader.read()
    reader.files[0].write_text("title = ", encoding="utf-8")
    with pytest.raises(DataError):
        reader.read()
    reader.files[0].unlink()
    with pytest.raises(DataError):
        reader.read()
    assert reader.parsed == ["one.toml"]


def test_texts_are_the_same_whether_they_are_kept_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """General texts and those of a game; and none where a game has none."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    keys = ("gui.kept.new", "d6pool.notice.tie", "cwn.log.dies", "nothing.at.all")
    said = []
    for _ in range(2):
        paths.message_catalog.cache_clear()
        texts = paths.message_catalog()
        said.append([texts.text_or(key, "?") for key in keys])
    paths.message_catalog.cache_clear()
    assert said[0] == said[1]
    assert said[0][0] != "?"
    assert said[0][-1] == "?"
    if os.name == "posix":
        folder = tmp_path / "encounter-gui"
        assert sorted(each.name for each in folder.iterdir()) == [
            "texts-en-cwn.json",
            "texts-en-d6pool.json",
            "texts-en.json",
        ]

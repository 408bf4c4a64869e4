"""Files that are not what they seem: each is refused with what is wrong, at once, and nothing else is lost."""

import json
import time

import pytest

from encounter_gui.interchange.documents import MOST_BYTES
from encounter_gui.interchange.import_dispatch import read_files
from tests.interchange.files import SWNR, refusal

SCENE = {"name": "Docks", "grid": {}, "walls": [], "tokens": [], "background": {}}

BAD = {
    "too large": ("big.json", b"[" + b" " * MOST_BYTES + b"]", "import.too_large"),
    "cut off": ("cut.json", json.dumps(SWNR).encode()[:-40], "import.cut_json"),
    "a comma too many": ("a.json", b'{"name": "x",,}', "import.broken_json"),
    "a picture": ("portrait.json", b"\x89PNG\r\n\x1a\n123", "import.is_picture"),
    "10,000 brackets": ("deep.json", b"[" * 10_000 + b"]" * 10_000, "import.too_deep"),
    "brackets in a line": ("deep.db", b'{"a": ' + b"[" * 10_000, "import.too_deep"),
    "zero bytes": ("a.csv", b"name,hp\nGu\0ard,3\n", "import.has_nul"),
    "nothing": ("a.csv", b" \n ", "import.empty"),
    "a number": ("a.json", b"12", "import.not_json"),
    "other JSON": ("a.json", b'{"colour": "red"}', "import.unknown_json"),
    "a table without names": ("a.csv", b"colour,hp\nred,3\n", "import.unknown_table"),
    "a quote left open": ("a.csv", b'name,hp\n"Guard,3\n', "import.broken_table"),
    "a note without blocks": ("a.md", b"# Words\n", "import.unknown_markdown"),
    "a number of 5,000 digits": (
        "a.json",
        b'[{"name": "x", "hp": ' + b"9" * 5_000 + b"}]",
        "import.long_number",
    ),
    "YAML that names itself": ("a.yaml", b"a: &a [x, x]\nb: [*a, *a]\n", "import.yaml_alias"),
    "YAML without an end": (
        "a.md",
        b"```encounter\ncreatures: " + b"[" * 10_000 + b"\n```\n",
        "import.too_deep",
    ),
    "YAML in steps": ("a.yml", b"- " * 10_000, "import.too_deep"),
    "a large file of nothing": (
        "a.json",
        b"[" + b'{"a":1},' * 250_000 + b"{}]",
        "import.unknown_json",
    ),
    "a file of ours, newer": (
        "a.json",
        b'{"format": "encounter-gui", "version": 99, "creatures": []}',
        "import.newer",
    ),
    "a file of ours, empty": (
        "a.json",
        b'{"format": "encounter-gui", "version": 1}',
        "import.no_creatures",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_refused_in_words(kind, texts):
    name, content, key = BAD[kind]
    begun = time.perf_counter()
    assert refusal(name, content)[0] == key
    assert time.perf_counter() - begun < 2
    (file,) = read_files([(name, content)]).files
    text = texts.text(file.error)
    assert text != key
    assert "{" not in text.replace("“{”", "")


def test_a_scene_is_left_out_by_name():
    read = read_files([("scene.json", json.dumps(SCENE).encode())])
    assert not read.creatures
    assert [(each.name, each.reason.key) for each in read.skipped] == [("Docks", "import.no_actor")]


def test_halves_of_characters_become_marks():
    """An escape may name half a character; no campaign's file could hold it."""
    (found,) = read_files([("a.json", b'[{"name": "A\\ud800", "hp": 3, "ac": 3}]')]).creatures
    assert found.name == "A\ufffd"


def test_numbers_nobody_can_keep_are_none():
    read = read_files([("a.csv", b"name,hp,ac\nGuard,99999999999999999999,13\n")])
    (found,) = read.creatures
    assert "hp" not in found.values
    assert found.values["ac"] == 13


def test_a_file_of_ours_with_a_number_nobody_can_keep_is_damaged():
    creature = {"key": "a", "name": "A", "sheet": {"hp": 10**30}}
    own = {"ruleset": "cwn", "entry": {"creature": creature}}
    content = {"format": "encounter-gui", "version": 1, "creatures": [own]}
    read = read_files([("a.json", json.dumps(content).encode())])
    assert [(each.name, each.reason.key) for each in read.skipped] == [("A", "import.own_damaged")]


def test_things_to_wear_are_left_out_by_name():
    """A pack of items, and an item of an unknown game, have the shape of actors."""
    vest = {"name": "Vest", "type": "armor", "system": {"ac": 14}}
    pack = {"package": "p", "metadata": {"x": 1}, "type": "Item", "items": [vest], "folders": []}
    for content in (vest, pack):
        read = read_files([("a.json", json.dumps(content).encode())])
        assert not read.creatures
        assert [(each.name, each.reason.key) for each in read.skipped] == [
            ("Vest", "import.no_actor")
        ]


def test_a_broken_line_of_a_database_is_named():
    lines = json.dumps(SWNR) + "\n" + '{"name": oops}\n'
    assert refusal("a.db", lines.encode()) == ("import.broken_json", "line 2")


def test_a_bad_file_does_not_keep_others_from_being_read():
    read = read_files([("bad.json", b"{"), ("good.json", json.dumps(SWNR).encode())])
    assert [each.error is None for each in read.files] == [False, True]
    assert [found.name for found in read.creatures] == ["Pier Watch"]


def test_a_line_of_any_length_is_read_or_refused():
    """More than 131,072 characters in a cell, a header or a pasted line ended in a traceback."""
    long = "x" * 200_000
    (cell,) = read_files([("a.csv", f"name,hp,notes\nA,5,{long}\n".encode())]).creatures
    assert cell.notes == long
    (header,) = read_files([("a.csv", f"name,hp,{long}\nA,5,9\n".encode())]).creatures
    assert [len(each) for each in header.unknown] == [200]
    read = read_files([("", f"Ganger: HP 8, AC 13\n{long}\n".encode())])
    assert [each.name for each in read.creatures] == ["Ganger"]
    (refused,) = read_files([("", f"Ganger: HP 8, {long}".encode())]).files
    assert refused.error is not None


def test_a_table_of_endless_columns_offers_none_of_them():
    """The list of columns would have made a field for each of a million."""
    (file,) = read_files(
        [("a.csv", ("name," + ",".join("c" * 9 for _ in range(600))).encode())]
    ).files
    assert file.error is not None
    assert file.headers == ()


@pytest.mark.parametrize("name", ["a.yaml", "a.md"])
def test_more_yaml_than_anybody_writes_is_refused_in_words(name):
    """All pieces of a file count together, and a file of a few thousand stat blocks is below it."""
    keys = "".join(f"k{number}: 1\n" for number in range(10_000))
    content = keys * 8 if name == "a.yaml" else f"```statblock\nname: A\n{keys}```\n" * 8
    (file,) = read_files([(name, content.encode())]).files
    assert file.error is not None
    assert file.error.key == "import.yaml_too_long"
    blocks = "".join(f"```statblock\nname: A{at}\nhp: 5\nac: 12\n```\n" for at in range(3_000))
    assert len(read_files([("a.md", blocks.encode())]).creatures) == 3_000

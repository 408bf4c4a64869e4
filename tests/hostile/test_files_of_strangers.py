"""What strangers send: each is answered in one sentence and in little memory, and leaves nothing half made."""

import json
import os
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from encounter_gui.cli.main import parse

MEGABYTES = 500
PATIENCE = 120.0
"""Seconds after which a command hangs: no measurement, which is the benches' (``prep``)."""

Make = Callable[[Path], object]
"""Makes the file at a path."""


def text(content: str) -> Make:
    return lambda path: path.write_text(content, encoding="utf-8")


def raw(content: bytes) -> Make:
    return lambda path: path.write_bytes(content)


def data(value: Any) -> Make:
    return text(json.dumps(value))


def link(to: str) -> Make:
    return lambda path: path.symlink_to(to)


def sparse(size: int) -> Make:
    def make(path: Path) -> None:
        path.touch()
        os.truncate(path, size)

    return make


def creature(**values: object) -> Make:
    return data([{"Name": "Hound", "HP": {"Value": 9}, "AC": {"Value": 13}, **values}])


def actor(carried: list[Any], **values: object) -> Make:
    """An actor of Foundry VTT that carries these."""
    body = {"health": {"max": 5}, "armorClass": {"ranged": 10}, "traumaTarget": 6, **values}
    said = {"name": "A", "type": "npc", "system": body, "items": carried}
    return data({**said, "_stats": {"systemId": "swnr"}})


def statblock(lines: str) -> str:
    return f"---\nstatblock: true\nname: A\nhp: 5\n{lines}---\n"


MANY = 5_000
GUN = {"name": "Gun", "type": "weapon", "system": {"damage": "1d8"}}
VEST = {"name": "Vest", "type": "armor", "system": {"ac": 13}}
BITE = "+5 to hit, reach 5 ft. Hit: 7 (1d8+3) damage"
COLUMNS = 1_000_000
WIDE = ",".join(f"c{number}" for number in range(COLUMNS))
ENTITY = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a0"><rect/></g>'
    + "".join(
        f'<g id="a{number}">' + f'<use href="#a{number - 1}"/>' * 10 + "</g>"
        for number in range(1, 9)
    )
    + '<use href="#a8"/></svg>'
)
BOMB = "a: &a [x,x]\n" + "\n".join(
    f"{chr(98 + number)}: &{chr(98 + number)} [{','.join([f'*{chr(97 + number)}'] * 9)}]"
    for number in range(9)
)

IMPORTED: dict[str, Make] = {
    # mark-up that a careless pattern reads again from every place
    "angles.csv": text("name,hp,notes\nA,5," + "<" * 100_000 + "\n"),
    "angles.json": creature(Description="<" * 1_000_000),
    "breaks.json": creature(Description="<br " * 200_000),
    "scripts.json": creature(Description="<script>" * 100_000),
    "styles.json": creature(Description="<style>x</script>" * 50_000),
    "links.json": creature(Description="@a[" * 300_000),
    "braces.json": creature(Description="@a[b]{" * 150_000),
    "amps.json": creature(Description="&" * 1_000_000),
    "spaces.json": creature(Description="< " * 500_000),
    "variables.json": creature(Description="- @" * 300_000),
    # numbers and dice without end
    "digits.csv": text("name,hp\nA," + "1" * 100_000 + "\n"),
    "dice.csv": text("name,hp,damage\nA,5," + "1d6+" * 30_000 + "1\n"),
    "huge_dice.csv": text("name,hp,damage\nA,5,999999999d999999999\n"),
    "floats.json": creature(HP={"Value": 1e308}),
    "long_number.json": text('[{"Name": "A", "HP": {"Value": ' + "9" * 100_000 + "}}]"),
    "nan.json": text('[{"Name": "A", "HP": {"Value": NaN}, "AC": {"Value": Infinity}}]'),
    # names and tables without end
    "name.csv": text("name,hp\n" + "N" * 1_000_000 + ",5\n"),
    "name.json": creature(Name="N" * 1_000_000),
    "columns.csv": text(f"name,{WIDE}\nA,{WIDE}\n"),
    "nameless_columns.csv": text(f"{WIDE}\n{WIDE}\n"),
    "rows.csv": text("name,hp\n" + "Ganger,5\n" * 300_000),
    "quote.csv": text('name,hp\n"' + "a" * 2_000_000),
    "creatures.json": data([{"Name": "A", "HP": {"Value": 1}, "AC": {"Value": 1}}] * 100_000),
    "table.md": text("| Name | HP |\n|---|---|\n" + "| a | 5 |\n" * 200_000),
    "pipes.md": text("|" * 1_000_000),
    "hashes.md": text("#" * 1_000_000),
    "block.md": text("```statblock\nname: " + "a" * 1_000_000 + "\n```\n"),
    "fences.md": text("```\n" * 200_000),
    "encounter.md": text("```encounter\ncreatures:\n" + "  - 999999999: Hound\n" * 1_000 + "```\n"),
    # lines without end
    "line.csv": text("name,hp,notes\nA,5," + "x" * 200_000 + "\n"),
    "header.csv": text("name," + "x" * 200_000 + "\nA,5\n"),
    "line.txt": text("Ganger: HP 8, AC 13, " + "x" * 200_000),
    "pieces.txt": text("Ganger: HP 8, AC 13" + ", x" * 150_000),
    "spaces.txt": text("Ganger: HP 8, AC" + " " * 400_000 + "13"),
    "brackets.txt": text("Ganger: HP 8, AC 13 " + "(" * 400_000),
    "values.txt": text("Ganger: HP 8, " + "STR 5 " * 80_000),
    "colons.txt": text("a:" * 240_000),
    "bonus.csv": text("name,hp,ab\nA,5," + "1" * 100_000 + "\n"),
    "bonus.txt": text("Ganger\nHP 8, AC 13\nBite. " + "+1 " * 100_000 + "to hit, 1d8\n"),
    # blanks and fences that a careless pattern tries in all combinations
    "stats.csv": text("name,hp,stats\nA,5,B" + " " * 20_000 + "B\n"),
    "damage.csv": text("name,hp,damage\nA,5,1" + " " * 60_000 + "x\n"),
    "label.txt": text("Ganger: HP 8\n" + ("A" + " " * 290 + "B\n") * 1_600),
    "opened.json": creature(Description="<" + " " * 60_000),
    "opened.md": text("```statblock" + "\n" * 60_000),
    "front.md": text("---" + "\n" * 60_000 + "statblock"),
    "fences_down.md": text("".join("`" * at + "statblock\n" for at in range(1_400, 2, -1))),
    "empty_blocks.md": text("```statblock\n```\n" * 200_000),
    # keys and values without end
    "keys.yaml": text("".join(f"k{number}: 1\n" for number in range(300_000))),
    "keys.md": text(statblock("".join(f"k{number}: 1\n" for number in range(300_000)))),
    "many_keys.md": text(
        "".join(
            "```statblock\nname: A\n"
            + "".join(f"k{number}: 1\n" for number in range(9_000))
            + "```\n"
            for _ in range(30)
        )
    ),
    "list.yaml": text("a: [" + "1," * 500_000 + "1]\n"),
    "lines.yaml": text("---\na: 1\n" * 100_000),
    "line.yaml": text("name: " + "a" * 2_000_000),
    # depth
    "deep.json": text("[" * 100_000 + "]" * 100_000),
    "deep_objects.json": text('{"a":' * 100_000 + "1" + "}" * 100_000),
    "deep.yaml": text("a: " + "[" * 50_000),
    "deep_front.md": text(
        "---\n" + "\n".join("  " * at + f"a{at}:" for at in range(2_000)) + "\n---\n"
    ),
    "bomb.yaml": text(BOMB),
    "keys.json": text("{" + ",".join(f'"k{number}":1' for number in range(500_000)) + "}"),
    "inside.json": creature(flags="[" * 100_000),
    # what is no text
    "half.json": text('[{"Name": "\\ud800", "HP": {"Value": 9}, "AC": {"Value": 13}}]'),
    "nul.csv": raw(b"name,hp\nA\0,5\n"),
    "utf16.csv": raw("name,hp\nA,5\n".encode("utf-16")),
    "odd_utf16.csv": raw("name,hp\nA,5\n".encode("utf-16") + b"\0"),
    "utf8.json": raw(b'[{"Name": "\xff\xfe\xfd"}]'),
    "picture.csv": raw(b"\x89PNG\r\n\x1a\n" + bytes(1000)),
    "drawing.csv": text(ENTITY),
    "empty.json": raw(b""),
    "cut.json": text('[{"Name": "A"'),
    # what is no file
    "pipe.csv": os.mkfifo,
    "folder.csv": lambda path: path.mkdir(),
    "loop.csv": link("loop.csv"),
    "device.csv": link("/dev/zero"),
    "nowhere.csv": link("nowhere at all"),
    "large.csv": sparse(3 * 2**30),
}

CROWDED: dict[str, Make] = {
    "weapons.json": actor([GUN] * MANY),
    "more_weapons.json": actor([{**GUN, "name": "Gun" + " 2" * (at % 50)} for at in range(MANY)]),
    "armor.json": actor([VEST] * MANY),
    "actors.json": data([{**GUN, "type": "npc"}] * MANY),
    "things.json": data([{**GUN, "_stats": {"systemId": "swnr"}}] * MANY),
    "actions.json": creature(Actions=[{"Name": "Bite", "Content": BITE}] * MANY),
    "weapons.txt": text("Ganger\nHP 8, AC 13\n" + "SMG 1d8\n" * MANY),
    "attacks.txt": text("Ganger\nHP 8, AC 13\n" + f"Bite. {BITE}\n" * MANY),
    "gear.txt": text("Ganger\nHP 8, AC 13\n" + "SMG\n" * MANY),
    "gangers.txt": text("Ganger: HP 8, AC 13, SMG\n" * MANY),
    "gear.csv": text("name,damage,range\n" + "Gun,1d8,5/10\n" * MANY),
    "guns.csv": text(
        "name,damage,range\n" + "".join(f"Gun,1d8+{at % 90},{at}/9999\n" for at in range(MANY))
    ),
    "odd_guns.csv": text(
        "name,damage,range\n" + "".join(f"Gun {at},many,{at}/1\n" for at in range(MANY))
    ),
    "encounters.md": text("```encounter\ncreatures:\n  - 3: Hound, 9, 13\n```\n" * MANY),
    "blocks.md": text("```statblock\nname: A\nhp: 5\n```\n" * MANY),
    "attacks.md": text(statblock("actions:\n" + f"  - {{name: Bite, desc: {BITE!r}}}\n" * MANY)),
    "own.json": data(
        {
            "format": "encounter-gui",
            "version": 2,
            "creatures": [],
            "extras": [{"ruleset": "cwn", "item": {"key": "a", "name": "A", "kind": "weapon"}}]
            * MANY,
        }
    ),
    "own_odd.json": data(
        {
            "format": "encounter-gui",
            "version": 2,
            "creatures": [],
            "extras": [
                {
                    "ruleset": "cwn",
                    "item": {"key": "a", "name": "A", "kind": "weapon", "values": {f"k{at}": at}},
                }
                for at in range(MANY)
            ],
        }
    ),
}

PLAYED: dict[str, Make] = {
    "dotted.toml": text("a" + ".a" * 50_000 + " = 1\n"),
    "dotted_table.toml": text("[" + "a." * 50_000 + "a]\n"),
    "dotted_quotes.toml": text('"a".' * 50_000 + "a = 1\n"),
    "dotted_inline.toml": text("x = {" + "a." * 50_000 + "a = 1}\n"),
    "brackets.toml": text("a = " + "[" * 50_000 + "]" * 50_000),
    "tables.toml": text("a = " + "{a = " * 20_000 + "1" + "}" * 20_000),
    "keys.toml": text("\n".join(f"k{number} = 1" for number in range(1_000_000))),
    "fewer_keys.toml": text("\n".join(f"k{number} = 1" for number in range(60_000))),
    "number.toml": text("a = " + "9" * 500_000 + "\n"),
    "string.toml": text('a = "' + "x" * 900_000),
    "dates.toml": text("a = 9999-99-99T99:99:99\n"),
    "steps.toml": text(
        '[fight]\nname = "a"\nruleset = "d6pool"\n' + "[[steps]]\nnext = true\n" * 20_000
    ),
    "times.toml": text(
        '[fight]\nname = "a"\nruleset = "d6pool"\n[[steps]]\nnext = true\ntimes = 999999999\n'
    ),
    "people.toml": text(
        '[fight]\nname = "a"\nruleset = "d6pool"\n'
        '[[combatants]]\nid = "a"\ncreature = "hening"\ncount = 999999999\n'
    ),
    "latin.toml": raw(b'name = "\xff"'),
    "pipe.toml": os.mkfifo,
    "folder.toml": lambda path: path.mkdir(),
    "device.toml": link("/dev/zero"),
    "large.toml": sparse(2 * 2**30),
}

OPENED: dict[str, Make] = {
    "pipe.encounter": os.mkfifo,
    "folder.encounter": lambda path: path.mkdir(),
    "device.encounter": link("/dev/zero"),
    "text.encounter": text("SQLite format 3\0" + "x" * 100_000),
    "zeros.encounter": sparse(64 * 2**20),
    "empty.encounter": raw(b""),
}


@dataclass(frozen=True)
class Answer:
    """How a command ended: exit code (None: it hung and was killed), megabytes more than before, words."""

    code: int | None
    megabytes: float
    said: str


def answer_to(folder: Path, *args: str) -> Answer:
    """Runs a command of the program in a process of its own, so that its memory is not the tests'."""
    words = folder / "said.txt"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.monotonic()
    code: int | None
    process = os.fork()
    if process == 0:
        os.chdir(folder)
        child_code = 70
        try:
            with words.open("w", encoding="utf-8", errors="backslashreplace") as sys.stdout:
                sys.stderr = sys.stdout
                found = parse(args)
                child_code = found if isinstance(found, int) else 0
                sys.stdout.flush()
        finally:
            os._exit(child_code)
    while time.monotonic() - began < PATIENCE:
        done, status, usage = os.wait4(process, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            megabytes = max(0, usage.ru_maxrss - before) / 1024
            break
        time.sleep(0.005)
    else:
        os.kill(process, 9)
        os.wait4(process, 0)
        code, megabytes = None, 0.0
    said = words.read_text(encoding="utf-8") if words.exists() else ""
    return Answer(code, megabytes, said)


def is_short_and_civil(answer: Answer, words: int = 20_000) -> None:
    """Fails where a command hung, took much memory, failed with anything but a sentence, or said too much."""
    assert answer.code in (0, 1, 2), answer
    assert "Traceback" not in answer.said
    assert answer.said.strip()
    assert len(answer.said) < words
    assert answer.megabytes < MEGABYTES


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own folders are read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.mark.parametrize("name", IMPORTED)
def test_a_file_to_import_is_read_or_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    """A refused one leaves no campaign behind."""
    IMPORTED[name](tmp_path / name)
    answer = answer_to(tmp_path, "import", name, "--into", "new.encounter")
    is_short_and_civil(answer)
    assert (tmp_path / "new.encounter").exists() == (answer.code in (0, 1))


@pytest.mark.parametrize(
    "name",
    [
        name if name == "weapons.json" else pytest.param(name, marks=pytest.mark.deep)
        for name in CROWDED
    ],
)
def test_five_thousand_of_anything_are_answered_in_few_words(tmp_path: Path, name: str) -> None:
    """Of one name or not, carried or by themselves; at most two lines are said of each. How long: ``bench prep``."""
    CROWDED[name](tmp_path / name)
    answer = answer_to(tmp_path, "import", name, "--into", "new.encounter")
    is_short_and_civil(answer, words=2 * MANY * 100)
    lines = answer.said.splitlines()
    assert len(lines) <= 2 * MANY + 2
    assert max(len(line) for line in lines) < 1_000


@pytest.mark.parametrize("name", PLAYED)
def test_a_fight_that_cannot_be_meant_is_refused_in_a_sentence(tmp_path: Path, name: str) -> None:
    """Nothing of it is kept."""
    PLAYED[name](tmp_path / name)
    answer = answer_to(tmp_path, "play", name, "--into", "new.encounter")
    is_short_and_civil(answer)
    assert (tmp_path / "new.encounter").exists() == (answer.code == 0)


@pytest.mark.parametrize("name", OPENED)
def test_what_is_no_campaign_is_left_as_it_is(tmp_path: Path, name: str) -> None:
    """Whoever opens it is told."""
    OPENED[name](tmp_path / name)
    answer = answer_to(tmp_path, "export", name, "--what", "library")
    is_short_and_civil(answer)
    assert answer.code == 2


def test_there_are_sixty_of_them() -> None:
    """As many as were promised."""
    assert len(IMPORTED) + len(CROWDED) + len(PLAYED) + len(OPENED) >= 60


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    """What it leads to stays as it was."""
    assert answer_to(tmp_path, "play", str(SAMPLE), "--into", "new.encounter").code == 0
    victim = tmp_path / "diary.txt"
    victim.write_text("dear diary", encoding="utf-8")
    (tmp_path / "new.encounter.lock").symlink_to(victim)
    answer = answer_to(tmp_path, "play", str(SAMPLE), "--into", "new.encounter")
    assert answer.code == 2
    assert "is a link" in answer.said
    assert victim.read_text(encoding="utf-8") == "dear diary"


SAMPLE = Path(__file__).parents[2] / "resources" / "samples" / "canal-bridge.toml"


def test_a_name_does_not_act_on_the_terminal(tmp_path: Path) -> None:
    """Its escapes are seen, not obeyed."""
    name = "\x1b]0;owned\x07\x1b[2J\x9b31mGhost\u202e"
    (tmp_path / "a.csv").write_text(f"name,hp\n{name},5\n", encoding="utf-8")
    answer = answer_to(tmp_path, "import", "a.csv", "--into", "new.encounter")
    assert answer.code == 0
    assert "Ghost" in answer.said
    assert not set("\x1b\x07\x9b\u202e") & set(answer.said)

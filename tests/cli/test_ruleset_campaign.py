"""Own rules of campaigns by the command line: packed, taken in, compared; on two machines, with a fight running."""

import os
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import msgspec
import pytest

from encounter_gui import paths
from encounter_gui.cli.main import parse
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.rulesets.pack import pack_of, packed
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.model.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
RULES = 'name = "{0}"\nversion = "{1}"\nextends = "{2}"\n'
RIFLE = '[[items]]\nkey = "combat_rifle"\n[items.values]\nhit = {0}\n'


def campaign(path: Path) -> OpenCampaign:
    def ruleset(name: str) -> Ruleset:
        return build(name, paths.ruleset_texts)

    services = CampaignServices(
        rulesets=ruleset,
        texts=paths.message_catalog(),
        now=lambda: "2026-11-30T20:00:00+00:00",
        files=paths.ruleset_texts,
    )
    if path.exists():
        return OpenCampaign.open(path, services)
    return OpenCampaign.create(path, services, first="Docks", ruleset="cwn")


def file(path: Path, ruleset: str, text: str) -> Path:
    path.write_bytes(packed(pack_of(ruleset, {"ruleset.toml": text})))
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, and a profile of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "profile"))
    monkeypatch.chdir(tmp_path)
    campaign(Path("Docks.encounter")).close()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = parse(("ruleset", *arguments))
    captured = capsys.readouterr()
    assert isinstance(code, int)
    return code, captured.out + captured.err


def test_packed_from_one_campaign_and_taken_into_another(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file(folder / "a.ruleset", "lines", RULES.format("Redlines", 3, "cwn") + RIFLE.format(2))
    code, text = said(capsys, "add", "a.ruleset", "--into", "Docks.encounter")
    assert (code, text) == (
        0,
        (
            "Redlines, version 3, is version 1 of the own rules for Cities Without Number in Docks now, 1 differences\n"
            "  + items.combat_rifle.values.hit: 2\n"
        ),
    )
    assert (
        "is there already, as version 1"
        in said(capsys, "add", "a.ruleset", "--into", "Docks.encounter")[1]
    )
    code, text = said(
        capsys, "pack", "Docks.encounter", "--game", "cwn", "--author", "Mira", "--out", "b.ruleset"
    )
    assert (code, "Redlines packed into b.ruleset" in text) == (0, True)
    assert said(capsys, "diff", "a.ruleset", "b.ruleset") == (0, "They do not differ.\n")
    assert said(capsys, "diff", "cwn", "Docks.encounter") == (
        1,
        "+ items.combat_rifle.values.hit: 2\n",
    )
    assert said(capsys, "check", "Docks.encounter")[1] == (
        "Redlines, version 3: nothing is wrong with it.\n"
    )
    assert "items: 112, 1 own" in said(capsys, "show", "Docks.encounter", "--game", "cwn")[1]


def test_w4_a_newer_one_says_how_much_it_changes_and_another_is_not_taken_in_unasked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = ("--into", "Docks.encounter")
    for version, hit in ((1, 1), (2, 3), (2, 5)):
        text = RULES.format("Redlines", version, "cwn") + RIFLE.format(hit)
        file(folder / f"v{version}_{hit}.ruleset", "lines", text)
    said(capsys, "add", "v1_1.ruleset", *into)
    assert "version 2 of the own rules" in said(capsys, "add", "v2_3.ruleset", *into)[1]
    code, text = said(capsys, "add", "v2_5.ruleset", *into)
    assert (code, "says something else in 1 places" in text) == (2, True)
    code, text = said(capsys, "add", "v1_1.ruleset", *into)
    assert (code, "later version 2" in text) == (2, True)
    code, text = said(capsys, "add", "v2_5.ruleset", *into, "--replace")
    assert (code, "version 3 of the own rules" in text) == (0, True)


def test_w8_one_of_three_files_is_wrong_and_the_others_are_taken_in(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file(folder / "a.ruleset", "a", RULES.format("A", 1, "cwn"))
    file(folder / "b.ruleset", "b", RULES.format("B", 1, "cwn") + '[[items]]\nkey = "knfe"\n')
    file(folder / "c.ruleset", "c", RULES.format("C", 1, "cwn"))
    code, text = said(capsys, "add", "a.ruleset", "b.ruleset", "c.ruleset")
    assert code == 2
    assert "b/ruleset.toml:5: items.knfe" in text
    listed = said(capsys, "list")[1]
    assert "a  A  (own)" in listed
    assert "c  C  (own)" in listed
    assert "b  B" not in listed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("pack", "Docks.encounter"), "no own rules that were saved"),
        (("check", "Docks.encounter", "--game", "phases"), "no own rules for"),
        (("check", "Docks.encounter", "--game", "nothing"), "There is no ruleset “nothing”"),
        (("pack", "missing.encounter"), "missing.encounter"),
        (("add", "alone.ruleset", "--into", "Docks.encounter"), "a game of its own"),
        (("add", "needs.ruleset", "--into", "Docks.encounter"), "“elsewhere”, which is not there"),
        (("add", "needs.ruleset"), "“elsewhere”, which is not there"),
        (("add", "game.ruleset"), "says that it is one of"),
        (("add", "empty.ruleset", "--into", "Docks.encounter"), "no file of a ruleset"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    file(folder / "alone.ruleset", "alone", 'name = "Alone"\nsystem = "cwn"\n')
    file(folder / "needs.ruleset", "needs", RULES.format("Needs", 1, "elsewhere"))
    file(folder / "game.ruleset", "game", RULES.format("G", 1, "cwn") + 'system = "phases"\n')
    (folder / "empty.ruleset").write_bytes(b"")
    code, text = said(capsys, *arguments)
    assert code == 2
    assert words in text
    assert not list(folder.glob("profile/encounter-gui/rulesets/*"))
    opened = campaign(Path("Docks.encounter"))
    assert opened.own_rules.repository.rulesets() == ()
    opened.close()


def hostile(path: Path, kind: str) -> Path:
    head = RULES.format("H", 1, "cwn")
    files: dict[str, bytes] = {"ruleset.toml": head.encode()}
    match kind:
        case "bomb":
            files["bomb.toml"] = b"#" * 200_000_000
        case "up":
            files["../up.toml"] = b""
        case "keys":
            files["ruleset.toml"] += b"".join(b"k%d=1\n" % each for each in range(1_000_000))
        case "a megabyte of keys":
            files["ruleset.toml"] += b"".join(b"k%d=1\n" % each for each in range(100_000))
        case "many files of keys":
            body = b"[numbers]\n" + b"".join(b"k%d=1\n" % each for each in range(3_000))
            files |= {f"f{each}.toml": body for each in range(60)}
        case "as many as are let in, all wrong":
            files["n.toml"] = b"[formulas]\n" + b"".join(
                b'k%d="1d6+3x"\n' % n for n in range(7_900)
            )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        manifest = {"id": "h", "name": "H", "version": "1", "extends": "cwn"}
        archive.writestr("manifest.json", msgspec.json.encode(manifest))
        for name, content in files.items():
            archive.writestr(name, content)
    if kind == "declared":
        size = len(files["ruleset.toml"]).to_bytes(4, "little")
        path.write_bytes(path.read_bytes().replace(size, (2**30).to_bytes(4, "little")))
    return path


KINDS = (
    "bomb", "up", "keys", "a megabyte of keys", "many files of keys", "as many as are let in, all wrong", "declared",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("into", [(), ("--into", "Docks.encounter")])
def test_hostile_packs_are_refused_within_two_seconds(
    folder: Path, capsys: pytest.CaptureFixture[str], kind: str, into: tuple[str, ...]
) -> None:
    """Of the processor: what else the machine does is not counted."""
    path = hostile(folder / "h.ruleset", kind)
    begun = time.process_time()
    code, text = said(capsys, "add", str(path), *into)
    assert time.process_time() - begun < 2
    assert code == 2
    assert text.strip()


@pytest.mark.deep
def test_two_packed_on_one_machine_and_added_on_another_profile_with_a_running_fight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One for all campaigns and one for this; the fight goes on by what it began with until it takes them over."""
    here, there = tmp_path / "here", tmp_path / "there"
    for each in (here, there):
        each.mkdir()

    def run(profile: Path, *arguments: str) -> tuple[int, str]:
        environment = {
            **os.environ,
            **{f"XDG_{each}_HOME": str(profile / each) for each in ("DATA", "CONFIG", "CACHE")},
        }
        done = subprocess.run(
            [sys.executable, "-m", "encounter_gui", "ruleset", *arguments],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    house = here / "house"
    house.mkdir()
    (house / "ruleset.toml").write_text(RULES.format("House", 3, "phases"), encoding="utf-8")
    assert run(here, "pack", str(house), "--out", str(here / "house.ruleset"))[0] == 0
    mine = here / "Docks.encounter"
    campaign(mine).close()
    file(here / "x.ruleset", "lines", RULES.format("Redlines", 1, "cwn") + RIFLE.format(2))
    assert run(here, "add", str(here / "x.ruleset"), "--into", str(mine))[0] == 0
    lines = here / "lines.ruleset"
    assert run(here, "pack", str(mine), "--game", "cwn", "--out", str(lines))[0] == 0

    other = there / "Other.encounter"
    theirs = campaign(other)
    encounter = theirs.encounters()[0].id
    fight = theirs.session(encounter)
    fight.perform(Add(creature="gang_gunman", count=2))
    before = fight.state
    theirs.close()
    assert run(there, "add", str(here / "house.ruleset"))[0] == 0
    assert run(there, "add", str(lines), "--into", str(other))[0] == 0
    assert "house  House  (own)" in run(there, "list")[1]
    assert "house" not in run(here, "list")[1]
    assert run(there, "diff", str(lines), str(other)) == (0, "They do not differ.\n")
    assert run(there, "remove", "house")[0] == 0

    theirs = campaign(other)
    fight = theirs.session(encounter)
    assert fight.state == before
    assert fight.context.ruleset.own_version == 0
    theirs.own_rules.take_over(fight, theirs.ruleset("cwn"))
    assert fight.context.ruleset.own_name == "Redlines"
    fight.undo()
    assert fight.state == before
    theirs.close()

"""``import`` and ``export``: the campaign's bytes before and after, and what is printed."""

import base64
import json
from hashlib import sha256

import pytest
from msgspec import structs
from msgspec.structs import replace

from encounter_gui.cli.main import parse
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.rules.model.commands import Add, Adjust
from tests.helpers.rulesets import shipped
from tests.interchange.files import BLOCK, CITIES, SWNR

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=="
)

MEANS = CampaignServices(
    rulesets=shipped, texts=message_catalog(), now=lambda: "2026-11-21T07:00:00+00:00"
)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Nobody's own folders are read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "guard.json").write_text(json.dumps(SWNR), encoding="utf-8")
    (folder / "other.json").write_text(json.dumps(CITIES), encoding="utf-8")
    (folder / "readme.pdf").write_bytes(b"%PDF not ours")
    (folder / "session 12.md").write_text("# The docks\nNobody was hurt.\n", encoding="utf-8")
    return folder


def ran(capsys, *args):
    code = parse([str(each) for each in args])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_note_about_nobody_is_refused_only_by_its_own_name(tmp_path, files, capsys):
    """A folder of notes holds many that are about nobody: they are passed over; one that was named is answered."""
    campaign = tmp_path / "new.encounter"
    assert ran(capsys, "import", files, "--into", campaign)[0] == 0
    code, _, err = ran(capsys, "import", files / "session 12.md", "--into", campaign)
    assert code == 2
    assert "session 12.md" in err


def test_a_folder_is_imported_into_a_new_campaign(tmp_path, files, capsys):
    into = tmp_path / "a.encounter"
    code, out, _ = ran(capsys, "import", files, "--into", into, "--json")
    assert code == 0
    printed = json.loads(out)
    assert [each["status"] for each in printed["files"]] == ["read", "read"]
    assert [each["path"] for each in printed["files"]] == [
        str(files / name) for name in ("guard.json", "other.json")
    ]
    guard = printed["creatures"][0]
    assert (guard["name"], guard["type"], guard["ruleset"]) == ("Pier Watch", "npc", "cwn")
    assert guard["values"]["hp"] == 7
    assert guard["values"]["weapons"][0]["range"] == [10, 100]
    campaign = OpenCampaign.open(into, MEANS)
    assert [each.value.name for each in campaign.prepared.creatures.all()] == [
        "Pier Watch",
        "Pier Watch",
    ]
    assert json.loads(campaign.prepared.source(1)) == SWNR
    campaign.close()


def test_the_same_file_twice_is_kept_once(tmp_path, files, capsys):
    into = tmp_path / "a.encounter"
    ran(capsys, "import", files, "--into", into)
    _, out, _ = ran(capsys, "import", files / "guard.json", "--into", into, "--json")
    assert json.loads(out)["creatures"][0]["duplicate"] is True
    campaign = OpenCampaign.open(into, MEANS)
    assert len(campaign.prepared.creatures.all()) == 2
    campaign.close()


def test_creatures_of_another_game_are_converted_and_marked(tmp_path, capsys):
    file = tmp_path / "blocks.json"
    file.write_text(json.dumps([BLOCK]), encoding="utf-8")
    code, out, _ = ran(
        capsys, "import", file, "--into", tmp_path / "a.encounter", "--ruleset", "d6pool", "--json"
    )
    (made,) = json.loads(out)["creatures"]
    assert code == 0
    assert made["ruleset"] == "d6pool"
    assert "firearms" in made["guessed"]
    assert made["unknown"] == ["Mood"]


def test_files_that_cannot_be_read_leave_the_campaign_as_it_was(tmp_path, files, capsys):
    into = tmp_path / "a.encounter"
    ran(capsys, "import", files, "--into", into)
    before = into.read_bytes()
    bad = tmp_path / "portrait.json"
    bad.write_bytes(b"\x89PNG\r\n")
    code, _, err = ran(capsys, "import", bad, "--into", into)
    assert code == 2
    assert "portrait.json" in err
    assert "PNG" in err
    assert into.read_bytes() == before


def test_a_file_that_is_not_there_keeps_no_other_out(tmp_path, files, capsys):
    """It stands in the object beside those that were read."""
    missing = tmp_path / "nowhere.json"
    into = tmp_path / "a.encounter"
    code, out, err = ran(capsys, "import", files / "guard.json", missing, "--into", into, "--json")
    assert code == 1
    assert "nowhere.json" in err
    printed = json.loads(out)
    assert [(each["path"], each["status"]) for each in printed["files"]] == [
        (str(files / "guard.json"), "read"),
        (str(missing), "refused"),
    ]
    assert [each["name"] for each in printed["creatures"]] == ["Pier Watch"]


def test_a_folder_of_a_foundry_database_is_answered(tmp_path, capsys):
    """It is not read: the actors are to be exported first."""
    pack = tmp_path / "pack"
    pack.mkdir()
    for name in ("CURRENT", "MANIFEST-000002", "000005.ldb"):
        (pack / name).write_bytes(b"\0")
    code, _, err = ran(capsys, "import", pack, "--into", tmp_path / "a.encounter")
    assert code == 2
    assert "Export the actors" in err
    assert not (tmp_path / "a.encounter").exists()


def test_what_can_be_read_is_kept_beside_what_cannot(tmp_path, files, capsys):
    (files / "bad.json").write_text("{", encoding="utf-8")
    code, _, err = ran(capsys, "import", files, "--into", tmp_path / "a.encounter")
    assert code == 1
    assert "bad.json" in err


@pytest.mark.parametrize(
    "args", [["nowhere.json"], [".", "--ruleset", "no_such_game"]], ids=["no file", "no ruleset"]
)
def test_a_slip_is_said_and_nothing_is_made(tmp_path, capsys, args, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = ran(capsys, "import", *args, "--into", tmp_path / "a.encounter")
    assert code == 2
    assert err
    assert not (tmp_path / "a.encounter").exists()


def fought(tmp_path):
    """A campaign with a fight in it, somebody hurt, and a creature of its own."""
    into = tmp_path / "a.encounter"
    campaign = OpenCampaign.create(into, MEANS, first="Pier 9", ruleset="d6pool")
    (listed,) = campaign.encounters()
    session = campaign.session(listed.id)
    session.perform(Add(creature="ganger", count=3))
    session.perform(Adjust(who=tuple(session.state.combatants)[:1], change="-4"))
    state = session.state
    campaign.close()
    return into, state


def test_a_whole_campaign_goes_out_and_comes_back(tmp_path, files, capsys):
    into, state = fought(tmp_path)
    ran(capsys, "import", files, "--into", into)
    out = tmp_path / "all.json"
    assert ran(capsys, "export", into, "--what", "campaign", "--out", out)[0] == 0
    code, _, _ = ran(capsys, "import", out, "--into", tmp_path / "b.encounter")
    assert code == 0
    campaign, first = (OpenCampaign.open(path, MEANS) for path in (tmp_path / "b.encounter", into))
    assert [each.value for each in campaign.prepared.creatures.all()] == [
        each.value for each in first.prepared.creatures.all()
    ]
    (listed,) = campaign.encounters()
    assert listed.name == "Pier 9"
    assert campaign.session(listed.id).state.combatants == state.combatants
    campaign.close()
    first.close()


def test_portraits_go_out_and_come_back_byte_for_byte(tmp_path, files, capsys):
    """The picture of 5 × 5 pixels is the same file in the other campaign; what only says that it is one is left out."""
    into, out = tmp_path / "a.encounter", tmp_path / "all.json"
    ran(capsys, "import", files, "--into", into)
    campaign = OpenCampaign.open(into, MEANS)
    first, second = campaign.prepared.creatures.all()
    for kept, picture in ((first, PICTURE), (second, b"GIF89a no PNG")):
        name = campaign.prepared.put_portrait(picture)
        value = structs.replace(kept.value, portrait=name)
        campaign.prepared.creatures.put([replace(kept, value=value)])
    campaign.close()
    assert ran(capsys, "export", into, "--what", "campaign", "--out", out)[0] == 0
    code, said, _ = ran(capsys, "import", out, "--into", tmp_path / "b.encounter")
    assert (code, "no PNG picture" in said) == (0, True)
    campaign = OpenCampaign.open(tmp_path / "b.encounter", MEANS)
    there, left = campaign.prepared.creatures.all()
    assert campaign.prepared.portrait(there.value.portrait) == PICTURE
    assert there.value.portrait == sha256(PICTURE).hexdigest()
    assert left.value.portrait == ""
    campaign.close()


@pytest.mark.parametrize("kind", ["csv", "markdown", "improved-initiative"])
def test_an_encounter_in_other_formats(tmp_path, capsys, kind):
    into, _ = fought(tmp_path)
    code, out, _ = ran(capsys, "export", into, "--what", "encounter:Pier 9", "--format", kind)
    assert code == 0
    assert "Ganger" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--what", "creature:Nobody"], "Nobody"),
        (["--what", "encounter:Nowhere"], "Nowhere"),
        (["--what", "everything"], "everything"),
        (["--what", "encounter:Pier 9", "--format", "foundry"], "Foundry"),
        (["--format", "telegram"], "json, csv, markdown, improved-initiative, foundry"),
        (["--out", "/nowhere/at/all.json"], "/nowhere/at/all.json"),
    ],
)
def test_what_cannot_be_exported_is_said(tmp_path, capsys, args, said):
    into, _ = fought(tmp_path)
    code, _, err = ran(capsys, "export", into, *args)
    assert code == 2
    assert said in err


def test_a_file_that_cannot_be_written_keeps_the_one_that_was_there(tmp_path, capsys, monkeypatch):
    into, _ = fought(tmp_path)
    out = tmp_path / "library.json"
    out.write_text("mine", encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    code, _, err = ran(capsys, "export", into, "--out", out, "--force")
    assert code == 2
    assert "No space left" in err
    assert out.read_bytes() == b"mine"

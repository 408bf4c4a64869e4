"""``encounter-gui play``: exit codes, what is printed, and what is written to a campaign."""

import argparse
import io
import json
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.cli import play_command
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.storage.campaign import Campaign
from tests.helpers.own_rules import made_own
from tests.helpers.rulesets import shipped

GOLDEN = paths.data_folder("resources") / "examples" / "d6pool-dead-end.toml"
SERVICES = CampaignServices(
    rulesets=shipped,
    texts=paths.message_catalog(),
    now=lambda: "2024-01-01T00:00:00Z",
    files=paths.ruleset_texts,
)


def run(fight: Path, *arguments: str) -> tuple[int, str]:
    """Returns exit code and output of ``play`` with these arguments."""
    parser = argparse.ArgumentParser()
    play_command.register(parser.add_subparsers())
    parsed = parser.parse_args(["play", str(fight), *arguments])
    out = io.StringIO()
    code = play_command.run(
        parsed.fight,
        as_json=parsed.json,
        seed=parsed.seed,
        into=parsed.into,
        campaign_services=SERVICES,
        out=out,
    )
    return code, out.getvalue()


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """Returns the golden fight with one piece of text replaced, as a file of its own."""
    text = GOLDEN.read_text("utf-8")
    assert old in text
    path = tmp_path / "fight.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def test_a_fight_is_told_step_by_step() -> None:
    """As the log of the window tells it, with the dice."""
    code, out = run(GOLDEN)
    assert code == 0
    assert "Gang A shoots at Hening: 14 against 13, hit" in out
    assert "[6d6 4 4 4 4 4 3]" in out
    assert "*" not in out


def test_json_is_one_object() -> None:
    """With every step and the state after the last."""
    code, out = run(GOLDEN, "--json")
    data = json.loads(out)
    assert code == 0
    assert data["ruleset"] == "d6pool"
    assert data["switches"]["d6pool.rangeLadder"] == "example"
    assert data["state"]["combatants"]["gang_a"]["gauges"]["th"] == -8


def test_a_fight_becomes_an_encounter_of_a_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is not there is made; one that is gets another encounter."""
    path = tmp_path / "new.encounter"
    assert [run(GOLDEN, "--into", str(path))[0] for _ in range(2)] == [0, 0]
    assert "Kept in" in capsys.readouterr().err
    with Campaign.open(path) as campaign:
        names = [listed.name for listed in campaign.encounters()]
        loaded = campaign.load(campaign.encounters()[1].id)
    assert names == ["Dead end", "Dead end"]
    state = Log(EncounterState(), loaded.entries, loaded.head).state
    assert (state.round, state.stage) == (3, "ended")
    assert loaded.ruleset == shipped("d6pool")


def test_a_fight_kept_in_a_campaign_with_own_rules_is_played_by_them(tmp_path: Path) -> None:
    path = tmp_path / "own.encounter"
    campaign = OpenCampaign.create(path, SERVICES, first="First", ruleset="d6pool")
    made_own(campaign, "d6pool", ("conditions", "prone", "name"), "Flat")
    campaign.close()
    assert run(GOLDEN, "--into", str(path))[0] == 0
    with Campaign.open(path) as kept:
        loaded = kept.load(kept.encounters()[1].id)
    assert (loaded.ruleset.own_name, loaded.ruleset.own_version) == ("Own rules", 1)
    prone = loaded.ruleset.condition("prone")
    assert prone is not None
    assert prone.name == "Flat"


def test_a_fight_not_as_expected_is_exit_code_1_and_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A readable line: step, path, expected, found."""
    fight = changed(tmp_path, "events.attack.dn = 16", "events.attack.dn = 21")
    path = tmp_path / "new.encounter"
    code, _ = run(fight, "--into", str(path))
    assert code == 1
    assert "step 6: events.attack.dn: expected 21, found 16" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "dice = [5, 6, 4]",
            "dice = [5, 6]",
            "fight.toml: steps.5.dice: The roll “initiative” of gang_b",
        ),
        (
            'do = "throw"',
            'do = "trow"',
            "fight.toml: steps.9.do: There is no command “trow”. Did you mean “throw”?",
        ),
        ("[fight]", "[fight", "fight.toml: line 4, column 7: This is not TOML"),
    ],
)
def test_a_malformed_fight_is_exit_code_2_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, line: str
) -> None:
    """Neither into a campaign that is there nor into a new one."""
    fight = changed(tmp_path, old, new)
    there, fresh = tmp_path / "there.encounter", tmp_path / "fresh.encounter"
    Campaign.create(there, "there").close()
    before = there.read_bytes()
    for path in (there, fresh):
        code, out = run(fight, "--into", str(path))
        assert (code, out) == (2, "")
        assert line in capsys.readouterr().err
    assert there.read_bytes() == before
    assert not fresh.exists()


def test_a_file_that_is_not_there_is_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And so is a folder, and what is not text."""
    (tmp_path / "latin.toml").write_bytes(b'name = "\xff"')
    said = {"nowhere.toml": "cannot be read", "": "folder", "latin.toml": "no text in UTF-8"}
    for name, words in said.items():
        assert run(tmp_path / name)[0] == 2
        assert words in capsys.readouterr().err


def test_what_is_no_campaign_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever it is."""
    path = tmp_path / "letter.encounter"
    path.write_text("Dear campaign", "utf-8")
    assert run(GOLDEN, "--into", str(path))[0] == 2
    assert capsys.readouterr().err
    assert path.read_text("utf-8") == "Dear campaign"

"""Own rules in JSON exports: carried along, taken in as versions, never twice; what waits for a ruleset stays whole."""

import json
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from encounter_gui import paths
from encounter_gui.cli.main import parse
from encounter_gui.core.ids import RulesetId
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.rulesets.pack import pack_of
from encounter_gui.play.transfer.exports import parcel_of, text_of
from encounter_gui.play.transfer.imports import Preview, Wanted, preview_files, take_back, take_in
from encounter_gui.play.transfer.ruleset_uses import RulesetUse, uses_in
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.storage.prepared_store import New

RULES = 'name = "{0}"\nversion = "{1}"\nextends = "cwn"\n'
RIFLE = '[[items]]\nkey = "combat_rifle"\n[items.values]\nhit = {0}\n'
RAIL = (
    '[[items]]\nkey = "own_rail"\nname = "Rail"\nkind = "weapon"\n[items.values]\ndamage = "1d10"\n'
)


@pytest.fixture(autouse=True)
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "profile"))
    return tmp_path / "profile" / "encounter-gui" / "rulesets"


def ruleset(name: str) -> Ruleset:
    return build(name, paths.ruleset_texts)


def opened(path: Path, game: str = "cwn") -> OpenCampaign:
    services = CampaignServices(
        rulesets=ruleset,
        texts=message_catalog(),
        now=lambda: "2026-11-30T20:00:00+00:00",
        files=paths.ruleset_texts,
    )
    if path.exists():
        return OpenCampaign.open(path, services)
    return OpenCampaign.create(path, services, first="First", ruleset=game)


@pytest.fixture
def one(tmp_path: Path) -> Iterator[OpenCampaign]:
    made = opened(tmp_path / "one.encounter")
    yield made
    made.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[OpenCampaign]:
    made = opened(tmp_path / "other.encounter")
    yield made
    made.close()


def taken(campaign: OpenCampaign, text: str) -> None:
    campaign.own_rules.take_in(campaign.own_rules.look_at(pack_of("r", {"ruleset.toml": text})))


def exported(campaign: OpenCampaign, what: str = "campaign") -> str:
    return text_of(parcel_of(campaign, what, ruleset), "json")


def preview(campaign: OpenCampaign, text: str) -> Preview:
    return preview_files(
        [("a.json", text.encode())],
        rulesets=lambda name: campaign.laid_over(ruleset(name)),
        known=campaign.prepared.creatures.all(),
        fallback="cwn",
        look_at=campaign.own_rules.look_at,
    )


def hit(campaign: OpenCampaign) -> object:
    rifle = campaign.ruleset("cwn").item("combat_rifle")
    return rifle.values.get("hit") if rifle else None


@pytest.mark.parametrize("what", ["campaign", "encounter:First"])
def test_an_export_carries_the_rules_of_its_games_and_import_takes_them(
    one: OpenCampaign, other: OpenCampaign, what: str
) -> None:
    taken(one, RULES.format("Redlines", 3) + RIFLE.format(2))
    text = exported(one, what)
    (rules,) = json.loads(text)["own_rules"]
    assert (rules["manifest"]["name"], rules["manifest"]["version"]) == ("Redlines", "3")
    found = preview(other, text)
    assert [each.arrival for each in found.rules] == ["new"]
    library = other.library(RulesetRepository(ruleset, lambda: ("cwn",)))
    wanted = Wanted(
        encounters=tuple(each.encounter for each in found.encounters), rules=found.arriving_rules
    )
    brought = take_in(other, library, wanted)
    assert hit(other) == 2
    (fight,) = brought.encounters
    assert other.session(fight.id).context.ruleset.own_name == "Redlines"
    again = preview(other, text)
    assert ([each.arrival for each in again.rules], again.arriving_rules) == (["same"], ())
    take_back(other, library, brought)
    assert (hit(other), other.own_rules.repository.versions("cwn")) == (None, ())


def test_a_library_carries_the_rules_of_the_games_in_it_alone(one: OpenCampaign) -> None:
    taken(one, RULES.format("Redlines", 3) + RIFLE.format(2))
    assert "own_rules" not in json.loads(exported(one, "library"))
    entry = LibraryCreature(creature=CreatureDef(key="a", name="Ada", side="foe"))
    one.prepared.creatures.add([New(ruleset=RulesetId("cwn"), value=entry)])
    assert len(json.loads(exported(one, "library"))["own_rules"]) == 1


def test_what_carries_gear_of_own_rules_comes_with_it(
    one: OpenCampaign, other: OpenCampaign
) -> None:
    taken(one, RULES.format("Rails", 1) + RAIL)
    gunner = CreatureDef(key="g", name="Gunner", side="foe", items=(CarriedDef(item="own_rail"),))
    one.prepared.creatures.add(
        [New(ruleset=RulesetId("cwn"), value=LibraryCreature(creature=gunner))]
    )
    found = preview(other, exported(one, "library"))
    (candidate,) = found.candidates
    assert candidate.proposal.entry.creature == gunner
    assert (found.skipped, candidate.proposal.warnings) == ((), ())


def test_rules_that_would_hold_in_place_of_others_are_told_and_left_out(
    one: OpenCampaign, other: OpenCampaign
) -> None:
    taken(one, RULES.format("Redlines", 3) + RIFLE.format(2))
    taken(other, RULES.format("Redlines", 3) + RIFLE.format(5))
    (arriving,) = preview(other, exported(one)).rules
    assert (arriving.arrival, arriving.asks) == ("other", True)
    assert preview(other, exported(one)).arriving_rules == ()
    assert hit(other) == 5


def test_exports_without_own_rules_are_as_they_were(one: OpenCampaign) -> None:
    """No key more than before; and a file without it is read as before."""
    assert set(json.loads(exported(one))) == {
        "format", "version", "creatures", "encounters", "extras",
    }  # fmt: skip
    assert preview(one, exported(one)).rules == ()


def with_rules(text: str, *rules: Mapping[str, Any]) -> str:
    return json.dumps({**json.loads(text), "own_rules": list(rules)})


HEAD = {"id": "h", "name": "H", "version": "1", "extends": "cwn"}
HOUSE = RULES.format("H", 1)
MANY = "".join(f"k{each} = 1\n" for each in range(30_000))


@pytest.mark.parametrize(
    ("manifest", "texts", "key"),
    [
        ({}, {"../up.toml": "", "ruleset.toml": HOUSE}, "ruleset.pack.bad_name"),
        ({}, {"ruleset.toml": HOUSE + "[numbers]\n" + MANY}, "ruleset.pack.too_much"),
        ({}, {"ruleset.toml": HOUSE, "b.toml": "#" * 2_000_000}, "ruleset.pack.too_large"),
        ({}, {f"{each}.toml": "" for each in range(99)}, "ruleset.pack.too_many"),
        ({"extends": "elsewhere"}, {"ruleset.toml": HOUSE.replace("cwn", "elsewhere")}, "ruleset.pack.needs"),
        ({"id": "../h"}, {"ruleset.toml": HOUSE}, "ruleset.pack.bad_id"),
        ({"id": 3}, {"ruleset.toml": HOUSE}, "ruleset.pack.bad_manifest"),
        ({}, {"ruleset.toml": HOUSE + '[[items]]\nkey = "knfe"\n'}, "ruleset.no_such_entry_like"),
        ({}, {"ruleset.toml": 3}, "import.own_damaged"),
    ],
)  # fmt: skip
def test_hostile_rules_in_an_export_are_left_out_and_told_within_two_seconds(
    other: OpenCampaign, manifest: Mapping[str, Any], texts: Mapping[str, Any], key: str
) -> None:
    """What else is in the file is taken in; nothing of the rules is."""
    rules = {"manifest": {**HEAD, **manifest}, "texts": texts}
    text = with_rules(exported(other), rules)
    begun = time.process_time()
    found = preview(other, text)
    assert time.process_time() - begun < 2
    assert [each.reason.key for each in found.skipped] == [key]
    assert (found.rules, len(found.encounters)) == ((), 1)


def test_of_two_rules_for_one_game_the_second_is_told(other: OpenCampaign) -> None:
    rules = {"manifest": HEAD, "texts": {"ruleset.toml": HOUSE}}
    found = preview(other, with_rules(exported(other), rules, rules, *[rules] * 20))
    assert len(found.rules) == 1
    assert {each.reason.key for each in found.skipped} == {
        "import.rules_twice",
        "import.too_many_rules",
    }


def house(folder: Path) -> None:
    (folder / "house").mkdir(parents=True)
    (folder / "house" / "ruleset.toml").write_text(
        'name = "House"\nextends = "cwn"\n' + RAIL, encoding="utf-8"
    )


def test_w1_switched_off_is_not_deleted(tmp_path: Path, profile: Path) -> None:
    """A pack is gone: what was made with it stays, is listed as waiting, exported unchanged, and comes back whole."""
    house(profile)
    path = tmp_path / "docks.encounter"
    campaign = opened(path, "house")
    encounter = campaign.encounters()[0].id
    campaign.session(encounter).perform(Add(creature="gang_gunman", count=2))
    gunner = CreatureDef(key="g", name="Gunner", side="foe", items=(CarriedDef(item="own_rail"),))
    campaign.prepared.creatures.add(
        [New(ruleset=RulesetId("house"), value=LibraryCreature(creature=gunner))]
    )
    state, text = campaign.look_at(encounter).state, exported(campaign)
    csv = text_of(parcel_of(campaign, "library", ruleset), "csv")
    campaign.close()
    shutil.move(profile / "house", tmp_path / "away")

    campaign = opened(path)
    fight = campaign.session(encounter)
    assert fight.state == state
    fight.perform(Add(creature="gang_gunman", count=1))
    fight.undo()
    assert uses_in(campaign)["house"] == RulesetUse(creatures=1, encounters=1)
    assert exported(campaign) == text
    assert text_of(parcel_of(campaign, "library", ruleset), "csv").count("Gunner") == csv.count(
        "Gunner"
    )
    library = campaign.library(RulesetRepository(ruleset, lambda: ("cwn",)))
    assert [each.ruleset for each in library.items if each.is_own] == ["house"]
    campaign.close()

    shutil.move(tmp_path / "away", profile / "house")
    campaign = opened(path)
    assert exported(campaign) == text
    assert campaign.ruleset("house").item("own_rail") is not None
    campaign.close()


def test_w1_what_waits_for_a_ruleset_is_imported_as_it_is(
    tmp_path: Path, profile: Path, other: OpenCampaign, capsys: pytest.CaptureFixture[str]
) -> None:
    """No creature is made into one of another game because its own is not there; encounters say what they wait for."""
    house(profile)
    campaign = opened(tmp_path / "docks.encounter", "house")
    gunner = CreatureDef(key="g", name="Gunner", side="foe", items=(CarriedDef(item="own_rail"),))
    campaign.prepared.creatures.add(
        [New(ruleset=RulesetId("house"), value=LibraryCreature(creature=gunner))]
    )
    text = exported(campaign)
    campaign.close()
    shutil.rmtree(profile / "house")
    found = preview(other, text)
    (candidate,) = found.candidates
    assert (candidate.ruleset, candidate.proposal.entry.creature) == ("house", gunner)
    assert [each.reason.key for each in found.skipped] == ["import.encounter_waits"]
    other.close()
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")
    assert parse(("import", str(file), "--into", str(tmp_path / "other.encounter"))) == 0
    assert "waits for the ruleset “house”" in capsys.readouterr().out


def test_the_command_line_says_what_becomes_of_own_rules(
    tmp_path: Path, one: OpenCampaign, capsys: pytest.CaptureFixture[str]
) -> None:
    taken(one, RULES.format("Redlines", 3) + RIFLE.format(2))
    one.close()
    file, into = tmp_path / "a.json", str(tmp_path / "new.encounter")
    assert parse(("export", str(one.path), "--what", "campaign", "--out", str(file))) == 0
    capsys.readouterr()
    assert parse(("import", str(file), "--into", into)) == 0
    assert "Own rules: Redlines, version 3, as version 1 for" in capsys.readouterr().out
    assert parse(("import", str(file), "--into", into, "--json")) == 0
    (said,) = json.loads(capsys.readouterr().out)["own_rules"]
    assert (said["arrival"], said["taken"]) == ("same", False)
    again = opened(Path(into))
    assert len(again.own_rules.repository.versions("cwn")) == 1
    assert hit(again) == 2
    again.close()

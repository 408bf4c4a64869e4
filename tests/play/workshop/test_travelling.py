"""Own rules from one campaign to another: whole, counted, told before anything is changed, never twice."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.rulesets.pack import Pack, pack_of, packed, unpacked
from encounter_gui.play.workshop.sharing import SharedAs, first_id
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Layer, with_value
from encounter_gui.rules.model.commands import Add, Correct
from encounter_gui.rules.model.own_rules import OwnRules
from tests.helpers.rulesets import shipped

HIT = ("items", "combat_rifle", "values", "hit")
Open = Callable[[str], OpenCampaign]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    made: list[OpenCampaign] = []

    def one(name: str) -> OpenCampaign:
        services = CampaignServices(
            rulesets=shipped,
            texts=message_catalog(),
            now=lambda: "2026-11-30T20:00:00+00:00",
            files=paths.ruleset_texts,
        )
        path = tmp_path / f"{name}.encounter"
        made.append(
            OpenCampaign.open(path, services)
            if path.exists()
            else OpenCampaign.create(path, services, first="First", ruleset="cwn")
        )
        return made[-1]

    yield one
    for each in made:
        each.close()


def saved(campaign: OpenCampaign, hit: int, name: str = "Redlines") -> OwnRules:
    """The next version, in which the combat rifle hits otherwise."""
    workshop = campaign.own_rules.workshop("cwn")
    layer = with_value(workshop.draft.layer, HIT, hit)
    rules = DraftView(workshop.base, workshop.draft.rules).renamed(name).with_layer(layer)
    workshop.put(DraftView(workshop.base, rules))
    return workshop.save()


def travelled(campaign: OpenCampaign, shared: SharedAs | None = None) -> Pack:
    return unpacked(packed(campaign.own_rules.pack("cwn", shared)), "redlines.ruleset")


def hit(campaign: OpenCampaign) -> object:
    item = campaign.ruleset("cwn").item("combat_rifle")
    return item.values.get("hit") if item else None


def take(campaign: OpenCampaign, pack: Pack) -> str:
    arriving = campaign.own_rules.look_at(pack)
    campaign.own_rules.take_in(arriving)
    return arriving.arrival


def refused(campaign: OpenCampaign, pack: Pack, game: str = "") -> Mapping[str, object]:
    with pytest.raises(AppError) as caught:
        campaign.own_rules.look_at(pack, game)
    assert campaign.own_rules.repository.versions("cwn") == ()
    return {"key": caught.value.message.key, **caught.value.message.params}


def test_one_campaigns_rules_hold_in_another(opened: Open) -> None:
    one, other = opened("one"), opened("other")
    saved(one, 2)
    pack = travelled(one, SharedAs(author="Mira", licence="CC0-1.0"))
    arriving = other.own_rules.look_at(pack)
    assert (arriving.arrival, arriving.rules.version, arriving.asks) == ("new", 1, False)
    assert [each.line for each in arriving.differences] == ["+ items.combat_rifle.values.hit: 2"]
    assert hit(other) is None, "looking changes nothing"
    kept = other.own_rules.take_in(arriving)
    assert (kept.source, kept.author, kept.licence) == ("file", "Mira", "CC0-1.0")
    assert kept.at == "2026-11-30T20:00:00+00:00"
    assert hit(other) == hit(one) == 2
    assert other.ruleset("cwn").own_name == "Redlines"


def test_w3_taken_in_twice_it_is_there_once(opened: Open) -> None:
    one, other = opened("one"), opened("other")
    saved(one, 2)
    for arrival in ("new", "same", "same"):
        assert take(other, travelled(one)) == arrival
    assert len(other.own_rules.repository.versions("cwn")) == 1


def test_w4_an_update_that_updates_nothing(opened: Open) -> None:
    """A newer one changes what it says and how much is told; the same version with other content asks."""
    one, other = opened("one"), opened("other")
    saved(one, 2)
    first = travelled(one)
    take(other, first)
    saved(one, 3)
    arriving = other.own_rules.look_at(travelled(one))
    assert (arriving.arrival, len(arriving.differences), arriving.asks) == ("newer", 1, False)
    assert arriving.differences[0].line == "items.combat_rifle.values.hit: 2 → 3"
    other.own_rules.take_in(arriving)
    assert (hit(other), other.own_rules.repository.newest("cwn").version) == (3, 2)  # type: ignore[union-attr]
    text = travelled(one).texts["ruleset.toml"].replace("hit = 3", "hit = 5")
    changed = pack_of(first.manifest.id, {"ruleset.toml": text})
    arriving = other.own_rules.look_at(changed)
    assert (arriving.arrival, arriving.asks) == ("other", True)
    assert arriving.refusal.message.key == "ruleset.pack.other"
    assert (other.own_rules.look_at(first).arrival, hit(other)) == ("older", 3)


def test_w12_what_was_taken_in_and_changed_is_newer_than_the_file(opened: Open) -> None:
    """The file is not offered as an update of what was made of it; what was made of it is one of the file."""
    one, other = opened("one"), opened("other")
    saved(one, 2)
    pack = travelled(one)
    take(other, pack)
    assert other.own_rules.pack("cwn").manifest == pack.manifest, "passed on as it came"
    saved(other, 4)
    assert other.own_rules.look_at(pack).arrival == "older"
    changed = travelled(other)
    assert (changed.manifest.id, changed.manifest.version) == (pack.manifest.id, "1.2")
    assert one.own_rules.look_at(changed).arrival == "newer"


def test_w10_renamed_rules_stay_the_same_ones(opened: Open) -> None:
    """All versions have one id, whatever they are called and whoever is said to have made them."""
    one, other = opened("one"), opened("other")
    saved(one, 2)
    pack = travelled(one)
    one.own_rules.remember_shared("cwn", pack)
    take(other, pack)
    saved(one, 3, name="Green lines")
    again = travelled(one)
    assert again.manifest.id == pack.manifest.id == "cwn-redlines"
    assert (again.manifest.name, other.own_rules.look_at(again).arrival) == ("Green lines", "newer")


def test_w10_a_renamed_weapon_is_still_the_weapon_that_somebody_carries(opened: Open) -> None:
    """Entries go by their keys: who carries it, and a fight that takes the rules over, mean the same one."""
    campaign = opened("one")
    fight = campaign.session(campaign.encounters()[0].id)
    fight.perform(Add(creature="gang_gunman", count=1))
    who: CombatantId = next(iter(fight.state.combatants))
    carried = fight.state.combatants[who].items[0]
    text = f'name = "R"\nextends = "cwn"\n[[items]]\nkey = "{carried.sort}"\nname = "Old faithful +1"\n'
    take(campaign, pack_of("r", {"ruleset.toml": text}))
    campaign.own_rules.take_over(fight, campaign.ruleset("cwn"))
    after = fight.state.combatants[who].items[0]
    assert (after.key, after.sort, after.name) == (carried.key, carried.sort, "Old faithful +1")
    fight.undo()
    assert fight.state.combatants[who].items[0] == carried


def test_w11_notes_and_ammunition_of_an_owner_stay_when_an_entry_is_refreshed(opened: Open) -> None:
    campaign = opened("one")
    fight = campaign.session(campaign.encounters()[0].id)
    fight.perform(Add(creature="gang_gunman", count=1))
    who: CombatantId = next(iter(fight.state.combatants))
    carried = fight.state.combatants[who].items[0]
    gauge = f"ammo.{carried.key}"
    fight.perform(Correct(who=who, number=carried.key, to=3))
    before = fight.state.combatants[who]
    text = (
        f'name = "R"\nextends = "cwn"\n[[items]]\nkey = "{carried.sort}"\n[items.values]\nhit = 2\n'
    )
    take(campaign, pack_of("r", {"ruleset.toml": text}))
    campaign.own_rules.take_over(fight, campaign.ruleset("cwn"))
    after = fight.state.combatants[who]
    assert after.items[0].values["hit"] == 2
    assert (after.gauges[gauge], after.note, len(after.items)) == (
        3,
        before.note,
        len(before.items),
    )


def test_w7_what_is_gone_from_a_new_version_stays_with_those_who_have_it(opened: Open) -> None:
    """A fight keeps its pinned copy, and opening, saving and closing do not make the loss final."""
    campaign = opened("one")
    weapon = '[[items]]\nkey = "own_rail"\nname = "Rail"\nkind = "weapon"\n[items.values]\ndamage = "1d10"\n'
    head = 'name = "R"\nextends = "cwn"\nversion = "{}"\n'
    creature = (
        '[[creatures]]\nkey = "own_gunner"\nname = "Gunner"\nside = "foe"\n'
        '[[creatures.items]]\nitem = "own_rail"\n'
    )
    take(campaign, pack_of("r", {"ruleset.toml": head.format(1) + weapon + creature}))
    encounter = campaign.new_encounter("Rails", "cwn")
    fight = campaign.session(encounter)
    fight.perform(Add(creature="own_gunner", count=1))
    (gunner,) = fight.state.combatants.values()
    take(campaign, pack_of("r", {"ruleset.toml": head.format(2)}))
    assert campaign.ruleset("cwn").item("own_rail") is None
    campaign.close()
    again = opened("one")
    fight = again.session(encounter)
    assert tuple(fight.state.combatants.values()) == (gunner,)
    assert fight.context.ruleset.item("own_rail") is not None
    again.own_rules.take_over(fight, again.ruleset("cwn"))
    (kept,) = fight.state.combatants.values()
    assert kept.items == gunner.items, "the copy that somebody carries is nobody else's to take"
    fight.undo()
    assert fight.context.ruleset.item("own_rail") is not None


def test_w5_where_the_book_has_changed_under_rules_of_a_file_both_are_known(opened: Open) -> None:
    campaign = opened("one")
    text = 'name = "R"\nextends = "cwn"\n[numbers.burst_hit]\nvalue = 3\n'
    take(campaign, pack_of("r", {"ruleset.toml": text}))
    (rules,) = campaign.own_rules.repository.versions("cwn")
    was = campaign.own_rules.base("cwn").value(("numbers", "burst_hit", "value"))
    assert rules.book == {"numbers\tburst_hit\tvalue": was}


def test_w8_what_is_wrong_is_told_by_file_and_place_and_nothing_is_kept(opened: Open) -> None:
    campaign = opened("one")
    files = {
        "ruleset.toml": 'name = "R"\nextends = "cwn"\n[numbers.burst_hit]\nvalue = 3\n',
        "weapons.toml": '[[items]]\nkey = "knife"\n[items.values]\ndamge = 3\n',
    }
    with pytest.raises(AppError) as caught:
        campaign.own_rules.look_at(pack_of("r", files))
    place = caught.value.place  # type: ignore[attr-defined]
    assert (place.file, place.pointer) == ("r/weapons.toml", "items.knife.values.damge")
    assert campaign.own_rules.repository.versions("cwn") == ()


def test_what_it_changes_must_be_there_and_be_that_game(opened: Open) -> None:
    campaign = opened("one")
    missing = pack_of("r", {"ruleset.toml": 'name = "R"\nextends = "elsewhere"\n'})
    assert refused(campaign, missing) == {
        "key": "ruleset.pack.needs",
        "name": "R",
        "extends": "elsewhere",
    }
    mine = pack_of("r", {"ruleset.toml": 'name = "R"\nextends = "d6pool"\n'})
    assert refused(campaign, mine, "cwn")["key"] == "ruleset.pack.other_game"
    alone = pack_of("r", {"ruleset.toml": 'name = "R"\nsystem = "cwn"\n'})
    assert refused(campaign, alone)["key"] == "ruleset.pack.stands_alone"
    another = pack_of("r", {"ruleset.toml": 'name = "R"\nextends = "cwn"\nsystem = "d6pool"\n'})
    assert refused(campaign, another)["key"] == "ruleset.pack.other_system"


def test_rules_of_another_name_are_asked_about_and_both_stay(opened: Open) -> None:
    one, other = opened("one"), opened("other")
    saved(one, 2)
    saved(other, 4, name="Ours")
    arriving = other.own_rules.look_at(travelled(one))
    assert (arriving.arrival, arriving.asks) == ("new", True)
    assert arriving.refusal.message.key == "ruleset.pack.instead"
    other.own_rules.take_in(arriving)
    assert [each.name for each in other.own_rules.repository.versions("cwn")] == [
        "Redlines",
        "Ours",
    ]


def test_nothing_saved_is_nothing_to_share(opened: Open) -> None:
    with pytest.raises(AppError) as caught:
        opened("one").own_rules.pack("cwn")
    assert caught.value.message.key == "workshop.nothing_to_share"


@pytest.mark.parametrize(
    ("name", "author", "expected"),
    [
        ("My Redlines", "Mira", "mira-my_redlines"),
        ("My Redlines", "", "cwn-my_redlines"),
        ("CWN", "", "cwn-cwn"),
        ("Правила", "", "cwn-own"),
        ("Ünïcödé & more!", "J. R.", "j_r-unicode_more"),
        ("x" * 90, "", "cwn-" + "x" * 36),
    ],
)
def test_the_id_begins_with_its_author(name: str, author: str, expected: str) -> None:
    assert first_id("cwn", name, author) == expected
    pack_of(expected, {"ruleset.toml": 'name = "R"\nextends = "cwn"\n'})


def test_a_layer_without_anything_travels(opened: Open) -> None:
    one, other = opened("one"), opened("other")
    saved(one, 2)
    workshop = one.own_rules.workshop("cwn")
    workshop.put(DraftView(workshop.base, workshop.draft.with_layer(Layer())))
    workshop.save()
    take(other, travelled(one))
    assert hit(other) is None

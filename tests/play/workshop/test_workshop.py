"""The own rules of a campaign: typed, checked, kept version by version, and taken over by a fight."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from encounter_gui import paths
from encounter_gui.core.ids import CombatantId
from encounter_gui.paths import message_catalog
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.workshop.workshop import DraftView, Workshop
from encounter_gui.rules.files.tables import Column, TableDef
from encounter_gui.rules.model.commands import Add
from encounter_gui.rules.model.ruleset import Ruleset
from tests.helpers.rulesets import shipped

RIFLE = ("items", "combat_rifle")


def opened(path: Path) -> OpenCampaign:
    services = CampaignServices(
        rulesets=shipped,
        texts=message_catalog(),
        now=lambda: "2026-11-30T20:00:00+00:00",
        files=paths.ruleset_texts,
    )
    if path.exists():
        return OpenCampaign.open(path, services)
    return OpenCampaign.create(path, services, first="First", ruleset="cwn")


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[OpenCampaign]:
    made = opened(tmp_path / "Docks.encounter")
    yield made
    made.close()


@pytest.fixture
def workshop(campaign: OpenCampaign) -> Workshop:
    return campaign.own_rules.workshop("cwn")


def table(draft: DraftView, key: str) -> TableDef:
    return next(each for each in draft.tables if each.key == key)


def column(draft: DraftView, key: str, path: tuple[str, ...]) -> Column:
    found = table(draft, key).column(path)
    assert found is not None
    return found


def typed(workshop: Workshop, key: str, entry: tuple[str, str], path: str, text: str) -> None:
    where = tuple(path.split("."))
    draft = workshop.draft
    workshop.put(draft.typed([(*entry, *where)], column(draft, key, where), text))


def rifle(ruleset: Ruleset) -> dict[str, object]:
    item = ruleset.item("combat_rifle")
    assert item is not None
    return dict(item.values)


def test_a_value_typed_over_counts_and_the_rest_is_inherited(workshop: Workshop) -> None:
    typed(workshop, "weapons", RIFLE, "values.hit", "+1")
    typed(workshop, "weapons", RIFLE, "values.range", "150/300")
    assert rifle(workshop.draft.ruleset) == {
        **rifle(shipped("cwn")),
        "hit": 1,
        "range": (150, 300),
    }
    assert workshop.draft.own_places() == ((*RIFLE, "values", "hit"), (*RIFLE, "values", "range"))
    assert workshop.draft.problems == ()


def test_the_books_value_typed_is_no_own_value(workshop: Workshop) -> None:
    typed(workshop, "weapons", RIFLE, "values.range", "150/300")
    typed(workshop, "weapons", RIFLE, "values.range", "100/300")
    assert workshop.draft.own_places() == ()
    assert not workshop.is_changed
    assert workshop.repository.draft("cwn") is None


@pytest.mark.parametrize(
    ("path", "text"),
    [("values.range", "300"), ("values.magazine", "many"), ("values.damage", "2d")],
)
def test_what_cannot_be_read_is_kept_as_typed_and_the_value_before_counts_on(
    workshop: Workshop, path: str, text: str
) -> None:
    typed(workshop, "weapons", RIFLE, path, text)
    (unread,) = workshop.draft.unread
    assert unread == ((*RIFLE, *path.split(".")), text)
    assert rifle(workshop.draft.ruleset) == rifle(shipped("cwn"))


def test_a_number_out_of_range_stays_in_the_draft_and_out_of_the_version(
    workshop: Workshop,
) -> None:
    draft = workshop.draft
    value = column(draft, "numbers", ("value",))
    workshop.put(draft.typed([("numbers", "burst_hit", "value")], value, "5000"))
    typed(workshop, "weapons", RIFLE, "values.hit", "2")
    (problem,) = workshop.draft.problems
    assert problem.place.pointer == "numbers.burst_hit.value"
    version = workshop.save()
    assert version.data == {"items": {"combat_rifle": {"values": {"hit": 2}}}}
    assert workshop.is_changed, "what is wrong stays in the draft"
    (still,) = workshop.draft.problems
    assert (still.place.pointer, still.message) == (problem.place.pointer, problem.message)


def test_a_version_is_never_changed_and_restoring_makes_a_new_one(workshop: Workshop) -> None:
    typed(workshop, "weapons", RIFLE, "values.hit", "1")
    first = workshop.save()
    typed(workshop, "weapons", RIFLE, "values.hit", "2")
    workshop.save()
    third = workshop.restore(first)
    assert [each.version for each in workshop.versions] == [3, 2, 1]
    assert third.data == first.data
    assert third.source == "restored"


def test_what_was_restored_and_changed_leaves_no_draft_once_it_is_saved(workshop: Workshop) -> None:
    """It went on saying "draft", with nothing that differed: where the version before was from counted as a change."""
    typed(workshop, "weapons", RIFLE, "values.hit", "1")
    workshop.restore(workshop.save())
    workshop.put(workshop.again().draft)
    typed(workshop, "weapons", RIFLE, "values.hit", "2")
    assert workshop.save().source == "me"
    assert not workshop.is_changed
    assert workshop.repository.draft("cwn") is None


def test_a_new_entry_as_another_one_is_that_one_with_another_name(workshop: Workshop) -> None:
    draft = workshop.draft
    weapons = table(draft, "weapons")
    like = next(each for each in draft.rows(weapons) if each.place == RIFLE)
    after, place = draft.added(weapons, "Rail pistol", like)
    item = after.ruleset.item(place[1])
    assert item is not None
    assert (item.name, dict(item.values)) == ("Rail pistol", rifle(shipped("cwn")))
    assert after.is_new(place)


def test_the_draft_and_the_versions_are_there_again_after_opening(tmp_path: Path) -> None:
    path = tmp_path / "Docks.encounter"
    first = opened(path)
    workshop = first.own_rules.workshop("cwn")
    typed(workshop, "weapons", RIFLE, "values.hit", "1")
    workshop.save()
    typed(workshop, "weapons", RIFLE, "values.range", "x")
    first.close()
    again = opened(path)
    found = again.own_rules.workshop("cwn")
    assert found.draft.unread == (((*RIFLE, "values", "range"), "x"),)
    assert rifle(again.ruleset("cwn"))["hit"] == 1
    assert again.ruleset("cwn").own_version == 1
    again.close()


def test_a_fight_keeps_its_rules_until_it_takes_new_ones_and_undo_takes_them_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    encounter = campaign.encounters()[0].id
    fight = campaign.session(encounter)
    fight.perform(Add(creature="gang_gunman", count=1))
    who: CombatantId = next(iter(fight.state.combatants))
    carried = fight.state.combatants[who].items[0]
    workshop = campaign.own_rules.workshop("cwn")
    typed(workshop, "weapons", ("items", carried.sort), "values.magazine", "99")
    workshop.save()
    assert fight.state.combatants[who].items[0] == carried
    campaign.own_rules.take_over(fight, campaign.ruleset("cwn"))
    assert fight.state.combatants[who].items[0].values["magazine"] == 99
    assert fight.context.ruleset.own_version == 1
    assert fight.state.combatants[who].gauges[f"ammo.{carried.key}"] == 99
    fight.undo()
    assert fight.state.combatants[who].items[0] == carried
    assert fight.context.ruleset.own_version == 0
    fight.redo()
    campaign.close()
    again = opened(path)
    found = again.session(encounter)
    assert found.context.ruleset.own_version == 1
    assert found.game.ruleset.own_version == 1
    found.undo()
    assert found.context.ruleset.own_version == 0
    again.close()


def test_a_copy_of_a_fight_has_its_history_and_leaves_the_fight_alone(
    campaign: OpenCampaign,
) -> None:
    encounter = campaign.encounters()[0].id
    fight = campaign.session(encounter)
    fight.perform(Add(creature="gang_gunman", count=2))
    copied = campaign.session(campaign.copy_fight(encounter, "Trial"))
    assert copied.state == fight.state
    copied.undo()
    assert len(copied.state.combatants) == 0
    assert len(campaign.look_at(encounter).state.combatants) == 2

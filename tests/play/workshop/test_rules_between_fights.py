"""Own rules from fight to fight: the time between goes by the latest, and the party's things follow each fight's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from encounter_gui.core.ids import EncounterId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.rules.model.commands import Correct, Finish
from encounter_gui.rules.model.items import most_ammo
from encounter_gui.rules.model.prepared import Party
from tests.helpers.own_rules import made_own, opened
from tests.play.time.test_campaign_time import EXAMPLES, FIGHTS, take_out

GAMES = tuple(FIGHTS)


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[OpenCampaign]:
    made = opened(tmp_path / "Docks.encounter")
    yield made
    made.close()


def fought(campaign: OpenCampaign, game: str) -> tuple[EncounterId, EncounterSession]:
    made = campaign.replay(EXAMPLES / f"{FIGHTS[game]}.toml")
    return made, campaign.session(made)


def armed(fight: EncounterSession) -> tuple[Combatant, Item]:
    """A player character with a thing that holds rounds, as the library says it."""
    for combatant in fight.state.combatants.values():
        for item in combatant.items if combatant.side == "pc" else ():
            known = fight.head_context.ruleset.item(item.sort)
            if most_ammo(item) and known and known.values.get("magazine") == most_ammo(item):
                return combatant, item
    pytest.skip("no player character of this fight carries a magazine as the library has it")


def larger(campaign: OpenCampaign, game: str, item: Item, to: int) -> None:
    made_own(campaign, game, ("items", item.sort, "values", "magazine"), to)


def rounds(people: object, name: str, item: Item) -> int:
    assert isinstance(people, tuple)
    found = next(each for each in people if each.name == name).item(item.key)
    return most_ammo(found)


def ended(fight: EncounterSession) -> None:
    if fight.state.stage != "ended":
        fight.perform(Finish())


@pytest.mark.parametrize("game", GAMES)
def test_the_time_goes_on_by_the_rules_of_the_fight_and_taking_back_takes_them_back(
    campaign: OpenCampaign, game: str
) -> None:
    made, fight = fought(campaign, game)
    who, item = armed(fight)
    ended(fight)
    time, _ = take_out(campaign, made, fight, game)
    assert campaign.look_at(time).context.ruleset.own_version == 0
    larger(campaign, game, item, most_ammo(item) + 3)
    second, later = fought(campaign, game)
    assert later.context.ruleset.own_version == 1
    ended(later)
    take_out(campaign, second, later, game)
    session = campaign.look_at(time)
    assert session.context.ruleset.own_version == 1
    assert rounds(tuple(session.state.combatants.values()), who.name, item) == most_ammo(item) + 3
    campaign.time.take_back_unused(second)
    session = campaign.look_at(time)
    assert session.context.ruleset.own_version == 0
    assert rounds(tuple(session.state.combatants.values()), who.name, item) == most_ammo(item)


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_by_older_rules_does_not_take_the_time_back_to_them(
    campaign: OpenCampaign, game: str
) -> None:
    old, older = fought(campaign, game)
    who, item = armed(older)
    larger(campaign, game, item, most_ammo(item) + 3)
    made, fight = fought(campaign, game)
    ended(fight)
    time, _ = take_out(campaign, made, fight, game)
    ended(older)
    take_out(campaign, old, older, game)
    session = campaign.look_at(time)
    assert session.context.ruleset.own_version == 1
    assert rounds(tuple(session.state.combatants.values()), who.name, item) == most_ammo(item) + 3


@pytest.mark.parametrize("game", GAMES)
def test_a_party_saved_by_any_version_comes_with_things_as_the_fight_says_them(
    campaign: OpenCampaign, game: str
) -> None:
    """W11: refreshed from the rules, with what is its own, and with its rounds."""
    _, fight = fought(campaign, game)
    who, item = armed(fight)
    party = Party(name="Squad", members=(fight.state.combatants[who.id],))
    assert campaign.party_for(party, campaign.ruleset(game)) == party
    larger(campaign, game, item, most_ammo(item) + 3)
    first = campaign.party_for(party, campaign.ruleset(game))
    assert rounds(first.members, who.name, item) == most_ammo(item) + 3
    larger(campaign, game, item, most_ammo(item) + 5)
    again = campaign.party_for(first, campaign.ruleset(game))
    assert rounds(again.members, who.name, item) == most_ammo(item) + 5
    if fight.state.stage != "ended":
        fight.perform(Correct(who=who.id, number=f"{item.key}.magazine", to=most_ammo(item) + 11))
        own = Party(name="Squad", members=(fight.state.combatants[who.id],))
        kept = campaign.party_for(own, campaign.ruleset(game))
        assert rounds(kept.members, who.name, item) == most_ammo(item) + 11


def test_a_new_entry_of_own_rules_and_an_own_item_of_the_same_name_are_two(
    campaign: OpenCampaign,
) -> None:
    """W3: same name, other thing: neither overwrites the other, and new encounters can be made."""
    from encounter_gui.rules.model.ruleset import ConditionDef
    from encounter_gui.storage.prepared_store import New

    smoke = ConditionDef(key="own_smoke", name="Smoke", kind="warn")
    game = campaign.encounters()[0].ruleset
    campaign.prepared.custom_entries.add([New(ruleset=campaign.ruleset(game).id, value=smoke)])
    workshop = campaign.own_rules.workshop(game)
    table = next(each for each in workshop.draft.tables if each.key == "conditions")
    draft, place = workshop.draft.added(table, "Smoke")
    assert place != ("conditions", "own_smoke")
    workshop.put(draft.with_value((*place, "kind"), "info"))
    workshop.save()
    ruleset = campaign.ruleset(game)
    assert [each.name for each in ruleset.conditions].count("Smoke") == 2
    campaign.new_encounter("Second", game)

"""A fight takes other rules over, at any moment, and back: nothing that it knows is lost. In all four games."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from operator import or_
from pathlib import Path

import msgspec
import pytest

from encounter_gui import paths
from encounter_gui.core.errors import RuleError, SaveError
from encounter_gui.core.ids import CombatantId, EncounterId, RulesetId
from encounter_gui.dice.requests import Faces
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.play.fight_rules import FightRules
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.players.combatant import Onlooker
from encounter_gui.play.players.keys import PlayerKeys
from encounter_gui.play.players.projection import players_view
from encounter_gui.play.players.reveal import RevealTable
from encounter_gui.play.session.overriding import Override
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.play.session_fights import session_fights
from encounter_gui.reports.content.summary import summary
from encounter_gui.rules.files.layers import with_value
from encounter_gui.rules.model.commands import (
    Add,
    Adjust,
    Afflict,
    Correct,
    Finish,
    Next,
    Note,
    Relieve,
    Settle,
    Switch,
)
from encounter_gui.rules.model.items import ammo_gauge, most_ammo
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.systems import SYSTEMS
from encounter_gui.storage.prepared_store import New
from tests.helpers.own_rules import made_own, opened
from tests.helpers.rulesets import shipped

GOLDEN = paths.data_folder("resources") / "examples"

SAMPLES = {
    "chrome": "deep-static",
    "cwn": "redlines",
    "phases": "night-harbour",
    "d6pool": "canal-bridge",
}
GAMES = tuple(SYSTEMS)


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[OpenCampaign]:
    made = opened(tmp_path / "Docks.encounter")
    yield made
    made.close()


def sample(campaign: OpenCampaign, game: str) -> tuple[EncounterId, EncounterSession]:
    """The sample of a game, in the middle of a fight."""
    folder = paths.data_folder("resources") / "samples"
    made = campaign.replay(folder / f"{SAMPLES[game]}.toml")
    fight = campaign.session(made)
    assert fight.state.stage == "running"
    return made, fight


def magazine(fight: EncounterSession) -> tuple[CombatantId, Item]:
    """Somebody with a thing that holds rounds, as the library says it."""
    for combatant in fight.state.combatants.values():
        for item in combatant.items:
            known = fight.head_context.ruleset.item(item.sort)
            is_as_known = known is not None and known.name == item.name
            if is_as_known and most_ammo(item) == known.values.get("magazine", 0) != 0:
                return combatant.id, item
    raise AssertionError("nobody carries anything that holds rounds")


def carried(fight: EncounterSession, who: CombatantId, item: Item) -> Item:
    found = fight.state.combatants[who].item(item.key)
    assert found is not None
    return found


def taken(campaign: OpenCampaign, fight: EncounterSession) -> None:
    campaign.own_rules.take_over(fight, campaign.ruleset(fight.game.ruleset.id))


def take(fight: EncounterSession, rules: FightRules, chosen: OwnRules | None) -> None:
    fight.perform(rules.command(chosen))
    rules.remember(chosen)


def larger(campaign: OpenCampaign, game: str, item: Item, by: int) -> None:
    """Makes a version in which this thing holds so many rounds more than now."""
    place = ("items", item.sort, "values", "magazine")
    now = campaign.ruleset(game).item(item.sort)
    assert now is not None
    value = now.values["magazine"]
    assert isinstance(value, int)
    made_own(campaign, game, place, value + by)


def moved_on(fight: EncounterSession) -> None:
    """The fight goes on: everything owed is settled by the program, and the next one acts."""
    for _ in range(8):
        if fight.state.obligations:
            with suppress(RuleError):
                fight.perform(Settle())
                continue
        break
    with suppress(RuleError):
        fight.perform(Next())


@pytest.mark.parametrize("game", GAMES)
def test_in_the_middle_of_a_fight_what_is_carried_follows_and_undo_brings_the_old_rules_back(
    campaign: OpenCampaign, game: str
) -> None:
    _, fight = sample(campaign, game)
    who, item = magazine(fight)
    larger(campaign, game, item, 3)
    before, ruleset = fight.state, fight.context.ruleset
    taken(campaign, fight)
    label = fight.game.texts.sentence(fight.log.path()[-1].label)
    assert label == "The fight goes on by Own rules, version 1"
    assert most_ammo(carried(fight, who, item)) == most_ammo(item) + 3
    assert fight.game.ruleset.own_version == fight.context.ruleset.own_version == 1
    after = fight.state
    fight.undo()
    assert (fight.state, fight.context.ruleset) == (before, ruleset)
    fight.redo()
    assert (fight.state, fight.context.ruleset.own_version) == (after, 1)
    moved_on(fight)
    assert fight.context.ruleset.own_version == 1


@pytest.mark.parametrize("game", GAMES)
def test_taken_over_twice_and_back_to_an_older_version(campaign: OpenCampaign, game: str) -> None:
    made, fight = sample(campaign, game)
    who, item = magazine(fight)
    for by in (3, 4):
        larger(campaign, game, item, by)
        taken(campaign, fight)
    assert most_ammo(carried(fight, who, item)) == most_ammo(item) + 7
    rules = FightRules(campaign, made, fight)
    older = next(each for each in rules.choices() if each.rules and each.rules.version == 1)
    take(fight, rules, older.rules)
    assert most_ammo(carried(fight, who, item)) == most_ammo(item) + 3
    rules = FightRules(campaign, made, fight)
    assert [each.name for each in rules.choices() if each.is_used] == ["Own rules, version 1"]
    assert rules.offer() is None, (
        "an older version was chosen: the newest is not pressed on anybody"
    )
    take(fight, rules, None)
    assert carried(fight, who, item) == item


def test_rounds_a_full_magazine_is_full_and_no_other_gains_one(campaign: OpenCampaign) -> None:
    _, fight = sample(campaign, "cwn")
    who, item = magazine(fight)
    gauge = ammo_gauge(item.key)
    full = fight.state.combatants[who].gauges[gauge] == most_ammo(item)
    left = fight.state.combatants[who].gauges[gauge]
    larger(campaign, "cwn", item, 3)
    taken(campaign, fight)
    assert fight.state.combatants[who].gauges[gauge] == (left + 3 if full else left)
    larger(campaign, "cwn", item, 1 - most_ammo(carried(fight, who, item)))
    taken(campaign, fight)
    assert fight.state.combatants[who].gauges[gauge] == min(left, 1)


def moments(campaign: OpenCampaign, game: str) -> Iterator[tuple[EncounterId, EncounterSession]]:
    """Every golden fight of a game, kept in the campaign."""
    for each in sorted(GOLDEN.glob(f"{game}-*.toml")):
        made = campaign.replay(each)
        yield made, campaign.session(made)


def at_first(
    campaign: OpenCampaign, game: str, wanted: Callable[[EncounterState], bool]
) -> tuple[EncounterId, EncounterSession]:
    """The first golden fight of a game in which a moment is so, as it stood then."""
    for made, fight in moments(campaign, game):
        for entry in fight.log.path():
            state = fight.log.state_at(entry.id)
            if state.stage == "running" and state.combatants and wanted(state):
                fight.move_head(entry.id)
                return made, fight
    raise AssertionError(f"no golden fight of {game} has such a moment")


def anything_own(campaign: OpenCampaign, game: str) -> None:
    """Makes a version in which a condition of the game is called otherwise."""
    key = campaign.ruleset(game).conditions[0].key
    made_own(campaign, game, ("conditions", key, "name"), "Otherwise")


def test_in_a_tie_what_is_held_is_released_under_the_new_rules(campaign: OpenCampaign) -> None:
    _, fight = at_first(campaign, "d6pool", lambda state: bool(state.held))
    held = fight.state.held
    anything_own(campaign, "d6pool")
    taken(campaign, fight)
    assert fight.state.held == held
    for _ in range(40):
        if not fight.state.held:
            break
        moved_on(fight)
    assert not fight.state.held
    assert fight.context.ruleset.own_version == 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_owed_stays_owed_and_is_settled_under_the_new_rules(
    campaign: OpenCampaign, game: str
) -> None:
    _, fight = at_first(campaign, game, lambda state: bool(state.obligations))
    owed = fight.state.obligations
    anything_own(campaign, game)
    taken(campaign, fight)
    assert fight.state.obligations == owed
    fight.undo()
    assert fight.state.obligations == owed
    fight.redo()
    with suppress(RuleError):  # some are decisions
        fight.perform(Settle())
        assert fight.state.obligations != owed


@pytest.mark.parametrize("game", ["cwn", "phases", "d6pool"])  # in the other one none asks twice
def test_a_command_that_waits_for_dice_keeps_the_dice_it_was_given(
    campaign: OpenCampaign, game: str
) -> None:
    made, fight, faces = half_answered(campaign, game)
    anything_own(campaign, game)
    taken(campaign, fight)
    assert fight.context.ruleset.own_version == 1
    left = [each for each in fight.state.obligations if each.kind == "resume"][-1]
    answers = json.loads(str(left.values["answers"]))
    assert [each["faces"] for each in answers[0]["rolls"]][:1] == [list(faces)]
    fight.perform(Settle(ids=(left.id,)))
    assert left.id not in [each.id for each in fight.state.obligations]
    assert campaign.look_at(made).state == fight.state


def half_answered(
    campaign: OpenCampaign, game: str
) -> tuple[EncounterId, EncounterSession, tuple[int, ...]]:
    """A fight in which a command waits for its later dice; with the faces of its first."""
    for made, fight in moments(campaign, game):
        for entry in reversed(fight.log.path()):
            before = fight.log.before_gesture(entry.id)
            is_fought = fight.log.state_at(before).stage == "running"
            if not is_fought or not entry.rolls or entry.command["do"] in ("next", "settle"):
                continue
            fight.move_head(before)
            kinds = reduce(or_, fight.game.system.commands)
            command = msgspec.convert(dict(entry.command), type=kinds)
            execution = fight.start(command, ask=True)
            if not isinstance(execution.ask, tuple):
                continue
            first = execution.ask[0]
            faces = (first.lowest,) * first.count
            execution.reply([Faces(values=faces), *[None] * (len(execution.ask) - 1)])
            if execution.ask is not None and execution.entry is None:
                return made, fight, faces
    raise AssertionError(f"no golden fight of {game} has a command that asks twice")


@pytest.mark.parametrize("game", GAMES)
def test_gone_from_the_list_gone_from_the_roster(campaign: OpenCampaign, game: str) -> None:
    """W7: a condition and a thing that a newer version has no more stay with whoever has them, and can be ended."""
    made, fight = sample(campaign, game)
    who, item = magazine(fight)
    burning = {"name": "Burning bright", "kind": "danger", "by_hand": True}
    made_own(campaign, game, ("conditions", "own_burning"), burning)
    library = campaign.ruleset(game).item(item.sort)
    assert library is not None
    thing = {"name": "Rail pistol", "kind": library.kind, "values": dict(library.values)}
    made_own(campaign, game, ("items", "own_rail_pistol"), thing)
    taken(campaign, fight)
    fight.perform(Afflict(who=(who,), condition="own_burning"))
    made_own(campaign, game, ("conditions", "own_burning"), None)
    made_own(campaign, game, ("items", "own_rail_pistol"), None)
    rules = FightRules(campaign, made, fight)
    assert [each.place for each in rules.differences(None) if each.kind == "removed"] == []
    taken(campaign, fight)
    known = fight.context.ruleset
    assert known.own_version == 4
    assert known.condition("own_burning") is not None
    assert known.item("own_rail_pistol") is not None
    assert fight.state.combatants[who].has("own_burning")
    assert "Burning bright" in repr(fight.game.system.combatant_view(fight.context, who))
    fight.perform(Relieve(who=(who,), condition="own_burning"))
    assert not fight.state.combatants[who].has("own_burning")


@pytest.mark.parametrize("game", GAMES)
def test_what_the_campaign_has_added_beside_the_rules_is_there_afterwards(
    campaign: OpenCampaign, game: str
) -> None:
    _, fight = sample(campaign, game)
    smoke = ConditionDef(key="own_smoke", name="In smoke", kind="warn")
    new = New(ruleset=fight.context.ruleset.id, value=smoke)
    campaign.prepared.custom_entries.add([new])
    anything_own(campaign, game)
    rules = campaign.own_rules.repository.newest(game)
    campaign.own_rules.take_over(fight, campaign.own_rules.for_fight(fight.context.ruleset, rules))
    assert fight.context.ruleset.condition("own_smoke") == smoke


def test_a_gauge_whose_most_shrinks_comes_down_to_it_and_a_full_one_stays_full(
    campaign: OpenCampaign,
) -> None:
    _, fight = sample(campaign, "cwn")
    ruleset = fight.context.ruleset
    main = ruleset.main_gauge
    assert main is not None
    people = list(fight.state.combatants.values())
    full, hurt = people[0], people[1]

    def with_most(most: str) -> None:
        gauges = tuple(
            replace(each, most=most) if each.key == main.key else each for each in ruleset.gauges
        )
        campaign.own_rules.take_over(fight, replace(ruleset, gauges=gauges, own_name="Trial"))

    def now(combatant: Combatant) -> int:
        return fight.state.combatants[combatant.id].gauges[main.key]

    with_most("9")
    for each in people:
        assert now(each) <= 9, each.name
    assert now(full) == 9
    fight.perform(Adjust(who=(hurt.id,), change="=4"))
    with_most("7")
    assert (now(full), now(hurt)) == (7, 4)
    with_most("20")
    assert (now(full), now(hurt)) == (20, 4)
    fight.undo()
    assert (now(full), now(hurt)) == (7, 4)


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_with_values_of_its_own_keeps_them(campaign: OpenCampaign, game: str) -> None:
    """W11: what is the owner's own is not overwritten; all else of the thing follows."""
    _, fight = sample(campaign, game)
    who, item = magazine(fight)
    fight.perform(Correct(who=who, number=f"{item.key}.magazine", to=most_ammo(item) + 11))
    larger(campaign, game, item, 3)
    name = f"{item.name}, new make"
    made_own(campaign, game, ("items", item.sort, "name"), name)
    taken(campaign, fight)
    now = carried(fight, who, item)
    assert (most_ammo(now), now.name) == (most_ammo(item) + 11, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_die_overridden_before_it_is_played_again_across_it(
    campaign: OpenCampaign, game: str
) -> None:
    _, fight = sample(campaign, game)
    rolled = [
        each
        for each in fight.log.path()
        if each.rolls and each.rolls[0].faces and each.command["do"] != "settle"
    ]
    entry = rolled[-1]
    who, item = magazine(fight)
    larger(campaign, game, item, 3)
    taken(campaign, fight)
    fight.perform(Note(text="after"))
    before, head = fight.state, fight.log.head
    roll = entry.rolls[0]
    request = roll.request
    first = (
        request.lowest if roll.faces[0] != request.lowest else request.lowest + request.sides - 1
    )
    faces = Faces(values=(first, *roll.faces[1:]))
    fight.override(Override(entry=entry.id, roll=0, to=faces))
    assert fight.context.ruleset.own_version == 1
    assert most_ammo(carried(fight, who, item)) == most_ammo(item) + 3
    fight.undo()
    assert (fight.log.head, fight.state) == (head, before)


@pytest.mark.parametrize("game", GAMES)
def test_looking_back_before_it_shows_the_old_rules_and_another_line_leaves_it(
    campaign: OpenCampaign, game: str
) -> None:
    _, fight = sample(campaign, game)
    before = fight.log.head
    anything_own(campaign, game)
    taken(campaign, fight)
    taken_at = fight.log.head
    fight.view_entry(before)
    assert fight.context.ruleset.own_version == 0
    assert fight.head_context.ruleset.own_version == 1
    with pytest.raises(RuleError):
        taken(campaign, fight)
    fight.view_entry(None)
    assert fight.context.ruleset.own_version == 1
    fight.undo()
    fight.perform(Note(text="another line"))
    assert fight.context.ruleset.own_version == fight.game.ruleset.own_version == 0
    fight.move_head(taken_at)
    assert fight.context.ruleset.own_version == fight.game.ruleset.own_version == 1


@pytest.mark.parametrize("game", GAMES)
def test_when_it_cannot_be_kept_nothing_has_changed_and_the_file_opens_as_it_was(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    made, fight = sample(campaign, game)
    anything_own(campaign, game)
    before = fight.state

    def fail(*_: object) -> None:
        raise SaveError(fight.log.path()[-1].label)

    with monkeypatch.context() as broken:
        broken.setattr(type(campaign._campaign), "append", fail)
        with pytest.raises(SaveError):
            taken(campaign, fight)
        with pytest.raises(SaveError):
            campaign.try_rules(made, "Trial", None)
    assert (fight.state, fight.context.ruleset.own_version) == (before, 0)
    assert campaign.copies == {}
    campaign.close()
    again = opened(path)
    found = again.session(made)
    assert (found.state, found.context.ruleset.own_version) == (before, 0)
    assert len(again.encounters()) == 2
    taken(again, found)
    again.close()
    last = opened(path)
    assert last.session(made).context.ruleset.own_version == 1
    last.close()


@pytest.mark.parametrize("game", GAMES)
def test_papers_players_and_recap_show_the_fight_by_the_rules_it_goes_by(
    campaign: OpenCampaign, game: str
) -> None:
    made, fight = sample(campaign, game)
    who, _ = magazine(fight)
    burning = {"name": "Burning bright", "kind": "danger", "by_hand": True}
    made_own(campaign, game, ("conditions", "own_burning"), burning)
    taken(campaign, fight)
    fight.perform(Afflict(who=(who,), condition="own_burning"))
    (told,) = session_fights(campaign.encounters()[1:], campaign.read, made, fight.game.texts)
    assert told.context.ruleset.own_version == 1
    flow = summary(fight.game.system, told.context, told.entries)
    assert "Own rules, version 1" in repr(flow)
    table = RevealTable()
    onlooker = Onlooker(
        context=fight.context,
        system=fight.game.system,
        table=table,
        keys=PlayerKeys(b"0123456789abcdef"),
    )
    assert players_view(onlooker)


def test_a_fight_that_is_over_is_not_changed_and_says_what_to_do(campaign: OpenCampaign) -> None:
    made, fight = sample(campaign, "cwn")
    anything_own(campaign, "cwn")
    fight.perform(Finish())
    with pytest.raises(RuleError) as refused:
        taken(campaign, fight)
    assert refused.value.message.key == "rules.over_by_its_rules"
    assert FightRules(campaign, made, fight).offer() is None


# ---- what is offered


def test_made_but_nowhere(campaign: OpenCampaign) -> None:
    """W9: a fight that nobody is in yet knows at once what was made; in others it is offered, and named."""
    made = campaign.encounters()[0].id
    empty = campaign.session(made)
    running, fight = sample(campaign, "cwn")
    burning = {"name": "Burning bright", "kind": "danger", "by_hand": True}
    made_own(campaign, "cwn", ("conditions", "own_burning"), burning)
    assert FightRules(campaign, made, empty).follow()
    assert empty.context.ruleset.condition("own_burning") is not None
    assert len(empty.log) == 1, "it is by these rules from its beginning: no step of its log"
    empty.perform(Add(creature="gang_gunman", count=1))
    empty.perform(Afflict(who=tuple(empty.state.combatants), condition="own_burning"))
    assert not FightRules(campaign, running, fight).follow()
    offer = FightRules(campaign, running, fight).offer()
    assert offer is not None
    assert (offer.uses, offer.name) == ("Cities Without Number", "Own rules, version 1")
    assert [(each.place, each.after) for each in offer.differences] == [
        ("conditions.own_burning", '"Burning bright"')
    ]


def test_a_prepared_encounter_opened_later_goes_by_the_newest_rules(tmp_path: Path) -> None:
    path = tmp_path / "Docks.encounter"
    campaign = opened(path)
    made = campaign.encounters()[0].id
    anything_own(campaign, "cwn")
    campaign.close()
    again = opened(path)
    assert again.session(made).context.ruleset.own_version == 1
    again.close()


def test_not_now_is_remembered_until_there_are_others(campaign: OpenCampaign) -> None:
    made, fight = sample(campaign, "cwn")
    anything_own(campaign, "cwn")
    rules = FightRules(campaign, made, fight)
    assert rules.offer() is not None
    rules.put_off()
    assert FightRules(campaign, made, campaign.session(made)).offer() is None
    made_own(campaign, "cwn", ("conditions", "prone", "name"), "Flat")
    assert FightRules(campaign, made, fight).offer() is not None


def test_an_item_added_in_the_campaign_is_no_reason_to_take_rules_over(
    campaign: OpenCampaign,
) -> None:
    anything_own(campaign, "cwn")
    made, fight = sample(campaign, "cwn")
    assert fight.context.ruleset.own_version == 1
    smoke = ConditionDef(key="own_smoke", name="In smoke", kind="warn")
    campaign.prepared.custom_entries.add([New(ruleset=RulesetId("cwn"), value=smoke)])
    assert FightRules(campaign, made, fight).offer() is None


def test_where_the_game_itself_has_changed_it_is_offered(campaign: OpenCampaign) -> None:
    made, fight = sample(campaign, "cwn")
    book = shipped("cwn")
    prone = book.condition("prone")
    assert prone is not None
    newer = replace(
        book,
        conditions=tuple(
            replace(each, name="Flat") if each is prone else each for each in book.conditions
        ),
    )
    same = FightRules(campaign, made, fight, book=lambda _: book)
    assert same.offer() is None
    changed = FightRules(campaign, made, fight, book=lambda _: newer)
    campaign.own_rules.base("cwn").ruleset = newer
    offer = changed.offer()
    assert offer is not None
    assert [(each.place, each.after) for each in offer.differences] == [
        ("conditions.prone.name", '"Flat"')
    ]
    take(fight, changed, None)
    assert FightRules(campaign, made, fight, book=lambda _: newer).offer() is None


def test_a_house_rule_set_for_the_fight_makes_no_difference_to_it(campaign: OpenCampaign) -> None:
    made, fight = sample(campaign, "cwn")
    switch = next(each for each in fight.context.ruleset.switches if each.default is False)
    fight.perform(Switch(key=switch.key, to=True))
    made_own(campaign, "cwn", ("switches", switch.key, "default"), True)
    assert FightRules(campaign, made, fight).offer() is None


# ---- a copy to try rules in


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_tried_in_a_copy_and_the_fight_is_left_alone(
    campaign: OpenCampaign, game: str
) -> None:
    made, fight = sample(campaign, game)
    who, item = magazine(fight)
    before, count = fight.state, len(fight.log)
    workshop = campaign.own_rules.workshop(game)
    layer = with_value(
        workshop.draft.layer, ("items", item.sort, "values", "magazine"), most_ammo(item) + 5
    )
    rules = workshop.draft.with_layer(layer)
    copied = FightRules(campaign, made, fight).try_in_copy("Trial", rules)
    trial = campaign.session(copied)
    assert trial.context.ruleset.own_version == 0
    assert trial.game.texts.sentence(trial.log.path()[-1].label) == (
        "The fight goes on by Own rules, draft"
    )
    assert most_ammo(carried(trial, who, item)) == most_ammo(item) + 5
    moved_on(trial)
    assert (campaign.look_at(made).state, len(campaign.look_at(made).log)) == (before, count)
    assert campaign.copies == {copied: made}
    assert FightRules(campaign, copied, trial).offer() is None
    campaign.remove_encounter(copied)
    assert campaign.copies == {}


def test_nothing_of_a_copy_comes_to_the_party(campaign: OpenCampaign) -> None:
    made, fight = sample(campaign, "cwn")
    copied = FightRules(campaign, made, fight).try_in_copy("Trial", None)
    trial = campaign.session(copied)
    trial.perform(Finish())
    with pytest.raises(RuleError) as refused:
        campaign.time.take_on(trial, copied, trial.state.combatants.values(), "Time")
    assert refused.value.message.key == "play.time_copy"
    assert campaign.time.of("cwn") is None

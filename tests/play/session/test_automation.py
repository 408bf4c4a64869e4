"""How far the rules apply themselves: the same fight on all three settings ends in the same state."""

import hashlib
from collections import Counter
from contextlib import suppress

import pytest
from msgspec.structs import replace

from encounter_gui import paths
from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Chosen, Faces, accept
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.play.scripts.name_lookup import with_ids
from encounter_gui.play.scripts.script_reader import read_fight
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.obligations import due_at, mode_of_kind
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.automation import TOLD, events_of, is_left
from tests.helpers.rulesets import shipped

EXAMPLES = paths.data_folder("resources") / "examples"


class KeyedDice:
    """Dice that show the same to the same combatant for the same roll, in whatever order rolls are made."""

    def __init__(self, seed):
        self.seed, self.counts = seed, Counter()

    def answer(self, request):
        key = (request.who, request.key)
        self.counts[key] += 1
        text = f"{self.seed} {key} {self.counts[key]}"
        digest = hashlib.sha256(text.encode()).digest()
        faces = tuple(
            digest[place % len(digest)] % request.sides + request.lowest
            for place in range(request.count)
        )
        return accept(request, Faces(values=faces))


class GameMaster:
    """Plays the commands of a fight, and follows what the rules propose or tell."""

    def __init__(self, fight, texts, automation, seed=1):
        game = Game(
            system=fight.system,
            ruleset=fight.ruleset,
            texts=texts,
            dice=lambda: KeyedDice(seed),
            now=lambda: "2026-01-01T00:00:00Z",
        )
        self.fight, self.count = fight, 0
        self.session = EncounterSession(MemoryStore(), EncounterId(1), Log(EncounterState()), game)
        self.session.perform(
            do.Setup(name="x", ruleset=fight.ruleset.id, switches=fight.head.switches)
        )
        for newcomer in fight.combatants:
            context = self.session.context
            combatant = fight.system.recruit(
                context, newcomer.creature, name=newcomer.name, number=context.state.next_number
            )
            self.session.perform(
                do.Add(
                    combatant=replace(
                        combatant,
                        id=CombatantId(newcomer.id),
                        gauges={**combatant.gauges, **newcomer.gauges},
                        flags=tuple(dict.fromkeys((*combatant.flags, *newcomer.flags))),
                    )
                )
            )
        self.set(automation)

    @property
    def state(self):
        return self.session.state

    def set(self, automation):
        self.session.perform(do.SetAutomation(to=automation))

    def perform(self, command):
        self.start(command)
        self.follow()

    def start(self, command):
        execution = self.session.start(command)
        while execution.ask is not None:
            execution.reply(Chosen(option=execution.ask.options[0]))

    def follow(self):
        """Confirms what is proposed, does by hand what is told, and rolls what is due at once."""
        kinds = self.session.game.system.obligation_kinds
        for _ in range(100):
            left = [each for each in self.state.obligations if is_left(each)]
            due = due_at(self.state, "now")
            if left:
                self.count += 1
                if left[0].kind == TOLD:
                    self.by_hand(left[0])
                if left[0] in self.state.obligations:
                    self.start(do.Settle(ids=(left[0].id,)))
            elif due and (self.count or mode_of_kind(kinds, self.state, due[0]) != "book"):
                self.count += 1  # the rest of the gesture waits with it
                ids = tuple(each.id for each in due if each.kind == due[0].kind)
                self.start(do.Settle(ids=ids))
            else:
                return
        raise AssertionError(f"never done: {self.state.obligations}")

    def by_hand(self, owed):
        # What is put on comes first: taking off the old one first would be another thing than making it worse.
        events = sorted(events_of(owed), key=lambda each: isinstance(each, ev.ConditionRemoved))
        for event in events:
            command = self.command(event)
            if command is not None:
                with suppress(RuleError):  # what the rules did along with it, or no hand can do
                    self.start(command)

    def command(self, event):
        """Returns what a game master does by hand for an event; None: nothing can be done."""
        ruleset = self.fight.ruleset
        match event:
            case ev.GaugeChanged(who=who, gauge=gauge, by=by) if ruleset.gauge(gauge):
                return do.Adjust(who=(who,), gauge=gauge, change=f"{by:+d}")
            case ev.GaugeSet(who=who, gauge=gauge, to=to) if ruleset.gauge(gauge):
                return do.Adjust(who=(who,), gauge=gauge, change=f"={to}")
            case ev.ConditionAdded(who=who, condition=condition) if ruleset.condition(
                condition.key
            ):
                return do.Afflict(who=(who,), condition=condition.key)
            case ev.ConditionRemoved(who=who, key=key) if ruleset.condition(key):
                return do.Relieve(who=(who,), condition=key)
            case ev.SideChanged(who=who, to=to):
                return do.ChangeSide(who=(who,), to=to)
            case ev.SheetSet(who=who, field=field, to=to):
                return do.SetField(who=who, field=field, to=to)
            case ev.FlagSet(who=who, flag=flag, on=on):
                return do.Flag(who=(who,), flag=flag, on=on)
        return None


def told_apart(state):
    """A state without what tells the settings apart: the setting, numbers of obligations, order of conditions."""
    combatants = {
        who: replace(
            each,
            conditions=tuple(sorted(each.conditions, key=lambda one: one.key)),
            gauges={key: value for key, value in each.gauges.items() if value},
            locations={
                key: where for key, where in each.locations.items() if where.level or where.marks
            },
        )
        for who, each in state.combatants.items()
    }
    owed = sorted((each.kind, str(each.who)) for each in state.obligations)
    return replace(
        state, combatants=combatants, automation={}, obligations=tuple(owed), next_obligation=1
    )


def fight_of(name):
    return read_fight((EXAMPLES / name).read_text(encoding="utf-8"), name, shipped)


FIGHTS = (
    "chrome-long-biomech.toml",
    "cwn-long-loading-dock.toml",
    "d6pool-dead-end.toml",
    "phases-long-night-shift.toml",
    "phases-wounds.toml",
)
"""A fight at least for each game."""


def step(masters, command):
    """Plays a command at several tables; it is refused at all of them or at none, and ends in the same state."""
    results = []
    for master in masters:
        try:
            master.perform(with_ids(command, master.state.combatants.values()))
            results.append("")
        except RuleError as error:
            results.append(error.message.key)
    assert len(set(results)) == 1, (command, results)
    states = [told_apart(master.state) for master in masters]
    assert all(state == states[0] for state in states), command


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", FIGHTS)
def test_the_same_fight_ends_in_the_same_state_on_all_three_settings(name, seed):
    fight, texts = fight_of(name), paths.message_catalog()
    masters = [GameMaster(fight, texts, each, seed) for each in ("book", "assist", "track")]
    for each in fight.steps:
        step(masters, each.command)
    counts = [master.count > 0 for master in masters]
    has_hits = name != "d6pool-dead-end.toml" or seed == 1  # with other dice nobody is hit there
    assert counts == [False, has_hits, has_hits]


@pytest.mark.parametrize("name", FIGHTS)
def test_the_setting_can_be_changed_in_mid_fight(name):
    fight, texts = fight_of(name), paths.message_catalog()
    by_book, other = GameMaster(fight, texts, "book"), GameMaster(fight, texts, "track")
    for each in fight.steps:
        other.set(("book", "track", "assist")[each.number % 3])
        step((by_book, other), each.command)


@pytest.mark.parametrize("name", FIGHTS)
def test_each_rule_of_a_game_can_be_set_by_itself(name):
    """One rule at a time is proposed, or only told; all others are by the book."""
    fight, texts = fight_of(name), paths.message_catalog()
    by_book = GameMaster(fight, texts, "book")
    masters = {}
    for line in fight.system.automation(by_book.session.context):
        assert line.name[0].isupper()
        assert "." not in line.name
        assert not line.rule or line.rule in fight.ruleset.rules
        for mode in ("assist", "track"):
            masters[line.key, mode] = master = GameMaster(fight, texts, "book")
            master.session.perform(do.SetAutomation(rule=line.key, to=mode))
    for each in fight.steps:
        step((by_book, *masters.values()), each.command)
    assert masters["effects", "assist"].count
    assert masters["effects", "track"].count


def hit(automation):
    """A fight in which something is left to the game master, or done by the book."""
    fight, texts = fight_of("cwn-long-loading-dock.toml"), paths.message_catalog()
    master = GameMaster(fight, texts, automation)
    for each in fight.steps:
        with suppress(RuleError):
            master.start(with_ids(each.command, master.state.combatants.values()))
        if any(map(is_left, master.state.obligations)):
            return master
        master.follow()
    raise AssertionError("nothing was left")


def test_what_is_proposed_survives_the_end_of_the_program():
    master = hit("assist")
    log = master.session.log
    again = Log(EncounterState(), log.path(), log.head)
    assert again.state == master.state
    assert events_of(again.state.obligations[0]) == events_of(master.state.obligations[0])


def test_the_fight_does_not_move_on_while_something_is_proposed():
    master = hit("assist")
    with pytest.raises(RuleError) as refused:
        master.session.perform(do.Next())
    assert refused.value.message.key == "rules.owed"


def test_what_is_only_told_holds_nothing_up_and_stays():
    master = hit("track")
    told = next(each for each in master.state.obligations if is_left(each))
    master.session.perform(do.Next())
    assert told in master.state.obligations


def test_what_is_told_is_done_with_when_the_hand_has_done_it():
    """A condition put on by hand is what was told: nothing is left to be done twice."""
    master = hit("track")
    owed = next(each for each in master.state.obligations if is_left(each))
    master.by_hand(owed)
    before = master.state.combatants
    if owed in master.state.obligations:
        master.start(do.Settle(ids=(owed.id,)))
    gauges = {who: each.gauges.get("hp") for who, each in before.items()}
    assert gauges == {who: each.gauges.get("hp") for who, each in master.state.combatants.items()}


def test_a_proposal_that_is_declined_changes_nothing_and_the_log_says_why():
    master = hit("assist")
    owed = next(each for each in master.state.obligations if is_left(each))
    before = master.state.combatants
    entry = master.session.perform(do.Waive(ids=(owed.id,), note="dodged"))
    assert master.state.combatants == before
    assert owed not in master.state.obligations
    assert "dodged" in master.session.game.texts.sentence(entry.label)


def test_a_proposal_is_confirmed_by_itself_and_undone_by_itself():
    master = hit("assist")
    owed = next(each for each in master.state.obligations if is_left(each))
    before = master.state
    master.start(do.Settle(ids=(owed.id,)))
    assert master.state.combatants != before.combatants
    master.session.undo()
    assert master.state == before


def test_what_was_proposed_before_the_setting_changed_is_asked_once():
    """By the book again, a proposal still waits: it is neither lost nor applied behind the game master's back."""
    master = hit("assist")
    left = [each for each in master.state.obligations if is_left(each)]
    before = master.state.combatants
    master.set("book")
    assert [each for each in master.state.obligations if is_left(each)] == left
    assert master.state.combatants == before


def test_a_rule_that_is_not_there_cannot_be_set():
    master = hit("assist")
    before = master.state
    with pytest.raises(RuleError) as refused:
        master.session.perform(do.SetAutomation(rule="tides", to="track"))
    assert refused.value.message.key == "rules.no_such_automation"
    assert master.state == before


def test_the_setting_is_logged_and_undone():
    master = GameMaster(fight_of("d6pool-dead-end.toml"), paths.message_catalog(), "assist")
    assert master.state.automation == {"": "assist"}
    label = master.session.log.path()[-1].label
    assert master.session.game.texts.sentence(label) == "Automation: assist"
    master.session.undo()
    assert master.state.automation == {}

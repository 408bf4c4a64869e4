"""Random fights at a real session, each followed by the shadow referee, compared after every entry."""

import pickle
from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Choice, Chosen, Faces, RollRequest
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.execution import Execution
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as general
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.turns.phases_of_round import view_of
from tests.helpers.rulesets import shipped
from tests.rules.systems.phases.referee.shadow import (
    AIMED,
    ARMOR,
    GUNS,
    TECHNIQUES,
    Person,
    Shadow,
    Tape,
)

BOUT = 120
"""So many commands are tried at one table; then a fresh one is laid."""

LEVELS = (
    "strength",
    "stamina",
    "perception",
    "cool",
    "marksmanship",
    "melee",
    "hand_to_hand",
    "evade",
    "initiative",
)
DEFENSES = ("standard", "dodge", "block", "parry", "all_out_dodge", "counter", "let_be")
FULLS: tuple[Any, ...] = ("run", "sprint", "all_out_dodge")
MODES = {
    "smg": ("semi", "burst", "full"),
    "assault_rifle": ("semi", "burst", "full"),
    "heavy_pistol": ("semi",),
}


class Referee:
    """One table: a session, the shadow of its fight, and what was played."""

    def __init__(self, seed: int) -> None:
        """Lays the table."""
        self.random, self._roller = Random(seed), Roller.seeded(seed)
        self.system = system_for("phases")
        state = EncounterState(ruleset="phases")
        context = RulesContext(state=state, ruleset=shipped("phases"), texts=message_catalog())
        people: list[Person] = []
        for number in range(self.random.randint(3, 5)):
            combatant, person = self._somebody(context, number + 1)
            people.append(person)
            state = fold(state, (ev.CombatantAdded(combatant=combatant),))
            context = replace(context, state=state)
        game = Game(
            system=self.system,
            ruleset=context.ruleset,
            texts=context.texts,
            dice=lambda: self._roller,
            now=lambda: "2026-01-01T00:00:00Z",
        )
        self.session = EncounterSession(MemoryStore(), EncounterId(1), Log(state), game)
        self.shadow = Shadow(people)
        self.known: dict[int, bytes] = {self.session.log.head: pickle.dumps(self.shadow)}
        self.steps: list[str] = []
        self.is_alike = self.random.random() < 0.8
        self.mark = CombatantId(""), ""
        self.played, self.refused = Counter[str](), Counter[str]()

    def _somebody(self, context: RulesContext, number: int) -> tuple[Combatant, Person]:
        """Somebody new, for the session and for the shadow; often equal to others in REF + Initiative."""
        rng = self.random
        levels = {each: rng.randint(2, 7) for each in LEVELS}
        levels |= {"initiative": 2, "evade": rng.randint(0, 3), "marksmanship": rng.randint(3, 9)}
        levels["cool"] += rng.randint(0, 4)
        levels["reflexes"] = rng.choice((4, 4, 5))
        arms = rng.sample([each for each in GUNS if each != "unarmed"], 3)
        armor = tuple(rng.sample(sorted(ARMOR), rng.randint(0, 2)))
        creature = CreatureDef(
            key=f"No {number}",
            name=f"No {number}",
            side="pc" if number % 2 else "foe",
            sheet={**levels, "kind": "pc"},
            items=tuple(CarriedDef(item=each) for each in (*arms, *armor)),
            held=arms[0],
        )
        found = self.system.recruit(context, creature, name=creature.name, number=number)
        person = Person(
            key=found.id, name=creature.name, levels=levels, armor=armor, items=arms, held=arms[0]
        )
        person.ammo = {each: GUNS[each].magazine for each in arms if GUNS[each].magazine}
        if rng.random() < 0.3 and not context.state.round:
            place, level, due = rng.choice(list(AIMED)), rng.randint(2, 3), rng.randint(2, 5)
            person.wounds[place], person.marks["in_shock"] = level, due
            shock = Condition(key="in_shock", count=due)
            known = fold(
                replace(context.state, combatants={**context.state.combatants, found.id: found}),
                (
                    ev.LocationSet(who=found.id, location=place, level=level),
                    ev.ConditionAdded(who=found.id, condition=shock),
                ),
            )
            found = known.combatants[found.id]
        return found, person

    # ---- playing

    def step(self) -> None:
        """Plays a command, or takes some back."""
        chance = self.random.random()
        if chance < 0.03 and self.session.can_undo:
            self._move("undo")
        elif chance < 0.05 and self.session.can_redo:
            self._move("redo")
        elif chance < 0.06 + 0.2 * self._is_over() and len(self.session.state.combatants) < 9:
            self._join()
        else:
            self._play(self._any_command())

    def _is_over(self) -> bool:
        return sum(not each.is_out for each in self.shadow.people.values()) < 3

    def _move(self, way: str) -> None:
        self.steps.append(way)
        (self.session.undo if way == "undo" else self.session.redo)()
        self.shadow = pickle.loads(self.known[self.session.log.head])
        self.played[way] += 1
        self._compare(self.session.state)

    def _join(self) -> None:
        context = self.session.context
        combatant, person = self._somebody(context, context.state.next_number)
        self.steps.append(f"join {person}")
        self.session.perform(general.Add(combatant=combatant))
        self.shadow.join(person)
        self.known[self.session.log.head] = pickle.dumps(self.shadow)
        self.played["Add"] += 1
        self._compare(self.session.state)

    def _play(self, command: Command) -> None:
        """Plays a command with what it leads to, or leaves that for later; follows each entry it made."""
        kind, state = type(command).__name__, self.session.state
        self.steps.append(repr(command))
        choices: dict[int, list[str]] = {}
        try:
            execution = self.session.start(command, ask=True)
        except RuleError as error:
            self.refused[f"{kind} {error.message.key}"] += 1
            self.steps.pop()
            return
        self._answer(execution, choices)
        self.played[kind] += 1
        for number, entry in enumerate(execution.entries):
            done = command if number == 0 else general.Settle(ids=tuple(entry.command["ids"]))
            state = self._follow(state, done, entry, choices.get(number, []))
        assert state == self.session.state

    def _answer(self, execution: Execution, choices: dict[int, list[str]]) -> None:
        number = -1
        while execution.ask is not None:
            if number != len(execution.entries):
                number = len(execution.entries)
                if number and self.random.random() < 0.3:
                    self.steps.append("left for later")
                    self.session.suspend()
                    return
            if isinstance(execution.ask, Choice):
                options = [each for each in execution.ask.options if each in DEFENSES]
                option = self.random.choice(options)
                choices.setdefault(number, []).append(option)
                execution.reply(Chosen(option=option))
            else:
                execution.reply([self._typed(each) for each in execution.ask])

    def _typed(self, request: RollRequest) -> Faces | None:
        """Dice of initiative that make ties, at most tables; all others the program rolls."""
        if not self.is_alike or request.key.partition(".")[0] != "initiative":
            return None
        return Faces(values=self.random.choice(((3, 3, 4), (3, 3, 4), (2, 4, 4), (3, 4, 4))))

    def _follow(
        self, before: EncounterState, command: Command, entry: Entry, choices: list[str]
    ) -> EncounterState:
        """Tells the shadow what an entry was, and compares the two; returns the state after it."""
        rolls = []
        for each in entry.rolls:
            assert each.faces is not None
            request = each.request
            rolls.append((str(request.who or ""), request.count, request.sides, each.faces))
        self.steps.append(f"  {type(command).__name__} rolled {[each[1:] for each in rolls]}")
        owed = _owed(before)
        ids = getattr(command, "ids", ()) or tuple(each.id for each in before.obligations[:1])
        done = {
            each.id
            for each in entry.events
            if isinstance(each, ev.ObligationSettled) and each.how != "void"
        }
        settled = [owed[each] for each in ids if each in owed and each in done]
        try:
            self.shadow.follow(command, Tape(rolls, choices), settled)
        except AssertionError as error:
            raise AssertionError("\n".join([*self.steps[-14:], str(error)])) from error
        self.known[entry.id] = pickle.dumps(self.shadow)
        state = fold(before, entry.events)
        self._compare(state)
        self._compare_facts(entry)
        if isinstance(command, do.Apply):
            self._compare_log(entry)
        return state

    # ---- any command

    def _any_command(self) -> Command:
        rng, state = self.random, self.session.state
        if state.obligations and rng.random() < 0.7:
            first = rng.choice(state.obligations) if rng.random() < 0.2 else state.obligations[0]
            kind = general.Waive if rng.random() < 0.15 else general.Settle
            return kind(ids=(first.id,))
        there = list(state.combatants)
        if not state.round or (state.group < 0 and rng.random() < 0.3):
            return general.Next()
        if state.group < 0 and rng.random() < 0.1:
            return general.SetInitiative(who=rng.choice(there), to=rng.randint(15, 19))
        if state.group < 0:
            return do.Declare(
                who=rng.choice(there),
                actions=rng.choice((1, 2, 2, 3)),
                full=rng.choice(FULLS) if rng.random() < 0.17 else "",
                stances=tuple(rng.sample(("ducking", "hunkering", "snap_shot"), rng.randint(0, 2))),
            )
        if state.held and rng.random() < 0.12:
            return do.Apply(one_by_one=rng.random() < 0.25)
        able = [each for each in state.acting if self.shadow.people[each].left]
        if rng.random() < (0.8 if not able else 0.05 if len(able) > 1 else 0.12):
            return general.Next()
        who = rng.choice(able or state.acting if state.acting and rng.random() < 0.9 else there)
        return self._of(who)

    def _of(self, who: CombatantId) -> Command:
        rng, state = self.random, self.session.state
        shadow = self.shadow.people[who]
        others = [each for each in state.combatants if each != who]
        up = [each for each in others if not self.shadow.people[each].is_out]
        weapon = shadow.held or shadow.off
        mode: Any = rng.choice(MODES.get(weapon, ("",)))
        arm = weapon if weapon and rng.random() < 0.85 else "unarmed"
        in_melee = ("parry", "parry", "block") if GUNS[arm].is_melee else ()
        target, place = rng.choice(up or others), rng.choice(("", "", "", "head", *AIMED))
        if self.mark[0] in up and rng.random() < 0.5:
            target, place = self.mark[0], rng.choice((self.mark[1], place))
        self.mark = target, place
        attack = do.Attack(
            who=who,
            target=target,
            weapon=arm,
            place=place,
            defense=rng.choice(("", "standard", "standard", "dodge", "all_out_dodge", *in_melee)),
            gm=rng.choice((0, 0, 4, 8)),
        )
        if attack.weapon == weapon and mode:
            attack = replace(attack, mode=mode, shots=1 if mode == "full" else rng.randint(1, 3))
        technique = do.Attack(
            who=who,
            target=target,
            technique=rng.choice(sorted(TECHNIQUES)),
            weapon="unarmed",
            defense=rng.choice(("", "standard", "dodge", "parry")),
            gm=rng.choice((0, 4, 8)),
        )
        choices: list[Command] = [
            *[attack] * 10,
            *[technique] * 2,
            do.Draw(who=who, weapon=rng.choice(shadow.items), hand=rng.choice(("", "left"))),
            do.Other(who=who),
            do.Wait(who=who),
            do.Move(who=who, gait=rng.choice(("jog", "still", "prone", "run"))),
            *[do.StandUp(who=who)] * (4 * ("prone" in shadow.marks)),
            *[do.ClearJam(who=who)] * (6 * (weapon in shadow.jammed)),
            *[do.Reload(who=who)] * (1 + 8 * (weapon in shadow.ammo and not shadow.ammo[weapon])),
            *[do.Rouse(who=each) for each in others if self.shadow.people[each].is_down],
        ]
        if rng.random() < 0.05:
            choices.append(do.Leave(who=who))
        return rng.choice(choices)

    # ---- comparing

    def _compare(self, state: EncounterState) -> None:
        """The session's state and the shadow's are one."""
        mine, theirs = self._of_shadow(), _of_state(state)
        if state.held:
            mine |= self._of_pictures(state, mine=True)
            theirs |= self._of_pictures(state, mine=False)
        differences = [
            f"{key}: spec {mine.get(key)!r}, program {theirs.get(key)!r}"
            for key in sorted({*mine, *theirs})
            if mine.get(key) != theirs.get(key)
        ]
        assert not differences, "\n".join([*self.steps[-14:], *differences])

    def _of_shadow(self) -> dict[str, Any]:
        shadow = self.shadow
        found: dict[str, Any] = {"phase": shadow.phase, "order": shadow.groups}
        found["acting"] = shadow.acting
        found["waits"] = bool(shadow.held)
        found["owed"] = Counter((each.kind, each.who) for each in shadow.owed)
        for who in shadow.people.values():
            found |= {f"{who.name} {key}": value for key, value in _ruled(who).items()}
        return found

    def _of_pictures(self, state: EncounterState, *, mine: bool) -> dict[str, Any]:
        """Everybody as each of a tie sees them, by the spec or by the program. Source: PHA-19."""
        found: dict[str, Any] = {}
        for by in state.acting:
            if mine:
                people: Any = {each.name: _ruled(each) for each in self.shadow.seen_by(by).values()}
            else:
                seen = view_of(replace(self.session.context, state=state), by)
                people = {each.name: _shown(each) for each in seen.state.combatants.values()}
            found |= {
                f"{name} {key} as {by} sees it": value
                for name, shown in people.items()
                for key, value in shown.items()
            }
        return found

    def _compare_log(self, entry: Entry) -> None:
        """The log names who acts on what has happened, one by one, where anybody does. Source: PHA-19."""
        text, late = self.session.context.texts.sentence(entry.label), self.shadow.still_to_act
        assert text.startswith("One by one") == bool(late), f"{text}, by the spec {late}"
        assert not late or f"what has happened: {', '.join(late)}" in text, f"{text}: {late}"

    def _compare_facts(self, entry: Entry) -> None:
        """What was worked out is what the shadow worked out."""
        kinds = ("attack", "defense", "damage", "shock", "cool")
        told = [
            dict(each.values)
            for each in entry.events
            if isinstance(each, ev.Resolved) and each.what in kinds
        ]
        mine = self.shadow.facts
        is_alike = len(told) == len(mine) and all(
            all(theirs.get(key) == value for key, value in each.items())
            for each, theirs in zip(mine, told, strict=True)
        )
        assert is_alike, "\n".join([*self.steps[-14:], f"spec {mine}", f"program {told}"])


def _ruled(who: Person) -> dict[str, Any]:
    """What is counted of somebody, as the spec keeps it."""
    marks = dict(who.marks)
    if who.jammed:
        marks["jammed"] = None
    return {
        "actions": (who.actions, who.used, who.lost),
        "recoil": who.recoil,
        "initiative": who.initiative,
        "gait": who.gait,
        "full": who.full,
        "left": who.has_left,
        "hands": (who.held, who.off),
        "dropped": sorted(who.dropped),
        "ammo": who.ammo,
        "wounds": {place: level for place, level in who.wounds.items() if level},
        "jammed": sorted(who.jammed),
        "conditions": marks,
    }


_COUNTED = ("in_shock", "clinically_dead", "incapacitated", "stunned")


def _of_state(state: EncounterState) -> dict[str, Any]:
    found: dict[str, Any] = {"phase": state.round}
    groups: dict[int, list[str]] = {}
    for each in sorted(state.slots, key=lambda each: each.group):
        groups.setdefault(each.group, []).append(each.who)
    found["order"] = list(groups.values())
    found["acting"] = list(state.acting)
    found["waits"] = bool(state.held)
    found["owed"] = Counter((each.kind, str(each.who or "")) for each in state.obligations)
    for who in state.combatants.values():
        found |= {f"{who.name} {key}": value for key, value in _shown(who).items()}
    return found


def _shown(who: Combatant) -> dict[str, Any]:
    """What is counted of somebody, as the program keeps it."""
    gauges, jammed = who.gauges, who.condition("jammed")
    dropped: Any = who.memo.get("dropped", ())
    return {
        "actions": tuple(gauges.get(each, 0) for each in ("actions", "used", "lost")),
        "recoil": gauges.get("recoil", 0),
        "initiative": gauges.get("initiative"),
        "gait": who.memo_text("gait"),
        "full": who.memo_text("full"),
        "left": "left" in who.flags,
        "hands": (who.memo_text("held"), who.memo_text("off")),
        "dropped": sorted(dropped),
        "ammo": {key[5:]: count for key, count in gauges.items() if key.startswith("ammo.")},
        "wounds": {key: each.level for key, each in who.locations.items() if each.level},
        "jammed": sorted(jammed.keys) if jammed else [],
        "conditions": {
            each.key: each.count if each.key in _COUNTED else None for each in who.conditions
        },
    }


def _owed(state: EncounterState) -> dict[int, tuple[str, str, int]]:
    """What is owed: the kind, by whom, and how many of these are older."""
    counts, found = Counter[tuple[str, str]](), {}
    for each in sorted(state.obligations, key=lambda each: each.id):
        pair = each.kind, str(each.who or "")
        found[each.id] = (*pair, counts[pair])
        counts[pair] += 1
    return found


def watched(commands: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Plays so many commands at tables laid anew now and then; returns what was played, and what was refused."""
    played, refused = Counter[str](), Counter[str]()
    while sum(played.values()) < commands:
        table = Referee(seed)
        for _ in range(BOUT):
            table.step()
        played += table.played
        refused += table.refused
        seed += 1
    return played, refused

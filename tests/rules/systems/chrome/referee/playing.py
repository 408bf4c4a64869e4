"""Random fights at a real session, each followed by the shadow referee, compared after every entry."""

import pickle
from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.execution import Execution
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as general
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome import commands as do
from tests.helpers.rulesets import shipped
from tests.rules.systems.chrome.referee.people import (
    ARMS,
    BANDS,
    BLOCK_ARMS,
    SAVES,
    STATS,
    Person,
    Weapon,
)
from tests.rules.systems.chrome.referee.shadow import GRENADE, Shadow, Tape

BOUT = 120
"""So many commands are tried at one table; then a fresh one is laid."""

_TOGETHER = ("panic", "trust_save")

_ANYBODYS = ("prone", "in_cover", "ablaze", "shocked")
_OPERATORS = (
    *("ultra_sharp", "adrenaline", "grit", "gutless", "on_the_edge", "crushing_doubt"),
    *("trust_no_one", "frenzy", "exposed"),
)
"""Conditions that are put on by hand, so that what they do is met often enough."""


class Referee:
    """One table: a session, the shadow of its fight, and what was played."""

    def __init__(self, seed: int) -> None:
        """Lays the table."""
        self.random, self._roller = Random(seed), Roller.seeded(seed)
        self._pace = self.random.choice((0.08, 0.15, 0.3))
        self.system = system_for("chrome")
        state = EncounterState(ruleset="chrome")
        context = RulesContext(state=state, ruleset=shipped("chrome"), texts=message_catalog())
        people: list[Person] = []
        sides: list[Side] = ["pc", "pc", "pc", "foe", "foe"]
        for number, side in enumerate((*sides[: self.random.randint(4, 5)], "foe"), 1):
            combatant, person = self._somebody(context, side, number)
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
        self.played, self.refused = Counter[str](), Counter[str]()

    # ---- people

    def _somebody(self, context: RulesContext, side: Side, number: int) -> tuple[Combatant, Person]:
        """Somebody new, for the session and for the shadow: Operators, one of whom may be a foe, and enemies."""
        rng = self.random
        if side == "pc" or rng.random() < 0.15:
            return self._operator(context, side, number)
        return self._enemy(context, side, number)

    def _operator(self, context: RulesContext, side: Side, number: int) -> tuple[Combatant, Person]:
        rng = self.random
        arms = [ARMS[each] for each in rng.sample(list(ARMS), 2)]
        armored = rng.random() < 0.4
        person = Person(
            key="",
            name=f"Operator {number}",
            side=side,
            is_operator=True,
            numbers={each: rng.randint(20, 75) for each in (*STATS, *SAVES)},
            prime=rng.choice(SAVES),
            skills=tuple(rng.sample(("Blades", "Firearms", "First Aid", "Explosives"), 2)),
            most_health=rng.randint(5, 16),
            most_conviction=rng.randint(6, 20),
            soak=2 if armored else 0,
            arms=arms,
        )
        sheet: dict[str, Any] = {"kind": "operator", **person.numbers, "prime": person.prime}
        sheet |= {"health": person.most_health, "conviction": person.most_conviction}
        sheet["skills"] = ", ".join(person.skills)
        things = [*(each.key for each in arms), "medpack", GRENADE, *["kevlar_vest"] * armored]
        carried = tuple(CarriedDef(item=each) for each in things)
        combatant = self._recruited(context, person, sheet, carried, number)
        person.ammo |= {"medpack": 2, GRENADE: 1}
        return combatant, person

    def _enemy(self, context: RulesContext, side: Side, number: int) -> tuple[Combatant, Person]:
        rng = self.random
        arms = [BLOCK_ARMS[each] for each in rng.sample(list(BLOCK_ARMS), rng.randint(1, 2))]
        person = Person(
            key="",
            name=f"Enemy {number}",
            side=side,
            is_operator=False,
            numbers={},
            most_health=rng.randint(6, 24),
            soak=rng.randint(0, 3),
            move=rng.choice(["short", "none"]),
            synthetic=rng.random() < 0.3,
            large=rng.random() < 0.2,
            arms=arms,
        )
        sheet: dict[str, Any] = {"kind": "enemy", "health": person.most_health}
        sheet |= {"soak": person.soak, "move": person.move}
        sheet |= {"synthetic": person.synthetic, "large": person.large}
        carried = tuple(CarriedDef(item=each.key, values=_values(each)) for each in arms)
        return self._recruited(context, person, sheet, carried, number), person

    def _recruited(
        self,
        context: RulesContext,
        person: Person,
        sheet: dict[str, Any],
        carried: tuple[CarriedDef, ...],
        number: int,
    ) -> Combatant:
        side: Any = person.side
        creature = CreatureDef(
            key=person.name, name=person.name, side=side, sheet=sheet, items=carried
        )
        found = self.system.recruit(context, creature, name=person.name, number=number)
        person.key, person.health = found.id, person.most_health
        person.held = person.arms[0].key if person.is_operator else ""
        person.conviction = person.most_conviction if person.is_operator else 0
        person.ammo = {each.key: each.magazine for each in person.arms if each.magazine}
        return found

    # ---- playing

    def play_on(self) -> None:
        """Plays so many commands, or until a side is out."""
        for _ in range(BOUT):
            teams = {each.team for each in self.shadow.people.values() if each.is_there}
            if len(teams) < 2:
                return
            self.step()

    def step(self) -> None:
        """Plays a command, or takes some back."""
        chance = self.random.random()
        if chance < 0.03 and self.session.can_undo:
            self._back("undo")
        elif chance < 0.05 and self.session.can_redo:
            self._back("redo")
        elif chance < 0.06 and len(self.session.state.combatants) < 9:
            self._join()
        else:
            self._play(self._any_command())

    def _back(self, way: str) -> None:
        self.steps.append(way)
        (self.session.undo if way == "undo" else self.session.redo)()
        self.shadow = pickle.loads(self.known[self.session.log.head])
        self.played[way] += 1
        self._compare(self.session.state)

    def _join(self) -> None:
        context, rng = self.session.context, self.random
        sides: tuple[Side, ...] = ("pc", "foe")
        combatant, person = self._somebody(context, rng.choice(sides), context.state.next_number)
        self.steps.append(f"join {person}")
        execution = self.session.start(general.Add(combatant=combatant), ask=True)
        self.session.suspend()
        self.shadow.join(person)
        assert len(execution.entries) == 1
        self.known[self.session.log.head] = pickle.dumps(self.shadow)
        self.played["Add"] += 1
        self._compare(self.session.state)

    def _play(self, command: Command | None) -> None:
        """Plays a command with what it leads to, or leaves that for later; follows each entry it made."""
        if command is None:
            return
        kind, state = type(command).__name__, self.session.state
        self.steps.append(repr(command))
        choices: dict[int, list[Any]] = {}
        try:
            execution = self.session.start(command, ask=True)
        except RuleError as error:
            self.refused[f"{kind} {error.message.key}"] += 1
            return
        self._answer(execution, choices)
        self.played[kind] += 1
        for number, entry in enumerate(execution.entries):
            done = command if number == 0 else general.Settle(ids=tuple(entry.command["ids"]))
            state = self._follow(state, done, entry, choices.get(number, []))
        assert state == self.session.state

    def _answer(self, execution: Execution, choices: dict[int, list[Any]]) -> None:
        number = -1
        while execution.ask is not None:
            if number != len(execution.entries):
                number = len(execution.entries)
                if number and self.random.random() < 0.3:
                    self.steps.append("left for later")
                    self.session.suspend()
                    return
            if isinstance(execution.ask, Choice):
                if execution.ask.key == "frenzy":
                    self.session.suspend()
                    return
                option = self.random.choice(execution.ask.options)
                self.steps.append(f"{execution.ask.who}: {option} of {execution.ask.options}")
                told = execution.ask.who, execution.ask.options, option
                choices.setdefault(number, []).append(told)
                execution.reply(Chosen(option=option))
            else:
                execution.reply([None] * len(execution.ask))

    def _follow(
        self, before: EncounterState, command: Command, entry: Entry, choices: list[Any]
    ) -> EncounterState:
        """Tells the shadow what an entry was, and compares the two; returns the state after it."""
        rolls = []
        for each in entry.rolls:
            assert each.faces is not None
            request = each.request
            rolls.append((str(request.who), request.count, request.sides, each.faces))
        owed = _owed(before)
        ids = getattr(command, "ids", ()) or ()
        self.steps.append(f"  rolled {[each[1:] for each in rolls]}")
        settled = [owed[each] for each in ids if each in owed]
        self.shadow.follow(command, Tape(rolls, choices), settled)
        self.known[entry.id] = pickle.dumps(self.shadow)
        state = fold(before, entry.events)
        self._compare(state)
        return state

    # ---- any command

    def _any_command(self) -> Command | None:
        rng, state = self.random, self.session.state
        if not state.round or not state.slots:
            return general.Next()
        rages = next((each for each in state.obligations if each.kind == "frenzy_attack"), None)
        if rages is not None:
            return general.Waive(ids=(rages.id,))
        owed = [each for each in state.obligations if each.kind != "initiative"]
        if owed and rng.random() < 0.6:
            first = owed[0]
            if rng.random() < 0.15 or first.kind == "distortion":
                return general.Waive(ids=(first.id,))
            return general.Settle(ids=_ids(state, first))
        if rng.random() < self._pace:
            return general.Next()
        if rng.random() < 0.12:
            return self._by_hand()
        acting = [each for each in state.acting if self._has_action(self.shadow.people[each])]
        if not acting:
            return general.Next()
        return self._of(rng.choice(acting))

    def _has_action(self, one: Person) -> bool:
        """Whether somebody may have something left to do; a little too often."""
        listed = sum(each.attacks for each in one.arms) + (one.move != "none")
        is_left = one.majors > 0 if one.is_operator else one.used < listed
        return (one.is_there or one.is_presence) and (is_left or self.random.random() < 0.1)

    def _by_hand(self) -> Command | None:
        rng, people = self.random, list(self.shadow.people.values())
        one = rng.choice(people)
        who = CombatantId(one.key)
        foes = tuple(CombatantId(each.key) for each in people if each.team != one.team)
        found: list[Command] = [do.Leave(who=who), do.Kill(who=who)] if rng.random() < 0.15 else []
        if not one.is_dead:
            found += [general.Adjust(who=(who,), change=f"-{rng.randint(1, 6)}")]
            keys = (*_ANYBODYS, *_OPERATORS) if one.is_operator else _ANYBODYS
            found += [general.Afflict(who=(who,), condition=rng.choice(keys))] * 4
        if one.is_operator:
            test: Any = rng.choice((*STATS, *SAVES))
            found += [do.Check(who=who, test=test, edge=rng.choice([-1, 0, 1]))]
            found += [do.PanicCheck(who=(who,)), do.Stress(who=(who,), amount=rng.randint(-3, 4))]
            found += [do.Unnoticed(who=(who,), by=foes)] if foes else []
            if one.is_awake and not one.has_left:
                found += [do.Surprise(who=(who,))]
        if one.has("unconscious") or one.has("fainted"):
            found += [do.Wake(who=who)] * 3
        return rng.choice(found) if found else None

    def _of(self, who: CombatantId) -> Command | None:
        rng, one = self.random, self.shadow.people[who]
        if one.has("frenzy"):
            return None
        found: list[Command] = self._attacks(one) * 6
        found += [do.Move(who=who, cover=rng.random() < 0.5), do.TakeCover(who=who)]
        found += [do.Activate(who=who), do.Wait(who=who)]
        people = self.shadow.people.values()
        burning = [each.key for each in people if each.has("ablaze")]
        found += [do.Extinguish(who=who, target=CombatantId(each)) for each in burning]
        if one.has("prone"):
            found += [do.StandUp(who=who)] * 3
        if one.is_operator:
            found += self._operators(one)
        return rng.choice(found)

    def _operators(self, one: Person) -> list[Command]:
        rng, who, found = self.random, CombatantId(one.key), list[Command]()
        for weapon in one.arms:
            if weapon.magazine:
                found += [do.Reload(who=who, weapon=weapon.key)] * (one.ammo[weapon.key] < 1)
            found += [do.ClearJam(who=who, weapon=weapon.key)] * (weapon.key in one.jammed)
            found += [do.PickUp(who=who, weapon=weapon.key)] * 2 * (weapon.key in one.dropped)
        mates = [each for each in self.shadow.people.values() if each.team == one.team]
        for each in mates:
            patient = CombatantId(each.key)
            if not each.is_dead and each.health < each.most_health:
                found.append(do.UseItem(who=who, item="medpack", target=patient))
            if each.bleeding and not each.is_dead:
                place: Any = rng.choice(sorted(each.bleeding))
                found += [do.FirstAid(who=who, patient=patient, place=place)] * 3
        if one.lacks_courage:
            found += [do.Engage(who=who)] * 4
        if one.ammo[GRENADE]:
            found += [self._throw(one)]
        return found

    def _throw(self, one: Person) -> Command:
        rng = self.random
        others = [CombatantId(each.key) for each in self.shadow.people.values() if each is not one]
        near = rng.sample(others, rng.randint(0, min(3, len(others))))
        caught = tuple(
            do.Caught(target=each, cover=rng.random() < 0.3, waive=rng.random() < 0.2)
            for each in near
        )
        return do.Throw(
            who=CombatantId(one.key),
            target=rng.choice(others),
            weapon=GRENADE,
            caught=caught,
            edge=rng.choice([-1, 0, 1]),
            cover=rng.random() < 0.3,
            waive=rng.random() < 0.2,
        )

    def _attacks(self, one: Person) -> list[Command]:
        rng, people = self.random, list(self.shadow.people.values())
        others = [each for each in people if each is not one and not each.is_dead]
        foes = [each for each in others if each.team != one.team] or others
        if not foes:
            return []
        target = rng.choice(foes if rng.random() < 0.95 else others)
        weapon = rng.choice(one.arms)
        bands = [band for band in BANDS if weapon.tier(band)]
        mates = [each.key for each in others if each.team == one.team and each is not target]
        defence: do.Defence = rng.choice(["save", "save", "counter", "waive", ""])
        if not target.is_operator:
            defence = ""
        burn = rng.choice([0, 0, 0, 2, 5]) if one.is_operator else 0
        counters = [each.key for each in target.arms] if target.is_operator else []
        return [
            do.Attack(
                who=CombatantId(one.key),
                target=CombatantId(target.key),
                weapon=weapon.key,
                band=rng.choice(bands),
                edge=rng.choice([-1, 0, 0, 1]),
                burn=burn,
                defence=defence,
                counter_weapon=rng.choice(["", *counters]) if defence == "counter" else "",
                save_edge=rng.choice([-1, 0, 0, 1]),
                save_burn=rng.choice([0, 0, 3]) if defence == "save" and target.is_awake else 0,
                ally=CombatantId(rng.choice(mates)) if mates and rng.random() < 0.5 else None,
            )
        ]

    # ---- comparing

    def _compare(self, state: EncounterState) -> None:
        """The session's state and the shadow's are one."""
        mine, theirs = self._of_shadow(), _of_state(state)
        differences = [
            f"{key}: spec {mine.get(key)!r}, program {theirs.get(key)!r}"
            for key in sorted({*mine, *theirs})
            if mine.get(key) != theirs.get(key)
        ]
        assert not differences, "\n".join([*self.steps[-16:], *differences])

    def _of_shadow(self) -> dict[str, Any]:
        shadow = self.shadow
        found: dict[str, Any] = {"round": shadow.round}
        found["order"] = [[key for key, _ in group] for group in shadow.groups]
        found["acting"] = shadow.acting
        found["waiting"] = [key for key in shadow.acting if shadow.people[key].turn == "waits"]
        found["done"] = [key for key in shadow.acting if shadow.people[key].turn == "done"]
        found["owed"] = Counter((each.kind, each.who) for each in shadow.owed)
        for each in shadow.people.values():
            found |= {f"{each.name} {key}": value for key, value in _numbers(each).items()}
        return found


def _of_state(state: EncounterState) -> dict[str, Any]:
    groups: dict[int, list[str]] = {}
    for slot in state.slots:
        groups.setdefault(slot.group, []).append(slot.who)
    here = [slot for slot in state.slots if slot.group == state.group]
    enemies = [slot for slot in here if state.combatants[slot.who].sheet["kind"] == "enemy"]
    found: dict[str, Any] = {"round": state.round}
    found["order"] = [groups[each] for each in sorted(groups)]
    found["acting"] = list(state.acting)
    found["waiting"] = list(state.waiting)
    found["done"] = [slot.who for slot in enemies if slot.is_done]
    owed = (each for each in state.obligations if each.kind != "initiative")
    found["owed"] = Counter((each.kind, str(each.who)) for each in owed)
    for each in state.combatants.values():
        found |= {f"{each.name} {key}": value for key, value in _shown(each).items()}
    return found


def _values(weapon: Weapon) -> dict[str, Any]:
    """What an item says of one of an enemy's attacks."""
    tiers: dict[str, Any] = {str(band): weapon.tier(band) for band in BANDS}
    effects = " ".join(weapon.effects)
    more = {"class": weapon.kind, "effects": effects, "save": weapon.save}
    return {**tiers, **more, "attacks": weapon.attacks, "magazine": 0}


def _ids(state: EncounterState, first: Obligation) -> tuple[int, ...]:
    """What is settled together with the first."""
    if first.kind not in _TOGETHER:
        return (first.id,)
    alike = (each for each in state.obligations if each.kind == first.kind)
    return tuple(each.id for each in alike if each.priority == first.priority)


def _owed(state: EncounterState) -> dict[int, tuple[str, str, int]]:
    """What is owed: the kind, by whom, and how many of these are older."""
    counts, found = Counter[tuple[str, str]](), {}
    for each in sorted(state.obligations, key=lambda each: each.id):
        pair = each.kind, str(each.who)
        found[each.id] = (*pair, counts[pair])
        counts[pair] += 1
    return found


def _numbers(who: Person) -> dict[str, Any]:
    """What is counted of somebody, by the shadow."""
    return {
        "health": who.health,
        "conviction": who.conviction if who.is_operator else 0,
        "most conviction": who.most_conviction if who.is_operator else 0,
        "majors": who.majors if who.is_operator else 0,
        "list": (who.used, {key: n for key, n in who.made.items() if n}),
        "ammo": who.ammo,
        "jammed": who.jammed,
        "dropped": who.dropped,
        "held": who.held if who.is_operator else "",
        "conditions": who.marks,
        "courage": who.has("gutless") and who.has_courage,
        "limbs": (who.severed, who.bleeding),
        "unnoticed": who.unnoticed,
        "left": who.has_left,
        "died": who.died,
        "presence": who.presence_in,
        "initiative": (who.block, who.roll) if who.block else None,
    }


def _shown(who: Combatant) -> dict[str, Any]:
    """The same as the program keeps it."""
    is_operator = who.sheet["kind"] == "operator"

    def counted(prefix: str) -> dict[str, int]:
        found = ((key.partition(".")[2], n) for key, n in who.gauges.items() if prefix in key)
        return {key: n for key, n in found if n or prefix == "ammo."}

    def marked(mark: str) -> set[str]:
        return {key for key, place in who.locations.items() if mark in place.marks}

    gutless, due = who.condition("gutless"), who.memo.get("presence_due")
    known: Any = who.memo.get("initiative")
    unnoticed: Any = who.memo.get("unnoticed", ())
    return {
        "health": who.gauges["health"],
        "conviction": who.gauges.get("conviction", 0) if is_operator else 0,
        "most conviction": who.sheet["conviction"] if is_operator else 0,
        "majors": who.gauges.get("majors", 0) if is_operator else 0,
        "list": (0 if is_operator else who.gauges.get("used", 0), counted("made.")),
        "ammo": counted("ammo."),
        "jammed": set(counted("jam.")),
        "dropped": set(counted("dropped.")),
        "held": who.memo_text("held") if is_operator else "",
        "conditions": {
            each.key: each.until.round if each.until else None for each in who.conditions
        },
        "courage": gutless is not None and bool(gutless.count),
        "limbs": (marked("severed"), marked("bleeding")),
        "unnoticed": set(unnoticed),
        "left": "left" in who.flags,
        "died": "died" in who.memo,
        "presence": int(str(due)) if due else None,
        "initiative": (known["block"], known["roll"]) if known else None,
    }


def watched(commands: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Plays so many commands at tables laid anew now and then; returns what was played, and what was refused."""
    played, refused = Counter[str](), Counter[str]()
    while sum(played.values()) < commands:
        table = Referee(seed)
        table.play_on()
        played += table.played
        refused += table.refused
        seed += 1
    return played, refused

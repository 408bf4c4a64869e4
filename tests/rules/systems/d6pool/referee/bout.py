"""A session played at random, and the referee beside it: after each command both must know the same."""

import pickle
import random
from collections.abc import Iterator, Mapping

import numpy as np
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Faces, Typed
from encounter_gui.dice.roller import Roller
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.turns.rounds import view_of_tie
from tests.helpers.rulesets import shipped
from tests.rules.systems.d6pool.referee.people import TURN_ENDS, WEAPONS, Fighter
from tests.rules.systems.d6pool.referee.referee import FoulError, Referee

_KITS = (
    ("baretta_96f", "knife", "grenade", "light_kevlar"),
    ("smg", "baretta_96f", "leather", "medium_vest"),
    ("revolver", "knife", "grenade"),
    ("knife", "baretta_96f", "light_kevlar"),
    ("grenade", "smg", "knife"),
)
_SKILLS = (
    *("firearms", "throwing", "armed", "unarmed", "dodge", "pain_resistance"),
    *("medicine", "climbing"),
)
_SWITCHES: Mapping[str, bool | str] = {
    "rangeLadder": "example",
    "grenadeAlwaysHits": True,
    "stunWoundStack": True,
    "stunHitsDodge": True,
    "woundHitsResist": True,
    "attackLimit": "perTurn",
    "moveHitsDodge": True,
}
"""House rules, and what they are set to where they are on."""
_KEPT = frozenset({*TURN_ENDS, "aimed", "prone", "awake_weak"}) - {"heroic"} | {"heroic"}
"""The conditions that are compared."""


class Bout:
    """One fight. ``played`` counts the commands that were accepted, ``kinds`` which."""

    def __init__(self, seed: int) -> None:
        """Sets four to seven fighters up, of whom two have the same speed, so that ties are frequent."""
        self.random = random.Random(seed)
        ruleset = shipped("d6pool")
        game = Game(
            system=system_for("d6pool"),
            ruleset=ruleset,
            texts=message_catalog(),
            dice=lambda: Roller(np.random.default_rng(seed)),
            now=lambda: "2026-01-01T00:00:00Z",
        )
        store, log = MemoryStore(), Log(EncounterState())
        self.session = EncounterSession(store, EncounterId(1), log, game)
        on = [each for each in _SWITCHES if self.random.random() < 0.2]
        switches = {f"d6pool.{each}": _SWITCHES[each] for each in on}
        self.session.perform(ask.Setup(name="Bout", ruleset=ruleset.id, switches=switches))
        self.referee = Referee(rules=frozenset(on))
        self.past: list[bytes] = []
        self.undone: list[bytes] = []
        self.played, self.kinds, self.count = 0, dict[str, int](), 0
        for _ in range(self.random.randint(4, 7)):
            self.join()
        self.past.clear()

    # ---- who is there

    def join(self) -> None:
        """Somebody joins, in the fight or before it."""
        self.count += 1
        roll = self.random.randint
        sheet = {key: roll(1, 5) for key in _SKILLS}
        sheet |= {"strength": roll(2, 5), "dexterity": roll(3, 5), "hero_points": roll(0, 2)}
        sheet |= {"reflex": roll(0, 2), "technical": roll(2, 4)}
        kit = self.random.choice(_KITS)
        creature = CreatureDef(
            key=f"f{self.count}",
            name=f"F{self.count}",
            side=self.random.choice(("pc", "foe")),
            sheet={**sheet, "doctor": True},
            items=tuple(
                CarriedDef(item=each, values={"count": 3} if each == "grenade" else {})
                for each in kit
            ),
            held=kit[0],
        )
        context = self.session.context
        number = context.state.next_number
        combatant = self.session.game.system.recruit(
            context, creature, name=creature.name, number=number
        )
        sheet["health"] = 3 * sheet["strength"]
        one = Fighter(combatant.id, sheet, kit, kit[0])
        one.rules = self.referee.rules
        one.th, one.dodge, one.hero = sheet["health"], sheet["dodge"], sheet["hero_points"]
        for each in kit:
            most = WEAPONS.get(each, {}).get("magazine") or WEAPONS.get(each, {}).get("count")
            if isinstance(most, int):
                one.ammo[each] = most
        self._remember()
        self.session.perform(ask.Join(combatants=(combatant,)))
        self.referee.arrive(one)

    def _remember(self) -> None:
        self.past.append(pickle.dumps(self.referee))
        self.undone.clear()

    # ---- commands

    def step(self) -> None:
        """Plays one command, undoes one, or does it again; then both sides are compared."""
        chance = self.random.random()
        if chance < 0.05 and self.past:
            self.session.undo()
            self.undone.append(pickle.dumps(self.referee))
            self.referee = pickle.loads(self.past.pop())
            self._count("undo")
        elif chance < 0.08 and self.undone:
            self.session.redo()
            self.past.append(pickle.dumps(self.referee))
            self.referee = pickle.loads(self.undone.pop())
            self._count("redo")
        elif chance < 0.10 and len(self.referee.people) < 8:
            self.join()
            self._count("join")
        else:
            self._perform(self.command())
        self.compare()

    def _perform(self, command: Command) -> None:
        head = self.session.log.head
        held = len(self.session.state.held)
        owed = {each.id: str(each.who) for each in self.session.state.obligations}
        try:
            self.session.perform(command, self._typed(command, owed))
        except RuleError:
            return
        self._remember()
        entries = []
        for entry in reversed(self.session.log.path()):
            if entry.id == head:
                break
            entries.insert(0, entry)
        self._count(type(command).__name__)
        if isinstance(command, ask.Waive):
            for each in command.ids:
                self.referee.in_air.pop(owed[each], None)
            return
        if isinstance(command, ask.Settle):
            self.referee.settling = tuple(owed[each] for each in command.ids)
        try:
            rolls = [rolled for each in entries for rolled in each.rolls]
            self.referee.follow(command, rolls, waits=len(self.session.state.held) > held)
        except FoulError as foul:
            raise FoulError(f"{command}: {foul}") from foul

    def _typed(self, command: Command, owed: Mapping[int, str]) -> Mapping[str, Typed]:
        """A newcomer's die with which it does not come into the middle of a tie under way."""
        if not isinstance(command, ask.Settle):
            return {}
        who = owed[command.ids[0]]
        now = {each.score for each in self.referee.slots if each.group == self.referee.group}
        one = self.referee.people[who]
        dice = [die for die in range(1, 7) if die + self.referee.speed(one) not in now]
        return {"initiative": Faces(values=(self.random.choice(dice),))}

    def _count(self, kind: str) -> None:
        self.played += 1
        self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def command(self) -> Command:
        """Returns a command that makes some sense now; the program may still refuse it."""
        referee, pick = self.referee, self.random.choice
        everybody = list(referee.people) or ["nobody"]
        state = self.session.state
        if state.obligations and self.random.random() < 0.5:
            return self._owed(everybody)
        acting = [each for each in referee.acting if not referee.people[each].is_out]
        chance = self.random.random()
        if chance < 0.16 or referee.stage != "running":
            return ask.Next()
        if not referee.slots:
            return self._before(CombatantId(pick(everybody)), chance)
        if chance < 0.22:
            return do.Apply()
        if chance < 0.36 or not acting:
            return self._anybody(CombatantId(pick(everybody)))
        waits = [each for each in acting if not referee.people[each].spent] or acting
        return self._action(CombatantId(pick(waits)), everybody)

    def _owed(self, everybody: list[str]) -> Command:
        owed = self.session.state.obligations[0]
        if owed.kind != "next_victim":
            return ask.Settle(ids=(owed.id,))
        if self.random.random() < 0.1:
            return ask.Waive(ids=(owed.id,))
        struck = self.random.sample(everybody, min(len(everybody), self.random.randint(1, 3)))
        caught = tuple(
            do.Caught(
                target=CombatantId(each),
                metres=self.random.randint(0, 11),
                dodge=self.random.choice((0, 0, 1, 2)),
                gm=self.random.choice((0, 0, 2, -1)),
            )
            for each in struck
        )
        who = owed.by or owed.who
        return do.Blast(who=who, targets=caught, more=self.random.random() < 0.3)

    def _before(self, who: CombatantId, chance: float) -> Command:
        if chance < 0.5:
            return do.Hero(who=who)
        moves = self.random.choice(((), ("run",), ("crawl",), ("run", "prone"), ("stand",)))
        return do.Declare(who=who, moves=moves, intent="x")

    def _anybody(self, who: CombatantId) -> Command:
        roll, pick = self.random.randint, self.random.choice
        is_tied = who in self.referee.acting and len(self.referee.acting) > 1
        gaits: tuple[do.Gait, ...] = ("walk", "run", "crawl", "prone", "stand")
        gaits = ("walk",) if is_tied else gaits
        is_curing = any(effect.cures for _, effect in self.referee.held)
        changes = ("-2", "-5") if is_curing else ("-2", "-5", "+3", "+8")
        commands: tuple[Command, ...] = (
            do.Stabilize(who=who) if is_tied else ask.Adjust(who=(who,), change=pick(changes)),
            do.Move(who=who, gait=pick(gaits), metres=1),
            do.Move(who=who, gait=pick(gaits), metres=1),
            do.Wake(who=who, hours=roll(1, 5)),
            do.Stabilize(who=who),
            do.Leave(who=who) if roll(0, 4) == 0 else do.Wake(who=who, hours=roll(1, 5)),
            ask.Remove(who=(who,)) if roll(0, 4) == 0 else do.Stabilize(who=who),
            ask.SetField(
                who=who,
                field=pick(("health", "strength", "dodge", "hero_points", "dexterity")),
                to=roll(2, 7) if roll(0, 1) else roll(8, 18),
            ),
            do.Stabilize(who=who) if is_tied else do.Fall(who=who, metres=roll(1, 12)),
            do.Stabilize(who=who) if is_curing else do.Heal(who=who, attended=bool(roll(0, 1))),
            do.Stabilize(who=who)
            if is_tied
            else ask.Damage(targets=(ask.DamageTarget(who=who),), amount=roll(5, 30)),
        )
        return pick(commands)

    def _action(self, who: CombatantId, everybody: list[str]) -> Command:
        roll, pick = self.random.randint, self.random.choice
        one = self.referee.people[who]
        others = [each for each in everybody if each != who] or everybody
        dazed = [each for each in others if "stunned" in self.referee.people[each].conditions]
        target = CombatantId(pick(dazed if dazed and roll(0, 1) else others))
        skill = pick(("technical", "firearms", "strength", "pain_resistance"))
        hero, gm = roll(0, 9) == 0, pick((0, 0, 0, 3, 6, -1))
        weapon = pick([each for each in one.items if each in WEAPONS])
        is_unsettled = "stunned" in one.conditions and len(self.referee.acting) > 1
        commands: tuple[Command, ...] = (
            do.Draw(who=who, weapon=weapon),
            do.FastDraw(who=who, weapon=weapon, hero=hero),
            do.Wait(who=who) if is_unsettled else do.Aim(who=who),
            do.Reload(who=who),
            do.Task(who=who, skill=skill, dn=10, hero=hero, gm=gm),
            do.Oppose(who=who, target=target, skill=skill, gm=gm),
            do.FirstAid(who=who, patient=CombatantId(pick(everybody)), hero=hero, gm=gm),
            do.Wait(who=who),
        )
        if not one.acted and not is_unsettled and roll(0, 6) == 0:
            return do.Aim(who=who)
        if roll(0, 2):
            if one.hand == "grenade":
                return do.Throw(who=who, metres=roll(1, 30), hero=hero, gm=gm)
            mode = pick(("", "", "FA", "SA")) if one.hand == "smg" else ""
            dodge = pick((0, 0, 1, 2))
            return do.Attack(
                who=who, target=target, metres=roll(1, 40), mode=mode, dodge=dodge, hero=hero, gm=gm
            )
        return pick(commands)

    # ---- the comparison

    def compare(self) -> None:
        """Fails where program and referee do not know the same."""
        wrong = list(self._differences())
        if wrong:
            raise FoulError("; ".join(wrong))

    def _differences(self) -> Iterator[str]:
        state, referee = self.session.state, self.referee
        facts = {
            "stage": (state.stage, referee.stage),
            "turn": (state.round, referee.round),
            "group": (state.group, referee.group),
            "order": (
                sorted((s.group, s.who, s.score, s.lane) for s in state.slots),
                sorted((s.group, s.who, s.score, s.lane) for s in referee.slots),
            ),
            "there": (list(state.combatants), list(referee.people)),
            "in the air": (
                sorted(str(o.who) for o in state.obligations if o.kind == "next_victim"),
                sorted(referee.in_air),
            ),
        }
        for name, (is_so, ought) in facts.items():
            if is_so != ought:
                yield f"{name}: {is_so}, by the rules {ought}"
        for key in referee.people:
            who = CombatantId(key)
            if who not in state.combatants:
                continue
            # What somebody has done in a tie counts for itself before it counts for the others.
            known = self._known(view_of_tie(self.session.context, who).combatant(who))
            ruled = _ruled(referee.seen_by(key)[key])
            yield from (
                f"{key} {name}: {known[name]}, by the rules {ruled[name]}"
                for name in ruled
                if known[name] != ruled[name]
            )

    def _known(self, combatant: Combatant) -> Mapping[str, object]:
        gauges = combatant.gauges
        context = self.session.context
        bleeding, aided = combatant.condition("bleeding"), combatant.condition("aided")
        there = replace(context.state, combatants={combatant.id: combatant})
        derived = self.session.game.system.derived_conditions(
            replace(context, state=there), combatant.id
        )
        conditions = {each.key for each in combatant.conditions} & _KEPT
        health = combatant.sheet.get("health")
        return {
            "th": gauges.get("th", 0),
            "health": health,
            "dodge": max(gauges.get("dodge", 0), 0),
            "hero": gauges.get("hero", 0),
            "ammo": {
                key.removeprefix("ammo."): value
                for key, value in gauges.items()
                if key.startswith("ammo.") and value
            },
            "conditions": conditions - ({"stunned"} if "dead" in derived else set()),
            "derived": derived,
            "bleeding": (bleeding.count or 0) if bleeding else 0,
            "aided": (aided.count or 0) if aided else 0,
            "hand": combatant.memo_text("held"),
            "left": "left" in combatant.flags,
            "attacks": gauges.get("attacks", 0),
            "turn attacks": gauges.get("attacks_turn", 0),
            "spent": bool(gauges.get("spent")),
        }


def _ruled(one: Fighter) -> Mapping[str, object]:
    derived: tuple[str, ...] = ()
    if one.is_dead:
        derived = ("dead",)
    elif one.is_down:
        derived = () if "awake_weak" in one.conditions else ("unconscious",)
    elif one.is_wounded:
        derived = ("wounded",)
    return {
        "th": one.th,
        "health": one.health,
        "dodge": max(one.dodge, 0),
        "hero": one.hero,
        "ammo": {key: value for key, value in one.ammo.items() if value},
        "conditions": (one.conditions & _KEPT) - ({"stunned"} if one.is_dead else set()),
        "derived": derived,
        "bleeding": one.bleeding,
        "aided": one.aided,
        "hand": one.hand,
        "left": one.has_left,
        "attacks": one.attacks,
        "turn attacks": one.turn_attacks,
        "spent": one.spent,
    }


def play(seed: int, commands: int, *, fight: int = 120) -> Mapping[str, int]:
    """Plays so many accepted commands in fights of some length each; returns how many of each kind.

    Raises:
        FoulError: program and referee differ.
    """
    played, kinds = 0, dict[str, int]()
    while played < commands:
        bout = Bout(seed)
        tries = 0
        while bout.played < min(fight, commands - played) and tries < 10 * fight:
            tries += 1
            try:
                bout.step()
            except FoulError as foul:
                raise FoulError(f"seed {seed}, command {bout.played}: {foul}") from foul
        played, seed = played + bout.played, seed + 1
        for kind, count in bout.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
    return kinds

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
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.sheet import character
from tests.helpers.rulesets import shipped
from tests.rules.systems.cwn.referee.people import ARMOR, GRENADES, WEAPONS, Person
from tests.rules.systems.cwn.referee.shadow import Shadow, Tape

BOUT = 120
"""So many commands are tried at one table; then a fresh one is laid."""

ATTRIBUTES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
TRAITS = (
    "veterans_luck",
    "gunlink",
    "killing_blow",
    "close_combatant",
    "shocking_assault",
    "alert",
    "whirlwind",
    "reflexes_1",
    "reflexes_2",
    "reflexes_3",
)
_ITEM = {
    "close_combatant": "close_combatant_1",
    "shocking_assault": "shocking_assault_1",
    "alert": "alert_1",
    "whirlwind": "whirlwind_2",
    "reflexes_1": "enhanced_reflexes_1",
    "reflexes_2": "enhanced_reflexes_2",
    "reflexes_3": "enhanced_reflexes_3",
}
CLAWS = {
    "class": "melee",
    "damage": "1d6+1",
    "attribute": "str_dex",
    "skill": "stab",
    "shock": 1,
    "shock_ac": 13,
    "trauma": "d6",
    "rating": 2,
    "attacks": 2,
    "integral": True,
}
_COUNTED = (
    "main",
    "move",
    "bonus_main",
    "bonus_move",
    "tried",
    "killed",
    "extra",
    "instant_main",
    "instant_move",
    "given_spent",
    "reflex_move",
    "strain",
)


class Referee:
    """One table: a session, the shadow of its fight, and what was played."""

    def __init__(self, seed: int) -> None:
        """Lays the table."""
        self.random, self._roller = Random(seed), Roller.seeded(seed)
        self._pace = self.random.choice((0.07, 0.07, 0.35))
        self.system = system_for("cwn")
        state = EncounterState(ruleset="cwn")
        context = RulesContext(state=state, ruleset=shipped("cwn"), texts=message_catalog())
        people: list[Person] = []
        for number in range(self.random.randint(4, 7)):
            side: Side = "pc" if number < 2 else self.random.choice(("pc", "ally", "foe", "foe"))
            if number == 2:
                side = "foe"
            combatant, person = self._somebody(context, side, number + 1)
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
        """Somebody new, for the session and for the shadow."""
        rng, is_pc = self.random, side == "pc" and number != 4
        arms = rng.sample([each for each in WEAPONS if each not in ("unarmed", "claws")], 2)
        arms[0] = "knife" if "knife" not in arms and rng.random() < 0.3 else arms[0]
        things = [*arms, rng.choice(GRENADES)]
        held = things[2] if rng.random() < 0.2 else arms[0]
        has_claws = not is_pc and rng.random() < 0.3
        traits = frozenset(rng.sample(TRAITS, rng.randint(0, 3))) if is_pc else frozenset[str]()
        if not is_pc and rng.random() < 0.3:
            traits = frozenset({"veterans_luck"})
        armor = rng.choice(["", *ARMOR]) if is_pc else ""
        has_shield = is_pc and rng.random() < 0.5
        trained = rng.sample(("punch", "stab", "shoot", "heal", "notice"), 4)
        skills = {each: rng.randint(0, 3) for each in trained}
        person = Person(
            key="",
            name=f"{'PC' if is_pc else 'NPC'} {number}",
            side=side,
            is_pc=is_pc,
            is_named=not is_pc and rng.random() < 0.4,
            level=rng.randint(1, 6),
            scores={each: rng.randint(3, 18) for each in ATTRIBUTES} if is_pc else {},
            skills=skills if is_pc else {},
            most_hp=rng.randint(3, 24),
            armor=armor,
            has_shield=has_shield,
            traits=traits,
            attack=(rng.randint(0, 7), rng.randint(0, 7)),
            skill_bonus=rng.randint(0, 2),
            printed_ac=(rng.randint(10, 16), rng.randint(10, 16)),
            printed_soak=0 if is_pc else rng.choice([0, 3, 6]),
            morale=rng.randint(5, 12),
        )
        sheet: dict[str, Any] = {"kind": "pc" if is_pc else "npc", "hp": person.most_hp}
        if is_pc:
            sheet |= {"level": person.level, **person.scores, **person.skills}
        else:
            sheet |= {
                "hd": person.level,
                "attack": person.attack[0],
                "attack_ranged": person.attack[1],
            }
            sheet |= {"ac": person.printed_ac[0], "ac_melee": person.printed_ac[1]}
            sheet |= {
                "skill": person.skill_bonus,
                "morale": person.morale,
                "soak": person.printed_soak,
            }
        worn = [*([armor] if armor else []), *(["riot_shield"] if has_shield else [])]
        gear = [_ITEM.get(each, each) for each in sorted(traits)]
        spares = [CarriedDef(item="spare_magazine", values={"count": 2})] if is_pc else []
        claws = CarriedDef(item="claws", kind="weapon", values=CLAWS)
        carried = (
            *(CarriedDef(item=each) for each in (*things, *worn, *gear)),
            *spares,
            *([claws] if has_claws else ()),
        )
        things += ["claws"] if has_claws else []
        creature = CreatureDef(
            key=person.name, name=person.name, side=side, sheet=sheet, items=carried, held=held
        )
        found = self.system.recruit(context, creature, name=person.name, number=number)
        if person.is_named:
            found = replace(found, flags=(*found.flags, "named"))
        person.key, person.items, person.held = found.id, things, held
        person.hp, person.soak = person.most_hp, person.most_soak
        person.ammo = {each: WEAPONS[each].magazine for each in arms if WEAPONS[each].magazine}
        person.ammo[things[2]] = 1
        if spares:
            person.ammo["spare_magazine"] = 2
        return found, person

    # ---- playing

    def step(self) -> None:
        """Plays a command, or takes some back."""
        chance = self.random.random()
        if chance < 0.03 and self.session.can_undo:
            self._move("undo")
        elif chance < 0.05 and self.session.can_redo:
            self._move("redo")
        elif chance < 0.06 and len(self.session.state.combatants) < 9:
            self._join()
        else:
            self._play(self._any_command())

    def _move(self, way: str) -> None:
        self.steps.append(way)
        (self.session.undo if way == "undo" else self.session.redo)()
        self.shadow = pickle.loads(self.known[self.session.log.head])
        self.played[way] += 1
        self._compare(self.session.state)

    def _join(self) -> None:
        context, rng = self.session.context, self.random
        sides = sorted({each.side for each in context.state.combatants.values()})
        combatant, person = self._somebody(context, rng.choice(sides), context.state.next_number)
        self.steps.append(f"join {person}")
        self.session.perform(general.Add(combatant=combatant))
        self.shadow.join(person)
        self._known()
        self.played["Add"] += 1
        self._compare(self.session.state)

    def _known(self) -> None:
        self.known[self.session.log.head] = pickle.dumps(self.shadow)

    def _play(self, command: Command) -> None:
        """Plays a command with what it leads to, or leaves that for later; follows each entry it made."""
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
                options = execution.ask.options
                option = self.random.choice(options)
                self.steps.append(f"{execution.ask.who}: {option} of {options}")
                choices.setdefault(number, []).append((execution.ask.who, options, option))
                execution.reply(Chosen(option=option))
            else:
                execution.reply([None] * len(execution.ask))

    def _follow(
        self, before: EncounterState, command: Command, entry: Entry, choices: list[Any]
    ) -> EncounterState:
        """Tells the shadow what an entry was, and compares the two; returns the state after it."""
        rolls = []
        for each in entry.rolls:
            request = each.request
            whose = request.who or request.side or ""
            assert each.faces is not None
            rolls.append((str(whose), request.count, request.sides, each.faces))
        owed = _owed(before)
        ids = getattr(command, "ids", ()) or (
            (before.obligations[0].id,) if before.obligations else ()
        )
        self.steps.append(f"  rolled {[each[1:] for each in rolls]}")
        settled = [owed[each] for each in ids if each in owed]
        self.shadow.follow(command, Tape(rolls, choices), settled)
        self.known[entry.id] = pickle.dumps(self.shadow)
        state = fold(before, entry.events)
        self._compare(state)
        self._compare_facts(entry)
        return state

    # ---- any command

    def _any_command(self) -> Command:
        rng, state = self.random, self.session.state
        if not state.round or not state.slots:
            if not state.round and rng.random() < 0.2:
                foes = [each.id for each in state.combatants.values() if each.side == "foe"]
                return general.Afflict(who=(rng.choice(foes),), condition="leader")
            return general.Next()
        if state.obligations and rng.random() < 0.5:
            first = rng.choice(state.obligations) if rng.random() < 0.3 else state.obligations[0]
            if first.kind == "blast" and first.who is not None and rng.random() < 0.9:
                there = rng.sample(
                    list(state.combatants), rng.randint(0, min(3, len(state.combatants)))
                )
                return do.Blast(
                    who=first.who, targets=tuple(do.Caught(target=each) for each in there)
                )
            if rng.random() < 0.2:
                return general.Waive(ids=(first.id,))
            if first.kind == "morale" and first.side and rng.random() < 0.3:
                return do.SkipMorale(side=first.side)
            return general.Settle(ids=(first.id,))
        if rng.random() < self._pace:
            return general.Next()
        acting = [each for each in state.acting if not state.combatants[each].has("dead")]
        who = (
            rng.choice(acting)
            if acting and rng.random() < 0.8
            else rng.choice(list(state.combatants))
        )
        return self._of(who)

    def _of(self, who: CombatantId) -> Command:
        rng, state = self.random, self.session.state
        me, there = state.combatants[who], list(state.combatants.values())
        foes = [each.id for each in there if (each.side == "foe") != (me.side == "foe")]
        up = [each for each in foes if not state.combatants[each].has("dead")] or foes
        friends = [each.id for each in there if (each.side == "foe") == (me.side == "foe")]
        target, friend = rng.choice(up), rng.choice(friends)
        screened = [each for each in up if state.combatants[each].has("screened")]
        if screened and rng.random() < 0.5:
            target = rng.choice(screened)
        thing = rng.choice(self.shadow.people[who].items)
        metres = rng.choice([None, None, None, 1, 2, 8, 15, 40])
        modifiers = rng.choice(
            [(), (), (), ("cover_partial",), ("cover_near_total", "cover_partial")]
        )
        attack = do.Attack(who=who, target=target, metres=metres, modifiers=modifiers)
        named = rng.choice(["knife", "submachine_gun", "club", "unarmed"])
        shots = tuple(
            do.Shot(who=each, target=target) for each in rng.sample(friends, min(2, len(friends)))
        )
        choices: list[Command] = [
            *[attack] * 8,
            replace(attack, how="charge", moved=rng.choice([None, 3, 9])),
            replace(attack, how="charge", metres=None),
            *[replace(attack, how="snap")] * 3,
            replace(attack, weapon="submachine_gun", mode="burst"),
            replace(attack, weapon="knife", mode="thrown"),
            replace(attack, weapon=named, nonlethal=True, metres=None),
            replace(attack, gm=rng.randint(-3, 3)),
            do.SnapTogether(shots=shots),
            *[do.Swarm(who=who, target=target)] * 2,
            *[do.Screen(who=who, ally=friend, leaves=rng.random() < 0.5)] * 2,
            do.TotalDefense(who=who),
            do.Withdraw(who=who),
            *[do.Run(who=who, metres=rng.choice([0, 2, 5]), leaves=rng.random() < 0.8)] * 2,
            do.ExtraMove(who=who),
            *[do.Hold(who=who)] * 2,
            do.Done(who=who),
            do.Spend(who=who, action=rng.choice(["main", "move"])),
            do.Drop(who=who),
            *[do.Ready(who=who, item=thing)] * 2,
            do.Stow(who=who),
            do.Engage(who=who, target=target),
            *[do.Reflexes(who=who, instant=rng.random() < 0.5)] * 2,
            do.Whirlwind(who=who),
            replace(
                attack, weapon="claws", metres=None, also=tuple(rng.sample(up, rng.randint(0, 1)))
            ),
            do.Check(who=who, skill="notice", difficulty=rng.randint(6, 10)),
            do.Save(who=who, save=rng.choice(["physical", "evasion", "mental", "luck"])),
            general.Adjust(who=(target,), change=f"-{rng.randint(1, 6)}"),
            *self._where_it_matters(me, attack),
        ]
        if rng.random() < 0.2:
            choices += [
                do.Leave(who=who),
                general.Adjust(who=(friend,), change=f"+{rng.randint(1, 4)}"),
            ]
        npcs = [each.id for each in there if each.sheet.get("kind") == "npc" and each.side == "foe"]
        if npcs:
            choices.append(do.Morale(who=tuple(npcs)))
        return rng.choice(choices)

    def _where_it_matters(self, me: Combatant, attack: do.Attack) -> list[Command]:
        """What somebody can only do in a certain state, more often then."""
        rng, shadow, who = self.random, self.shadow.people[me.id], me.id
        found: list[Command] = []
        grenade = shadow.items[2]
        if grenade in (shadow.held, shadow.other) and shadow.ammo[grenade]:
            found += [do.Throw(who=who, weapon=grenade, metres=rng.choice([None, 8, 20]))] * 12
        elif shadow.ammo[grenade]:
            found += [do.Stow(who=who), do.Drop(who=who), do.Ready(who=who, item=grenade)]
        if "knife" in (shadow.held, shadow.other):
            found += [replace(attack, weapon="knife", mode="thrown")] * 4
        if shadow.extra:
            found += [replace(attack, how="extra")] * 8
        if me.has("prone"):
            found += [do.Stand(who=who)] * 4
        else:
            found += [do.GoProne(who=who)]
        if me.has("screening"):
            found += [do.EndScreen(who=who)] * 2
        found += [do.Disengage(who=who)] * bool(shadow.melee)
        about = shadow.marks["swarming"].about if shadow.has("swarming") else ""
        if about:
            target = CombatantId(about)
            found += [replace(attack, how="swarm", target=target, metres=None)] * 6
        if shadow.dropped:
            found += [do.PickUp(who=who, item=rng.choice(shadow.dropped))] * 3
            found += [do.GoProne(who=who)] * 2
        return [*found, *self._with_guns(shadow, attack), *self._aid(shadow)]

    def _with_guns(self, shadow: Person, attack: do.Attack) -> list[Command]:
        who, weapon, found = CombatantId(shadow.key), shadow.weapon_in_hand(), list[Command]()
        if weapon.magazine:
            found += [do.Reload(who=who)] * 2
        if weapon.has_burst:
            found += [replace(attack, weapon=weapon.key, mode="burst")] * 4
        if weapon.key == "automatic_rifle":
            there = self.random.sample(list(self.shadow.people), 2)
            cone = tuple(do.InCone(target=CombatantId(each)) for each in there if each != who)
            found += [do.Suppress(who=who, targets=cone)] * 4
        return found

    def _aid(self, shadow: Person) -> list[Command]:
        rng, who, found = self.random, CombatantId(shadow.key), list[Command]()
        for each in self.shadow.people.values():
            if each.has("mortally_wounded") and each.team == shadow.team:
                tool: do.Tool = rng.choice(["none", "none", "medkit"])
                found += [do.Stabilize(who=who, patient=CombatantId(each.key), tool=tool)] * 6
        return found

    # ---- comparing

    def _compare(self, state: EncounterState) -> None:
        """The session's state and the shadow's are one."""
        mine, theirs = self._of_shadow(), self._of_state(state)
        differences = [
            f"{key}: spec {mine.get(key)!r}, program {theirs.get(key)!r}"
            for key in sorted({*mine, *theirs})
            if mine.get(key) != theirs.get(key)
        ]
        assert not differences, "\n".join([*self.steps[-14:], *differences])

    def _of_shadow(self) -> dict[str, Any]:
        shadow = self.shadow
        found: dict[str, Any] = {"round": shadow.round}
        found["order"] = [sorted(each) for each in shadow.order]
        found["acting"] = sorted(shadow.order[shadow.at]) if shadow.at >= 0 else []
        done = {
            key
            for place, group in enumerate(shadow.order)
            for key in group
            if place == shadow.at and key in shadow.done
        }
        found["done"] = done
        found["owed"] = Counter((each.kind, each.who) for each in shadow.owed)
        for each in shadow.people.values():
            found |= {f"{each.name} {key}": value for key, value in _numbers(each).items()}
        return found

    def _of_state(self, state: EncounterState) -> dict[str, Any]:
        groups: dict[int, list[str]] = {}
        for slot in state.slots:
            groups.setdefault(slot.group, []).append(slot.who)
        found: dict[str, Any] = {"round": state.round}
        found["order"] = [sorted(groups[each]) for each in sorted(groups)]
        found["acting"] = sorted(state.acting)
        found["done"] = {
            slot.who for slot in state.slots if slot.is_done and slot.group == state.group
        }
        found["owed"] = Counter(
            (each.kind, str(each.who or each.side or "")) for each in state.obligations
        )
        for each in state.combatants.values():
            found |= {f"{each.name} {key}": value for key, value in _shown(each).items()}
        return found

    def _compare_facts(self, entry: Entry) -> None:
        """What was worked out is what the shadow worked out."""
        kinds = ("attack", "blast", "check", "save", "throw")
        told = [
            dict(each.values) | {"who": each.who, "target": each.target}
            for each in entry.events
            if isinstance(each, ev.Resolved) and each.what in kinds
        ]
        mine = self.shadow.facts
        is_alike = len(told) == len(mine) and all(
            all(_value(theirs.get(key)) == _value(value) for key, value in each.items())
            for each, theirs in zip(mine, told, strict=True)
        )
        assert is_alike, "\n".join([*self.steps[-14:], f"spec {mine}", f"program {told}"])


def _owed(state: EncounterState) -> dict[int, tuple[str, str, int]]:
    """What is owed: the kind, by whom, and how many of these are older."""
    counts, found = Counter[tuple[str, str]](), {}
    for each in sorted(state.obligations, key=lambda each: each.id):
        pair = each.kind, str(each.who or each.side or "")
        found[each.id] = (*pair, counts[pair])
        counts[pair] += 1
    return found


def _value(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


def _numbers(who: Person) -> dict[str, Any]:
    """What is counted of somebody, by the shadow."""
    return {
        "hp": who.hp,
        "soak": who.soak,
        "main": who.main,
        "move": who.move,
        "bonus_main": who.bonus_main,
        "bonus_move": who.bonus_move,
        "killed": who.killed,
        "extra": who.extra,
        "instant_main": who.given_main,
        "instant_move": who.given_move,
        "given_spent": who.given_spent,
        "reflex_move": who.reflex_moves,
        "strain": who.strain,
        "tried": who.tried,
        "shocks": who.first_shock,
        "left": who.has_left,
        "hands": (who.held, who.other),
        "dropped": sorted(who.dropped),
        "ammo": who.ammo,
        "used": {key: count for key, count in who.used.items() if count},
        "conditions": set(who.marks),
        "melee": set(who.melee),
        "faced": set(who.faced),
        "ac": (who.ac(melee=False), who.ac(melee=True)),
    }


def _shown(who: Combatant) -> dict[str, Any]:
    """The same as the program keeps it."""
    ammo = {key.partition(".")[2]: n for key, n in who.gauges.items() if key.startswith("ammo.")}
    used = {key.partition(".")[2]: n for key, n in who.gauges.items() if key.startswith("used.")}
    dropped: Any = who.memo.get("dropped", ())
    context = RulesContext(
        state=EncounterState(ruleset="cwn", combatants={who.id: who}),
        ruleset=shipped("cwn"),
        texts=message_catalog(),
    )
    return {
        "hp": who.gauges.get("hp", 0),
        "soak": who.gauges.get("soak", 0),
        **{key: who.gauges.get(key, 0) for key in (*_COUNTED, "shocks")},
        "left": "left" in who.flags,
        "hands": (who.memo_text("held"), who.memo_text("other_hand")),
        "dropped": sorted(dropped),
        "ammo": ammo,
        "used": {key: n for key, n in used.items() if n},
        "conditions": {each.key for each in who.conditions},
        "melee": set(_ids(who.memo.get("melee"))),
        "faced": set(_ids(who.memo.get("blocked"))),
        "ac": tuple(character.armor_class(context, who, melee=each) for each in (False, True)),
    }


def _ids(value: Any) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


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

"""Attack actions at the table: defense, discharges, hits, counters.

Source: PHA-30 to PHA-35, PHA-47 to PHA-52, PHA-78.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.values import Combatant, Condition, Value
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.combat import defenses, hits, techniques
from encounter_gui.rules.systems.phases.combat.attack_conditions import (
    allow_attack,
    allow_defense,
    defense_name,
)
from encounter_gui.rules.systems.phases.combat.attack_plan import (
    AttackPlan,
    is_single,
    plan_attack,
    plan_counter,
)
from encounter_gui.rules.systems.phases.commands import Attack
from encounter_gui.rules.systems.phases.harm.wounds import Steps
from encounter_gui.rules.systems.phases.sheet import action_budget, character, gear
from encounter_gui.rules.systems.phases.sheet.character import Bonus
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text, die, three

Planner = Callable[[RulesContext, Attack], AttackPlan]

PASSIVE = "passive"
"""The defense of who does not roll any. Source: PHA-32."""

COUNTER_OPTIONS = ("counter", "let_be")
"""What a parry that wins by 5 leaves one to choose from. Source: PHA-49."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What an attack has to beat: a defense and its total, or a DN. Source: PHA-32."""

    kind: str
    total: int


def attack(context: RulesContext, command: Attack) -> Procedure:
    """Plays one attack action. Source: PHA-78.

    Raises:
        RuleError: it cannot be made, or not be defended like this.
    """
    action_budget.require_action(context, command.who)
    context.known_combatant(command.target)
    course = Course(context, command.who)
    plan = plan_attack(course.view, command)
    combatant, target = course.view.combatant(command.who), course.view.combatant(command.target)
    allow_attack(course.view, combatant, target, plan)
    allow_defense(course.view, target, plan, command.defense)
    strike = _Strike(course=course, command=command, planner=plan_attack)
    guard, margin = yield from strike.play()
    if guard.kind == "parry" and mechanics.counters(margin):
        yield from _counter(course, command)
    return Outcome(
        label=say(
            "phases.log.attack",
            who=combatant.name,
            verb=_verb(context, plan),
            target=target.name,
            result=course.told,
            waits=context.texts.text_of("phases.log.waiting") if course.waits else "",
        ),
        events=course.events,
        reasons=tuple(course.reasons),
    )


def _verb(context: RulesContext, plan: AttackPlan) -> str:
    if plan.technique is not None:
        return context.texts.text_of("phases.verb.technique", technique=plan.technique.name)
    return context.texts.text_of(f"phases.verb.{plan.mode}", weapon=plan.weapon.name)


class _Strike:
    """One attack action, or a free counter-attack, being rolled out."""

    def __init__(
        self, *, course: Course, command: Attack, planner: Planner, is_free: bool = False
    ) -> None:
        self._course = course
        self._command = command
        self._planner = planner
        self._is_free = is_free
        self._plan = planner(course.view, command)
        self._who: CombatantId = command.who
        self._target: CombatantId = command.target
        self._attacker = course.view.combatant(command.who)
        self._defender = course.view.combatant(command.target)

    def play(self) -> Generator[Ask, Answer, tuple[Guard, int]]:
        """Rolls it out and returns the last guard and by how much the attack led."""
        kind = yield from self._chosen()
        attacker = self._attacker
        self._course.now(
            *(action_budget.steadied(attacker) if self._is_free else action_budget.spent(attacker))
        )
        guard, margin, fired = Guard(kind=kind, total=0), 0, len(self._plan.discharges)
        for number in range(len(self._plan.discharges)):
            if number and character.is_dead(self._course.one(self._target)):
                fired = number
                break
            if not number or self._course.view.switch("phases.defensePerShot"):
                guard = yield from self._guard(kind, is_first=not number)
            margin, jams = yield from self._shot(number, guard)
            if jams:
                fired = number + 1
                break
        self._course.now(*self._expended(fired))
        return guard, margin

    def _chosen(self) -> Generator[Ask, Answer, str]:
        """Asks the target how it defends itself, unless it has no choice or the command says. Source: PHA-78."""
        open_to = defenses.options(self._course.view, self._defender, self._plan)
        if len(open_to) < 2:
            return open_to[0] if open_to else PASSIVE
        if self._command.defense:
            return self._command.defense
        label = say("phases.choice.defense", who=self._defender.name, attacker=self._attacker.name)
        answer = yield Choice(key="defense", label=label, who=self._target, options=open_to)
        return answer.option if isinstance(answer, Chosen) else open_to[0]

    def _guard(self, kind: str, *, is_first: bool) -> Generator[Ask, Answer, Guard]:
        """The defense roll; one action pays for every roll of it against this attack action. Source: PHA-32."""
        course = self._course
        dn = self._plan.passive if is_first else self._now().passive
        if dn is not None:
            course.why("phases.why.passive", rule="PHA-32", dn=dn)
            return Guard(kind=PASSIVE, total=dn)
        target = self._as_unspent(course.view.combatant(self._target))
        plan = defenses.defense(course.view, target, kind, self._command.defense_gm)
        if plan.costs_action and is_first:
            before = defenses.is_before(course.view, target)
            course.now(*action_budget.defended(course.view, target, kind, before=before))
        dice = yield from three("defense", target.id)
        total = dice + plan.bonus.amount
        values: dict[str, Value] = {"kind": kind, "bonus": plan.bonus.amount, "total": total}
        course.now(ev.Resolved(what="defense", who=target.id, target=self._who, values=values))
        course.why(
            "phases.why.defense",
            rule="PHA-32",
            kind=defense_name(course.view, kind),
            dice=dice,
            parts=plan.bonus.text,
            total=total,
        )
        return Guard(kind=kind, total=total)

    def _as_unspent(self, target: Combatant) -> Combatant:
        """The target with the actions it had when the attack was announced: the defense is one of them."""
        used = self._defender.gauges.get(character.USED, 0)
        return replace(target, gauges={**target.gauges, character.USED: used})

    def _now(self) -> AttackPlan:
        """The attack as it stands now: target as it has become, attacker as it began. Source: PHA-78."""
        context = self._course.view
        combatants = {**context.state.combatants, self._who: self._attacker}
        before = replace(context, state=replace(context.state, combatants=combatants))
        return self._planner(before, self._command)

    def _bonus(self, number: int) -> Bonus:
        return self._now().discharges[number].bonus

    def _shot(self, number: int, guard: Guard) -> Generator[Ask, Answer, tuple[int, bool]]:
        """One attack roll and what it does; returns its lead, and whether the weapon jams. Source: PHA-35."""
        added = self._bonus(number)
        sum_ = dice_text(added.amount)
        label = say("phases.roll.attack.ask", sum=sum_, against=guard.total)
        dice = yield from three("attack", self._who, label)
        total = dice + added.amount
        margin = total - guard.total
        by_margin = bool(self._course.view.switch("phases.attackFumbleOnMargin"))
        result = result_of(dice, margin, by_margin=by_margin)
        count = 0
        if result == "hit" and self._plan.technique is None:
            count = yield from self._count(number, margin)
        self._course.why(
            "phases.why.attack", rule="PHA-30", dice=dice, parts=added.text, total=total
        )
        self._note(number, (added.amount, total), guard, result, count)
        if margin < 0:
            self._turned(guard.kind)
        if result == "fumble":
            return margin, self._fumbled()
        if result in ("hit", "graze"):
            yield from self._hurts(result, count, margin)
        return margin, False

    def _count(self, number: int, margin: int) -> Generator[Ask, Answer, int]:
        """Returns how many rounds or pellets of a discharge hit. Source: PHA-34."""
        most = self._plan.discharges[number].most
        match self._plan.hits:
            case "burst":
                return (yield from die("burst", self._who, most))
            case "salvo" | "pellets":
                return int(mechanics.hit_count(margin, most))
            case _:
                return 1

    def _hurts(self, result: str, count: int, margin: int) -> Steps:
        """What a hit or a graze does; a technique does nothing on a tie. Source: PHA-40, PHA-53."""
        course, plan = self._course, self._plan
        if plan.technique is not None:
            if result == "hit":
                winner, loser = course.one(self._who), course.one(self._target)
                techniques.works(course, winner, loser, plan.technique)
        elif result == "hit":
            yield from hits.land(course, plan, self._target, count, margin)
        else:
            yield from hits.graze(course, plan, self._target)

    def _fumbled(self) -> bool:
        """Returns whether the weapon jams; a blow that fumbles leaves one off balance. Source: PHA-35."""
        course, plan = self._course, self._plan
        if plan.is_melee:
            condition = Condition(key="off_balance")
            course.now(ev.ConditionAdded(who=self._who, condition=condition))
            course.tell("phases.told.off_balance")
            return False
        if not plan.weapon.can_jam:
            return False
        known = course.view.combatant(self._who).condition("jammed")
        keys = dict.fromkeys((*(known.note.split() if known else ()), plan.weapon.key))
        condition = Condition(key="jammed", note=" ".join(keys))
        course.now(ev.ConditionAdded(who=self._who, condition=condition))
        course.tell("phases.told.jams", weapon=plan.weapon.name)
        return True

    def _turned(self, kind: str) -> None:
        """A technique that beats the attack as a defense works on the attacker. Source: PHA-52."""
        technique = gear.technique(self._course.view.ruleset, kind)
        if technique is not None:
            course = self._course
            techniques.works(course, course.one(self._target), course.one(self._who), technique)

    def _note(
        self, number: int, sums: tuple[int, int], guard: Guard, result: str, count: int
    ) -> None:
        course, plan = self._course, self._plan
        added, total = sums
        dos = total - guard.total
        values: dict[str, Value] = {
            "mode": plan.technique.key if plan.technique else plan.mode,
            "number": number + 1,
            "bonus": added,
            "total": total,
            "against": guard.total,
            "defense": guard.kind,
            "dos": dos,
            "result": result,
            "hit": result in ("hit", "graze"),
            "hits": count,
        }
        course.now(ev.Resolved(what="attack", who=self._who, target=self._target, values=values))
        course.why(
            f"phases.why.{result}", rule="PHA-35", total=total, against=guard.total, dos=abs(dos)
        )
        if count and plan.hits in ("burst", "salvo", "pellets"):
            course.why("phases.why.count", rule="PHA-34", count=count)
        course.tell(f"phases.told.{result}", total=total, against=guard.total)

    def _expended(self, fired: int) -> tuple[ev.Event, ...]:
        """Returns rounds, recoil and the one attack of a single-shot weapon. Source: PHA-27, PHA-33, PHA-77."""
        combatant, plan = self._attacker, self._plan
        if plan.technique is not None:
            return ()
        events: list[ev.Event] = []
        rounds = sum(each.rounds for each in plan.discharges[:fired])
        if rounds:
            events.append(ev.GaugeChanged(who=combatant.id, gauge=plan.weapon.ammo, by=-rounds))
        if plan.weapon.is_firearm and plan.weapon.recoil:
            by = plan.weapon.recoil * fired
            events.append(ev.GaugeChanged(who=combatant.id, gauge=character.RECOIL, by=by))
        if is_single(plan.weapon, plan.mode):
            keys = f"{combatant.memo.get('singles', '')} {plan.weapon.key}".strip()
            events.append(ev.MemoSet(who=combatant.id, key="singles", value=keys))
        return tuple(events)


def result_of(dice: int, margin: int, *, by_margin: bool) -> str:
    """Returns how an attack went: fumble, hit, graze or miss. Source: PHA-08, PHA-35."""
    if mechanics.attack_fumbles(dice, margin, by_margin):
        return "fumble"
    if mechanics.hits(dice, margin):
        return "hit"
    return "graze" if mechanics.grazes(dice, margin) else "miss"


def _counter(course: Course, command: Attack) -> Steps:
    """The free counter-attack of a parry: defended like any attack, giving no counter of its own. Source: PHA-49."""
    combatant = course.one(command.target)
    if character.is_out(course.after, combatant) or character.is_dead(course.one(command.who)):
        return
    label = say("phases.choice.counter", who=combatant.name, target=course.one(command.who).name)
    answer = yield Choice(key="counter", label=label, who=combatant.id, options=COUNTER_OPTIONS)
    if not isinstance(answer, Chosen) or answer.option != COUNTER_OPTIONS[0]:
        return
    course.tell("phases.told.counter", who=combatant.name)
    back = Attack(who=command.target, target=command.who, weapon=defenses.guard(combatant).key)
    course.dealer = command.target
    strike = _Strike(course=course, command=back, planner=plan_counter, is_free=True)
    yield from strike.play()
    course.dealer = course.by

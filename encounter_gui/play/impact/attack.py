"""One attack by the exact odds of two rulesets of a game: what people read of it, before and after.

The odds are those of the attack panel: the same form, the same command, the same function, in a fight of two.
"""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import evolve
from encounter_gui.encounter.values import Combatant, Condition, Side
from encounter_gui.play.impact.fighters import Fighter, with_armor, with_weapon
from encounter_gui.play.trial_fight import (
    Sandbox,
    TrialAttack,
    attack_in,
    context_with,
    side_against,
)
from encounter_gui.play.workshop.taking_over import as_by
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.items import find_item
from encounter_gui.rules.model.ruleset import CreatureDef, Ruleset
from encounter_gui.rules.view import (
    AttackComparison,
    AttackForm,
    Bars,
    FormChoices,
    HeadlineNumber,
    LaterMeasures,
    Measures,
    Odds,
    Outcomes,
    Spread,
)

_ALIKE = 1e-12
"""Two ways of adding the same chances up differ by no more."""

_MOST_ATTACKERS = 8
"""So many others are tried where the attack that was asked about is the same before and after."""

_IN_A_ROW = re.compile(r"out\.([2-9]|\d\d+)")
"""The ids of figures of several attacks in a row."""

NumberKind = Literal["chance", "mean"]
Distribution = Spread | Bars | Outcomes


class Question(Struct, frozen=True, kw_only=True):
    """Which attack: who, on whom, with which choices of the attack form.

    ``weapon`` is put into the hand of the attacker, and ``armor`` on the target, whatever they carry else: keys of
    items of the library. ``condition`` is put on the attacker, or with ``on_target`` on the target.
    """

    who: Fighter
    target: Fighter
    choices: FormChoices = field(default_factory=dict)
    weapon: str = ""
    armor: str = ""
    condition: str = ""
    on_target: bool = False


class Answer(Struct, frozen=True, kw_only=True):
    """What an attack comes to by some rules. ``made_of`` is the way to attack and its arithmetic, in words."""

    attack: TrialAttack
    odds: Odds
    damage: float | None
    made_of: str


class ImpactLine(Struct, frozen=True, kw_only=True):
    """A number that people read, before and after; None: there is none.

    A chance is from 0 to 1, a mean in the points of the game. ``note`` is what it is made of after the change, and
    ``note_before`` what it was made of.
    """

    id: str
    label: str
    kind: NumberKind
    before: float | None
    after: float | None
    note: str = ""
    note_before: str = ""

    @property
    def is_same(self) -> bool:
        """Whether the change leaves it as it was."""
        if self.before is None or self.after is None:
            return self.before is self.after
        return abs(self.before - self.after) <= _ALIKE


class AttackImpact(Struct, frozen=True, kw_only=True):
    """What a change makes of one attack. ``before`` and ``after`` are None where there is no such attack."""

    question: Question
    before: Answer | None
    after: Answer | None
    lines: tuple[ImpactLine, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether the attack is the same by both rules, to the last number of its odds."""
        if self.before is None or self.after is None:
            return self.before is self.after
        return _is_same(self.before.odds, self.after.odds) and all(
            each.is_same for each in self.lines
        )

    @property
    def made_of(self) -> str:
        """The way to attack, in words."""
        answer = self.after or self.before
        return answer.made_of if answer is not None else ""

    @property
    def charts(self) -> tuple[Distribution | None, Distribution | None]:
        """The distribution of what the attack does, before and after; None: there is none."""
        return _chart(self.before), _chart(self.after)


class AttackComparer:
    """Asks about attacks by two rulesets of one game; what was asked of the first is remembered."""

    def __init__(self, system: System, before: Ruleset, texts: MessageCatalog) -> None:
        """Takes the game, what changes are compared with, and the words. Used by one thread at a time."""
        self._system = system
        self._texts = texts
        self._before = Sandbox(system=system, ruleset=before, texts=texts)
        self._known: dict[tuple[object, ...], Answer | None] = {}

    def impact(self, question: Question, after: Ruleset) -> AttackImpact:
        """Returns what a change makes of an attack."""
        was, now = self._asked_before(question), self._asked(self._sandbox(after), question)
        return AttackImpact(
            question=question, before=was, after=now, lines=tuple(_lines(was, now, self._texts))
        )

    def telling(
        self, questions: Sequence[Question], after: Ruleset, others: Sequence[Fighter] = ()
    ) -> Iterator[AttackImpact]:
        """Yields what a change makes of the first attack, then of one like it that shows a difference, if any does.

        Like it are the other ``questions``, each of them with another fire mode, aim or circumstance, and the attacks
        of ``others`` on the same target.
        """
        first, *more = questions
        found = self.impact(first, after)
        yield found
        if not found.is_same:
            return
        attackers = (replace(first, who=who, weapon="") for who in _told_apart(first, others))
        for question in (first, *more, *attackers):
            different = self._different(question, after)
            if different is not None:
                yield different
                return

    def _different(self, question: Question, after: Ruleset) -> AttackImpact | None:
        """Returns an attack, or one in another way or with another circumstance, that shows a difference."""
        impact = self.impact(question, after)
        if not impact.is_same:
            return impact
        if impact.before is None or impact.after is None:
            return None
        was, now = (_compared(self._system, each) for each in (impact.before, impact.after))
        for choices in _choices_told_apart(was, now):
            return self.impact(replace(question, choices={**question.choices, **choices}), after)
        return None

    def _asked_before(self, question: Question) -> Answer | None:
        key = (
            *(question.who.key, question.target.key, *sorted(question.choices.items())),
            *(question.weapon, question.armor, question.condition, question.on_target),
        )
        if key not in self._known:
            self._known[key] = self._asked(self._before, question)
        return self._known[key]

    def _sandbox(self, ruleset: Ruleset) -> Sandbox:
        return Sandbox(system=self._system, ruleset=ruleset, texts=self._texts)

    def _asked(self, sandbox: Sandbox, question: Question) -> Answer | None:
        try:
            return self._answer(sandbox, question)
        except AppError:
            return None  # by these rules there is no such attack

    def _answer(self, sandbox: Sandbox, question: Question) -> Answer | None:
        who, target = question.who.under(sandbox.ruleset), question.target.under(sandbox.ruleset)
        if who is None or target is None:
            return None
        if question.weapon:
            who = with_weapon(who, question.weapon, sandbox.ruleset)
        if question.armor:
            target = with_armor(target, question.armor, sandbox.ruleset)
        context = context_with(
            sandbox, (who, _opposed(target, side_against(who.side, target.side)))
        )
        context = self._with_rules(context, question)
        first = context.combatant(CombatantId("trial-1"))
        choices = dict(question.choices)
        held = find_item(first.items, question.weapon) if question.weapon else None
        if held is not None:
            choices["weapon"] = held.key
        attack = attack_in(sandbox, context, choices)
        if attack is not None and question.condition:
            attack = _with_condition(sandbox, attack, question, choices)
        command = attack.form.command if attack is not None else None
        if attack is None or command is None:
            return None
        odds = sandbox.system.odds(attack.context, command)
        measures = sandbox.system.measures(attack.context, command)
        if odds is None:
            return None
        damage = measures.damage if measures is not None else None
        return Answer(attack=attack, odds=odds, damage=damage, made_of=_made_of(attack.form))

    def _with_rules(self, context: RulesContext, question: Question) -> RulesContext:
        """Returns the fight in which whoever carries copies that other rules have made has them by these."""
        for fighter in (question.who, question.target):
            if fighter.rules is not None and fighter.rules is not context.ruleset:
                was = replace(context, ruleset=fighter.rules)
                context = as_by(self._system, was, context.ruleset)
        return context


def _opposed(target: CreatureDef | Combatant, side: Side) -> CreatureDef | Combatant:
    if isinstance(target, CreatureDef):
        return dataclasses.replace(target, side=side)
    return replace(target, side=side)


def _with_condition(
    sandbox: Sandbox, attack: TrialAttack, question: Question, choices: FormChoices
) -> TrialAttack | None:
    """Returns the attack with a condition on one of the two; as it is where it is on both sides of it already."""
    who = attack.target if question.on_target else attack.who
    added = ev.ConditionAdded(who=who, condition=Condition(key=question.condition))
    context = replace(attack.context, state=evolve(attack.context.state, added))
    chosen = {**choices, "who": attack.who, "target": attack.target}
    return replace(attack, context=context, form=sandbox.system.attack_form(context, chosen))


def _made_of(form: AttackForm) -> str:
    """Returns the way to attack and its arithmetic, as the attack panel says them."""
    ways = (
        next((option.text for option in each.options if option.key == each.chosen), "")
        for each in form.fields
        if each.compared == "way"
    )
    return " · ".join(each for each in (*ways, form.sum) if each)


def _lines(was: Answer | None, now: Answer | None, texts: MessageCatalog) -> Iterator[ImpactLine]:
    before = _headlines(was)
    after = _headlines(now)
    for name in dict.fromkeys((*after, *before)):
        old, new = before.get(name), after.get(name)
        shown = new or old
        if shown is None:
            continue
        yield ImpactLine(
            id=name,
            label=shown.label,
            kind="chance",
            before=None if old is None else old.probability,
            after=None if new is None else new.probability,
            note="" if new is None else new.note,
            note_before="" if old is None else old.note,
        )
    means = _mean(was), _mean(now)
    if means != (None, None):
        yield ImpactLine(
            id="mean",
            label=texts.text_of("workshop.impact.mean"),
            kind="mean",
            before=means[0],
            after=means[1],
            note=_unit(now or was) or texts.text_of("workshop.impact.damage"),
        )


def _headlines(answer: Answer | None) -> Mapping[str, HeadlineNumber]:
    """Returns the large figures by their ids, without those of attacks in a row."""
    figures = answer.odds.headline_numbers if answer is not None else ()
    return {each.id: each for each in figures if not _IN_A_ROW.fullmatch(each.id)}


def _mean(answer: Answer | None) -> float | None:
    if answer is None:
        return None
    chart = _chart(answer)
    return chart.mean if isinstance(chart, Spread) else answer.damage


def _unit(answer: Answer | None) -> str:
    chart = _chart(answer)
    return chart.unit if isinstance(chart, Spread) else ""


def _chart(answer: Answer | None) -> Distribution | None:
    """Returns the first spread of an attack, else the first of its other distributions."""
    charts = answer.odds.charts if answer is not None else ()
    spread = next((each for each in charts if isinstance(each, Spread)), None)
    return spread or next((each for each in charts if isinstance(each, Bars | Outcomes)), None)


def _is_same(was: Odds, now: Odds) -> bool:
    before, after = was.by_id, now.by_id
    notes = [each.note for each in was.headline_numbers]
    return (
        before.keys() == after.keys()
        and all(abs(before[name] - after[name]) <= _ALIKE for name in before)
        and notes == [each.note for each in now.headline_numbers]
    )


def _told_apart(question: Question, others: Sequence[Fighter]) -> tuple[Fighter, ...]:
    """Returns others who carry other things than those before them, the first few."""
    seen = {question.who.carried}
    found = list[Fighter]()
    for each in others:
        if each.carried not in seen and each.key != question.target.key:
            seen.add(each.carried)
            found.append(each)
    return tuple(found[:_MOST_ATTACKERS])


def _compared(system: System, answer: Answer) -> AttackComparison:
    """Returns what an attack comes to in every way to make it, and with every circumstance."""
    chosen = {"who": answer.attack.who, "target": answer.attack.target}
    return system.first_comparison(answer.attack.context, chosen)


def _choices_told_apart(was: AttackComparison, now: AttackComparison) -> Iterator[FormChoices]:
    """Yields the choices with which two comparisons of one attack come to different numbers."""
    ways = {_key(each.choices): each.measures for each in was.ways}
    for way in now.ways:
        before = ways.get(_key(way.choices))
        if before is not None and _numbers(before) != _numbers(way.measures):
            yield way.choices
    # A comparison leaves out a circumstance that makes no difference: it comes to what the attack comes to.
    circumstances = [
        {_key(each.choices): each for each in (*one.what_if, *one.undecided)} for one in (was, now)
    ]
    for key in dict.fromkeys((*circumstances[1], *circumstances[0])):
        found = [each.get(key) for each in circumstances]
        measures = [
            each.measures if each is not None else one.now
            for each, one in zip(found, (was, now), strict=True)
        ]
        if _numbers(measures[0]) != _numbers(measures[1]):
            yield dict(key)


def _key(choices: FormChoices) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(choices.items()))


def _numbers(measures: Measures | None) -> tuple[float | None, ...]:
    if measures is None:
        return ()
    known = measures.at_once() if isinstance(measures, LaterMeasures) else measures
    return known.hit, known.hurt, known.out, known.damage

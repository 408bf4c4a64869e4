"""What is known of the attacks of many before they are made: how many at whom, what is to be expected, who cannot."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Protocol

from msgspec import structs

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import figure_text
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.presenters.form import COMMAND_ONLY
from encounter_gui.rules.view import (
    AttackForm,
    FormChoices,
    Measures,
    Row,
    VolleyPlan,
    VolleyPreview,
    VolleyShare,
)


class AttackRules(Protocol):
    """What this needs of a rule system."""

    @property
    def reactions(self) -> Mapping[str, str]:
        """The choices with which somebody answers an attack, and the option of each that does nothing."""
        ...

    def form_of(self, context: RulesContext, choices: FormChoices) -> AttackForm:
        """Returns the attack form for these choices, without a dry run."""
        ...

    def dry_run(self, context: RulesContext) -> DryRun:
        """Returns what commands would begin with in a state."""
        ...

    def rows(self, context: RulesContext) -> tuple[Row, ...]:
        """Returns a row for each combatant."""
        ...

    def measures(self, context: RulesContext, command: Command) -> Measures | None:
        """Returns what a command is compared by; None for one that has no odds."""
        ...


_NO_CHOICES: FormChoices = MappingProxyType({})


def spread_evenly(
    attackers: tuple[CombatantId, ...],
    targets: tuple[CombatantId, ...],
    choices: FormChoices = _NO_CHOICES,
) -> VolleyPlan:
    """Returns the plan in which each of the targets is attacked as often as the others, or once more.

    ``choices`` are those of the attack form: ``{"weapon": "combat_rifle"}`` has all of them use that item.
    """
    aims = tuple(place % max(1, len(targets)) for place in range(len(attackers)))
    return VolleyPlan(attackers=attackers, targets=targets, aims=aims, choices=choices)


def attack_at(
    system: AttackRules,
    context: RulesContext,
    who: CombatantId,
    target: CombatantId,
    choices: FormChoices,
) -> Command:
    """Returns the attack of a combatant on a target, as the attack form makes it of these choices.

    Raises:
        RuleError: it cannot attack now, or not like that.
    """
    name = context.known_combatant(who).name
    if who not in context.state.acting:
        raise refuse("rules.volley.not_now", who=name)
    form = system.form_of(
        context, {**choices, "who": who, "target": target, COMMAND_ONLY: modifier_fields.ON}
    )
    if form.actor != who:
        raise refuse("rules.volley.not_now", who=name)
    command = form.command
    if command is None:
        raise refuse("rules.volley.cannot", why=form.why_not)
    if getattr(command, "who", None) != who or getattr(command, "target", None) != target:
        raise refuse("rules.volley.not_single")
    refusal = system.dry_run(context).refusal(command)
    if refusal is not None:
        raise refusal
    return command


def standing(system: AttackRules, context: RulesContext) -> frozenset[CombatantId]:
    """Returns who is not out of the fight."""
    return frozenset(row.who for row in system.rows(context) if not row.is_out)


def target_of(plan: VolleyPlan, place: int, able: frozenset[CombatantId]) -> CombatantId | None:
    """Returns whom the attacker at a place of the plan attacks: the next target that stands; None: nobody does."""
    first, count = plan.aims[place], len(plan.targets)
    turned = (plan.targets[(first + step) % count] for step in range(count))
    return next((each for each in turned if each in able), None)


def preview(system: AttackRules, context: RulesContext, plan: VolleyPlan) -> VolleyPreview:
    """Returns what is known beforehand of the attacks of a plan, by dry runs and exact odds."""
    known, able = _Odds(system, context), standing(system, context)
    shares = {
        each: VolleyShare(target=each, count=0, hits=0.0, damage=0.0) for each in plan.targets
    }
    left_out: list[tuple[CombatantId, str]] = []
    for place, who in enumerate(plan.attackers):
        try:
            target = target_of(plan, place, able)
            if target is None:
                raise refuse("rules.volley.no_target")
            command = attack_at(system, context, who, target, plan.choices)
        except RuleError as refused:
            left_out.append((who, context.texts.text(refused.message)))
        else:
            shares[target] = _with(shares[target], known.of(context.combatant(who), command))
    return _told(context, plan, tuple(shares.values()), tuple(left_out))


def _with(share: VolleyShare, measures: Measures | None) -> VolleyShare:
    hit, damage = (measures.hit, measures.damage) if measures else (None, None)
    return structs.replace(
        share,
        count=share.count + 1,
        hits=None if share.hits is None or hit is None else share.hits + hit,
        damage=None if share.damage is None or damage is None else share.damage + damage,
    )


class _Odds:
    """Odds of attacks: those of attackers who differ in name alone are worked out once."""

    def __init__(self, system: AttackRules, context: RulesContext) -> None:
        self._system, self._context = system, context
        self._known: list[tuple[Command, Combatant, Measures | None]] = []

    def of(self, attacker: Combatant, command: Command) -> Measures | None:
        """Returns what an attack is compared by."""
        nobody = CombatantId("")
        alike = structs.replace(command, who=nobody)
        double = structs.replace(attacker, id=nobody, name="", number=0)
        for known, combatant, measures in self._known:
            if known == alike and combatant == double:
                return measures
        found = self._system.measures(self._context, command)
        self._known.append((alike, double, found))
        return found


def _told(
    context: RulesContext,
    plan: VolleyPlan,
    shares: tuple[VolleyShare, ...],
    left_out: tuple[tuple[CombatantId, str], ...],
) -> VolleyPreview:
    text_of = context.texts.text_of
    who = names_of(map(context.combatant, plan.attackers))
    count = sum(each.count for each in shares)
    reasons = left_out_text(context, dict(left_out))
    expected = _expected(context, shares, count)
    at = " · ".join(
        text_of("rules.volley.share", who=context.combatant(each.target).name, count=each.count)
        for each in shares
        if each.count
    )
    text = text_of("rules.volley.text", who=who, at=at)
    return VolleyPreview(
        who=who,
        count=count,
        shares=shares,
        left_out=left_out,
        figures=" ".join(filter(None, (expected, reasons))),
        text=" ".join(filter(None, (text, expected, reasons))),
        why_not="" if count else reasons or text_of("rules.volley.nobody"),
    )


def _expected(context: RulesContext, shares: Iterable[VolleyShare], count: int) -> str:
    """Returns what is to be expected in words; without odds only how many attacks there are."""
    shares = tuple(shares)
    hits = [each.hits for each in shares if each.hits is not None]
    damage = [each.damage for each in shares if each.damage is not None]
    text_of = context.texts.text_of
    if len(hits) < len(shares):
        return text_of("rules.volley.attacks", count=count)
    about = _about(sum(hits))
    if len(damage) < len(shares):
        return text_of("rules.volley.expected", hits=about, count=count)
    harm = _about(sum(damage))
    return text_of("rules.volley.expected_damage", hits=about, count=count, damage=harm)


def _about(number: float) -> str:
    """Returns an expected number as people say it: whole, below one with a decimal."""
    return figure_text(round(number) if number >= 1 or not number else round(number, 1))


def left_out_text(context: RulesContext, left_out: Mapping[CombatantId, str]) -> str:
    """Returns who does not attack, with the reasons, as one sentence; empty: everybody attacks.

    Reasons that differ in the name of whom they are about alone are said once.
    """
    by_reason: dict[str, list[Combatant]] = {}
    for who, why in left_out.items():
        combatant = context.state.combatants.get(who)
        if combatant is not None:
            by_reason.setdefault(why.replace(combatant.name, ""), []).append(combatant)
    text_of = context.texts.text_of
    parts = [
        text_of(
            "rules.volley.left_out_of",
            who=names_of(members),
            why=_reason(context, members, left_out[members[0].id]),
        )
        for members in by_reason.values()
    ]
    return text_of("rules.volley.left_out", reasons=" ".join(parts)) if parts else ""


def _reason(context: RulesContext, members: list[Combatant], why: str) -> str:
    """Returns the reason for several, from that for the first of them: no name stands for the others'."""
    name = members[0].name
    why = why if why.endswith((".", "!", "?", "”")) else f"{why}."
    nameless = why.removeprefix(f"{name} ")
    each = name if len(members) == 1 else context.texts.text_of("rules.volley.each")
    return nameless.replace(name, each)

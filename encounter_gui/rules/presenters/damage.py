"""What damage by hand would do, shown before it is done: each target with every step, and what it comes to in all."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from encounter_gui.core.messages import say
from encounter_gui.encounter.entries import Reason
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import adjustments
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm import damage
from encounter_gui.rules.engine.harm.damage import HarmRules, HitResult
from encounter_gui.rules.engine.obligations import Kinds, title_of
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import Damage, DamageTarget
from encounter_gui.rules.model.text_format import (
    MINUS,
    MOST_ALIKE,
    crowd_name,
    numbered,
    percent,
    stem_of,
)
from encounter_gui.rules.presenters.changes import ChangeRules, gauge_change, outcome
from encounter_gui.rules.view import (
    ChangePreview,
    ChipKind,
    DamageDetail,
    DamagePreview,
    DamageStep,
    GaugeChange,
    OwedTest,
    WoundChange,
)


class Harms(Protocol):
    """What this module needs of the rules of a game."""

    @property
    def harm(self) -> HarmRules:
        """How damage is taken."""
        ...

    @property
    def kinds(self) -> Kinds:
        """The kinds of obligation."""
        ...


def damage_preview(
    before: RulesContext,
    resolution: Resolution,
    command: Damage,
    foreseen: tuple[tuple[HitResult, ...], tuple[DamageTarget, ...]],
    parts: Harms,
    rules: ChangeRules,
) -> DamagePreview:
    """Returns what damage would do, from what was foreseen: the results, and the targets whose dice are open."""
    results, waiting = foreseen
    maker = _RowMaker(before, resolution.context, command, parts, rules)
    known = {result.who: result for result in results}
    open_targets = {target.who for target in waiting}
    rows = tuple(
        maker.open_row(target)
        if target.who in open_targets
        else maker.row(target, known[target.who])
        for target in command.targets
    )
    sums = {
        "dealt": sum(damage.amount_of(command, each) for each in command.targets),
        "stopped": sum(result.stopped for result in results),
        "lost": sum(result.lost for result in results),
        "over": sum(result.over for result in results),
    }
    texts = before.texts
    return DamagePreview(
        rows=rows,
        total=_total(before, command, sums, len(waiting)),
        falls=tuple(_falls(before, rows)) if len(rows) > MOST_ALIKE else (),
        sentences=tuple(_told_once(before, command, resolution.reasons)),
        ways=tuple((way, _way_words(before, command, way)) for way in parts.harm.ways),
        gauges=tuple((each.key, each.name) for each in before.ruleset.gauges),
        places=maker.places(),
        place_words=texts.text_or(f"{before.ruleset.system}.damage.place", ""),
        **sums,
    )


def _way_words(context: RulesContext, command: Damage, way: str) -> str:
    """Returns what a way is called on its button; straight damage names its gauge."""
    text_of, system = context.texts.text_of, context.ruleset.system
    if way == "raw":
        gauge = damage.gauge_name(context, command.gauge)
        return text_of("rules.damage.straight", gauge=gauge)
    return text_of(f"{system}.damage.{way}")


def _total(context: RulesContext, command: Damage, sums: dict[str, int], waiting: int) -> str:
    """Returns the line under the rows: ``24 damage: 6 soaked, 17 off hit points, 1 over``."""
    text_of, system = context.texts.text_of, context.ruleset.system
    lost = f"{system}.damage.lost"
    if command.way == "raw":
        gauge = adjustments.gauge_def(context, command.gauge)
        key = "rules.damage.added_raw" if gauge.is_harm else "rules.damage.lost_raw"
        lost_text = text_of(key, amount=sums["lost"], gauge=gauge.name)
    else:
        lost_text = text_of(lost, amount=sums["lost"])
    parts = [
        text_of(f"{system}.damage.stopped", amount=sums["stopped"]) if sums["stopped"] else "",
        lost_text if sums["lost"] else "",
        text_of("rules.damage.over", amount=sums["over"]) if sums["over"] else "",
        text_of("rules.damage.open", count=waiting) if waiting else "",
    ]
    listed = ", ".join(part for part in parts if part)
    key = "rules.damage.total" if listed else "rules.damage.total_alone"
    return context.texts.sentence(say(key, amount=sums["dealt"], parts=listed))


def _falls(context: RulesContext, rows: Sequence[ChangePreview]) -> Iterator[str]:
    """Yields each condition that some are brought to, with how many and who: it is said before it is done."""
    names = {each.name for each in context.ruleset.conditions}
    brought: dict[str, list[str]] = {}
    for row in rows:
        if row.outcome in names:
            brought.setdefault(row.outcome, []).append(row.name)
    for outcome_name, who in brought.items():
        yield context.texts.text_of(
            "rules.damage.falls",
            outcome=outcome_name,
            count=len(who),
            size=len(rows),
            who=numbered(who),
        )


def _told_once(
    context: RulesContext, command: Damage, reasons: Sequence[Reason]
) -> Iterator[tuple[str, str]]:
    """Yields what the rules make of damage, with the id of the rule; what is said of many alike is said once."""
    targets = [context.combatant(each.who) for each in command.targets]
    targets.sort(key=lambda each: -len(each.name))  # a name may begin with another
    said: dict[tuple[str, str, str], list[str]] = {}
    for reason in reasons:
        text = context.texts.sentence(reason.text)
        whose = next((each for each in targets if each.name in text), None)
        kind = (whose.group or stem_of(whose.name)) if whose is not None else ""
        alike = text.replace(whose.name, kind) if whose is not None else text
        said.setdefault((alike, kind, reason.rule), []).append(text)
    for (alike, kind, rule), texts in said.items():
        is_crowd = bool(kind) and len(texts) > MOST_ALIKE
        together = alike.replace(kind, crowd_name(kind, len(texts)), 1) if is_crowd else ""
        yield from ((text, rule) for text in ([together] if is_crowd else texts))


class _RowMaker:
    """Makes the rows of a preview, from the context before the damage and after it."""

    def __init__(
        self,
        before: RulesContext,
        after: RulesContext,
        command: Damage,
        parts: Harms,
        rules: ChangeRules,
    ) -> None:
        self._before = before
        self._after = after
        self._command = command
        self._parts = parts
        self._rules = rules

    def places(self) -> tuple[tuple[str, str], ...]:
        """Returns the places that all the targets have, in the order of the ruleset."""
        harm, before = self._parts.harm, self._before
        all_known = [
            harm.places(before, before.combatant(each.who)) for each in self._command.targets
        ]
        return tuple(
            (key, damage.place_name(before, key))
            for key in all_known[0]
            if all(key in known for known in all_known)
        )

    def open_row(self, target: DamageTarget) -> ChangePreview:
        """Returns the row of a target whose dice are still to fall."""
        dice = damage.dice_of(self._parts.harm, self._before, self._command, target)
        texts = self._before.texts
        waits = ", ".join(f"{texts.sentence(each.label)} {each.dice_text}" for each in dice)
        place = target.place or self._command.place
        detail = DamageDetail(
            share=target.share,
            is_typed=target.amount is not None,
            amount=damage.amount_of(self._command, target),
            sum=damage.sum_text(self._command, target),
            place=place,
            place_name=damage.place_name(self._before, place),
            dice=dice,
            waits=waits,
        )
        return self._row_frame(self._before.combatant(target.who), detail)

    def row(self, target: DamageTarget, result: HitResult) -> ChangePreview:
        """Returns the row of a target, from what the damage has come to."""
        combatant = self._before.combatant(target.who)
        detail = DamageDetail(
            share=target.share,
            is_typed=target.amount is not None,
            amount=result.amount,
            sum=damage.sum_text(self._command, target),
            place=result.place,
            place_name=damage.place_name(self._before, result.place),
            face=result.face,
            steps=self._steps(combatant, result),
            wound=self._wound(combatant, result.place),
            stopped=result.stopped,
            lost=result.lost,
            over=result.over,
            owed=tuple(self._owed_items(combatant)),
        )
        return self._row_frame(combatant, detail, result)

    def _row_frame(
        self, combatant: Combatant, detail: DamageDetail, result: HitResult | None = None
    ) -> ChangePreview:
        command, rules = self._command, self._rules
        gauge = rules.harmed
        if command.way == "raw":
            gauge = adjustments.gauge_of(self._before, command.gauge)
        keys = [gauge, *(step.gauge for step in (result.steps if result else ()))]
        words, kind = self._outcome(combatant, result) if result else ("", "neutral")
        over = result.over if result else 0
        text_of = self._before.texts.text_of
        return ChangePreview(
            who=combatant.id,
            number=combatant.number,
            name=combatant.name,
            side=combatant.side,
            gauges=tuple(self._gauge(combatant, key) for key in keys if key),
            outcome=words,
            kind=kind,
            note=text_of("rules.damage.over", amount=over) if over else "",
            damage=detail,
        )

    def _outcome(self, combatant: Combatant, result: HitResult) -> tuple[str, ChipKind]:
        """Returns the chip of a row: the condition it comes to, what stopped it, or what is lost."""
        context = self._before
        text_of, system = context.texts.text_of, context.ruleset.system
        key = outcome(context, self._after, combatant.id, self._rules)
        known = context.ruleset.condition(key)
        if known is not None:
            return known.name, known.kind
        if result.amount == 0:
            return text_of("rules.damage.spared"), "neutral"
        if result.lost:
            return f"{self._sign()}{result.lost}" if self._sign() else "", "neutral"
        if result.stopped == result.amount:
            return text_of(f"{system}.damage.all_stopped"), "info"
        return "", "neutral"

    def _sign(self) -> str:
        """Returns the sign of what damage does to a number; empty: it makes wounds instead."""
        if self._command.way != "raw":
            return MINUS if self._rules.harmed else ""
        gauge = adjustments.gauge_def(self._before, self._command.gauge)
        return "+" if gauge.is_harm else MINUS

    def _steps(self, combatant: Combatant, result: HitResult) -> tuple[DamageStep, ...]:
        return tuple(
            DamageStep(
                name=step.name,
                stopped=step.stopped,
                text=step.text,
                gauge=self._gauge(combatant, step.gauge) if step.gauge else None,
            )
            for step in result.steps
        )

    def _gauge(self, combatant: Combatant, key: str) -> GaugeChange:
        return gauge_change(self._before, self._after, combatant.id, key, self._rules)

    def _wound(self, combatant: Combatant, place: str) -> WoundChange | None:
        if self._rules.wound is None or not place:
            return None
        return WoundChange(
            place=place,
            name=damage.place_name(self._before, place),
            before=self._rules.wound(self._before, combatant, place),
            after=self._rules.wound(self._after, self._after.combatant(combatant.id), place),
        )

    def _owed_items(self, combatant: Combatant) -> Iterable[OwedTest]:
        """Returns the tests of a target that are owed after it and were not before."""
        known = {each.id for each in self._before.state.obligations}
        for each in self._after.state.obligations:
            if each.who == combatant.id and each.id not in known:
                kind = self._parts.kinds.get(each.kind)
                chance = kind.chance(self._after, each) if kind else None
                yield OwedTest(
                    title=title_of(self._after, each),
                    text=self._after.texts.sentence(each.reason) if each.reason else "",
                    note=percent(chance) if chance is not None else "",
                )
        yield from self._rules.owed(self._before, self._after, combatant.id)

"""What a line would do, in words and part by part, as it is shown before it is done."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.place import Point
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.combatants.row_filter import hidden_words
from encounter_gui.gui.command_line.plan_previews import PlanPreviews
from encounter_gui.gui.command_line.preview import Legend, Reading
from encounter_gui.gui.command_line.terms.asked import (
    Asked,
    Blast,
    Move,
    OnBench,
    Opens,
    OwnPhrase,
    Recruits,
    Several,
    Walk,
)
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.engine.conditions.afflictions import condition_named
from encounter_gui.rules.engine.field.moving import point_text
from encounter_gui.rules.engine.harm.damage import gauge_name, place_name
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.presenters.conditions.previews import afflict_words, meaning
from encounter_gui.rules.view import ActionOption, VolleyPlan, aim_key

_MOST_NAMED = 2
"""More targets than this are counted in the legend; who they are stands in the rows or the sentence."""

_SHARES = {"1/2": "gui.command.legend.half", "2": "gui.command.legend.double"}

_SENTENCES: Mapping[type[Command], str] = {
    do.Remove: "remove",
    do.Rename: "rename",
    do.ChangeSide: "side",
    do.SetInitiative: "initiative",
    do.Delay: "delay",
    do.HoldTurn: "hold_turn",
    do.ActNow: "act_now",
}
"""Commands with a sentence of their own, ``gui.command.will.<key>``."""


class Previews:
    """Makes the preview of what a line asks for, from the fight as it stands."""

    def __init__(
        self,
        controller: EncounterController,
        quick_actions: Callable[[CombatantId], Sequence[ActionOption]],
    ) -> None:
        """Takes the controller of the encounter, and what returns the quick actions of a combatant."""
        self._controller = controller
        self._quick_actions = quick_actions
        self._of_plan = PlanPreviews(controller, self._targets)

    def of(self, asked: Asked) -> Reading:
        """Returns what would be done; of whom the filter of the table leaves out, how many are touched."""
        reading = self._made(asked)
        controller = self._controller
        unseen = hidden_words(controller.context, controller.hidden, self._touched(asked))
        if not reading.button or not unseen:
            return reading
        return replace(reading, note=" · ".join(part for part in (reading.note, unseen) if part))

    def _touched(self, asked: Asked) -> tuple[CombatantId, ...]:
        """Returns everybody to whom something would happen by name."""
        match asked:
            case do.Damage(targets=targets):
                return tuple(each.who for each in targets)
            case Several(commands=commands):
                return tuple(who for each in commands for who in self._touched(each))
            case VolleyPlan(targets=targets):
                return targets
            case Walk(who=who) | Blast(who=who):
                return who
            case Command():
                return self._about(asked)
            case _:
                return ()

    def _made(self, asked: Asked) -> Reading:
        for kind, preview in self._by_kind.items():
            if isinstance(asked, kind):
                return preview(asked)
        if not isinstance(asked, Command):
            raise TypeError(f"nothing a line asks for: {asked}")
        return self._ruled(asked)

    @cached_property
    def _by_kind(self) -> Mapping[type, Callable[[Any], Reading]]:
        """The preview of each kind of what can be asked for; all others are commands of the rules."""
        return {
            Move: self._move_reading,
            Recruits: lambda asked: self._joining(asked.name, asked.count),
            OnBench: self._set_up,
            Several: self._several,
            VolleyPlan: self._volley,
            Opens: self._opening,
            OwnPhrase: self._naming,
            do.Add: self._adding,
            do.Adjust: self._adjusted,
            do.Damage: self._damaged,
            do.Afflict: self._afflicted,
            do.Relieve: self._relieved,
            do.Note: self._noted,
            do.Label: self._labelled,
            do.Flag: self._marked,
            do.Roll: self._rolled,
            **self._of_plan.by_kind,
        }

    # ---- one kind of command each

    def _move_reading(self, move: Move) -> Reading:
        owed = self._owed() if move.kind == "next" else ""
        key = "gui.command.will.settle" if owed else f"gui.command.will.{move.kind}"
        words = self._words(key, count=move.count, owed=owed)
        titles = self._undone(move.count) if move.kind == "undo" else ""
        return Reading(
            words=words,
            legend=(Legend(kind="option", words=words),),
            note=titles,
            button=self._words(f"gui.command.button.{move.kind}"),
            is_kept=False,
        )

    def _owed(self) -> str:
        """Returns what the next step settles before the fight moves on; empty: nothing."""
        context = self._controller.context
        due = (each.title for each in self._controller.system.owed(context) if each.is_due)
        return ", ".join(dict.fromkeys(due))

    def _undone(self, count: int) -> str:
        """Returns the sentences of the steps that are taken back, the last first."""
        session = self._controller.session
        path = session.log.path()
        gestures: dict[int, str] = {}
        for place in range(len(path) - 1, -1, -1):
            entry = path[place]
            gestures[entry.gesture or entry.id] = session.game.texts.sentence(entry.label)
            if len(gestures) > count:
                gestures.popitem()
                break
        return " · ".join(gestures.values())

    def _adding(self, asked: do.Add) -> Reading:
        creature = self._controller.context.ruleset.creature(asked.creature)
        return self._joining(creature.name if creature else asked.creature, asked.count)

    def _joining(self, name: str, count: int) -> Reading:
        return Reading(
            words=self._words("gui.command.will.add", count=count, name=name),
            legend=(
                Legend(kind="change", words=f"{count} ×"),
                Legend(kind="thing", words=name),
            ),
            button=self._words("gui.command.button.add", count=count),
        )

    def _adjusted(self, asked: do.Adjust) -> Reading:
        context = self._controller.context
        changes = self._controller.system.changes(context, asked)
        gauge, change = gauge_name(context, asked.gauge), _minus(asked.change)
        words = self._words(
            "gui.command.will.change", gauge=gauge, change=change, count=len(changes)
        )
        return Reading(
            words=words,
            legend=(*self._targets(asked.who), Legend(kind="change", words=f"{gauge} {change}")),
            note=self._words("gui.command.straight"),
            changes=changes,
            button=self._applying(asked.who),
        )

    def _damaged(self, asked: do.Damage) -> Reading:
        context = self._controller.context
        who = tuple(each.who for each in asked.targets)
        changes = self._controller.system.changes(context, asked)
        return Reading(
            words=self._damage_words(asked),
            legend=(*self._targets(who), *self._damage_legend(asked)),
            changes=changes,
            button=self._applying(who),
        )

    def _damage_legend(self, asked: do.Damage) -> Iterator[Legend]:
        context = self._controller.context
        amount = self._words("gui.command.legend.damage", amount=asked.amount)
        yield Legend(kind="change", words=amount)
        share = asked.targets[0].share
        if share in _SHARES:
            yield Legend(kind="option", words=self._words(_SHARES[share]))
        if asked.place:
            yield Legend(kind="thing", words=place_name(context, asked.place))
        if asked.way == "raw":
            gauge = gauge_name(context, asked.gauge)
            words = self._words("gui.command.legend.raw", gauge=gauge)
            yield Legend(kind="option", words=words)
        elif asked.way == "past_armor":
            yield Legend(kind="option", words=self._words("gui.command.legend.past_armor"))
        if asked.source:
            yield Legend(
                kind="thing", words=self._words("gui.command.legend.source", source=asked.source)
            )

    def _damage_words(self, asked: do.Damage) -> str:
        context, count = self._controller.context, len(asked.targets)
        if asked.way == "raw":
            gauge = gauge_name(context, asked.gauge)
            return self._words(
                "gui.command.will.raw", gauge=gauge, amount=asked.amount, count=count
            )
        words = self._words(
            f"gui.command.will.damage_{asked.way}", amount=asked.amount, count=count
        )
        parts = (words, place_name(context, asked.place), asked.source)
        return " · ".join(part for part in parts if part)

    def _afflicted(self, asked: do.Afflict) -> Reading:
        """Returns what is said, the chips as they will be, and what the rules make of the condition."""
        context, system = self._controller.context, self._controller.system
        known = condition_named(context, asked.condition)
        named = self._words("gui.command.legend.condition", name=known.name)
        return Reading(
            words=afflict_words(system, context, asked),
            legend=(*self._targets(asked.who), Legend(kind="thing", words=named)),
            note=meaning(known, asked.duration),
            conditions=system.condition_previews(context, asked),
            button=self._applying(asked.who),
        )

    def _relieved(self, asked: do.Relieve) -> Reading:
        context = self._controller.context
        refused = self._controller.system.dry_run(context).refusal(asked)
        if refused is not None:
            return Reading(error=refusal(refused, context.texts))
        name = condition_named(context, asked.condition).name
        words = self._words("gui.command.legend.relieved", name=name)
        return Reading(
            words=words,
            legend=(*self._targets(asked.who), Legend(kind="thing", words=words)),
            button=self._applying(asked.who),
        )

    def _set_up(self, asked: OnBench) -> Reading:
        """Returns what will stand on the attack bench; or why it cannot be chosen there now."""
        context = self._controller.context
        form = self._controller.system.attack_form(context, bench_choices(asked))
        combatant = context.combatant(asked.who)
        chosen = {each.key: each.chosen for each in form.fields}
        item = combatant.item(asked.item or str(chosen.get("weapon", "")))
        name = item.name if item is not None else asked.item
        wrong = [key for key, value in bench_choices(asked).items() if chosen.get(key) != value]
        if "who" in wrong:
            return Reading(error=self._words("gui.command.not_on_bench", who=combatant.name))
        if wrong:
            return Reading(
                error=self._words("gui.command.not_attacked_with", who=combatant.name, item=name)
            )
        words = self._words("gui.command.will.bench", who=combatant.name, item=name)
        aimed = (asked.target,) if asked.target is not None else ()
        return Reading(
            words=words,
            legend=(
                *self._targets((asked.who,)),
                Legend(kind="thing", words=name),
                *self._targets(aimed),
                *self._points(asked.point),
            ),
            note=self._odds(form.command) if aimed or asked.point else words,
            button=self._words("gui.command.button.bench"),
            is_kept=False,
        )

    def _points(self, point: Point | None) -> tuple[Legend, ...]:
        """Returns the point of the plan that is aimed at, where one is, as a part of the legend."""
        if point is None:
            return ()
        return (Legend(kind="thing", words=point_text(self._controller.context, point)),)

    def _odds(self, attack: Command | None) -> str:
        """Returns the large odds of an attack in a line; empty: it is not complete, or the game has none for it."""
        system, context = self._controller.system, self._controller.context
        odds = system.odds(context, attack) if attack is not None else None
        numbers = odds.headline_numbers if odds is not None else ()
        return " · ".join(f"{each.label} {percent(each.probability)}" for each in numbers)

    def _noted(self, asked: do.Note) -> Reading:
        who = (asked.who,) if asked.who is not None else ()
        return Reading(
            words=self._words("gui.command.will.note"),
            legend=(*self._targets(who), Legend(kind="option", words=asked.text)),
            note=self._words("gui.command.will.note"),
            button=self._words("gui.command.button.note"),
        )

    def _ruled(self, asked: Command) -> Reading:
        """Returns what a command of the rules is about, and the dice it begins with; or why it is refused now."""
        context = self._controller.context
        trial = self._controller.system.dry_run(context)
        refused = trial.refusal(asked)
        if refused is not None:
            return Reading(error=refusal(refused, context.texts))
        known = self._about(asked)
        names = self._names(known)
        sentence = _SENTENCES.get(type(asked))
        if sentence is not None:
            return self._said(asked, sentence, known)
        name = str(asked.__struct_config__.tag).replace("_", " ")
        option = self._option_text(asked, known)
        words = self._words("gui.command.will.rules", command=option or name, who=names)
        details = " ".join(_details(asked))
        return Reading(
            words=words,
            legend=(
                *self._targets(known),
                Legend(kind="thing", words=option or name),
                *((Legend(kind="option", words=details),) if details and not option else ()),
            ),
            note=self._rolls(trial.first_rolls(asked)),
            button=self._words("gui.command.button.do"),
        )

    def _said(self, asked: Command, sentence: str, known: Sequence[CombatantId]) -> Reading:
        """Returns a command of all games in its own sentence, which names everybody."""
        params = {
            field: value
            for field in ("name", "to", "until")
            if isinstance(value := getattr(asked, field, None), str | int)
        }
        if "to" in params and isinstance(asked, do.ChangeSide):
            params["to"] = self._controller.context.texts.text_of(f"rules.sides.{asked.to}")
        words = self._words(f"gui.command.will.{sentence}", **{"who": self._names(known), **params})
        return Reading(
            words=words,
            legend=(*self._targets(known), Legend(kind="option", words=words)),
            button=self._words("gui.command.button.do"),
        )

    def _several(self, asked: Several) -> Reading:
        """Returns what is done to each of several, or the first refusal of one of them; dice are rolled one by one."""
        trial = self._controller.system.dry_run(self._controller.context)
        if any(trial.first_rolls(each) for each in asked.commands):
            name = str(asked.commands[0].__struct_config__.tag).replace("_", " ")
            count = len(asked.commands)
            return Reading(error=self._words("gui.command.one_only", command=name, count=count))
        readings = [self.of(each) for each in asked.commands]
        refused = next((each for each in readings if each.error), None)
        if refused is not None:
            return refused
        return Reading(
            words=" · ".join(each.words for each in readings),
            legend=tuple(part for each in readings for part in each.legend[:1]),
            changes=tuple(change for each in readings for change in each.changes),
            button=self._words("gui.command.button.apply", count=len(readings)),
        )

    def _volley(self, asked: VolleyPlan) -> Reading:
        """Returns who attacks whom, and what is to be expected of it."""
        preview = self._controller.system.volley_preview(self._controller.context, asked)
        if preview.why_not:
            return Reading(error=preview.why_not)
        return Reading(
            words=preview.text,
            legend=(self._together(asked.attackers), self._together(asked.targets)),
            note=preview.figures,
            button=self._words("gui.command.button.attack", count=len(asked.attackers)),
        )

    def _opening(self, asked: Opens) -> Reading:
        words = self._words(f"gui.command.will.open_{asked.action}")
        return Reading(
            words=words,
            legend=(Legend(kind="option", words=words),),
            button=self._words("gui.command.button.open"),
            is_kept=False,
        )

    def _naming(self, asked: OwnPhrase) -> Reading:
        key = "gui.command.will.means" if asked.line else "gui.command.will.forget"
        words = self._words(key, name=asked.name, line=asked.line)
        return Reading(
            words=words,
            legend=(Legend(kind="thing", words=asked.name),),
            button=self._words("gui.command.button.note"),
            is_kept=False,
        )

    def _labelled(self, asked: do.Label) -> Reading:
        word = "label" if asked.on else "unlabel" if asked.text else "unlabel_all"
        return self._refused(asked) or self._simple(asked, word, text=asked.text)

    def _marked(self, asked: do.Flag) -> Reading:
        return self._simple(asked, "hide" if asked.on else "reveal")

    def _rolled(self, asked: do.Roll) -> Reading:
        refused = self._refused(asked)
        if refused is not None:
            return refused
        who = (asked.who,) if asked.who is not None else ()
        key = "gui.command.will.roll_for" if asked.text else "gui.command.will.roll"
        words = self._words(key, dice=asked.dice, text=asked.text)
        return Reading(
            words=words,
            legend=(*self._targets(who), Legend(kind="change", words=asked.dice)),
            button=self._words("gui.command.button.roll"),
        )

    def _simple(self, asked: do.OfCombatants, word: str, **params: str) -> Reading:
        words = self._words(f"gui.command.will.{word}", who=self._names(asked.who), **params)
        return Reading(
            words=words,
            legend=(*self._targets(asked.who), Legend(kind="option", words=words)),
            button=self._applying(asked.who),
        )

    def _refused(self, asked: Command) -> Reading | None:
        """Returns why a command is refused as the fight stands; None: it is not."""
        context = self._controller.context
        refused = self._controller.system.dry_run(context).refusal(asked)
        return Reading(error=refusal(refused, context.texts)) if refused is not None else None

    def _about(self, asked: Command) -> tuple[CombatantId, ...]:
        """Returns those a command is about who are there."""
        who = getattr(asked, "who", None)
        about = (who,) if isinstance(who, str) else who or ()
        there = self._controller.context.state.combatants
        return tuple(CombatantId(each) for each in about if each in there)

    def _names(self, who: Sequence[CombatantId]) -> str:
        there = self._controller.context.state.combatants
        return ", ".join(there[each].name for each in who if each in there)

    def _option_text(self, asked: Command, who: Sequence[CombatantId]) -> str:
        """Returns the words of the quick action that is this command; empty: it is none."""
        options = self._quick_actions(who[0]) if len(who) == 1 else ()
        return next((each.text for each in options if each.command == asked), "")

    def _rolls(self, requests: Sequence[RollRequest]) -> str:
        if not requests:
            return ""
        text = self._controller.context.texts.text
        rolls = ", ".join(f"{text(each.label)} {each.dice_text}" for each in requests)
        return self._words("gui.command.rolls", rolls=rolls)

    # ---- words

    def _targets(self, who: Sequence[CombatantId]) -> tuple[Legend, ...]:
        """Returns whom a line is about: by name, or counted where they are many."""
        combatants = self._controller.context.combatants(who) if who else ()
        if len(combatants) <= _MOST_NAMED:
            return tuple(Legend(kind=each.side, words=each.name) for each in combatants)
        words = self._words("gui.command.legend.targets", count=len(combatants))
        return (Legend(kind=combatants[0].side, words=words),)

    def _together(self, who: Sequence[CombatantId]) -> Legend:
        """Returns several by their names, those who are alike by their count."""
        combatants = self._controller.context.combatants(tuple(who))
        return Legend(kind=combatants[0].side, words=names_of(combatants))

    def _applying(self, who: Sequence[CombatantId]) -> str:
        return self._words("gui.command.button.apply", count=len(who))

    def _words(self, key: str, **params: str | int | float) -> str:
        return self._controller.context.texts.text(say(key, **params))


def bench_choices(asked: OnBench) -> Mapping[str, str]:
    """Returns what is chosen on the bench, by the keys of its fields."""
    target = asked.target or ("" if asked.point is None else aim_key(asked.point))
    said = {"weapon": asked.item, "target": target, "mode": asked.mode}
    return {"who": str(asked.who), **{key: str(value) for key, value in said.items() if value}}


def _details(asked: Command) -> Iterator[str]:
    """Yields what a command says besides whom it is about, as far as it was said."""
    for field in asked.__struct_fields__:
        value = getattr(asked, field)
        match value:
            case bool() | None:
                continue
            case str() | int() | float() if field != "who" and value not in ("", 0):
                yield str(value).replace("_", " ")
            case tuple() if field != "who":
                yield from (str(each).replace("_", " ") for each in value if isinstance(each, str))


def _minus(text: str) -> str:
    return text.replace("-", "−")

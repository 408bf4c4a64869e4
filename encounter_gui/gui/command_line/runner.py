"""Carries out what was typed into the command field, and says beforehand what it would do."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import structs

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.gui.command_line.grammar.reading import (
    INCOMPLETE,
    Asked,
    Move,
    OnBench,
    Recruits,
    read_line,
)
from encounter_gui.gui.command_line.grammar.vocabulary import is_about_fight
from encounter_gui.gui.command_line.preview import Legend, Reading
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.engine.conditions.afflictions import condition_named
from encounter_gui.rules.engine.harm.damage import gauge_name, place_name
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.presenters.conditions.previews import afflict_words, meaning
from encounter_gui.rules.view import ActionOption

_MOST_NAMED = 2
"""More targets than this are counted, not named."""

_SHARES = {"1/2": "gui.command.legend.half", "2": "gui.command.legend.double"}
_UNKNOWN = "gui.command.unknown"
_MISFITS = frozenset({_UNKNOWN, "gui.command.unknown_near"})
"""Refusals of a line that is perhaps none: something may be looked for."""


class CommandRunner:
    """Reads command lines for the open encounter."""

    def __init__(self, controller: EncounterController) -> None:
        """Takes the controller of the encounter."""
        self._controller = controller
        self.own_creature: Callable[[str], tuple[str, str] | None] = lambda _: None
        """Returns key and name of the creature of the campaign's own that is called so; None: there is none."""
        self.join: Callable[[str, int], object] = lambda _key, _count: None
        """Lets so many of a creature of the campaign's own join, by its key."""
        self.set_bench: Callable[[Mapping[str, str]], object] = lambda _choices: None
        """Chooses on the attack bench, by the keys of its fields, and takes the keyboard there."""
        self._choices: Mapping[str, str] = {}

    def reading(self, text: str) -> Reading:
        """Returns what a line would do."""
        if not text.strip() or not self._controller.is_open:
            return Reading()
        try:
            return self._tell(self._ask(text))
        except AppError as error:
            words = refusal(error, self._controller.session.game.texts)
            if error.message.key in INCOMPLETE:
                return Reading(hint=words)
            if error.message.key in _MISFITS:
                return Reading(unknown=words, is_bound=self._is_bound(text))
            return Reading(error=words)

    def _is_bound(self, text: str) -> bool:
        controller = self._controller
        return is_about_fight(text, controller.context, controller.system.commands)

    def run(self, text: str) -> bool:
        """Carries a line out; returns whether it was accepted."""
        try:
            asked = self._ask(text)
        except AppError as error:
            self._controller.tell(error)
            return False
        if isinstance(asked, Move):
            return self._move(asked)
        if isinstance(asked, Recruits):
            self._join(asked)
            return True
        if isinstance(asked, OnBench):
            self._choices = _choices(asked)
            return True
        return bool(self._controller.start(asked, ask=True))

    def follow_up(self) -> None:
        """Takes the keyboard to the attack bench, if the last line was about it and the palette is closed."""
        choices, self._choices = self._choices, {}
        if choices:
            self.set_bench(choices)

    def _join(self, asked: Recruits) -> None:
        """Has creatures of the campaign's own join; as a group with a second step."""
        before = set(self._controller.context.state.combatants)
        self.join(asked.key, asked.count)
        new = tuple(
            each for each in self._controller.context.state.combatants if each not in before
        )
        if asked.is_group and new:
            self._controller.perform(do.Group(who=new))

    def _ask(self, text: str) -> Asked:
        controller = self._controller
        asked = read_line(
            text,
            controller.context,
            controller.selected,
            controller.system.commands,
            own_creature=self.own_creature,
            actions=self._quick_actions,
            is_out=self._is_out,
        )
        return self._reaching(asked) if isinstance(asked, do.Damage) else asked

    def _reaching(self, asked: do.Damage) -> do.Damage:
        """Returns damage as the game knows it: where armour takes nothing off it, past armour is through the rules."""
        if asked.way != "past_armor":
            return asked
        plain = structs.replace(asked, way="rules")
        ways = self._controller.system.damage_preview(self._controller.context, plain).ways
        return asked if "past_armor" in dict(ways) else plain

    def _is_out(self, who: CombatantId) -> bool:
        rows = self._controller.system.rows(self._controller.context)
        return any(row.is_out for row in rows if row.who == who)

    def _quick_actions(self, who: CombatantId) -> tuple[ActionOption, ...]:
        context, system = self._controller.context, self._controller.system
        return (*system.action_options(context, who), *system.turn_options(context, who))

    def _move(self, move: Move) -> bool:
        step = {
            "undo": self._controller.undo,
            "redo": self._controller.redo,
            "next": self._controller.step,
            "back": self._controller.undo_turn,
        }[move.kind]
        for _ in range(move.count):
            step()
        return True

    def _tell(self, asked: Asked) -> Reading:  # noqa: PLR0911 - one case a command
        match asked:
            case Move():
                return self._move_reading(asked)
            case Recruits():
                return self._joining(asked.name, asked.count)
            case OnBench():
                return self._set_up(asked)
            case do.Add():
                creature = self._controller.context.ruleset.creature(asked.creature)
                return self._joining(creature.name if creature else asked.creature, asked.count)
            case do.Adjust():
                return self._adjusted(asked)
            case do.Damage():
                return self._damaged(asked)
            case do.Afflict():
                return self._afflicted(asked)
            case do.Relieve():
                return self._relieved(asked)
            case do.Note():
                return self._noted(asked)
            case _:
                return self._ruled(asked)

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
        form = self._controller.system.attack_form(context, _choices(asked))
        combatant = context.combatant(asked.who)
        item = combatant.item(asked.item)
        name = item.name if item is not None else asked.item
        chosen = {each.key: each.chosen for each in form.fields}
        wrong = [key for key, value in _choices(asked).items() if chosen.get(key) != value]
        if "who" in wrong:
            return Reading(error=self._words("gui.command.not_on_bench", who=combatant.name))
        if wrong:
            return Reading(
                error=self._words("gui.command.not_attacked_with", who=combatant.name, item=name)
            )
        words = self._words("gui.command.will.bench", who=combatant.name, item=name)
        return Reading(
            words=words,
            legend=(*self._targets((asked.who,)), Legend(kind="thing", words=name)),
            note=words,
            button=self._words("gui.command.button.bench"),
            is_kept=False,
        )

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
        who = getattr(asked, "who", None)
        about = (who,) if isinstance(who, str) else who or ()
        known = tuple(CombatantId(each) for each in about if each in context.state.combatants)
        names = ", ".join(context.state.combatants[each].name for each in known)
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

    def _applying(self, who: Sequence[CombatantId]) -> str:
        return self._words("gui.command.button.apply", count=len(who))

    def _words(self, key: str, **params: str | int | float) -> str:
        return self._controller.context.texts.text(say(key, **params))


def _choices(asked: OnBench) -> Mapping[str, str]:
    """Returns what is chosen on the bench, by the keys of its fields."""
    choices = {"who": str(asked.who), "weapon": asked.item}
    return choices if asked.target is None else {**choices, "target": str(asked.target)}


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

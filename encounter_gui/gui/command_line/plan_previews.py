"""What a line about the plan would do, in words: who goes how far, who is in a blast, how far it is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter.plan import Area
from encounter_gui.gui.command_line.preview import Legend, Reading
from encounter_gui.gui.command_line.terms.asked import Blast, Measured, Walk
from encounter_gui.gui.command_line.terms.on_plan import name_of
from encounter_gui.gui.control.acceptance import refusal
from encounter_gui.gui.control.encounter_controller import EncounterController
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.model.text_format import with_sign

_SEPARATOR = " · "


class PlanPreviews:
    """Makes the previews of lines about the plan, from the fight as it stands."""

    def __init__(
        self,
        controller: EncounterController,
        targets: Callable[[Sequence[CombatantId]], tuple[Legend, ...]],
    ) -> None:
        """Takes the controller of the encounter, and what names combatants part by part."""
        self._controller = controller
        self._targets = targets

    @property
    def by_kind(self) -> Mapping[type, Callable[[Any], Reading]]:
        """The preview of each kind of what can be asked of the plan."""
        return {
            Walk: self._walk,
            Measured: self._measured,
            Blast: self._blast,
            do.Put: self._put,
            do.PutArea: self._area,
            do.RemoveArea: self._area_gone,
            do.SetPlan: self._plan,
        }

    def _walk(self, asked: Walk) -> Reading:
        """Returns how far each goes and what of their move that is; or the first refusal."""
        for command in asked.commands:
            refused = self._refused(command)
            if refused is not None:
                return refused
        combatants = self._controller.context.combatants(asked.who)
        ways = _SEPARATOR.join(
            each.text if len(asked.offers) == 1 else f"{combatant.name} {each.text}"
            for combatant, each in zip(combatants, asked.offers, strict=True)
        )
        words = self._words("gui.command.will.walk", who=self._names(asked.who), to=asked.to)
        key = "gui.command.walk_beyond" if any(e.is_beyond for e in asked.offers) else ""
        notes = [*([self._words(key)] if key else []), *(e.asks for e in asked.offers if e.asks)]
        return Reading(
            words=f"{words}{_SEPARATOR}{ways}" if ways else words,
            legend=(
                *self._targets(asked.who),
                Legend(kind="thing", words=asked.to),
                *((Legend(kind="change", words=ways),) if ways else ()),
            ),
            note=_SEPARATOR.join(notes),
            button=self._words("gui.command.button.do"),
        )

    def _measured(self, asked: Measured) -> Reading:
        """Returns the line between two in words; there is nothing to do."""
        context = self._controller.context
        line = self._controller.system.field(context, asked.who, asked.target).line
        if line is None:
            return Reading(error=self._words("rules.field.no_plan"))
        words = [line.head, line.text, *((line.why_not,) if line.why_not else ())]
        return Reading(hint=_SEPARATOR.join(words))

    def _blast(self, asked: Blast) -> Reading:
        """Returns who is within a circle, each with how far from its centre."""
        context = self._controller.context
        unit = self._controller.system.field_rules.unit
        names = ", ".join(
            f"{context.combatant(who).name} {metres_text(apart)} {unit}"
            for who, apart in zip(asked.who, asked.apart, strict=True)
        )
        who = asked.who
        words = self._words("gui.command.will.blast", count=len(who), names=names)
        around = self._words(
            "gui.command.legend.blast", radius=metres_text(asked.radius), unit=unit, at=asked.at
        )
        return Reading(
            words=words,
            legend=(Legend(kind="thing", words=around), *self._targets(who)),
            note=names,
            button=self._words("gui.command.button.blast", count=len(who)),
            is_kept=False,
        )

    def _put(self, asked: do.Put) -> Reading:
        context = self._controller.context
        refused = self._refused(asked)
        if refused is not None:
            return refused
        who, unit = self._names(asked.who), self._controller.system.field_rules.unit
        params: dict[str, str | int | float] = {"who": who, "unit": unit}
        if asked.off:
            key = "off"
        elif asked.near is not None:
            key = "near" if asked.away else "beside"
            near = context.combatant(asked.near).name
            params |= {"near": near, "away": metres_text(asked.away)}
        elif asked.at is not None:
            key = "at"
            params |= {"x": metres_text(asked.at[0]), "y": metres_text(asked.at[1])}
        else:
            key = "floor"
        params["floor"] = asked.floor or 0
        words = self._words(f"gui.command.will.put_{key}", **params)
        return self._doing(words, asked.who)

    def _area(self, asked: do.PutArea) -> Reading:
        refused = self._refused(asked)
        if refused is not None:
            return refused
        text_of = self._controller.context.texts.text_of
        before = self._area_called(asked.area)
        name = name_of(before, self._controller.context) if before else asked.name or ""
        ruleset = self._controller.context.ruleset
        step = ruleset.modifier(asked.step) if asked.step else None
        kind = step.name if step else (asked.step or "").replace("_", " ")
        kind = kind or (text_of(f"rules.field.kind.{asked.is_}") if asked.is_ else "")
        parts = [
            *([kind] if kind and kind.casefold() != name.casefold() else []),
            *([with_sign(asked.amount)] if asked.amount else []),
            *([self._words("gui.command.legend.until", until=asked.until)] if asked.until else []),
        ]
        key = "area_changed" if before else "area"
        words = self._words(
            f"gui.command.will.{key}", name=name or kind or text_of("rules.field.kind.area")
        )
        return Reading(
            words=_SEPARATOR.join((words, *parts)),
            legend=(
                Legend(kind="thing", words=name or kind or text_of("rules.field.kind.area")),
                *(Legend(kind="option", words=each) for each in parts),
            ),
            note=self._extent(asked),
            button=self._words("gui.command.button.do"),
        )

    def _extent(self, asked: do.PutArea) -> str:
        """Returns where an area lies and how large it is, as it was said."""
        if asked.at is None:
            return ""
        unit = self._controller.system.field_rules.unit
        at = f"{metres_text(asked.at[0])}, {metres_text(asked.at[1])}"
        if asked.radius is not None:
            return self._words(
                "gui.command.legend.blast", radius=metres_text(asked.radius), unit=unit, at=at
            )
        if asked.size is None:
            return at
        wide, high = (metres_text(each) for each in asked.size)
        return self._words("gui.command.legend.extent", wide=wide, high=high, unit=unit, at=at)

    def _area_gone(self, asked: do.RemoveArea) -> Reading:
        refused = self._refused(asked)
        if refused is not None:
            return refused
        area = self._area_called(asked.area)
        name = name_of(area, self._controller.context) if area else asked.area
        return self._doing(self._words("gui.command.will.area_gone", name=name))

    def _area_called(self, key: str) -> Area | None:
        plan = self._controller.context.state.plan
        return plan.area(key) if plan is not None and key else None

    def _plan(self, asked: do.SetPlan) -> Reading:
        refused = self._refused(asked)
        if refused is not None:
            return refused
        if asked.remove or asked.size is None:
            return self._doing(self._words("gui.command.will.plan_removed"))
        wide, high = (metres_text(each) for each in asked.size)
        unit = self._controller.system.field_rules.unit
        return self._doing(self._words("gui.command.will.plan", wide=wide, high=high, unit=unit))

    def _doing(self, words: str, who: Sequence[CombatantId] = ()) -> Reading:
        return Reading(
            words=words,
            legend=(*self._targets(who), Legend(kind="option", words=words)),
            button=self._words("gui.command.button.do"),
        )

    def _refused(self, asked: Command) -> Reading | None:
        """Returns why a command is refused as the fight stands; None: it is not."""
        context = self._controller.context
        refused = self._controller.system.dry_run(context).refusal(asked)
        return Reading(error=refusal(refused, context.texts)) if refused is not None else None

    def _names(self, who: Sequence[CombatantId]) -> str:
        return ", ".join(each.name for each in self._controller.context.combatants(who))

    def _words(self, key: str, **params: str | int | float) -> str:
        return self._controller.context.texts.text(say(key, **params))

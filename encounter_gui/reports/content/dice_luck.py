"""The dice of a fight: were they fair, and who was lucky against the exact odds of what they tried."""

from collections.abc import Iterable, Sequence

import msgspec

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter import events as ev
from encounter_gui.reports.content.history import Step
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.view.later_odds import landing


class DiceTally(msgspec.Struct, frozen=True, kw_only=True):
    """The faces of one kind of die: how many were rolled, their mean, and what a fair die's would be."""

    sides: int
    is_physical: bool
    count: int
    mean: float
    expected: float

    @property
    def deviation(self) -> float:
        """How far the mean is from that of fair dice, in standard errors; within 2 is nothing unusual."""
        variance = (self.sides * self.sides - 1) / 12 / max(self.count, 1)
        return (self.mean - self.expected) / variance**0.5 if variance else 0.0


def dice(line: Iterable[Step]) -> tuple[DiceTally, ...]:
    """Returns a tally for each kind of die, real and rolled by the program apart; totals without faces are left out."""
    faces: dict[tuple[int, int, bool], list[int]] = {}
    for step in line:
        for rolled in step.entry.rolls:
            if rolled.faces is not None:
                request = rolled.request
                key = (request.sides, request.lowest, rolled.physical)
                faces.setdefault(key, []).extend(rolled.faces)
    return tuple(
        DiceTally(
            sides=sides,
            is_physical=physical,
            count=len(those),
            mean=sum(those) / len(those),
            expected=lowest + (sides - 1) / 2,
        )
        for (sides, lowest, physical), those in sorted(faces.items())
        if those
    )


class LuckTally(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's attacks: how many, how many hit, and how many would have by the exact odds."""

    who: CombatantId
    attacks: int
    hits: int
    expected: float


def luck(
    line: Sequence[Step], system: System, ruleset: Ruleset, texts: MessageCatalog
) -> tuple[LuckTally, ...]:
    """Returns everybody's luck in attacking: what came of it beside the odds the panel showed at that moment."""
    kinds = {str(kind.__struct_config__.tag): kind for kind in system.commands}
    counts: dict[CombatantId, tuple[int, int, float]] = {}
    for step in line:
        results = [
            e for e in step.entry.events if isinstance(e, ev.Resolved) and e.what == "attack"
        ]
        if step.actor is None or not results:
            continue
        chance = _chance(step, system, ruleset, texts, kinds)
        if chance is None:
            continue
        attacks, hits, expected = counts.get(step.actor, (0, 0, 0.0))
        hit = bool(results[0].values.get("hit"))
        counts[step.actor] = (attacks + 1, hits + hit, expected + chance)
    return tuple(
        LuckTally(who=who, attacks=attacks, hits=hits, expected=expected)
        for who, (attacks, hits, expected) in counts.items()
    )


def _chance(
    step: Step,
    system: System,
    ruleset: Ruleset,
    texts: MessageCatalog,
    kinds: dict[str, type[Command]],
) -> float | None:
    kind = kinds.get(str(step.command.get("do", "")))
    if kind is None:
        return None
    try:
        command = msgspec.convert(step.command, kind)
        context = RulesContext(state=step.before, ruleset=ruleset, texts=texts)
        odds = system.first_odds(context, command)
    except (AppError, msgspec.ValidationError, KeyError):
        return None  # a command of an older program, or one whose attacker is gone
    return landing(odds) if odds else None

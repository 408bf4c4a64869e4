"""How the dice fell for each side, placed among everything fair dice could have shown: exact, not estimated."""

from collections.abc import Iterable

import numpy as np

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.exact import Dist, power
from encounter_gui.encounter.values import Side
from encounter_gui.reports.content.history import Step
from encounter_gui.reports.content.strength import SIDES
from encounter_gui.reports.recap.recap import DiceLuck, DiceStrip
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import RecapForm

_UNUSUAL = 7
"""From so many in ten on, luck is worth a word."""
_RARE = 0.99


def dice_luck(context: RulesContext, line: Iterable[Step], form: RecapForm) -> DiceLuck | None:
    """Returns the faces of the game's main die by the side that rolled them; None if nobody rolled one.

    Totals without faces, and dice that nobody in particular rolled, are left out.
    """
    faces: dict[Side, list[int]] = {}
    lowest = 1
    for step in line:
        for rolled in step.entry.rolls:
            who = rolled.request.who
            if rolled.request.sides != form.main_die or rolled.faces is None or who is None:
                continue
            combatant = step.after.combatants.get(who) or step.before.combatants.get(who)
            if combatant is not None:
                lowest = rolled.request.lowest
                faces.setdefault(combatant.side, []).extend(rolled.faces)
    if not faces:
        return None
    die = Dist(lowest, np.full(form.main_die, 1.0 / form.main_die))
    return DiceLuck(
        die=f"d{form.main_die}",
        least=lowest,
        most=lowest + form.main_die - 1,
        expected=die.mean,
        strips=tuple(
            DiceStrip(
                side=side,
                name=context.side_name(side),
                faces=tuple(sorted(faces[side])),
                mean=sum(faces[side]) / len(faces[side]),
                words=luck_words(
                    context.texts, luck(die, faces[side], is_high_good=form.is_high_good)
                ),
            )
            for side in SIDES
            if side in faces
        ),
    )


def luck(die: Dist, faces: list[int], *, is_high_good: bool) -> float:
    """Returns which share of all rolls of so many dice is worse than this one; equal ones count half. From 0 to 1."""
    sums = power(die, len(faces))
    total = sum(faces)
    below = sums.at_most(total - 1) + sums.prob(total) / 2
    return below if is_high_good else 1 - below


def luck_words(texts: MessageCatalog, share: float) -> str:
    """Returns luck in words: ``worse than 8 in 10``, ``about as usual``."""
    word = "better" if share > 0.5 else "worse"
    more = max(share, 1 - share)
    if more >= _RARE:
        return texts.text_of(f"recap.luck.{word}_rare")
    tenths = int(10 * more + 1e-9)
    if tenths < _UNUSUAL:
        return texts.text_of("recap.luck.usual")
    return texts.text_of(f"recap.luck.{word}", count=tenths)

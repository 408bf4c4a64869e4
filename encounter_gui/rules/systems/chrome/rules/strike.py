"""One attack on one target, in the order of the rules: check, Save, damage, critical effects, what goes wrong.

Source: CHR-24, CHR-36 to CHR-45, CHR-73.
"""

from typing import Any

from encounter_gui.rules.engine.reading.asks import (
    Outcome,
    Rule,
    Truth,
    Whole,
    moment,
    roll,
    then,
)
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules import harm, nerve, weapons
from encounter_gui.rules.systems.chrome.rules.fighter import EFFECTS, Fighter
from encounter_gui.rules.systems.chrome.rules.rolls import MishapPlan
from encounter_gui.rules.systems.chrome.rules.said import Said

NOT_ROLLED = -1
"""In place of the rank of a test that was not made."""


class Blow(Outcome):
    """An attack before it is rolled: plans of the table, numbers, or columns of them.

    ``test`` is the attacker's check; None for an enemy, whose attacks hit. ``save`` is the Save of the target; None
    where it makes none. ``harm`` is a ``HarmPlan``; ``order`` that in which its effects are written.
    """

    test: Any
    save: Any
    harm: Any
    order: tuple[str, ...] = EFFECTS


class Struck(Outcome):
    """What an attack has come to: the ranks of check and Save, the damage before and past Soak of a hit."""

    test: Whole = NOT_ROLLED
    save: Whole = NOT_ROLLED
    is_hit: Truth = False
    raw: Whole = 0
    through: Whole = 0


def strike(play: Said, who: Fighter, target: Fighter, blow: Blow) -> Rule[Struck]:
    """Rolls one attack on one target, and applies its damage and critical effects, as far as they are not owed.

    Source: CHR-36 to CHR-45, CHR-73.
    """
    if blow.test is None:
        return (yield from defended(play, who, target, blow, NOT_ROLLED))
    test = (yield from nerve.check(play, who, blow.test)).rank
    reaches = test >= mechanics.SUCCESS
    found = yield from then(play, defended, reaches, (who, target), blow, test)
    return found or Struck(test)


def defended(play: Said, who: Fighter, target: Fighter, blow: Blow, test: Whole) -> Rule[Struck]:
    """Goes on with an attack whose check has succeeded, or that needs none.

    At the moment ``defence`` the target may do something else than save. Source: CHR-39, CHR-41, CHR-42.
    """
    blow = yield from moment("defence", blow)
    if blow.save is None:
        return (yield from hit(play, who, target, blow, test, NOT_ROLLED))
    save = (yield from nerve.check(play, target, blow.save)).rank
    fails = save < mechanics.SUCCESS
    found = yield from then(play, hit, fails, (who, target), blow, test, save)
    return found or Struck(test, save)


def hit(
    play: Said, who: Fighter, target: Fighter, blow: Blow, test: Whole, save: Whole
) -> Rule[Struck]:
    """Hits: damage, then critical effects. Source: CHR-36 to CHR-38, CHR-43, CHR-44, CHR-73."""
    doubled, fumbled = test == mechanics.CRITICAL_SUCCESS, save == mechanics.CRITICAL_FAILURE
    found = yield from roll(harm.wound, blow.harm.variant(doubled, fumbled))
    harm.take(play, target, found.frightens, found.through)
    yield from harm.strike_effects(play, target, who, found.effects, blow.order)
    return Struck(test, save, is_hit=True, raw=found.raw, through=found.through)


def spend(
    play: Said, who: Fighter, target: Fighter, arm: Whole, shots: Whole, *, by_enemy: bool
) -> None:
    """Spends what an attack uses up, whatever the dice say. Source: CHR-24, CHR-29b, CHR-36, CHR-40."""
    weapons.fire(play, who, arm, shots)
    approach(play, who, target, by_enemy=by_enemy)


def approach(play: Said, who: Fighter, target: Fighter, *, by_enemy: bool) -> None:
    """Is noticed by a target; an enemy's attack uses up that the target is exposed. Source: CHR-24, CHR-40."""
    if play.follows_notice:
        who.unnoticed[target] = False
    if by_enemy:
        target.relieve("exposed")


def attack(
    play: Said, who: Fighter, target: Fighter, arm: Whole, blow: Blow, mishaps: MishapPlan
) -> Rule[Struck]:
    """Makes one attack, and what goes wrong with it. Source: CHR-36, CHR-40."""
    found = yield from strike(play, who, target, blow)
    play.struck(who, target, found)
    if blow.test is not None:
        fumbles = found.test == mechanics.CRITICAL_FAILURE
        yield from then(play, weapons.complication, fumbles, (who,), arm, mishaps)
    return found


def make(
    play: Said,
    who: Fighter,
    target: Fighter,
    arm: Whole,
    shots: Whole,
    blow: Blow,
    mishaps: MishapPlan,
) -> Rule[Struck]:
    """Makes one attack with all it uses up. Source: CHR-24, CHR-36, CHR-40."""
    spend(play, who, target, arm, shots, by_enemy=blow.test is None)
    return (yield from attack(play, who, target, arm, blow, mishaps))

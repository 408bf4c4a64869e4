"""What becomes of weapons: shots, jams, what lies on the ground, what a fumbled attack leads to.

Source: CHR-29b, CHR-29d, CHR-36, CHR-40, CHR-55.
"""

from encounter_gui.rules.engine.reading.asks import (
    Rule,
    Truth,
    Whole,
    anywhere,
    either,
    moment,
    no,
    roll,
)
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from encounter_gui.rules.systems.chrome.rules.rolls import MishapPlan, mishap
from encounter_gui.rules.systems.chrome.rules.said import Said

NOTHING, JAM, EMPTY, DROP, EXPOSED, ALLY, STRAY = range(7)
"""What goes wrong with a fumbled attack. ``ALLY``: somebody may stand in the line, and has been hit with ``STRAY``.

Source: CHR-40.
"""

MISHAPS = ("", "jam", "empty", "drop", "exposed", "ally", "ally")
"""The same as the ruleset calls it."""


def fire(play: Said, who: Fighter, arm: Whole, shots: Whole) -> None:
    """Takes shots off a firearm, hit or miss, and has it in hand, in the hand it is in. Source: CHR-29b, CHR-36."""
    who.shoot(arm, shots)
    who.held = either(who.off == arm, who.held, arm)


def drop(play: Said, who: Fighter, arm: Whole, where: Truth) -> None:
    """Drops a weapon to the ground, where a truth holds. Source: CHR-40, CHR-55."""
    if not anywhere(where):
        return
    who.dropped[arm] = who.dropped[arm] | where
    held = who.held
    who.held = either(where & (held == arm), -1, held)
    off = who.off
    who.off = either(where & (off == arm), -1, off)


def pick_up(play: Said, who: Fighter, arm: Whole, *, where: Truth = True) -> None:
    """Picks up a dropped weapon, where a truth holds. Source: CHR-40."""
    if not anywhere(where):
        return
    who.dropped[arm] = who.dropped[arm] * no(where)
    who.held = either(where, arm, who.held)


def reload(play: Said, who: Fighter, arm: Whole, magazine: Whole, *, where: Truth = True) -> None:
    """Reloads a firearm to the last shot, where a truth holds. Source: CHR-29d."""
    if anywhere(where):
        who.ammo[arm] = either(where, magazine, who.ammo[arm])


def clear_jam(play: Said, who: Fighter, arm: Whole, *, where: Truth = True) -> None:
    """Clears a jammed weapon, where a truth holds. Source: CHR-40."""
    if anywhere(where):
        who.jammed[arm] = who.jammed[arm] * no(where)


def make_ready(
    play: Said,
    who: Fighter,
    arm: Whole,
    magazine: Whole,
    picks: Truth,
    fills: Truth,
    clears: Truth,
) -> Rule[None]:
    """Picks a weapon up, reloads it, clears its jam, where each truth holds. Source: CHR-29d, CHR-40."""
    yield from ()
    pick_up(play, who, arm, where=picks)
    reload(play, who, arm, magazine, where=fills)
    clear_jam(play, who, arm, where=clears)


def complication(play: Said, who: Fighter, arm: Whole, plan: MishapPlan) -> Rule[None]:
    """Rolls what goes wrong with a fumbled attack, and applies it. Source: CHR-40.

    At the moment ``ally`` somebody in the line may be hit; elsewhere nobody stands there, and the attacker is exposed.
    """
    effect = (yield from roll(mishap, plan)).effect
    effect = yield from moment("ally", effect)
    play.goes_wrong(who, arm, effect)
    jams, empties = effect == JAM, effect == EMPTY
    if anywhere(jams):
        who.jammed[arm] = who.jammed[arm] | jams
    if anywhere(empties):
        who.ammo[arm] = who.ammo[arm] * no(empties)
    drop(play, who, arm, effect == DROP)
    who.afflict("exposed", (effect == EXPOSED) | (effect == ALLY))


def lacks_arms(lost: Whole, is_two_handed: Truth) -> Truth:
    """Returns whether so many lost arms leave too few for a weapon. Source: CHR-55."""
    found: Truth = mechanics.lacks_arms(lost, is_two_handed)
    return found

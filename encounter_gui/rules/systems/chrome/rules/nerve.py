"""Conviction and Stress: what a test uses up and brings, what unsettles a squad, who owes a Panic Check.

Source: CHR-05, CHR-16 to CHR-20, CHR-44, CHR-59, CHR-62, CHR-63.
"""

from typing import Any

from encounter_gui.rules.engine.reading.asks import (
    Rule,
    Truth,
    Whole,
    anywhere,
    at_least,
    at_most,
    moment,
    no,
    roll,
)
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from encounter_gui.rules.systems.chrome.rules.rolls import Speed, Tested, speed, test
from encounter_gui.rules.systems.chrome.rules.said import EDGY, SHAKEN, WITNESS, Said

FUMBLED_STRESS = mechanics.FUMBLED_SAVE_STRESS
"""The Stress of a Critical Failure of a Save. Source: CHR-17."""


def check(play: Said, who: Fighter, plan: Any) -> Rule[Tested]:
    """Rolls a test of a combatant, with what it uses up and brings. Source: CHR-13 to CHR-20, CHR-60, CHR-63.

    At the moment ``help`` a Presence may change what is to be rolled under.
    """
    plan = yield from moment("help", plan)
    burn(play, who, plan.burn)
    found = yield from roll(test, plan)
    use_up(play, who, plan, found)
    bring(play, who, plan, found)
    return found


def is_nothing(amount: Whole) -> bool:
    """Returns whether a number is 0 wherever a rule is now: what it would change need not be looked at."""
    return isinstance(amount, int) and not amount


def burn(play: Said, who: Fighter, amount: Whole) -> None:
    """Takes the Conviction that is burned on a roll. Source: CHR-20."""
    if is_nothing(amount):
        return
    burned = at_most(amount, who.conviction)
    who.conviction -= burned
    if play.tells and burned:
        play.clause("chrome.then.burned", who=play.name(who), amount=burned)


def use_up(play: Said, who: Fighter, plan: Any, found: Tested) -> None:
    """Takes off what was for this roll only, whatever came of it. Source: CHR-16, CHR-20, CHR-63."""
    who.keep_marks(plan.kept)
    if play.tells and plan.burn and found.rank < mechanics.SUCCESS:
        who.distort(play, 1)


def bring(play: Said, who: Fighter, plan: Any, found: Tested) -> None:
    """Gives or takes what a test brings: Conviction, Stress, Panic Checks. Source: CHR-17 to CHR-19, CHR-63."""
    regain(play, who, found.gain)
    if plan.is_save is False:
        stress(play, who, found.stress)
        return
    failed = found.rank < mechanics.SUCCESS
    fumbled = plan.is_save & (found.rank == mechanics.CRITICAL_FAILURE)
    if plan.is_prime is not False:
        play.squad(who, EDGY, edgy, plan.is_prime & failed, itself=True)
    stress(play, who, found.stress * no(fumbled))
    if plan.is_prime is not False:
        play.squad(who, SHAKEN, shaken, fumbled & plan.is_prime, itself=True)
    shaken(play, who, fumbled & plan.has_row & no(plan.is_prime), who)


def regain(play: Said, who: Fighter, amount: Whole) -> Whole:
    """Gives Conviction back, never above the most, and none to who doubts; returns how much.

    Who is no Operator has none. Source: CHR-05, CHR-19, CHR-63.
    """
    if is_nothing(amount) or (play.tells and not who.is_operator):
        return 0
    room = who.most_conviction - who.conviction
    gained: Whole = at_least(at_most(amount, room), 0) * no(who.has("crushing_doubt"))
    who.conviction += gained
    if play.tells and gained:
        play.clause("chrome.then.regains", who=play.name(who), amount=gained)
    return gained


def stress(play: Said, who: Fighter, amount: Whole) -> None:
    """Takes Stress off current Conviction, never below 0; who is no Operator has none. Source: CHR-05."""
    if is_nothing(amount) or (play.tells and not who.is_operator):
        return
    who.conviction -= at_most(amount, who.conviction)
    if play.tells and amount > 0:
        play.fact("stress", who, amount=amount)
        play.clause("chrome.then.stress", who=play.name(who), amount=amount)


# ---- what befalls a squad: each of those who see it


def edgy(play: Said, who: Fighter, where: Truth, other: Fighter | None) -> None:
    """Frightens who is on the edge after a failed Prime Save, its own or of an Operator near. Source: CHR-63."""
    who.frighten(where & who.has("on_the_edge"), "on_the_edge", who=other)


def shaken(play: Said, who: Fighter, where: Truth, other: Fighter | None) -> None:
    """Costs Stress and frightens after a Critical Failure of a Save: its own, or the Prime Save of one of the squad.

    Source: CHR-17.
    """
    if not anywhere(where):
        return
    stress(play, who, play.ruled(FUMBLED_STRESS) * where)
    who.frighten(where, "fumbled_save", who=other)


def witness(play: Said, who: Fighter, where: Truth, other: Fighter | None) -> None:
    """Frightens who sees an Operator of its squad die. Source: CHR-59."""
    who.frighten(where, "death", who=other)


def befall(play: Said, who: Fighter, other: Fighter, what: int) -> Rule[None]:
    """Lets something befall one of a squad for the sake of another of it. Source: CHR-17, CHR-59, CHR-63."""
    yield from ()
    rule = {EDGY: edgy, SHAKEN: shaken, WITNESS: witness}[what]
    rule(play, who, True, other)  # noqa: FBT003 - a truth of rules


def be_unsettled(play: Said, who: Fighter, amount: Whole) -> Rule[None]:
    """Costs the nearest Operator Stress when somebody panics. Source: CHR-63."""
    yield from ()
    stress(play, who, amount)


def wake_up(play: Said, who: Fighter, where: Truth) -> Rule[None]:
    """Frightens who wakes from unconsciousness, where a truth holds. Source: CHR-57."""
    yield from ()
    who.frighten(where, "waking")


def sees_several(play: Said, who: Fighter) -> Rule[None]:
    """Frightens who has seen several of its squad panic in a gesture. Source: CHR-62."""
    yield from ()
    who.frighten(True, "panic")  # noqa: FBT003 - a truth of rules


def speed_check(play: Said, who: Fighter, plan: Any) -> Rule[Speed]:
    """Makes a Speed Check, which may lead to a slow start. Source: CHR-16 to CHR-19, CHR-25."""
    found = yield from roll(speed, plan)
    result = Tested(found.rank, found.gain, found.stress)
    use_up(play, who, plan, result)
    bring(play, who, plan, result)
    start_slowly(play, who, result)
    return found


def start_slowly(play: Said, who: Fighter, found: Tested) -> None:
    """Makes the first turn short after a fumbled Speed Check. Source: CHR-25."""
    who.afflict("slow_start", found.rank == mechanics.CRITICAL_FAILURE)


def suffer_dread(
    play: Said, who: Fighter, amount: Whole, panics: Truth, failed: Truth, ability: str
) -> None:
    """Costs who has failed its Save against a special ability Stress, frightens it, or both. Source: CHR-11, CHR-71."""
    stress(play, who, amount * failed)
    who.frighten(panics & failed, "ability", ability=ability)


def find_courage(play: Said, who: Fighter, plan: Any) -> Rule[Truth]:
    """Rolls the Fear Save of a gutless Operator, who fights or flees; returns whether it fights. Source: CHR-63."""
    found = yield from check(play, who, plan)
    finds = found.rank >= mechanics.SUCCESS
    who.be_brave(finds)
    who.flee(no(finds))
    return finds

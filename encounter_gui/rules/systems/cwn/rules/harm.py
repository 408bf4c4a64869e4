"""What an attack does, and any other harm: soak, hit points, and what 0 means. Source: CWN-07, CWN-25, CWN-57."""

from encounter_gui.rules.engine.reading.asks import (
    Outcome,
    Play,
    Rule,
    Truth,
    Whole,
    at_least,
    at_most,
    moment,
    no,
    roll,
    somewhere,
    then,
)
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.rules.costs import pay
from encounter_gui.rules.systems.cwn.rules.falls import FallResult, collapse, fate_of
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.strike import TRAUMATIC, Blow, Strike, strike


class Harm(Outcome):
    """What harm comes to: ``amount`` before soak, what soak takes, the hit points lost, what becomes of the target."""

    amount: Whole = 0
    soaked: Whole = 0
    lost: Whole = 0
    fate: FallResult = ""


def attack(play: Play, who: Fighter, target: Fighter, plan: Strike) -> Rule[Harm]:
    """One attack with all it leads to. Source: CWN-25, CWN-27."""
    blow = yield from roll(strike, plan)
    return (yield from struck(play, who, target, blow, plan))


def paid_attack(
    play: Play, who: Fighter, target: Fighter, plan: Strike, mains: Whole, rounds: Whole
) -> Rule[Harm]:
    """One attack of a Main with what it costs: the first takes the Main. Source: CWN-17, CWN-25."""
    yield from pay(play, who, rounds, mains)
    return (yield from attack(play, who, target, plan))


def struck(play: Play, who: Fighter, target: Fighter, blow: Blow, plan: Strike) -> Rule[Harm]:
    """What an attack leads to that was rolled. Source: CWN-25, CWN-27."""
    yield from met(play, who, target, blow, plan.joins_melee)
    return (yield from suffer(play, target, blow, plan.is_lethal))


def met(play: Play, who: Fighter, target: Fighter, blow: Blow, joins: Truth) -> Rule[None]:
    """Notes that two are in melee, and whether the first Shock of the round was stopped. Source: CWN-27, CWN-45q."""
    yield from join_melee(play, who, target, joins=joins)
    if (yield from somewhere(blow.stopped)):
        target.first_shock = target.first_shock | blow.stopped


def join_melee(play: Play, who: Fighter, other: Fighter, *, joins: Truth = True) -> Rule[None]:
    """Notes that two are in melee. Source: CWN-18, CWN-27."""
    yield from ()
    who.melee.begin(other, joins)
    other.melee.begin(who, joins)


def suffer(play: Play, target: Fighter, blow: Blow, is_lethal: Truth) -> Rule[Harm]:
    """Soak first, then hit points, then what 0 means; the dead lose nothing. Source: CWN-07, CWN-25 step 9."""
    amount = blow.amount * no(target.dead)
    soaked = at_most(amount, target.soak)
    if play.tells and soaked:
        soaked = _told_soak(play, target, amount, soaked)
    through = amount - soaked
    lost = at_most(through, at_least(target.hp, 0))
    falls = (through > 0) & mechanics.is_down(target.hp - lost)
    fate: FallResult = ""
    if play.tells and falls:  # the fact says it before it is done
        fate = fate_of(target, is_lethal=is_lethal).word
    harm = yield from moment("harm", Harm(blow.amount, soaked, lost, fate))
    is_traumatic = (blow.kind == TRAUMATIC) & (amount > 0)
    if (yield from somewhere(is_traumatic)):
        target.traumatized = target.traumatized | is_traumatic
    target.soak -= soaked
    target.hp -= lost
    yield from then(play, collapse, falls, (target,), is_lethal)
    return harm


def _told_soak(play: Play, target: Fighter, amount: Whole, soaked: Whole) -> Whole:
    """Returns what soak takes at the table, as the rules say or as the game master does. Source: CWN-07."""
    left = target.soak
    given = play.number_of(target, "soaked", soaked, least=0, most=at_most(left, amount))
    play.reason(
        "cwn.why.by_hand_soaked",
        "CWN-07",
        who=play.name(target),
        amount=amount,
        soaked=given,
        left=left - given,
    )
    return given

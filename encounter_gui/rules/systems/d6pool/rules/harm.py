"""What wounds and stuns do, and what follows from them. Source: D6P-04, D6P-23, D6P-35, D6P-42 to D6P-46."""

from encounter_gui.rules.engine.reading.asks import (
    Play,
    Rule,
    Truth,
    Whole,
    either,
    fork,
    no,
    roll,
    somewhere,
)
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.rules import costs
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter
from encounter_gui.rules.systems.d6pool.rules.strike import (
    Blow,
    Bombing,
    Explosion,
    Strike,
    bombing,
    strike,
)


def suffer(play: Play, target: Fighter, wounds: Whole, stuns: Truth) -> Rule[None]:
    """Lets wounds or a stun to the end of the turn take effect; simultaneous wounds add up.

    The dead are not stunned, and those who are already only in that it ruins their aim. Source: D6P-04, D6P-15, D6P-23,
    D6P-35.
    """
    health, was_stunned = target.health, target.stunned
    stuns = stuns & no(mechanics.is_dead(health, target.full_health))
    health = health - wounds
    target.health = health
    target.stunned_again = target.stunned_again + (stuns & was_stunned)
    target.stunned = was_stunned | stuns
    target.is_in = target.is_in & no(mechanics.is_down(health))
    yield from ()


def attack(play: Play, who: Fighter, target: Fighter, plan: Strike) -> Rule[Blow]:
    """Plays a strike with what it does. Source: D6P-29 to D6P-35."""
    blow = yield from roll(strike, plan)
    play.fact("attack", who, target)
    yield from take(play, target, blow)
    return blow


def bomb(play: Play, who: Fighter, target: Fighter, plan: Bombing) -> Rule[Explosion]:
    """Plays a throw at somebody with what its blast does there. Source: D6P-31, D6P-38 to D6P-41."""
    blow = yield from roll(bombing, plan)
    yield from costs.dodge(play, target, blow.dodge)
    yield from take(play, target, blow)
    return blow


def take(play: Play, target: Fighter, blow: Blow) -> Rule[None]:
    """Lets a strike take effect. Source: D6P-35."""
    if (yield from somewhere(blow.is_hit)):
        yield from suffer(play, target, blow.wounds, blow.stuns)


def follow(
    play: Play,
    who: Fighter,
    lost: Whole,
    is_stunned: Truth,
    is_again: Truth,
    *,
    is_hit: bool = True,
) -> Rule[None]:
    """Plays what follows from Health that a hit has taken, or that was regained, and from a stun that is new, or again.

    Source: D6P-23, D6P-31, D6P-43 to D6P-46.
    """
    health = who.health
    is_hurt, is_down = lost > 0, mechanics.is_down(health)
    dies = is_hurt & mechanics.is_dead(health, who.full_health)
    lies = is_hurt & is_down & no(dies)
    rises = mechanics.is_down(health + lost) & no(is_down)
    who.aimed = who.aimed & no(is_hurt | is_stunned | is_again)
    yield from lose_dodge(play, who, is_stunned)
    if is_hit:
        who.aided = who.aided & no(is_hurt)
    if (yield from fork(dies | lies | rises)):
        _fall(play, who, lost, dies | rises, lies, is_hit=is_hit)


def _fall(play: Play, who: Fighter, lost: Whole, ends: Truth, lies: Truth, *, is_hit: bool) -> None:
    """Somebody dies or is up again, or else falls or lies there hit once more. Source: D6P-43 to D6P-46."""
    if is_hit:
        who.awake_weak = who.awake_weak & no(lies)
    if play.tells:
        _tell_fall(play, who, lost)
    who.bleeding = either(ends, -1, who.bleeding)
    who.awake_weak = who.awake_weak & no(ends)
    if is_hit:
        begins = lies & (who.bleeding < 0)
        who.bleeding = either(begins, bleeding_from(play), who.bleeding)
    who.is_in = who.is_in & no(lies | (ends & (lost > 0)))


def _tell_fall(play: Play, who: Fighter, lost: Whole) -> None:
    before = who.health + lost
    if lost > 0 and mechanics.is_dead(who.health, who.full_health):
        if not mechanics.is_dead(before, who.full_health):
            play.told("dead", who)
    elif lost > 0 and not mechanics.is_down(before):
        play.told("down", who)


def lose_dodge(play: Play, who: Fighter, is_stunned: Truth) -> Rule[None]:
    """Takes one of the dice for dodging from somebody who is stunned anew, by switch. Source: D6P-31, D6P-35."""
    yield from ()
    if play.switch("d6pool.stunHitsDodge"):
        who.dodge -= is_stunned & (who.dodge > 0)


def follow_worse(
    play: Play, who: Fighter, lost: Whole, is_stunned: Truth, is_again: Truth
) -> Rule[None]:
    """Plays what follows where nothing has hit anew: it has bled, or had a bad night. Source: D6P-43, D6P-47."""
    yield from follow(play, who, lost, is_stunned, is_again, is_hit=False)


def bleeding_from(play: Play) -> int:
    """Returns the turn at whose end the first wound is lost of a bleeding that begins now. Source: D6P-43."""
    return play.round + play.ruled(mechanics.BLEEDING_TURNS)


def bleed(play: Play, who: Fighter) -> Rule[None]:
    """Takes a wound from a bleeding combatant whose time is up, and sets the clock for the next.

    Source: D6P-13, D6P-43.
    """
    if (yield from fork((who.bleeding >= 0) & (who.bleeding <= play.round))):
        who.bleeding += play.ruled(mechanics.BLEEDING_TURNS)
        who.health -= 1
        play.told("bleeding", who, wounds=1)


def catch_up(play: Play, who: Fighter, *, is_hit: bool = True) -> Rule[None]:
    """Plays what follows from all that has happened to somebody since it was done last. Source: D6P-15."""
    lost, is_stunned = who.seen_health - who.health, who.stunned & no(who.seen_stunned)
    is_again = who.stunned_again > who.seen_again
    who.seen_health, who.seen_stunned, who.seen_again = who.health, who.stunned, who.stunned_again
    yield from follow(play, who, lost, is_stunned, is_again, is_hit=is_hit)


def catch_up_worse(play: Play, who: Fighter) -> Rule[None]:
    """Plays what follows where nothing has hit anew. Source: D6P-43."""
    yield from catch_up(play, who, is_hit=False)

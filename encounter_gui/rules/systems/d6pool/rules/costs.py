"""What attacks and other actions use up. Source: D6P-12, D6P-16, D6P-17, D6P-19, D6P-23, D6P-24, D6P-31, D6P-38."""

from encounter_gui.rules.engine.reading.asks import (
    Play,
    Rule,
    Truth,
    Whole,
    at_least,
    at_most,
    either,
    no,
)
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.rules.fighter import Fighter, is_down


def counts_by_turn(play: Play) -> bool:
    """Returns whether both actions of a turn share one count of attacks. Source: D6P-17."""
    return play.switch("d6pool.attackLimit") == "perTurn"


def attacks_made(play: Play, who: Fighter) -> Whole:
    """Returns how many attacks count against the limit. Source: D6P-17."""
    return who.attacks_turn if counts_by_turn(play) else who.attacks


def base_of(mode: str) -> int:
    """Returns how many attacks a fire mode allows in an action. Source: D6P-17, D6P-19, D6P-20."""
    return 2 if mode in {"SA", "FA"} else 1


def attack_limit(play: Play, who: Fighter, base: Whole) -> Whole:
    """Returns how many attacks a mode that allows ``base`` allows in this action or, by switch, in this turn.

    Source: D6P-17, D6P-19, D6P-20, D6P-21.
    """
    has_drawn = who.drawn
    drew = has_drawn if counts_by_turn(play) else who.drew
    return (base - (drew > 0)) * no((base == 1) & has_drawn)


def can_attack(play: Play, who: Fighter, base: Whole, rounds: Whole) -> Truth:
    """Returns whether there is an attack left in this action, and a round for it. Source: D6P-16, D6P-17, D6P-19."""
    is_left = attacks_made(play, who) < attack_limit(play, who, base)
    return no(who.busy | who.spent) & (who.ammo >= rounds) & is_left


def attack(
    play: Play,
    who: Fighter,
    base: Whole,
    rounds: Whole,
    uses_aim: Truth,
    using: tuple[str, str] | None = None,
) -> Rule[None]:
    """Counts one attack of the action, and takes what it uses up; with the last one the action is spent.

    ``base`` attacks are what its mode allows; ``using`` are the weapon and the mode. Source: D6P-17, D6P-19, D6P-23.
    """
    yield from ()
    is_last = attacks_made(play, who) + 1 >= attack_limit(play, who, base)
    is_spent, ammo, aimed = who.spent | is_last, who.ammo - rounds, who.aimed & no(uses_aim)
    who.attacks += 1
    who.attacks_turn += 1
    who.acted = 1
    who.using = using
    who.spent, who.ammo, who.aimed = is_spent, ammo, aimed


def most_dodge(play: Play) -> int:
    """Returns the most dice anybody may spend against one attack. Source: D6P-31."""
    return play.ruled(mechanics.DODGE_MOST)


def dodge_limit(play: Play, who: Fighter) -> Whole:
    """Returns the most dice somebody may spend against one attack now. Source: D6P-31, D6P-35."""
    left = who.dodge
    if play.switch("d6pool.stunHitsDodge"):
        left = at_least(left - (who.stunned & no(who.seen_stunned)), 0)
    return at_most(left, most_dodge(play)) * no(who.is_defenseless | is_down(who))


def dodge(play: Play, target: Fighter, count: Whole) -> Rule[None]:
    """Spends dice on dodging; they are gone whether they helped or not. Source: D6P-31."""
    target.dodge -= count
    yield from ()


def hero(play: Play, who: Fighter, skill: str) -> Rule[None]:
    """Spends a Hero Point that doubles a skill in this action. Source: D6P-12."""
    who.hero_points -= 1
    who.hero = skill
    yield from ()


def spend(play: Play, who: Fighter, cost: str) -> Rule[None]:
    """Uses up what an action takes: the whole ``turn``, an ``action``, or ``half`` of one. Source: D6P-16, D6P-17."""
    if cost == "half":
        who.drew = 1
        who.acted = 1
    if cost == "turn":
        who.busy = True
    if cost in {"turn", "action"}:
        who.acted = 1
        who.spent = True
    yield from ()


def may_reload(who: Fighter, cost: str, rounds: Whole, magazine: Whole) -> Truth:
    """Returns whether somebody has too few rounds for an attack, and can put in more. Source: D6P-16, D6P-24."""
    is_able = no(who.busy | who.spent) & ((cost != "turn") | (who.acted == 0))
    return is_able & (who.ammo < rounds) & (who.ammo < magazine)


def reload(play: Play, who: Fighter, cost: str, magazine: Whole, is_single: Truth) -> Rule[Whole]:
    """Puts in a new clip, or some single rounds; returns how many are in now. Source: D6P-24."""
    singly = at_most(who.ammo + play.ruled(mechanics.RELOAD_ROUNDS), magazine)
    full = either(is_single, singly, magazine)
    who.ammo = full
    who.reloading = True
    yield from spend(play, who, cost)
    return full

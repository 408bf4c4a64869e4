"""Who acts when: the totals of a turn, and who acts twice. Source: D6P-08, D6P-15, D6P-16."""

from encounter_gui.rules.engine.reading.asks import Play, Truth, Whole
from encounter_gui.rules.systems.d6pool import mechanics


def total(die: Whole, dexterity: Whole, reflex: Whole) -> Whole:
    """Returns the initiative total of a turn. Source: D6P-08, D6P-15."""
    return die + dexterity + reflex


def acts_twice(play: Play, initiative: Whole) -> Truth:
    """Returns whether this total gives a second action; never a third. Source: D6P-16."""
    return initiative >= play.ruled(mechanics.SECOND_ACTION_AT)

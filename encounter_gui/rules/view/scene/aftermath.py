"""What a fight leaves behind: how its numbers are told at its end, and what a combatant keeps of it."""

from collections.abc import Mapping

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.view.chip import View


class CountColumn(View, frozen=True, kw_only=True):
    """A column of the recap that counts results by who rolled them.

    Counted are the results of the kind ``what`` whose value ``value`` is true. ``title`` is finished words, ``tip``
    says them in full.
    """

    what: str
    value: str
    title: str
    tip: str


class RecapForm(View, frozen=True, kw_only=True):
    """How a game tells a fight at its end: the sides of its main die, whether high is good, columns of its own."""

    main_die: int
    is_high_good: bool = True
    counts: tuple[CountColumn, ...] = ()


class Aftermath(View, frozen=True, kw_only=True):
    """A combatant once the fight is over and what passes by itself has passed.

    ``gauges`` are the running numbers that go from fight to fight, by key. ``over`` names what ended by itself.
    ``notes`` say of conditions, by key, what becomes of them. ``open`` are finished sentences: what cannot wait.
    """

    combatant: Combatant
    gauges: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    notes: Mapping[str, str] = {}
    open: tuple[str, ...] = ()

"""What a change, damage or a condition by hand would do, and what the next step does: shown before it is done."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Side
from encounter_gui.rules.view.chip import Chip, ChipKind, View
from encounter_gui.rules.view.table import GaugeCell


class GaugeChange(View, frozen=True, kw_only=True):
    """A gauge before and after a change."""

    before: GaugeCell
    after: GaugeCell


class DamageStep(View, frozen=True, kw_only=True):
    """A step in which something takes its part of damage: ``Soak``, ``Armour``.

    ``stopped`` is how much. ``text`` is the arithmetic (``3 − 8 = 0``); empty: the gauge says it. ``gauge`` is what is
    used up; None: nothing is.
    """

    name: str
    stopped: int = 0
    text: str = ""
    gauge: GaugeChange | None = None


class WoundChange(View, frozen=True, kw_only=True):
    """A place of the body before and after damage, each as (level from 0, its letter)."""

    place: str
    name: str
    before: tuple[int, str]
    after: tuple[int, str]


class OwedTest(View, frozen=True, kw_only=True):
    """A test that would be owed: what it is called, why or against what, and the chance to pass where one is known."""

    title: str
    text: str = ""
    note: str = ""


class DamageDetail(View, frozen=True, kw_only=True):
    """How damage would reach one combatant, step by step.

    ``share`` is the part it gets; ``is_typed``: an amount of its own instead. ``sum`` is that in words
    (``7 ÷ 2 = 3``), ``amount`` what it comes to. ``place`` is the key of the place hit, empty where places mean nothing
    or while it is still to be rolled; ``face`` the die that chose it, None: nobody rolled. ``dice`` are the
    rolls this target waits for, ``waits`` says them in words; while there are any, nothing after the sum is known.
    ``over`` is what is left with nothing to take it from.
    """

    share: str
    is_typed: bool
    amount: int
    sum: str
    place: str = ""
    place_name: str = ""
    face: int | None = None
    dice: tuple[RollRequest, ...] = ()
    waits: str = ""
    steps: tuple[DamageStep, ...] = ()
    wound: WoundChange | None = None
    stopped: int = 0
    lost: int = 0
    over: int = 0
    owed: tuple[OwedTest, ...] = ()


class ChangePreview(View, frozen=True, kw_only=True):
    """What a change by hand would do to one combatant: the gauges it changes, and what it comes to.

    ``gauges`` begin with the one that is meant; none: only a place is wounded. ``wounds`` are those of several places
    at once, as a tie has them. ``note`` stands muted beside the outcome: ``1 over``. ``damage`` is how it comes about;
    None: the gauge is changed straight.
    """

    who: CombatantId
    number: int
    name: str
    side: Side
    gauges: tuple[GaugeChange, ...] = ()
    wounds: tuple[WoundChange, ...] = ()
    outcome: str = ""
    kind: ChipKind = "neutral"
    note: str = ""
    damage: DamageDetail | None = None


class DamagePreview(View, frozen=True, kw_only=True):
    """What damage by hand would do to all its targets, in the order named, with what can be chosen for it.

    ``total`` says in words what ``dealt``, ``stopped``, ``lost`` and ``over`` say in numbers. ``sentences`` are what
    the rules make of it, each with the id of its rule (empty: none). ``ways`` are (key, words) of how it may go,
    ``falls`` says what several come to, and who they are: ``7 of 9 Dead: Gang gunman 1–7``.
    ``gauges`` (key, name) of what it may be taken from straight, ``places`` (key, name) of where it may hit; no places:
    they mean nothing in this game. ``place_words`` says how the place is found if none is chosen.
    """

    rows: tuple[ChangePreview, ...] = ()
    dealt: int = 0
    stopped: int = 0
    lost: int = 0
    over: int = 0
    total: str = ""
    falls: tuple[str, ...] = ()
    sentences: tuple[tuple[str, str], ...] = ()
    ways: tuple[tuple[str, str], ...] = ()
    gauges: tuple[tuple[str, str], ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    place_words: str = ""


class ConditionPreview(View, frozen=True, kw_only=True):
    """What a condition put on by hand would come to on one combatant: the chips that are new or changed by it."""

    who: CombatantId
    number: int
    name: str
    side: Side
    chips: tuple[Chip, ...] = ()


class NextEffect(View, frozen=True, kw_only=True):
    """Something the next step does by itself: a condition ends, a number changes, a test becomes owed, a clock runs on.

    ``rank``: the smaller, the more it matters.
    """

    text: str
    rank: int = 0


class Difference(View, frozen=True, kw_only=True):
    """Somebody who is not as they were: ``texts`` say what differs, e.g. ``HP 11 → 8``, ``+ stunned``."""

    who: CombatantId
    number: int
    name: str
    side: Side
    texts: tuple[str, ...]

"""The attack form: questions, modifiers, dice, and the command they come to; and that of many who attack in one go."""

from collections.abc import Mapping
from typing import Literal

from msgspec import field

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.values import Side
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.view.chip import View


class Option(View, frozen=True, kw_only=True):
    """One thing to choose; ``note`` is muted. ``why_not`` set: it cannot be chosen, and why.

    ``side`` puts the shape of that side before it, for options that are combatants. ``short`` is what is left of
    ``text`` in a narrow place; empty: all of it.
    """

    key: str
    text: str
    note: str = ""
    why_not: str = ""
    side: Side | None = None
    short: str = ""


ByPlan = Literal["", "plan", "overruled"]
"""Who decides a question: the plan, or the game master in its place until somebody moves; empty: it is no such one."""


class FormField(View, frozen=True, kw_only=True):
    """A question of the form, by key: a drop-down list, a row of segments, or a number with a least and most.

    ``compared`` says as what the options are compared: as ways to attack, or as places aimed at; empty: as neither.
    ``of_target``: the answer is true of the target, and of no other. ``by_plan``: whether the plan gives it, and
    ``plan_says`` what it says, in words; empty where it is not asked.
    """

    key: str
    label: str
    look: Literal["list", "segments", "number"]
    options: tuple[Option, ...] = ()
    chosen: str = ""
    least: int = 0
    most: int = 0
    place: Literal["head", "left"] = "head"
    compared: Literal["", "way", "aim"] = ""
    of_target: bool = False
    by_plan: ByPlan = ""
    plan_says: str = ""


class Toggle(View, frozen=True, kw_only=True):
    """A modifier of the form; a locked one comes from the state and is shown with a lock.

    ``of_target``: it is true of the target, and of no other. ``by_plan`` and ``plan_says``: see ``FormField``.
    """

    key: str
    text: str
    amount: str = ""
    is_on: bool = False
    is_locked: bool = False
    group: str = ""
    tip: str = ""
    of_target: bool = False
    by_plan: ByPlan = ""
    plan_says: str = ""


class DiceField(View, frozen=True, kw_only=True):
    """A place to type dice into: ``key`` is the request it answers, ``notation`` what it wants, e.g. ``5d6``.

    ``who`` rolls them; None: nobody is chosen yet. ``needs_faces``: their total says nothing. ``row`` names whom they
    are against, where each of several has a row of dice; empty: there is one row.
    """

    key: str
    label: str
    notation: str
    who: CombatantId | None = None
    needs_faces: bool = False
    row: str = ""


_AT_POINT = "@"
"""Before a point of the plan, in the place of a target."""


def aim_key(point: Point) -> str:
    """Returns what is chosen as the target where a point of the plan is aimed at, such as ``@12.5 8``."""
    x, y = point
    return f"{_AT_POINT}{x:g} {y:g}"


def aimed_point(target: str) -> Point | None:
    """Returns the point of the plan that is chosen as a target; None: it is none."""
    parts = target.removeprefix(_AT_POINT).split() if target.startswith(_AT_POINT) else []
    try:
        x, y = (float(each) for each in parts)
    except ValueError:
        return None
    return x, y


class AttackForm(View, frozen=True, kw_only=True):
    """The attack form for one set of choices.

    ``command`` is what Resolve will perform; None while it is not complete or not allowed, and ``why_not`` then says
    why and what to do. ``goes_on``: what was begun goes on with it, a blast for instance, so that it is typed next.
    ``sum`` is the arithmetic in mono, e.g. ``6d6 against 15 + 1d6 then 6d6 − 5d6``. ``note`` is what else is to be
    known before Enter. ``is_of_many``: Resolve performs an attack of each of several; ``command`` is the first of them.
    ``takes_point``: in the place of a target a point of the plan can be chosen, by its ``aim_key``.
    """

    actor: CombatantId | None = None
    fields: tuple[FormField, ...] = ()
    toggles: tuple[Toggle, ...] = ()
    sum: str = ""
    dice: tuple[DiceField, ...] = ()
    command: Command | None = None
    why_not: str = ""
    resolve: str = ""
    goes_on: bool = False
    note: str = ""
    is_of_many: bool = False
    takes_point: bool = False


FormChoices = Mapping[str, str]
"""What the game master chose so far, by field or toggle key (toggles: ``on`` or ``off``); missing: the default."""


# ---- the attacks of many in one go


class VolleyPlan(View, frozen=True, kw_only=True):
    """Who attacks whom in one go: one attack each, in order.

    ``aims[i]`` is the place, among the chosen ``targets``, of whom ``attackers[i]`` attacks; whoever has fallen by then
    is passed over for the next of the targets. ``choices`` are those of the attack form (weapon, mode, modifiers) for
    all of them; what is missing is each attacker's default. ``is_declined``: nobody is asked whether to react.
    """

    attackers: tuple[CombatantId, ...]
    targets: tuple[CombatantId, ...]
    aims: tuple[int, ...] = ()
    choices: FormChoices = field(default_factory=dict)
    is_declined: bool = False


class VolleyShare(View, frozen=True, kw_only=True):
    """What one target is to expect: so many attacks, so many hits, so much damage on average; None: not known."""

    target: CombatantId
    count: int
    hits: float | None = None
    damage: float | None = None


class VolleyPreview(View, frozen=True, kw_only=True):
    """What is known of the attacks of many before they are made.

    ``shares`` are those of the chosen targets in order. ``left_out`` are the attackers that could not attack now, each
    with the reason in words. ``figures`` says what is
    to be expected and who is left out, ``text`` before that who attacks whom. ``why_not`` says
    why nobody can attack; empty: somebody can.
    """

    who: str
    count: int
    shares: tuple[VolleyShare, ...] = ()
    left_out: tuple[tuple[CombatantId, str], ...] = ()
    figures: str = ""
    text: str = ""
    why_not: str = ""


class VolleyRequest(View, frozen=True, kw_only=True):
    """What is chosen on the attack form of many.

    ``selected`` are the combatants that were selected when it was opened: they are what it proposes first.
    ``choices`` are those of its fields and toggles, those of the attack among them. ``draws`` are numbers from which
    targets at random follow, one for each attacker; empty: none were drawn yet.
    """

    selected: tuple[CombatantId, ...] = ()
    choices: FormChoices = field(default_factory=dict)
    draws: tuple[int, ...] = ()


class VolleyForm(View, frozen=True, kw_only=True):
    """The attack form of many: the form to be shown, the plan it comes to, and what is known of that beforehand."""

    form: AttackForm
    plan: VolleyPlan | None = None
    preview: VolleyPreview | None = None

"""What is rolled, without a combatant: a test, the die of a Sever, of a complication, of a Panic Check.

Source: CHR-13 to CHR-19, CHR-40, CHR-54, CHR-57, CHR-61, CHR-63.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from msgspec import Struct
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.rules.engine import asking
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import (
    Dice,
    Outcome,
    Play,
    Rule,
    Whole,
    dice,
    together,
)
from encounter_gui.rules.systems.chrome import mechanics

if TYPE_CHECKING:
    from encounter_gui.dice.exact import Dist

CRITICAL_FAILURE = mechanics.CRITICAL_FAILURE
FAILURE = mechanics.FAILURE
SUCCESS = mechanics.SUCCESS
CRITICAL_SUCCESS = mechanics.CRITICAL_SUCCESS
"""How a test went, worst first. Source: CHR-15, CHR-16."""

FACES = 100
"""Of the d100, 00 to 99."""

PLACES = 10
"""Faces of the die that says what a Sever takes. Source: CHR-49."""

COMPLICATION_SIDES = 6
"""Faces of the die that says what goes wrong with a fumbled attack. Source: CHR-40."""


class Roll(Struct, frozen=True):
    """A Stat Check or a Save as numbers.

    ``target`` is what to roll under, ``edge`` Advantage (1) or Disadvantage (−1); ``by_outcome`` and ``zero`` are house
    rules. A test brings ``critical_gain`` or ``favoured_gain`` Conviction and costs ``plain_stress`` or
    ``critical_stress``. ``kept`` are the marks, as bits, that it does not use up; ``burn`` is the Conviction it burns.
    ``has_row``: the general row of a Critical Failure counts, not a special one in its place.
    """

    target: int
    edge: int = 0
    by_outcome: bool = True
    zero: bool = True
    critical_gain: int = 0
    favoured_gain: int = 0
    plain_stress: int = 0
    critical_stress: int = 0
    is_save: bool = False
    is_prime: bool = False
    has_row: bool = True
    kept: int = -1
    burn: int = 0


class D100(Dice, frozen=True, kw_only=True):
    """The d100 of a test; it comes to a rank of ``mechanics``, from 0, Critical Failure, to 3, Critical Success.

    With an edge two are rolled (``count``), and the better or the worse counts. ``roller`` is whose it is at the table,
    which has words about the faces: ``seen`` gets them. Source: CHR-13 to CHR-16.
    """

    branches: ClassVar[bool] = True

    target: int
    edge: int = 0
    by_outcome: bool = True
    zero: bool = True
    count: int = 1
    roller: str = ""
    seen: list[tuple[int, ...]] | None = None

    @override
    def requests(
        self, context: RulesContext, who: CombatantId | None, against: CombatantId | None
    ) -> tuple[RollRequest, ...]:
        """Returns what is asked for at the table: two d100 with an edge, whose faces are needed."""
        roller = CombatantId(self.roller) if self.roller else who
        wanted = asking.request(context, self.key, roller, count=self.count, sides=FACES, lowest=0)
        return (asking.by_faces(wanted),)

    @override
    def worth(self, rolled: tuple[Rolled, ...]) -> Rolling[int]:
        """Returns the rank; it asks for the faces where only a sum was typed."""
        return self.rank(self.counting((yield from self.shown(rolled))))

    def shown(self, rolled: tuple[Rolled, ...]) -> Rolling[tuple[int, ...]]:
        """Returns the faces of the answers."""
        faces = rolled[0].faces or (yield from asking.faces(rolled[0].request))[0]
        if self.seen is not None:
            self.seen.append(faces)
        return faces

    def counting(self, shown: tuple[int, ...]) -> int:
        """Returns the roll that counts, of one or two. Source: CHR-16."""
        if len(shown) == 1:
            return shown[0]
        return int(
            mechanics.counting_roll(
                shown[0],
                shown[-1],
                self.target,
                edge=self.edge,
                by_outcome=self.by_outcome,
                zero=self.zero,
            )
        )

    def rank(self, roll: int) -> int:
        """Returns how a roll does. Source: CHR-13 to CHR-15."""
        return int(mechanics.rank(roll, self.target, zero=self.zero))

    @property
    @override
    def dist(self) -> "Dist":
        """The exact chances of the ranks."""
        return rank_dist(self.target, self.edge, self.by_outcome, self.zero)


class SpeedDie(D100, frozen=True, kw_only=True):
    """The d100 of a Speed Check, of which the roll itself is needed; the rank follows from it. Source: CHR-25."""

    branches: ClassVar[bool] = False

    @override
    def worth(self, rolled: tuple[Rolled, ...]) -> Rolling[int]:
        """Returns the roll that counts."""
        return self.counting((yield from self.shown(rolled)))

    @property
    @override
    def dist(self) -> "Dist":
        """The exact chances of the roll that counts."""
        return face_dist(self.target, self.edge, self.by_outcome, self.zero)


@lru_cache(4096)
def rank_dist(target: int, edge: int, by_outcome: bool, zero: bool) -> "Dist":  # noqa: FBT001 - keys of the cache
    """Returns the chances of the ranks of a test, worst first. Source: CHR-13 to CHR-16."""
    import numpy as np

    from encounter_gui.dice.exact import Dist

    faces = face_dist(target, edge, by_outcome, zero)
    ranks = np.asarray(mechanics.rank(faces.x, target, zero=zero))
    chances = np.bincount(ranks, weights=faces.p, minlength=4).astype(np.float64)
    return Dist(0, chances)


@lru_cache(4096)
def face_dist(target: int, edge: int, by_outcome: bool, zero: bool) -> "Dist":  # noqa: FBT001 - keys of the cache
    """Returns the chances of the faces of a d100 that count.

    Of each pair Disadvantage keeps the face that Advantage does not, so one grid serves both. Source: CHR-16.
    """
    import numpy as np

    from encounter_gui.dice.exact import Dist

    if not edge:
        return Dist(0, np.full(FACES, 1 / FACES))
    better = kept_faces(target, by_outcome, zero)
    return Dist(0, better if edge > 0 else 2 / FACES - better)


@lru_cache(512)
def kept_faces(target: int, by_outcome: bool, zero: bool) -> Any:  # noqa: FBT001 - the table plays without numpy
    """Returns the chance that each face is the one that Advantage keeps. Source: CHR-16."""
    import numpy as np

    faces = np.arange(FACES)
    from_worst = np.argsort(mechanics.merit(faces, target, by_outcome=by_outcome, zero=zero))
    kept = np.empty(FACES)
    kept[from_worst] = (
        2 * faces + 1
    ) / FACES**2  # with each worse one, in two orders, and with itself
    return kept


class Tested(Outcome):
    """What a test comes to: its rank, the Conviction it brings, the Stress it costs."""

    rank: Whole
    gain: Whole
    stress: Whole


def test(play: Play, plan: Any) -> Rule[Tested]:
    """Rolls a Stat Check or a Save. Source: CHR-13 to CHR-19."""
    if not play.tells:
        return tested(plan, (yield from dice(die_of(plan, D100))))
    ((plan, die, rank),) = yield from tests(play, (plan,))
    words_of(play).shown(plan, die)
    return tested(plan, rank)


def tests(play: Play, plans: Sequence[Any]) -> Rule[tuple[tuple[Any, D100, int], ...]]:
    """Rolls the tests of several together, at the table; returns each as it was rolled, its die and its rank."""
    is_alone = len(plans) == 1
    given = [words_of(play).given(plan, is_alone=is_alone) for plan in plans]
    wanted = [die_of(plan, D100, roller=plan.who, count=plan.dice, seen=[]) for plan in given]
    ranks = yield from together(*wanted)
    return tuple(zip(given, wanted, (int(rank) for rank in ranks), strict=True))


class Speed(Outcome):
    """What a Speed Check comes to: the roll that counts, its rank, the Conviction it brings, the Stress it costs."""

    roll: Whole
    rank: Whole
    gain: Whole
    stress: Whole


def speed(play: Play, plan: Any) -> Rule[Speed]:
    """Rolls a Speed Check, of which the roll itself is needed. Source: CHR-25."""
    roll = yield from dice(die_of(plan, SpeedDie))
    found = tested(plan, mechanics.rank(roll, plan.target, zero=plan.zero))
    return Speed(roll, found.rank, found.gain, found.stress)


_D = TypeVar("_D", bound=D100)


def die_of(plan: Any, kind: type[_D], **more: Any) -> _D:
    """Returns the d100 of a test, asked for under its key. Source: CHR-13 to CHR-16."""
    edge = plan.edge
    return kind(
        key=getattr(plan, "key", "test"),
        target=plan.target,
        edge=edge,
        by_outcome=plan.by_outcome,
        zero=plan.zero,
        **{"count": 2 if edge else 1, **more},
    )


def tested(plan: Any, rank: Whole) -> Tested:
    """Returns what a test with this rank comes to. Source: CHR-17 to CHR-19."""
    gain = mechanics.conviction_gain(
        rank, is_favoured=True, critical=plan.critical_gain, favoured=plan.favoured_gain
    )
    stress = mechanics.stress(rank, plain=plan.plain_stress, critical=plan.critical_stress)
    return Tested(rank, gain, stress)


class Words(Protocol):
    """What the table of CHROME says about rolls, besides what every table does."""

    def given(self, plan: Any, *, is_alone: bool) -> Any:
        """Returns a test with what the game master has put in place of its numbers."""
        ...

    def shown(self, plan: Any, die: D100) -> None:
        """Records what a test has shown."""
        ...


def words_of(play: Play) -> Words:
    """Returns a play of the table as what has words about rolls."""
    return cast("Words", play)


# ---- other dice


class SeverPlan(Struct, frozen=True):
    """What a Sever takes by the face of the d10: the number of a limb, ``HEAD`` or ``NO_LIMB``."""

    places: tuple[int, ...]


class Place(Outcome):
    """What a Sever takes."""

    limb: Whole


def severed_place(play: Play, plan: SeverPlan) -> Rule[Place]:
    """Rolls what a Sever takes. Source: CHR-49, CHR-54."""
    face = yield from dice(Dice("sever", ((1, PLACES),)))
    play.note(roll=face)
    return Place(_at_face(plan.places, face))


def _at_face(values: tuple[int, ...], face: Whole) -> Whole:
    """Returns the value of a face, from 1."""
    if isinstance(face, int):
        return values[face - 1]
    import numpy as np

    found: Whole = np.array(values).take(face - 1)
    return found


class MishapPlan(Struct, frozen=True):
    """What goes wrong with a fumbled attack by the face of the d6, as ``JAM`` and the others."""

    effects: tuple[int, ...]


class Mishap(Outcome):
    """What goes wrong with a fumbled attack."""

    effect: Whole


def mishap(play: Play, plan: MishapPlan) -> Rule[Mishap]:
    """Rolls what goes wrong with a fumbled attack. Source: CHR-40."""
    face = yield from dice(Dice("complication", ((1, COMPLICATION_SIDES),)))
    play.note(roll=face)
    return Mishap(_at_face(plan.effects, face))

"""What a procedure asks for, a roll or a decision, and how the answer comes back.

Standard library and core only: importing this module loads neither numpy nor lark.
"""

from msgspec import Struct

from encounter_gui.core.errors import AppError
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, Param, say


class RollRequest(Struct, frozen=True, kw_only=True):
    """A roll that somebody has to make: with real dice, or by the app.

    ``key`` is a stable slug chosen by the procedure (``attack``, ``damage``); ``label`` is what the
    person reads; ``who`` is None when the roll belongs to nobody, or to a whole ``side``. Faces run
    from ``lowest`` (1, or 0 for dice like z100) over ``sides`` values. ``needs_faces``: what several
    dice come to together says nothing, as where the better of two counts, or where dice explode.
    ``target``: against whom, where somebody makes the same roll against each of several.
    """

    key: str
    label: Message
    who: CombatantId | None
    count: int
    sides: int = 6
    lowest: int = 1
    side: str = ""
    needs_faces: bool = False
    target: CombatantId | None = None

    def __post_init__(self) -> None:
        """Refuses a roll without dice: that is a bug in the procedure."""
        if self.count < 1 or self.sides < 1 or self.lowest not in (0, 1):
            raise ValueError(
                f"not a roll: {self.count} dice of {self.sides} sides from {self.lowest}"
            )

    @property
    def name(self) -> str:
        """What tells it from rolls like it: the key, behind it the target, ``attack@c2``, where there is one."""
        return f"{self.key}@{self.target}" if self.target is not None else self.key

    @property
    def notation(self) -> str:
        """The dice in words of the notation, e.g. ``5d6`` or ``1z100``."""
        return f"{self.count}{'d' if self.lowest else 'z'}{self.sides}"

    @property
    def dice_text(self) -> str:
        """The dice as people call them: ``5d6``, ``d100 (00–99)``."""
        dice = f"{self.count if self.count > 1 else ''}d{self.sides}"
        return dice if self.lowest else f"{dice} ({'0' * len(str(self.highest))}–{self.highest})"

    @property
    def highest(self) -> int:
        """The largest face of one die."""
        return self.lowest + self.sides - 1

    @property
    def least(self) -> int:
        """The smallest total."""
        return self.count * self.lowest

    @property
    def most(self) -> int:
        """The largest total."""
        return self.count * self.highest


class Faces(Struct, frozen=True, kw_only=True):
    """An answer that names every die, in the order rolled."""

    values: tuple[int, ...]


class Total(Struct, frozen=True, kw_only=True):
    """An answer that names the sum alone."""

    value: int


Typed = Faces | Total
"""What a person may answer to a roll request."""


class Rolled(Struct, frozen=True, kw_only=True):
    """An answered request.

    ``faces`` is None when only the total of several dice is known; ``physical`` dice lay on a real
    table.
    """

    request: RollRequest
    faces: tuple[int, ...] | None
    total: int
    physical: bool


class Choice(Struct, frozen=True, kw_only=True):
    """A decision that somebody has to make: one of ``options``, each a stable slug."""

    key: str
    label: Message
    who: CombatantId | None
    options: tuple[str, ...]


class Chosen(Struct, frozen=True, kw_only=True):
    """The answer to a choice."""

    option: str


class RollRefused(AppError):  # noqa: N818 - says what happened
    """A typed answer cannot be the result of the roll that was asked for. Nothing has been rolled."""

    def __init__(self, message: Message, request: RollRequest) -> None:
        """Takes what to say and the request that stays open."""
        super().__init__(message)
        self.request = request


def refusal(key: str, request: RollRequest, **params: Param) -> RollRefused:
    """Returns the refusal of an answer to this request, to be raised by the caller.

    The message always carries ``request``, ``label``, ``who`` (empty for nobody) and ``notation``.
    """
    message = say(
        key,
        request=request.key,
        label=request.label.key,
        who=request.who or "",
        notation=request.dice_text,
        **params,
    )
    return RollRefused(message, request)


def accept(request: RollRequest, typed: Typed) -> Rolled:
    """Returns the request answered with dice from a real table.

    The total of a single die is its face, so then ``faces`` is known either way.

    Raises:
        RollRefused: the number of faces, a face, or the total is impossible for these dice.
    """
    if isinstance(typed, Total):
        _check_total(request, typed.value)
        faces = (typed.value,) if request.count == 1 else None
        return Rolled(request=request, faces=faces, total=typed.value, physical=True)
    _check_faces(request, typed.values)
    return Rolled(request=request, faces=typed.values, total=sum(typed.values), physical=True)


def _check_total(request: RollRequest, total: int) -> None:
    if not request.least <= total <= request.most:
        raise refusal(
            "dice.total_impossible", request, total=total, least=request.least, most=request.most
        )


def _check_faces(request: RollRequest, faces: tuple[int, ...]) -> None:
    if len(faces) != request.count:
        raise refusal("dice.faces_count", request, given=len(faces), wanted=request.count)
    for face in faces:
        if not request.lowest <= face <= request.highest:
            raise refusal(
                "dice.face_impossible",
                request,
                face=face,
                least=request.lowest,
                most=request.highest,
            )

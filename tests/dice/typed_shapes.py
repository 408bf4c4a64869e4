"""What digits mean for each shape of roll: the one table that every place where dice are typed is held against."""

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Faces, RollRequest, Total, Typed


class Shape(Struct, frozen=True, kw_only=True):
    """A text typed for a roll: what it is read as, and the words beside it; ``refused`` is the key of a refusal."""

    roll: RollRequest
    text: str
    read: Typed | None = None
    words: str = ""
    refused: str = ""

    @property
    def name(self) -> str:
        """The name of the case."""
        needs = "!" if self.roll.needs_faces else ""
        return f"{self.roll.notation}{needs}:{self.text}"


def roll(count: int, sides: int = 6, lowest: int = 1, *, needs_faces: bool = False) -> RollRequest:
    """Returns a roll of somebody."""
    return RollRequest(
        key="attack",
        label=say("x.attack"),
        who=CombatantId("c1"),
        count=count,
        sides=sides,
        lowest=lowest,
        needs_faces=needs_faces,
    )


TWO, THREE, POOL, D6, D20, D10S = roll(2), roll(3), roll(8), roll(1), roll(1, 20), roll(2, 10)
Z100, D100, Z10S = roll(1, 100, 0), roll(1, 100), roll(2, 10, 0)
KEEP = roll(2, 100, 0, needs_faces=True)
KEEP_D20 = roll(2, 20, needs_faces=True)
BURST, ONE_MORE = roll(3, needs_faces=True), roll(1, needs_faces=True)


def total(asked: RollRequest, text: str, value: int) -> Shape:
    """Returns a text that is read as a total."""
    return Shape(roll=asked, text=text, read=Total(value=value), words=f"= {value}")


def faces(asked: RollRequest, text: str, words: str, *values: int) -> Shape:
    """Returns a text that is read as faces."""
    return Shape(roll=asked, text=text, read=Faces(values=values), words=words)


def none(asked: RollRequest, text: str, why: str) -> Shape:
    """Returns a text that is refused."""
    return Shape(roll=asked, text=text, refused=f"dice.{why}")


SHAPES: tuple[Shape, ...] = (
    # two dice: every total is a total, what cannot be one is two faces
    *(total(TWO, str(value), value) for value in range(2, 13)),
    faces(TWO, "66", "6 + 6 = 12", 6, 6),
    faces(TWO, "13", "1 + 3 = 4", 1, 3),
    faces(TWO, "36", "3 + 6 = 9", 3, 6),
    faces(TWO, "1 2", "1 + 2 = 3", 1, 2),
    faces(TWO, "1,1", "1 + 1 = 2", 1, 1),
    faces(TWO, "1 1", "1 + 1 = 2", 1, 1),
    faces(TWO, "01 02", "1 + 2 = 3", 1, 2),
    total(TWO, "07", 7),
    total(TWO, "012", 12),
    total(TWO, "=12", 12),
    total(TWO, "= 7", 7),
    none(TWO, "1", "neither"),
    none(TWO, "0", "neither"),
    none(TWO, "17", "neither"),
    none(TWO, "77", "neither"),
    none(TWO, "123", "neither"),
    none(TWO, "=13", "total_impossible"),
    none(TWO, "1 7", "face_impossible"),
    none(TWO, "1 2 3", "faces_count"),
    none(TWO, "12 1", "face_impossible"),
    # three dice, and a pool
    total(THREE, "3", 3),
    total(THREE, "12", 12),
    total(THREE, "18", 18),
    faces(THREE, "111", "1 + 1 + 1 = 3", 1, 1, 1),
    faces(THREE, "364", "3 + 6 + 4 = 13", 3, 6, 4),
    faces(THREE, " 3, 6; 4 ", "3 + 6 + 4 = 13", 3, 6, 4),
    faces(THREE, "3+6+4", "3 + 6 + 4 = 13", 3, 6, 4),
    none(THREE, "2", "neither"),
    none(THREE, "19", "neither"),
    none(THREE, "367", "neither"),
    none(THREE, "3 6", "faces_count"),
    total(POOL, "8", 8),
    total(POOL, "35", 35),
    faces(POOL, "36425116", "3 + 6 + 4 + 2 + 5 + 1 + 1 + 6 = 28", 3, 6, 4, 2, 5, 1, 1, 6),
    none(POOL, "49", "neither"),
    none(POOL, "3642511", "neither"),
    # a single die: the face
    faces(D6, "4", "= 4", 4),
    faces(D6, "=4", "= 4", 4),
    faces(D6, "04", "= 4", 4),
    none(D6, "12", "face_impossible"),
    none(D6, "0", "face_impossible"),
    none(D6, "6 3", "faces_count"),
    faces(D20, "12", "= 12", 12),
    faces(D20, "20", "= 20", 20),
    none(D20, "21", "face_impossible"),
    none(D20, "1 2", "faces_count"),
    # dice of ten sides
    total(D10S, "20", 20),
    faces(D10S, "36", "3 + 6 = 9", 3, 6),
    faces(D10S, "0310", "3 + 10 = 13", 3, 10),
    faces(D10S, "10 10", "10 + 10 = 20", 10, 10),
    faces(Z10S, "36", "3 + 6 = 9", 3, 6),
    total(Z10S, "07", 7),
    # a hundred, and its two dice
    faces(Z100, "7", "= 07", 7),
    faces(Z100, "07", "= 07", 7),
    faces(Z100, "00", "= 00", 0),
    faces(Z100, "99", "= 99", 99),
    faces(Z100, "4 7", "= 47", 47),
    faces(Z100, "40 7", "= 47", 47),
    faces(Z100, "00 7", "= 07", 7),
    none(Z100, "100", "face_impossible"),
    none(Z100, "47 12", "faces_count"),
    faces(D100, "00", "= 100", 100),
    faces(D100, "100", "= 100", 100),
    faces(D100, "0 0", "= 100", 100),
    faces(D100, "4 7", "= 47", 47),
    none(D100, "0", "face_impossible"),
    # the better of two: which is which, so never a total
    faces(KEEP, "45 17", "45, 17", 45, 17),
    faces(KEEP, "4517", "45, 17", 45, 17),
    faces(KEEP, "0 5", "00, 05", 0, 5),
    faces(KEEP, "36", "03, 06", 3, 6),
    faces(KEEP, "4 5 1 7", "45, 17", 45, 17),
    none(KEEP, "5", "faces_count"),
    none(KEEP, "451", "faces_apart"),
    none(KEEP, "=62", "faces_needed"),
    faces(KEEP_D20, "17 5", "17, 5", 17, 5),
    faces(KEEP_D20, "1705", "17, 5", 17, 5),
    none(KEEP_D20, "22 5", "face_impossible"),
    none(KEEP_D20, "1725", "faces_apart"),
    # dice that explode: faces only, and each further die is a roll of its own
    faces(BURST, "664", "6, 6, 4", 6, 6, 4),
    faces(BURST, "1 1 1", "1, 1, 1", 1, 1, 1),
    none(BURST, "12", "faces_count"),
    none(BURST, "18", "face_impossible"),
    none(BURST, "=12", "faces_needed"),
    none(BURST, "6 6 4 3", "faces_count"),
    faces(ONE_MORE, "6", "= 6", 6),
    none(ONE_MORE, "12", "face_impossible"),
    none(ONE_MORE, "6 3", "faces_count"),
    # what is no dice at all
    Shape(roll=TWO, text=""),
    Shape(roll=TWO, text=" \t"),
    *(none(TWO, text, "not_numbers") for text in ("x", "3 x", "3.5", "-3", "=", "=x", "3=4", "٣")),
    none(TWO, "²", "not_numbers"),
    none(TWO, "9" * 5000, "neither"),
    none(D6, "9" * 5000, "not_numbers"),
    none(BURST, "1" * 5000, "faces_count"),
    none(KEEP, "1" * 5000, "faces_apart"),
)

"""What a CHROME fight is played out from besides its fields and plans: turns, what no fight changes, house rules."""

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import Array
from encounter_gui.rules.systems.chrome.rules.panic import PanicRow
from encounter_gui.rules.systems.chrome.rules.rolls import SeverPlan


class Turns(Struct, frozen=True, kw_only=True):
    """How much somebody does in a turn, (n,), and in what is left of the turn under way.

    ``majors`` of an Operator; an enemy makes the attacks of ``arms`` (n, A), by their weapons, -1: no more, and
    ``whole`` actions of its list at most; ``spare``: its list leaves it a move besides. ``is_under_way``: it is its
    turn now, in which it has ``made`` attacks; ``is_lost``: it is lost.
    """

    majors: Array
    first_majors: Array
    arms: Array
    first_arms: Array
    whole: Array
    first_whole: Array
    is_under_way: Array
    made: Array
    is_lost: Array


class Roster(Struct, frozen=True, kw_only=True):
    """What of everybody no fight changes, (n,) or (n, W) for each weapon.

    ``is_there``: there is such a weapon, and it can be used at the band it is used at. ``danger``, (n, n) by who is hit
    and who shoots, is the most that a shot does out of cover. ``held_back`` is the last round in which all turns are
    lost, ``lost`` the marks that lose one; ``first_held`` is what is at hand as the fight begins, -1: nothing. ``ends``
    are conditions that end with a round: that round, whose, and their marks. ``bleed`` and ``burn`` are the damage of a
    wound and of a fire. ``by_speed``: the Operators, fastest first.
    """

    is_operator: Array
    is_there: Array
    magazine: Array
    can_move: Array
    danger: Array
    held_back: Array
    ends: tuple[tuple[int, int, int], ...]
    lost: int
    bleed: Array
    burn: Array
    by_speed: Array
    first_held: Array


class Setting(Struct, frozen=True, kw_only=True):
    """What of the house rules a fight is played out by.

    ``costs``: whether picking up, reloading and clearing a jam take a Major Action. ``most_attacks`` None: no limit.
    ``pays_moves``: an enemy's move takes one of its actions.
    """

    costs: tuple[bool, bool, bool]
    most_attacks: int | None
    extra_majors: int
    slow_majors: int
    several: int
    faints: tuple[tuple[int, int, int, int], ...]
    rows: tuple[tuple[PanicRow, ...], ...]
    severs: SeverPlan
    has_unnoticed: bool
    pays_moves: bool = False

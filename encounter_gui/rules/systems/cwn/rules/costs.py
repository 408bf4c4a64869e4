"""What actions use up: the Main, rounds, spare magazines. Source: CWN-17, CWN-25 step 1, CWN-31, CWN-36l."""

from encounter_gui.rules.engine.reading.asks import Play, Rule, Whole
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter


def shoot(play: Play, who: Fighter, rounds: Whole) -> Rule[None]:
    """Takes rounds out of the weapon in hand; what is thrown leaves it. Source: CWN-25 step 1, CWN-31, CWN-36n."""
    yield from ()
    who.ammo -= rounds


def spend(play: Play, who: Fighter, mains: Whole, moves: Whole | None = None) -> Rule[None]:
    """Uses up Mains and Moves; with nothing left the turn is over. ``moves`` None: none. Source: CWN-17."""
    yield from ()
    who.main += mains
    if moves is not None:
        who.move += moves
    Fighter.booked.__set__(who, (mains, moves))


def pay(
    play: Play, who: Fighter, rounds: Whole, mains: Whole = 1, moves: Whole | None = None
) -> Rule[None]:
    """What an attack costs: of several of a Main the first takes it. Source: CWN-17, CWN-25 step 1, CWN-36e."""
    yield from spend(play, who, mains, moves)
    yield from shoot(play, who, rounds)


def reload(play: Play, who: Fighter, mains: Whole, moves: Whole) -> Rule[None]:
    """Fills the magazine for so many Mains or Moves, none by the trained; spare magazines go where they are counted.

    Source: CWN-36l, CWN-45h.
    """
    who.ammo = who.magazine
    who.spares -= who.spares > 0
    yield from spend(play, who, mains, moves)

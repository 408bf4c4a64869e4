"""What becomes of a combatant without hit points, and what falling is. Source: CWN-36o, CWN-47, CWN-57 to CWN-65."""

from typing import Literal

from msgspec import Struct

from encounter_gui.rules.engine.reading.asks import (
    Play,
    Rule,
    Truth,
    either,
    fork,
    no,
    owe,
    roll,
    somewhere,
)
from encounter_gui.rules.engine.reading.fields import Field
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.cwn.rules.fighter import UNHURT, Fighter
from encounter_gui.rules.systems.cwn.rules.injury import injury

FallResult = Literal["", "unconscious", "mortally_wounded", "dead"]

ENDED_BY_FALLING = (
    Fighter.holding,
    Fighter.screening,
    Fighter.swarming,
    Fighter.charging,
    Fighter.total_defense,
    Fighter.withdrawn,
)
"""Conditions that end for a combatant that falls."""


class Fate(Struct, frozen=True):
    """What becomes of somebody without hit points: at most one of these holds; none: nothing that was not so."""

    dies: Truth = False
    is_wounded: Truth = False
    faints: Truth = False

    @property
    def word(self) -> FallResult:
        """The same as a word, at the table."""
        if self.dies:
            return "dead"
        return "mortally_wounded" if self.is_wounded else "unconscious" if self.faints else ""


DEAD = Fate(dies=True)


def fate_of(target: Fighter, *, is_lethal: Truth) -> Fate:
    """Returns what becomes of somebody without hit points whom harm has reached.

    Source: CWN-57 to CWN-61, CWN-65.
    """
    lies = (target.fell > UNHURT) | target.stable
    breaks = no(lies) & (target.frail | target.is_drone)
    falls = no(lies | breaks)
    is_somebody = target.is_somebody
    return Fate(
        dies=(lies & is_lethal) | breaks | (falls & is_lethal & no(is_somebody)),
        is_wounded=falls & is_lethal & is_somebody,
        faints=falls & no(is_lethal) & no(target.unconscious),
    )


def collapse(play: Play, target: Fighter, is_lethal: Truth) -> Rule[None]:
    """Lets somebody fall whose hit points are gone. Source: CWN-57 to CWN-61."""
    fate = fate_of(target, is_lethal=is_lethal)
    if (yield from fork(fate.dies | fate.is_wounded | fate.faints)):
        yield from fall(play, target, fate)


def fall(play: Play, target: Fighter, fate: Fate) -> Rule[None]:
    """Lies there: things in hand fall, what was begun is over; after a Traumatic Hit a save is owed.

    Source: CWN-36o, CWN-47, CWN-57 to CWN-59, CWN-63.
    """
    _end(target, *ENDED_BY_FALLING)
    die(target, fate.dies)
    target.fell = either(fate.is_wounded, play.round, target.fell)
    target.unconscious = (target.unconscious & no(fate.is_wounded)) | fate.faints
    if (yield from somewhere(no(fate.dies))):  # columns have neither
        target.prone = True
        _end(target, Fighter.hands_full)
    target.is_in = False
    if play.tells:
        play.told("dead" if fate.dies else "down", target)
    if (yield from fork(fate.is_wounded & target.traumatized)):
        yield from owe("injury_save", injury_save, target)


def die(who: Fighter, dies: Truth) -> None:
    """Dies where a truth says so: whatever else somebody was that lies there, it is no more. Source: CWN-57, CWN-59."""
    who.fell = either(dies, UNHURT, who.fell)
    who.stable = who.stable & no(dies)
    who.unconscious = who.unconscious & no(dies)
    who.dead = who.dead | dies


def _end(target: Fighter, *fields: Field[Truth]) -> None:
    for each in fields:
        each.__set__(target, value=False)


def injury_save(play: Play, who: Fighter) -> Rule[None]:
    """The save of who falls after a Traumatic Hit. Source: CWN-63, CWN-64."""
    found = yield from roll(injury, who.injury)
    die(who, found.dies)


def bleed(play: Play, who: Fighter) -> Rule[None]:
    """The mortally wounded die when their rounds are over. Source: CWN-59."""
    lasts = number(play.switch("cwn.deathRounds"))
    if (yield from fork((who.fell > UNHURT) & (play.round - who.fell >= lasts))):
        yield from fall(play, who, DEAD)

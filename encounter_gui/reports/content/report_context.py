"""Whose papers they are, and of which day."""

from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from encounter_gui.encounter.values import Combatant
from encounter_gui.reports.content.session_recap import PlayedFight
from encounter_gui.rules.model.prepared import EncounterPlan


def _no_picture(_name: str) -> bytes | None:
    return None


class ReportContext(msgspec.Struct, frozen=True, kw_only=True):
    """Campaign, date in words, what the encounter was prepared with, how hard it will be in words; empty: unknown.

    ``session`` reads the fights of the same evening; none: the one that is printed stands for it. ``expected`` are
    those who are prepared and have not joined yet; ``picture`` reads the picture of a plan by its name.
    """

    campaign: str
    date: str
    plan: EncounterPlan = EncounterPlan()
    difficulty: str = ""
    session: Callable[[], Sequence[PlayedFight]] = tuple
    expected: tuple[Combatant, ...] = ()
    picture: Callable[[str], bytes | None] = _no_picture


def today() -> str:
    """Returns the day as it stands on papers: ``21 November 2026``."""
    now = datetime.now()  # noqa: DTZ005 - the day of whoever prints
    return f"{now.day} {now:%B %Y}"

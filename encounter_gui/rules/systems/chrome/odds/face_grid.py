"""Every face of a d100 and what it comes to, as the odds panel of CHROME draws it. Source: CHR-13 to CHR-16."""

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.chrome.odds.attack import Ranks, by_rank, faces
from encounter_gui.rules.systems.chrome.odds.threats import roll_of
from encounter_gui.rules.systems.chrome.rules.rolls import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    FAILURE,
    SUCCESS,
)
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan
from encounter_gui.rules.view import FaceGrid, Share, ShareLook

_LOOKS: tuple[ShareLook, ...] = ("bad", "none", "good", "strong")
_RANK_WORDS = ("critical_failure", "failure", "success", "critical_success")


def face_grid(context: RulesContext, test: D100Plan, kind: str) -> FaceGrid:
    """Returns every face of one d100 and the chances of the whole roll; ``kind``: ``check`` or ``save``."""
    roll = roll_of(test)
    ranks: Ranks = by_rank(roll) if roll else ()
    title = "chrome.odds.faces.two" if test.edge else "chrome.odds.faces"
    legend = tuple(
        Share(
            id=_RANK_WORDS[rank],
            text=context.texts.text_of(f"chrome.odds.face.{kind}.{_RANK_WORDS[rank]}"),
            probability=ranks[rank],
            look=_LOOKS[rank],
        )
        for rank in (
            SUCCESS,
            CRITICAL_SUCCESS,
            FAILURE,
            CRITICAL_FAILURE,
        )
    )
    return FaceGrid(
        id=kind,
        title=context.texts.text_of(title),
        faces=tuple(_LOOKS[rank] for rank in faces(test.target, test.zero)),
        legend=legend,
    )

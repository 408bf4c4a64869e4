"""Ties as plain values: two to six who act at once, with as many attacks each as a test wants."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from encounter_gui.core.ids import CombatantId, EntryId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.simultaneous.tie_panel import TiePanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.paths import message_catalog
from encounter_gui.rules.systems.d6pool.commands import Apply
from encounter_gui.rules.view import (
    ChangePreview,
    Chip,
    GaugeCell,
    GaugeChange,
    Tie,
    TieMember,
    TieResult,
    TieRoll,
    TieWait,
)

LONG = "Lieutenant-Colonel Maximiliana Featherstonehaugh-Oyelaran of the Harbour Watch"
MakePanel = Callable[[int, int], TiePanel]


def gauge(before: int, after: int) -> GaugeChange:
    """A gauge from −12 to 12 that a tie changes."""
    cells = (GaugeCell(name="Health", current=now, low=-12, high=12) for now in (before, after))
    return GaugeChange(before=next(cells), after=next(cells))


def result(entry: int, title: str = "Attack") -> TieResult:
    """An attack with six dice that has hit."""
    dice = TieRoll(
        name="Attack", faces=tuple("644422"), total="22", against="≥ 15 + 5", is_physical=True
    )
    return TieResult(
        entry=EntryId(entry),
        title=title,
        outcome="5 wounds",
        kind="danger",
        rolls=(dice, dice, dice),
    )


def member(place: int, *, results: int = 1, has_acted: bool = True) -> TieMember:
    """One of a tie: who has acted has wounded the first."""
    side: Side = "foe" if place % 2 else "pc"
    wait = TieWait(
        who=CombatantId("m0"),
        name="Member 0",
        side="pc",
        sum="4 + 5 = 9 wounds",
        gauge=gauge(8, -1),
        chips=(Chip(text="Unconscious", kind="danger"), Chip(text="Bleeding", kind="danger")),
    )
    return TieMember(
        who=CombatantId(f"m{place}"),
        number=place + 1,
        name=LONG if place == 1 else f"Member {place}",
        side=side,
        action="shoots at Member 0",
        before="8/12, unhurt",
        pills=(Chip(text="Laser sight +1", kind="info"),),
        results=tuple(result(10 * place + each, f"Attack {each + 1}") for each in range(results))
        if has_acted
        else (),
        waits=(wait,) if has_acted else (),
        has_acted=has_acted,
        is_done=has_acted,
        status="done" if has_acted else "still to act",
        kind="good" if has_acted else "warn",
    )


def tie(count: int, *, acted: int | None = None, results: int = 1, missing: int = 0) -> Tie:
    """A tie of so many, of whom so many have acted; by default all."""
    done = count if acted is None else acted
    members = tuple(member(each, results=results, has_acted=each < done) for each in range(count))
    change = ChangePreview(
        who=CombatantId("m0"), number=1, name="Member 0", side="pc", gauges=(gauge(8, -1),)
    )
    return Tie(
        title="Simultaneous at 9",
        text="They act as if at once",
        before="· all roll from what they were",
        members=members,
        changes=(change,),
        endings=((change, "Unconscious, Bleeding"),),
        missing=missing,
        apply=Apply() if done == count and not missing else None,
        is_held=bool(done),
    )


@pytest.fixture
def texts() -> MessageCatalog:
    """The shipped texts."""
    return message_catalog()


@pytest.fixture
def make_panel(icons: Icons, texts: MessageCatalog, qtbot: QtBot) -> MakePanel:
    """Makes a panel of a size, shown."""

    def made(width: int, height: int) -> TiePanel:
        panel = TiePanel(icons, texts)
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        return panel

    return made

"""Fights of every system to print, and what they are painted with."""

import dataclasses
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage, QPainter

from encounter_gui import paths
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.gui.printing.pages.pagination import pages_of
from encounter_gui.gui.printing.pages.paper import Paper
from encounter_gui.gui.printing.pages.printer_pen import PagePainter
from encounter_gui.gui.theme.painting.body_figure import read_figure
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.reports.content.composer import Choices, compose
from encounter_gui.reports.content.report_context import ReportContext
from tests.helpers.rulesets import shipped
from tests.reports.conftest import Played

ROOT = Path(__file__).resolve().parents[3]
RESOURCES = paths.data_folder("resources")
FIGHTS = {
    "chrome": ROOT / "resources" / "examples" / "chrome-long-biomech.toml",
    "cwn": ROOT / "resources" / "examples" / "cwn-long-loading-dock.toml",
    "d6pool": RESOURCES / "samples" / "canal-bridge.toml",
    "phases": ROOT / "resources" / "examples" / "phases-long-night-shift.toml",
}
QUICK = "cwn"
"""The game whose pages are laid out in every run where those of all games take long; CI does all of them."""
MOSTLY_DEEP = tuple(
    each if each == QUICK else pytest.param(each, marks=pytest.mark.deep) for each in FIGHTS
)
LONG = "Lieutenant-Colonel Maximiliana Featherstonehaugh-Oyelaran of the Harbour Watch"


@cache
def fight_of(system: str, steps: int = 0) -> Played:
    """Returns a system's long fight, at its end or after so many steps."""
    path = FIGHTS[system]
    text = path.read_text(encoding="utf-8")
    if steps:
        text = "\n[[steps]]".join(text.split("\n[[steps]]")[: steps + 1])
    report = play_fight(
        text,
        path.name,
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2026-11-21T20:00:00+00:00",
    )
    session = report.session
    return Played(system=report.fight.system, context=session.context, entries=session.log.path())


def sized(fight: Played, count: int) -> Played:
    """Returns a fight with so many in it: copies of those who are, some with long names, or only the first."""
    known = tuple(fight.context.state.combatants.values())
    changes: list[ev.Event] = [ev.CombatantRemoved(who=combatant.id) for combatant in known[count:]]
    for n in range(count - len(known)):
        name = f"{LONG} {n}" if n % 7 == 0 else f"Guard {n}"
        copy = replace(known[n % len(known)], id=f"x_{n}", number=50 + n, name=name)
        changes.append(ev.CombatantAdded(combatant=copy))
    state = fold(fight.context.state, changes)
    return dataclasses.replace(fight, context=replace(fight.context, state=state))


def composed_of(fight: Played, *reports, plan=None, entries=None, **choices):
    """Returns the document of a fight."""
    report_context = ReportContext(campaign="Neon Harbour", date="21 November 2026")
    return compose(
        fight.system,
        fight.context,
        fight.entries if entries is None else entries,
        Choices(reports=reports, **choices),
        replaced(report_context, plan) if plan is not None else report_context,
    )


def replaced(occasion, plan):
    """Returns an occasion with a plan."""
    return ReportContext(campaign=occasion.campaign, date=occasion.date, plan=plan)


@pytest.fixture
def ink(qapp):
    return PagePainter(read_theme(RESOURCES / "themes", "print"))


@pytest.fixture
def lay(ink):
    """Returns a function that makes pages of a document."""
    drawing = read_figure(RESOURCES / "body" / "figure.svg")

    def lay(document, paper=None):
        return pages_of(document, paper or Paper(), ink, drawing, paths.message_catalog())

    return lay


def picture(page, paper):
    """Returns a page as a picture, a pixel for each logical one."""
    size = paper.size
    image = QImage(round(size.width()), round(size.height()), QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    page.paint(painter)
    painter.end()
    return image


def darkness(image, left, top, width, height):
    """Returns how much of a region is painted on, from 0 to 1."""
    places = [
        (x, y)
        for x in range(round(left), round(left + width), 2)
        for y in range(round(top), round(top + height), 2)
    ]
    return sum(image.pixelColor(x, y).lightness() < 200 for x, y in places) / len(places)

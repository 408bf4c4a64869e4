"""How fast papers are: ten pages of a fight of eighteen, from the log to the PDF on the disk."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks.figure import Figure

PAGES = 10
_CROWD = 40
TIMES = 5
FIGHT = (
    Path(__file__).resolve().parents[2] / "resources" / "examples" / "cwn-long-loading-dock.toml"
)


def figures() -> Iterator[Figure]:
    """Measures reports, pages and PDF of the longest fight there is."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from encounter_gui import paths
    from encounter_gui.app import services
    from encounter_gui.gui.printing.pages.pagination import pages_of
    from encounter_gui.gui.printing.pages.paper import Paper
    from encounter_gui.gui.printing.pages.printer_pen import PagePainter
    from encounter_gui.gui.printing.pdf import write_pdf
    from encounter_gui.gui.theme.painting.body_figure import read_figure
    from encounter_gui.gui.theme.theme_file import read_theme
    from encounter_gui.play.scripts.script_runner import play_fight
    from encounter_gui.reports.content.composer import REPORTS, Choices, compose
    from encounter_gui.reports.content.report_context import ReportContext
    from tests.gui.printing.conftest import fight_of, sized

    application = QApplication.instance() or QApplication(["bench"])
    resources = paths.data_folder("resources")
    texts = paths.message_catalog()
    text = FIGHT.read_text(encoding="utf-8")
    report = play_fight(text, FIGHT.name, rulesets=services.ruleset, texts=texts, now=services.now)
    session, system = report.session, report.fight.system
    page_painter = PagePainter(read_theme(resources / "themes", "print"))
    drawing = read_figure(resources / "body" / "figure.svg")
    report_context = ReportContext(campaign="Bench", date="1 January 2026")
    choices = Choices(reports=REPORTS)
    composing, printing = [], []
    with TemporaryDirectory() as folder:
        for _ in range(TIMES):
            started = time.perf_counter()
            entries = session.log.path()
            document = compose(system, session.context, entries, choices, report_context)
            between = time.perf_counter()
            pages = pages_of(document, Paper(), page_painter, drawing, texts)[:PAGES]
            write_pdf(pages, Paper(), Path(folder) / "a.pdf", "Bench", overwrite=True)
            printing.append(time.perf_counter() - between)
            composing.append(between - started)
    fight = sized(fight_of("phases"), _CROWD)
    crowd = Choices(reports=("encounter", "sheets"))
    entries, context = fight.entries, fight.context
    started = time.perf_counter()
    document = compose(fight.system, context, entries, crowd, report_context)
    laid = pages_of(document, Paper(), page_painter, drawing, texts)
    with TemporaryDirectory() as folder:
        write_pdf(laid, Paper(), Path(folder) / "a.pdf", "Bench")
    took = time.perf_counter() - started
    del application
    yield Figure(f"encounter and body sheets of {_CROWD}, {len(laid)} pages to PDF", took, "s", 1.0)
    yield Figure(f"{len(pages)} pages to PDF, 18 combatants", median(printing), "s", 0.5)
    yield Figure("all seven reports from the log, 18 combatants", median(composing), "s")

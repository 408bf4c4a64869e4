"""Prints without a window: joins campaign, reports and paper for the command line."""

import os
import sys
from collections.abc import Sequence

from msgspec import Struct

from encounter_gui import paths
from encounter_gui.cli.terminal import visible
from encounter_gui.cli.window_options import PrintOptions
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.play.session_fights import session_fights
from encounter_gui.play.transfer.atomic_file import save
from encounter_gui.reports.content.composer import Choices, compose, read_columns, read_reports
from encounter_gui.reports.content.encounter_sheet import plan_drawing
from encounter_gui.reports.content.report_context import ReportContext, today
from encounter_gui.reports.document import Document
from encounter_gui.reports.render.text_formats import TEXTS
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.systems import system_for
from encounter_gui.storage.campaign import Campaign, Listed

REFUSED = 2
"""Exit code when nothing was printed."""

_SHEETS, _CARDS = (1, 2, 4), (4, 8, 9)
_PDF = (".pdf", "")

PICTURES = (".png", ".svg")
"""With these endings the plan of the encounter is written as a picture."""


class _Fight(Struct, frozen=True, kw_only=True):
    """The encounter that is printed, as it stands, and what stands on its papers besides."""

    system: System
    context: RulesContext
    entries: Sequence[Entry]
    report_context: ReportContext


def run(options: PrintOptions) -> int:
    """Prints and returns the exit code."""
    texts = paths.message_catalog()
    try:
        if options.out.suffix.lower() in PICTURES:
            _write_plan(options, texts)
            return 0
        if options.out.suffix.lower() not in (*TEXTS, *_PDF):
            raise refuse("print.no_such_ending", file=options.out.name)
        document = _document(options, texts)
        if options.out.suffix.lower() in TEXTS:
            text = TEXTS[options.out.suffix.lower()](document)
            save(options.out, text.encode(), overwrite=options.is_forced)
        else:
            _write_pdf(document, options, texts)
    except AppError as error:
        print(visible(explained(error, texts)), file=sys.stderr)  # noqa: T201 - the command line's own voice
        return REFUSED
    return 0


def _document(options: PrintOptions, texts: MessageCatalog) -> Document:
    reports = read_reports(options.reports)
    with Campaign.open(options.campaign) as campaign:
        fight = _read_fight(campaign, options, texts, judges="encounter" in reports)
        system, context = fight.system, fight.context
        choices = Choices(
            reports=reports,
            sheets_per_page=options.per_page if options.per_page in _SHEETS else 2,
            cards_per_page=options.per_page if options.per_page in _CARDS else 8,
            columns=read_columns(options.columns, system, context),
            has_backs=options.has_backs,
            is_blank=options.is_blank,
            for_players=options.for_players,
        )
        return compose(system, context, fight.entries, choices, fight.report_context)


def _read_fight(
    campaign: Campaign, options: PrintOptions, texts: MessageCatalog, *, judges: bool
) -> _Fight:
    """Returns the encounter that is printed; ``judges``: with how hard it will be."""
    listed = _find_listed(campaign, options.encounter)
    loaded = campaign.load(listed.id)
    log = Log(EncounterState(), loaded.entries, loaded.head)
    context = RulesContext(state=log.state, ruleset=loaded.ruleset_of(log.state), texts=texts)
    system = system_for(loaded.ruleset.system)

    def picture(name: str) -> bytes | None:
        found = campaign.prepared.picture(name)
        return None if found is None else found.data

    difficulty, expected = (
        _before_start(campaign, listed.id, system, context, log.path()) if judges else ("", ())
    )
    report_context = ReportContext(
        campaign=options.campaign.stem,
        date=today(),
        plan=campaign.prepared.plan(listed.id),
        difficulty=difficulty,
        session=lambda: session_fights(campaign.encounters(), campaign.load, listed.id, texts),
        expected=expected,
        picture=picture,
    )
    return _Fight(system=system, context=context, entries=log.path(), report_context=report_context)


def _write_plan(options: PrintOptions, texts: MessageCatalog) -> None:
    """Writes the plan as a picture; it is the game master's."""
    if options.for_players:
        raise refuse("print.plan_for_players")
    with Campaign.open(options.campaign) as campaign:
        fight = _read_fight(campaign, options, texts, judges=True)
        drawing = plan_drawing(fight.system, fight.context, fight.report_context)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from encounter_gui.gui.printing.pages.printer_pen import PagePainter
    from encounter_gui.gui.printing.plan_picture import write_plan
    from encounter_gui.gui.theme.theme_file import read_theme

    app = QApplication.instance() or QApplication(["encounter-gui"])
    themes = paths.data_folder("resources") / "themes"
    page_painter = PagePainter(read_theme(themes, "light" if options.is_colour else "print"))
    write_plan(page_painter, drawing, options.out, overwrite=options.is_forced)
    del app


def _before_start(
    campaign: Campaign,
    encounter: EncounterId,
    system: System,
    context: RulesContext,
    entries: Sequence[Entry],
) -> tuple[str, tuple[Combatant, ...]]:
    """Returns how hard an encounter will be, as the builder says it, and who is expected.

    Empty and nobody: it has begun; empty: it cannot be forecast.
    """
    from encounter_gui.app.services import ruleset, ruleset_ids
    from encounter_gui.gui.forecast.forecast_run import ForecastRun
    from encounter_gui.gui.forecast.forecast_words import difficulty
    from encounter_gui.play.prep.creature_repository import CreatureRepository
    from encounter_gui.play.prep.later_waves import later_waves, names_in
    from encounter_gui.play.prep.ruleset_repository import RulesetRepository
    from encounter_gui.play.prep.staging import (
        StagingContext,
        expected_at_start,
        has_joined,
        joined_setting,
    )

    if context.state.stage != "ready":
        return "", ()
    expected: tuple[Combatant, ...] = ()
    plan = campaign.prepared.plan(encounter)
    library = CreatureRepository(campaign.prepared, RulesetRepository(ruleset, ruleset_ids).all())
    waves = later_waves(plan, entries, names_in(library, context.ruleset.id))
    if not has_joined(campaign.setting(joined_setting(encounter)) or "", entries):
        parties = {each.row: each.value for each in campaign.prepared.parties.all()}
        party = parties.get(plan.party) if plan.party is not None else None
        staging = StagingContext(system=system, context=context, library=library, die=lambda _: 1)
        expected = expected_at_start(staging, encounter, plan, party)
    library.close()
    try:
        forecast = ForecastRun(system, context, Orders(), expected, waves).advance()
    except AppError:
        return "", expected
    said = difficulty(forecast, context.texts) if forecast is not None else ""
    return said, expected


def _find_listed(campaign: Campaign, name: str) -> Listed:
    encounters = campaign.encounters()
    found = [each for each in encounters if name in ("", each.name)]
    if not found:
        raise refuse("export.no_such_encounter", name=name)
    if name:
        return found[0]
    kept = campaign.setting("window.encounter")
    return next((each for each in found if str(each.id) == kept), found[-1])


def _write_pdf(document: Document, options: PrintOptions, texts: MessageCatalog) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from encounter_gui.gui.printing.pages.pagination import pages_of
    from encounter_gui.gui.printing.pages.paper import PAPERS, Paper
    from encounter_gui.gui.printing.pages.printer_pen import PagePainter
    from encounter_gui.gui.printing.pdf import write_pdf
    from encounter_gui.gui.theme.painting.body_figure import read_figure
    from encounter_gui.gui.theme.theme_file import read_theme

    app = QApplication.instance() or QApplication(["encounter-gui"])
    resources = paths.data_folder("resources")
    paper = Paper(
        name=next((each for each in PAPERS if each == options.paper), "A4"),
        is_landscape=options.is_landscape,
        margin=options.margin,
        scale=options.scale,
        is_two_sided=options.is_two_sided,
    )
    page_painter = PagePainter(
        read_theme(resources / "themes", "light" if options.is_colour else "print")
    )
    drawing = read_figure(resources / "body" / "figure.svg")
    pages = pages_of(document, paper, page_painter, drawing, texts)
    write_pdf(pages, paper, options.out, document.fight, overwrite=options.is_forced)
    if letters := page_painter.lacking:
        print(visible(texts.text_of("print.no_font", letters=letters)), file=sys.stderr)  # noqa: T201 - the same voice
    del app

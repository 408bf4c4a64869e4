"""The panel beside the tables of rules: what a change makes, in numbers, pictures and words."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from encounter_gui import paths
from encounter_gui.core.ids import RulesetId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.attack.fields.option_model import OPTION_ROLE
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.workshop.impact.impact_controller import ImpactReader
from encounter_gui.gui.workshop.impact.impact_panel import ImpactPanel
from encounter_gui.play.impact.campaign_reading import CampaignReading
from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
from encounter_gui.play.prep.ruleset_repository import RulesetRepository
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.tables import Row
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature, Recruit
from encounter_gui.storage.prepared_store import New
from tests.helpers.drafts import Changes, draft
from tests.helpers.rulesets import shipped

HIT: Changes = {("items", "combat_rifle", "values", "hit"): 3}
RIFLE = Row(place=("items", "combat_rifle"), name="Combat rifle", kind="weapon")
BURST = Row(place=("numbers", "burst_hit"), name="burst_hit")


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[OpenCampaign]:
    services = CampaignServices(
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2026-11-30T20:00:00+00:00",
        files=paths.ruleset_texts,
    )
    path = tmp_path / "Docks.encounter"
    made = OpenCampaign.create(path, services, first="Empty", ruleset="cwn")
    depot = made.new_encounter("Depot", "cwn")
    people = tuple(Recruit(creature=each) for each in ("halloran", "response_captain"))
    made.prepared.put_plan(depot, EncounterPlan(recruits=people))
    made.make_current(depot)
    yield made
    made.close()


@pytest.fixture
def panel(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog, campaign: OpenCampaign
) -> Iterator[ImpactPanel]:
    library = campaign.library(RulesetRepository(shipped, lambda: ("cwn",)))
    reader = ImpactReader(
        reading=lambda game: CampaignReading(campaign, library, game),
        examples=one_example,
        version=lambda _: 3,
        fight=lambda: None,
        usual=lambda: ("", ""),
    )
    made = ImpactPanel(icons, texts, reader)
    qtbot.addWidget(made)
    made.resize(296, 640)
    made.show()
    yield made
    made.hide()


def one_example(system: str) -> Mapping[str, str]:
    name = "cwn-odds.toml"
    return {name: paths.worked_examples(system)[name]}


def show(qtbot: QtBot, panel: ImpactPanel, after: DraftView, row: Row | None) -> None:
    with qtbot.waitSignal(panel.controller.ended, timeout=60_000):
        panel.show_change(draft("cwn", {}), after, row, None)


def test_the_attack_of_the_row_is_said_before_and_after(qtbot: QtBot, panel: ImpactPanel) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    said = panel.attack.lines.accessibleDescription()
    assert said.startswith("Hit: before ")
    assert "d20 ≥ " in said
    assert "Mean: before " in said
    assert "Combat rifle" in panel.attack.made_of.text()
    assert not panel.attack.chart.isHidden()
    assert panel.against.text() == "against version 3"


def test_the_table_of_the_chart_has_every_value_before_and_after_to_a_hundredth(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    heads, *rows = panel.attack.chart.reader.table
    assert heads == ("damage", "before", "after")
    _, (_, before, after), *_ = panel.attack.lines.reader.table
    for column, hit in ((1, before), (2, after)):
        landing = sum(float(each[column]) for each in rows)
        assert landing == pytest.approx(float(hit), abs=0.5), "a miss has no bar"


def test_nothing_changed_says_the_same_and_draws_no_chart(qtbot: QtBot, panel: ImpactPanel) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    show(qtbot, panel, draft("cwn", {}), RIFLE)
    assert panel.attack.head.note == "the same"
    assert panel.attack.chart.isHidden()
    assert panel.forecast.isHidden()
    assert panel.affected.isHidden()
    assert panel.examples.isHidden()
    assert "Hit: " in panel.attack.lines.accessibleDescription()
    assert "the same" in panel.attack.lines.accessibleDescription()


def test_the_numbers_are_muted_while_they_are_worked_out(qtbot: QtBot, panel: ImpactPanel) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    known = panel.attack.lines.accessibleDescription()
    panel.show_change(draft("cwn", {}), draft("cwn", {**HIT, RANGE: [10, 20]}), RIFLE, None)
    assert panel.attack.lines.is_stale
    assert panel.attack.chart.is_stale
    assert panel.attack.lines.accessibleDescription() == known, "what was known stays to be read"
    qtbot.waitUntil(lambda: not panel.attack.lines.is_stale, timeout=20_000)


RANGE = ("items", "combat_rifle", "values", "range")


def test_only_the_last_of_several_changes_is_told(qtbot: QtBot, panel: ImpactPanel) -> None:
    """Typed quickly one after the other: no older result comes after a newer one."""
    told: list[float | None] = []
    panel.controller.attack_changed.connect(
        lambda impact: told.append(next(each.after for each in impact.lines if each.id == "hit"))
    )
    before, key = draft("cwn", {}), next(iter(HIT))
    with qtbot.waitSignal(panel.controller.ended, timeout=60_000):
        for hit in (1, 2, 3, 4):
            panel.show_change(before, draft("cwn", {key: hit}), RIFLE, None)
    assert len(told) == 1
    show(qtbot, panel, draft("cwn", {key: 4}), RIFLE)
    assert told[0] == told[1]


def test_another_attacker_and_target_can_be_chosen_by_keys(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    target = panel.attack.choosers["target"]
    target.setFocus()
    was = target.currentIndex()
    with qtbot.waitSignal(panel.controller.attack_changed, timeout=20_000) as told:
        qtbot.keyClick(target, Qt.Key.Key_Down)
        if target.view().isVisible():
            qtbot.keyClick(target.view(), Qt.Key.Key_Down)
            qtbot.keyClick(target.view(), Qt.Key.Key_Return)
    (impact,) = told.args
    assert target.currentIndex() != was
    assert impact.question.target.name == target.currentText()


def test_the_lines_are_read_one_by_one_with_the_arrow_keys(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    lines = panel.attack.lines
    lines.setFocus(Qt.FocusReason.TabFocusReason)
    first = lines.reader.said
    qtbot.keyClick(lines, Qt.Key.Key_Down)
    assert first.startswith("Hit: ")
    assert lines.reader.said.startswith("Trauma: ")


def test_who_uses_it_is_listed_and_show_all_lists_the_rest(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    many: Changes = {
        ("items", each.key, "name"): f"My {each.name}"
        for each in shipped("cwn").items
        if each.kind == "weapon"
    }
    show(qtbot, panel, draft("cwn", many), RIFLE)
    rows = panel.affected.rows
    assert len(rows.marks()) == 5
    assert panel.affected.all.isVisibleTo(panel)
    assert "1 prepared encounter" in panel.affected.rest.text()
    qtbot.keyClick(panel.affected.all, Qt.Key.Key_Space)
    assert len(rows.marks()) > 5
    assert panel.affected.all.text() == "Show fewer"
    assert panel.affected.head.note == f"{len(rows.marks())} of {len(shipped('cwn').creatures)}"


def test_the_encounter_played_last_is_forecast_by_name(qtbot: QtBot, panel: ImpactPanel) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    assert panel.forecast.bars.accessibleName() == "Forecast, Depot"
    assert panel.forecast.bars.accessibleDescription().startswith("before: ")
    assert len(panel.forecast.bars.reader.table) == 3


def test_the_worked_examples_are_green_or_say_what_differs(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    assert panel.examples.head.note == "all 1 as written"
    assert panel.examples.differences.isHidden()
    gun: Changes = {("items", "submachine_gun", "values", "hit"): 4}
    show(qtbot, panel, draft("cwn", gun), RIFLE)
    assert panel.examples.head.note == "1 of 1 differ"
    assert panel.examples.differences.text().startswith("Odds of a brawl: step ")
    assert "expected" in panel.examples.differences.text()


def test_a_number_of_the_rules_finds_the_attack_that_it_changes(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    show(qtbot, panel, draft("cwn", {("numbers", "burst_hit", "value"): 4}), BURST)
    assert "Burst" in panel.attack.made_of.text()
    assert "for everybody" in panel.affected.rest.text()


def test_the_panel_is_painted_whole_in_its_least_width(qtbot: QtBot, panel: ImpactPanel) -> None:
    """Nothing stands to the right of the edge: there is no way to scroll there."""
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    assert panel.area.widget().width() <= panel.area.viewport().width()
    picture = QImage(panel.size(), QImage.Format.Format_RGB32)
    panel.render(picture)
    assert not picture.isNull()


def test_nothing_is_worked_out_while_it_is_hidden_and_all_of_it_once_it_is_shown(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    panel.hide()
    with qtbot.assertNotEmitted(panel.controller.began):
        panel.show_change(draft("cwn", {}), draft("cwn", HIT), RIFLE, None)
    with qtbot.waitSignal(panel.controller.attack_changed, timeout=20_000):
        panel.show()
    assert "Hit: before " in panel.attack.lines.accessibleDescription()


def test_who_is_planned_meanwhile_is_counted_once_the_panel_is_shown_again(
    qtbot: QtBot, panel: ImpactPanel, campaign: OpenCampaign
) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    assert "1 prepared encounter" in panel.affected.rest.text()
    roof = campaign.new_encounter("Roof", "cwn")
    planned = EncounterPlan(recruits=(Recruit(creature="response_captain"),))
    campaign.prepared.put_plan(roof, planned)
    panel.hide()
    with qtbot.waitSignal(panel.controller.affected_changed, timeout=20_000):
        panel.show()
    assert "2 prepared encounters" in panel.affected.rest.text()


def test_both_choosers_and_all_parts_have_names_for_who_cannot_see_them(
    qtbot: QtBot, panel: ImpactPanel
) -> None:
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    names = [each.accessibleName() for each in panel.attack.choosers.values()]
    assert names == ["Who attacks", "Who is attacked"]
    parts = (panel.attack.lines, panel.attack.chart, panel.forecast.bars, panel.affected.rows)
    assert all(each.accessibleName() and each.accessibleDescription() for each in parts)
    assert all(each.focusPolicy() & Qt.FocusPolicy.TabFocus for each in parts)


def test_two_of_one_name_are_told_apart_by_where_they_are_from(
    qtbot: QtBot, panel: ImpactPanel, campaign: OpenCampaign
) -> None:
    halloran = shipped("cwn").creature("halloran")
    assert halloran is not None
    own = New(ruleset=RulesetId("cwn"), value=LibraryCreature(creature=halloran))
    campaign.prepared.creatures.add([own])
    show(qtbot, panel, draft("cwn", HIT), RIFLE)
    who = panel.attack.choosers["who"]
    options = [who.itemData(place, OPTION_ROLE) for place in range(who.count())]
    found = {each.note for each in options if each.text == halloran.name}
    assert found == {"own creature", "library"}

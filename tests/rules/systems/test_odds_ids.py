"""Every number of the odds panels of all games has an id of its own, which no language changes."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from encounter_gui import paths
from encounter_gui.core.errors import Place
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.scripts.asked_attack import read_attack
from encounter_gui.play.scripts.script import Expect
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.view import Odds, Within
from encounter_gui.rules.view.odds import named_numbers
from tests.helpers.all_pairs import GAMES
from tests.helpers.rulesets import shipped
from tests.rules.systems.test_chart_sums import some_attacks

ROOT = Path(__file__).resolve().parents[3]
FIGHTS = sorted(
    [*ROOT.glob("resources/examples/*.toml"), *ROOT.glob("resources/samples/*.toml")],
    key=lambda path: path.name,
)
_ID = re.compile(r"[a-z0-9_]+(\.-?[a-z0-9_]+)*")
SAME = 1e-9


def faults(odds: Odds) -> Iterator[str]:
    """Yields what is wrong with the ids of a panel: none, a strange one, or one for two different numbers."""
    found: dict[str, float] = {}
    for name, number in named_numbers(odds):
        if not _ID.fullmatch(name):
            yield f"{name!r} is no id"
        if abs(found.setdefault(name, number) - number) > SAME:
            yield f"{name} is {found[name]} and {number}"
    names = [each.id for each in odds.headline_numbers]
    names += [each.id for each in odds.noted] + [each.id for each in odds.charts]
    yield from (f"{name} twice" for name, count in Counter(names).items() if count > 1)
    # Of what stands twice in a panel, only the chances within so many attacks are large figures as well.
    within = {
        f"{chart.id}.{count}"
        for chart in odds.charts
        if isinstance(chart, Within)
        for count in range(1, len(chart.chances) + 1)
    }
    counted = Counter(name for name, _ in named_numbers(odds))
    yield from (f"{name} twice" for name, count in counted.items() if count > 1 + (name in within))


def attacks_of(path: Path) -> Iterator[tuple[RulesContext, Command, Odds]]:
    """Yields every step of a fight that has odds, with the state before it."""
    report = play_fight(
        path.read_text("utf-8"),
        path.name,
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2024-01-01T00:00:00Z",
        seed=1,
    )
    head = next(each.entries[0].parent for each in report.steps if each.entries)
    for played in report.steps:
        context = replace(report.session.context, state=report.session.log.state_at(head))
        head = played.entries[-1].id if played.entries else head
        command = played.command
        if played.refused is not None or command == Expect():
            continue
        if isinstance(command, Expect):
            assert command.attack is not None
            command = read_attack(command.attack, report.fight.system, Place(file=path.name))
        odds = report.fight.system.odds(context, command)
        if odds is not None:
            yield context, command, odds


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_every_panel_has_an_id(game: str) -> None:
    """For some who may meet: no number without an id, no id for two numbers. ``test_all_panels`` has everybody."""
    found = (faults(attack.odds) for attack in some_attacks(game, in_all_ways=True))
    assert {fault for each in found for fault in each} == set()


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.name)
def test_every_number_of_every_attack_of_the_fights_has_an_id(path: Path) -> None:
    """Worked examples and samples: blasts, suppressive fire, special abilities and attacks on those who lie there."""
    wrong = {fault for _, _, odds in attacks_of(path) for fault in faults(odds)}
    assert wrong == set()


def test_the_fights_show_every_kind_of_attack_that_has_odds() -> None:
    """What no fight shows would not be looked at above."""
    kinds = {
        (context.ruleset.system, type(command).__name__)
        for path in FIGHTS
        for context, command, _ in attacks_of(path)
    }
    assert kinds >= {
        *((game, "Attack") for game in GAMES),
        *(("chrome", name) for name in ("Throw", "Special")),
        *(("cwn", name) for name in ("Suppress", "Throw", "Blast")),
        *(("d6pool", name) for name in ("Throw", "Blast")),
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_same_id_means_the_same_in_every_game(game: str) -> None:
    """Each game has a plain attack with the chance to hit, and to put out of the fight by one and by three."""
    for attack in some_attacks(game):
        if "out.1" not in attack.odds.by_id:
            continue
        numbers = attack.odds.by_id
        assert 0 <= numbers["out.1"] <= numbers["out.3"] <= 1 + SAME
        assert numbers["hit"] == attack.odds.lands
        return
    raise AssertionError(game)


@pytest.mark.parametrize("game", GAMES)
def test_ids_do_not_change_with_the_words_on_the_screen(game: str) -> None:
    """With no text but its key, the panel has the same ids for the same numbers."""
    attack = next(some_attacks(game))
    keys_alone = replace(attack.context, texts=MessageCatalog({}))
    strange = system_for(game).odds(keys_alone, attack.command)
    assert strange is not None
    assert strange.by_id == attack.odds.by_id
    assert strange.headline_numbers[0].label != attack.odds.headline_numbers[0].label


def test_help_knows_every_kind_of_number() -> None:
    """The first word of each id stands in the table of ids, and the table has no id that no panel shows."""
    page = (ROOT / "resources" / "help" / "fights.md").read_text("utf-8")
    table = page.partition("| id of odds |")[2].partition("| id of forecasts |")[0]
    said = {name.partition(".")[0] for name in re.findall(r"`([a-z_]+)(?:\.[^`]*)?`", table)}
    shown = {
        name.partition(".")[0]
        for odds in (
            *(attack.odds for game in GAMES for attack in some_attacks(game)),
            *(odds for path in FIGHTS for _, _, odds in attacks_of(path)),
        )
        for name in odds.by_id
    }
    assert shown - said == set()
    ranks = {"critical_success", "success", "failure", "critical_failure"}
    assert said - shown - ranks <= {"flashed"}  # no fight here has a flash

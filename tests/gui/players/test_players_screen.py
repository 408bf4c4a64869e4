"""The players' screen as it is painted: readable from afar, in pages where not all have room, in every theme."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.players import screen_paint
from encounter_gui.gui.players.plan_paint import seen_part
from encounter_gui.gui.players.players_screen import PlayersScreen
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.gui.theme.theme_file import read_theme
from encounter_gui.play.players.view import (
    ActingShown,
    AreaShown,
    CombatantShown,
    ConditionShown,
    HealthShown,
    PlaceShown,
    PlanShown,
    PlayersView,
    TokenShown,
    WoundShown,
)

_HURT = HealthShown(word="hurt", level=2)


def fight(count: int = 3) -> PlayersView:
    """Returns a fight of Ash against so many."""
    ash = CombatantShown(
        key="a",
        name="Ash",
        side="pc",
        is_now=True,
        health=HealthShown(word="hurt", level=2, share=60, text="6 of 10"),
        conditions=(ConditionShown(name="Bleeding", kind="danger"),),
        wounds=(WoundShown(place="Left arm", element="loc-arm-left", level=3, letter="M"),),
    )
    foes = tuple(
        CombatantShown(key=f"f{each}", name=f"Ganger {each}", side="foe", health=_HURT)
        for each in range(count)
    )
    return PlayersView(
        stage="running",
        round="Round 2",
        clock="0 min 6 s",
        acting=(ActingShown(text="Ash", side="pc", key="a"),),
        after=("Ganger 0",),
        order=(
            PlaceShown(text="Ash", look="now", side="pc", key="a"),
            PlaceShown(text="Round 3"),
            PlaceShown(text="Ganger 0", side="foe", key="f0"),
        ),
        combatants=(ash, *foes),
    )


@pytest.fixture
def screen(
    theme_dark: Theme, figure: BodyFigure, texts: MessageCatalog, qtbot: QtBot
) -> PlayersScreen:
    """The screen as a window of 1920 × 1080."""
    screen = PlayersScreen(theme_dark, figure, texts)
    qtbot.addWidget(screen)
    screen.resize(1920, 1080)
    screen.show_view(fight())
    return screen


def pixels(screen: PlayersScreen) -> bytes:
    """Returns what is painted."""
    image = screen.grab().toImage()  # kept: its bits are only lent
    return bytes(image.constBits())


def test_the_card_of_who_acts_is_yellow_and_large(screen: PlayersScreen, theme_dark: Theme) -> None:
    """The one thing that has to be seen from across the room takes a quarter of the height."""
    image = screen.grab().toImage()
    now = theme_dark.colour("accent.now").rgb()
    rows = [y for y in range(image.height()) if image.pixel(700, y) == now]
    assert len(rows) > image.height() // 5


def test_nothing_is_written_smaller_than_can_be_read_from_four_metres(
    screen: PlayersScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is below 30 of 1080, however long its words are."""
    seen: list[int] = []
    font = screen_paint.ScreenPainter._font

    def noted(self: object, size: int, weight: int, *, is_struck: bool = False) -> object:
        seen.append(size)
        return font(self, size, weight, is_struck=is_struck)  # type: ignore[arg-type]

    monkeypatch.setattr(screen_paint.ScreenPainter, "_font", noted)
    long = fight()
    screen.show_view(
        PlayersView(
            stage="running",
            round="A round of a very long name " * 4,
            acting=(ActingShown(text="Somebody with a name that never ends " * 3, side="foe"),),
            combatants=long.combatants,
            order=long.order,
        )
    )
    screen.grab()
    assert seen
    assert min(seen) >= 30


def test_many_are_shown_in_pages_that_turn(screen: PlayersScreen) -> None:
    """Where not everybody has room the pages turn by themselves; with few they stand still."""
    few = pixels(screen)
    screen._turn()
    assert pixels(screen) == few
    assert not screen._turning.isActive()
    screen.show_view(fight(20))
    first = pixels(screen)
    assert screen._turning.isActive()
    screen._turn()
    assert pixels(screen) != first


@pytest.mark.parametrize("name", ["dark", "light", "high_contrast"])
def test_every_theme_paints_it(screen: PlayersScreen, resources: Path, name: str) -> None:
    """The ground is that of the theme."""
    theme = read_theme(resources / "themes", name)
    screen.use_theme(theme)
    ground = screen.grab().toImage().pixelColor(4, 4)
    assert ground == theme.colour("surface.window")


@pytest.mark.parametrize("size", [(960, 540), (1366, 768), (1024, 768), (3840, 2160), (540, 960)])
def test_any_screen_is_filled(screen: PlayersScreen, size: tuple[int, int]) -> None:
    """Whatever its shape, it is painted without a complaint."""
    screen.resize(*size)
    assert not screen.grab().isNull()


def test_blank_is_black(screen: PlayersScreen) -> None:
    """Nothing at all is on a blank screen, and nothing is said of it."""
    screen.show_view(None)
    assert set(pixels(screen)) <= {0, 255}
    assert screen.grab().toImage().pixelColor(900, 200).lightness() == 0
    assert screen.accessibleDescription() == ""


def test_what_is_painted_is_said_to_screen_readers(screen: PlayersScreen) -> None:
    """The painted screen has a twin in words."""
    words = screen.accessibleDescription()
    assert words.startswith("Round 2. Ash. Ash 6 of 10; Ganger 0 hurt")


def test_a_screen_that_is_not_there_gives_a_window(screen: PlayersScreen) -> None:
    """With no second screen it is an ordinary window; it never takes the game master's by itself."""
    screen.show_on("HDMI-9")
    assert screen.isVisible()
    assert screen.is_on
    only = QGuiApplication.primaryScreen()
    screen._leave(only)
    assert screen.isVisible()
    screen.close()
    assert not screen.is_on


def planned(step: float = 1) -> PlayersView:
    """Returns a fight with a plan on which everybody stands so many metres apart."""
    view = fight()
    tokens = tuple(
        TokenShown(
            key=each.key,
            label=each.name[:2],
            side=each.side,
            x=20 + step * place,
            y=12 + step * (place % 3),
            is_now=each.is_now,
            is_out=place == 3,
        )
        for place, each in enumerate(view.combatants)
    )
    crates = AreaShown(
        shape="rectangle", points=((22, 8), (24, 15)), kind="cover", name="Crates and more"
    )
    smoke = AreaShown(shape="circle", points=((30, 12),), radius=3, kind="smoke", floor=1)
    yard = AreaShown(shape="polygon", points=((18, 7), (33, 7), (33, 20)))
    plan = PlanShown(width=80, height=40, areas=(yard, crates, smoke), tokens=tokens)
    return replace(view, plan=plan)


def test_the_plan_stands_beside_the_people(screen: PlayersScreen, theme_dark: Theme) -> None:
    """Right of them, with the colours of both sides on it; without a plan they have all the room."""
    without = pixels(screen)
    screen.show_view(planned(4))
    assert pixels(screen) != without
    image = screen.grab().toImage()
    right = {
        image.pixel(x, y) for x in range(700, 1380, 3) for y in range(480, 1000, 3)
    }  # beside the people, left of the order
    for side in ("pc", "foe"):
        assert theme_dark.colour(f"faction.{side}").rgb() in right
    folder = os.environ.get("ENCOUNTER_GUI_SHOTS")
    if folder:
        image.save(str(Path(folder) / "screen-plan.png"))


@pytest.mark.parametrize("size", [(960, 540), (1366, 768), (1024, 768), (3840, 2160), (540, 960)])
def test_a_plan_fits_any_screen(screen: PlayersScreen, size: tuple[int, int]) -> None:
    """Whatever its shape, and wherever people stand, it is painted without a complaint."""
    screen.resize(*size)
    for step in (0, 0.1, 1, 50):
        screen.show_view(planned(step))
        assert not screen.grab().isNull()


@pytest.mark.parametrize(("step", "least", "most"), [(0, 15, 24), (1, 15, 24), (10, 30, 60)])
def test_the_plan_is_zoomed_to_what_is_there(step: float, least: float, most: float) -> None:
    """Of 80 metres only what people and areas take is shown, and never less than the least."""
    plan = planned(step).plan
    assert plan is not None
    part = seen_part(plan)
    assert least <= part.width() <= most
    for each in plan.tokens:
        assert part.left() <= each.x <= part.right()
        assert part.top() <= each.y <= part.bottom()
    assert seen_part(PlanShown(width=80, height=40)).width() == 80

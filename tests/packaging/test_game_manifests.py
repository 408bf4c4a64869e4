"""What a game lacks is an error of the check, in words that name it, and not found on the screen."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

import game_manifests
from encounter_gui.rules.model.games.manifest import Manifest
from encounter_gui.rules.systems import EVERY_SYSTEM, manifests

GAMES = {each.id: each for each in manifests()}


def test_every_game_has_a_manifest_and_all_that_it_says() -> None:
    assert tuple(GAMES) == EVERY_SYSTEM
    assert list(game_manifests.all_missing()) == []


@pytest.mark.parametrize(
    "key",
    [
        "declared.dash",  # every game needs it
        "declared.column.health.tip",  # of a column
        "declared.log.missed",  # the code names it
        "declared.roll.initiative",  # the manifest says so
        "welcome.cwn.standing",  # on its card
        "cwn.owed.morale",  # the title of what is owed
    ],
)
def test_a_missing_text_is_named(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = dict(game_manifests.texts_of(game_manifests.ROOT))
    del texts[key]
    monkeypatch.setattr(game_manifests, "texts_of", lambda root: texts)
    (line,) = game_manifests.all_missing()
    assert f"the text {key} is missing" in line


def _changed() -> Iterator[tuple[Manifest, str]]:
    cwn = GAMES["cwn"]
    assert cwn.card is not None
    yield replace(cwn, help=("cwn", "nowhere")), "resources/help/nowhere.md"
    yield replace(cwn, card=replace(cwn.card, sample="nowhere")), "resources/samples/nowhere.toml"
    yield replace(cwn, layers="nothing"), "no contract “nothing”"
    yield replace(cwn, layers="Layers inside declared"), "does not name"
    yield replace(GAMES["declared"], card=cwn.card), "rulesets/declared/ruleset.toml"


@pytest.mark.parametrize(("game", "told"), list(_changed()))
def test_a_missing_part_is_named(game: Manifest, told: str) -> None:
    assert any(told in line for line in game_manifests.missing(game))


def test_a_game_without_a_manifest_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [each for each in GAMES.values() if each.id != "chrome"]
    monkeypatch.setattr(game_manifests, "manifests", lambda: known)
    found = list(game_manifests.all_missing())
    assert "chrome: it has no manifest" in found
    assert any("places of the cards" in line for line in found)

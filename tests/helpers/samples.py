"""The shipped sample fights, played as far as their scripts go."""

from encounter_gui import paths
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.play.session.session import EncounterSession
from tests.helpers.rulesets import shipped


def sample_session(name: str) -> EncounterSession:
    """Returns the session of a sample at the end of its script; anew each time."""
    path = paths.data_folder("resources") / "samples" / f"{name}.toml"
    return play_fight(
        path.read_text(encoding="utf-8"),
        path.name,
        rulesets=shipped,
        texts=paths.message_catalog(),
        now=lambda: "2026-11-21T20:00:00+00:00",
    ).session

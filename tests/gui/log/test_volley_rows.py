"""What the heading of the attacks of many says of them."""

from encounter_gui.gui.log.volley_rows import result_segments
from encounter_gui.rules.model import commands as do
from tests.play.session.test_volley import fight, games, lines_of, shoot


@games
def test_whoever_was_removed_afterwards_still_has_been_hit(game: str) -> None:
    """The heading told of hits on nobody, and of nobody who went down, once the targets were removed."""
    session = fight(game)
    shoot(session)
    known = result_segments(session, lines_of(session))
    assert "Ada" in "".join(text for text, _ in known)
    targets = [each.id for each in session.state.combatants.values() if each.side == "pc"]
    session.perform(do.Rename(who=targets[0], name="Nobody of that name"))
    session.perform(do.Remove(who=tuple(targets)))
    assert result_segments(session, lines_of(session)) == known

"""Whatever stands in a fight script, it is played or refused by place."""

import tomllib
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from encounter_gui import paths
from encounter_gui.play.scripts.script import ScriptError
from encounter_gui.play.scripts.script_runner import play_fight
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped
from tests.helpers.toml_text import places, spoilt, toml_text

SAMPLES = Path(__file__).resolve().parents[3] / "resources" / "samples"
FIGHTS = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in SAMPLES.glob("*.toml")}
PLACES = [
    (name, place)
    for name, fight in sorted(FIGHTS.items())
    for place in places(fight)
    if "expect" not in place and place[:2] != ("fight", "ruleset")
]

VALUES = st.recursive(
    st.booleans()
    | st.integers(-3, 20)
    | st.floats(allow_nan=False)
    | st.sampled_from(["", "Hening", "gang_b", "knife", "FA", "run", "next", "apply"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2)
    ),
    max_leaves=4,
)


@examples(200)
@given(st.sampled_from(PLACES), VALUES)
def test_a_spoilt_script_is_played_or_refused_by_place(
    where: tuple[str, tuple[object, ...]], value: object
) -> None:
    """Any value anywhere in a fight of any game; every message has words."""
    name, place = where
    texts = paths.message_catalog()
    try:
        report = play_fight(
            toml_text(spoilt(FIGHTS[name], place, value)),
            "fight.toml",
            rulesets=shipped,
            texts=texts,
            now=lambda: "",
            seed=1,
        )
    except ScriptError as error:
        for problem in error.problems:
            assert problem.place.file == "fight.toml"
            assert problem.message.key not in texts.text(problem.message)
    else:
        assert all(each.message.key not in texts.text(each.message) for each in report.failures)

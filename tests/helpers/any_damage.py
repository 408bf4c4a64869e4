"""Damage by hand as somebody in a hurry may type it: sensible or not."""

from hypothesis import strategies as st

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.model.commands import Damage, DamageTarget

_PLACES = st.sampled_from(["", "", "head", "torso", "left_arm", "tail"])


def any_damage(who: st.SearchStrategy[CombatantId]) -> st.SearchStrategy[Damage]:
    """Returns damage to up to four, by any way, with any shares and places."""
    target = st.builds(
        DamageTarget,
        who=who,
        share=st.sampled_from(["0", "1/2", "1", "1", "2"]),
        amount=st.sampled_from([None, None, None, 0, 3, 40, -1]),
        place=_PLACES,
    )
    return st.builds(
        Damage,
        targets=st.lists(target, max_size=4).map(tuple),
        amount=st.sampled_from([0, 1, 3, 7, 12, 30]),
        place=_PLACES,
        way=st.sampled_from(["rules", "rules", "past_armor", "raw"]),
        gauge=st.sampled_from(["", "", "", "soak", "fatigue", "luck"]),
        source=st.sampled_from(["", "steam pipe"]),
        lethal=st.booleans(),
    )

"""The waves that are still to come, in words."""

from encounter_gui.paths import message_catalog
from encounter_gui.play.prep.later_waves import later_waves
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Wave


def said(*waves: Wave) -> str:
    """Returns what a forecast of a plan with these waves says."""
    later = later_waves(EncounterPlan(waves=waves), (), lambda each: each.name or each.creature)
    return later.words(message_catalog()) if later is not None else ""


def test_those_of_one_name_are_counted_together() -> None:
    """Two waves of lieutenants are nine of them; numbers of dice stay dice, and a wave of nobody is none."""
    four, five = (Recruit(creature="lieutenant", count=count) for count in ("4", "5"))
    gang = Recruit(creature="ganger", count="1d4+1")
    assert said(Wave(name="Van", recruits=(four,)), Wave(name="Boat", recruits=(five, gang))) == (
        "without 2 waves (9 × lieutenant, 1d4+1 × ganger)"
    )
    assert said(Wave(name="Van", recruits=(gang,)), Wave(name="Boat", recruits=(gang,))) == (
        "without 2 waves (1d4+1 + 1d4+1 × ganger)"
    )
    assert said(Wave(name="Empty"), Wave(name="Van", recruits=(four,))) == (
        "without 1 wave (4 × lieutenant)"
    )
    assert said(Wave(name="Empty")) == ""
    assert said() == ""

"""Total Defense. Source: CWN-24, CWN-36g."""

from msgspec.structs import replace

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.asks import Play, Rule, Truth
from encounter_gui.rules.systems.cwn.rules.costs import spend
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.strike import Strike


def with_total_defense(strike: Strike, armor: int) -> Strike:
    """Returns a strike against somebody in Total Defense: better AC, and no Shock. Source: CWN-36g."""
    better = Modifier(name="", amount=armor, rule="CWN-36g")
    return replace(strike, armor=(*strike.armor, better), shock=0, is_shock_ignored=False)


def defend(play: Play, who: Fighter, truth: Truth) -> Rule[None]:
    """Goes over to Total Defense for the Main, where a truth says so. Source: CWN-36g."""
    who.total_defense = who.total_defense | truth
    yield from spend(play, who, truth)

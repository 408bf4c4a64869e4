"""The odds panel of D6 pools, and the same panel in icepool."""

import icepool

from encounter_gui.encounter import events as ev
from encounter_gui.paths import message_catalog
from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.model.ruleset import CarriedDef
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.combat.attack_plan import plan_attack
from encounter_gui.rules.systems.d6pool.odds.attack import StrikeOdds
from encounter_gui.rules.systems.d6pool.odds.panel import of_strike
from encounter_gui.rules.systems.d6pool.odds.repeated import CHAIN, repeated
from encounter_gui.rules.systems.d6pool.rules.strike import Strike
from tests.helpers.rulesets import shipped
from tests.helpers.table import Table

NAME = "D6 pools"

CASES = tuple(
    {
        "attack": attack,
        "dodge": dodge,
        "difficulty": 15,
        "damage": 6,
        "resistance": resist,
        "left": 9,
    }
    for attack in (4, 5, 6)
    for dodge in (0, 1, 2)
    for resist in (4, 5, 6)
)


def _scene(attack: int, resist: int) -> Table:
    """A shooter at Medium range and a target, in a turn."""
    table = Table(system_for("d6pool"), shipped("d6pool"), message_catalog())
    weapon = {"class": "SA", "damage": 6, "magazine": 0, "ranges": [10, 25, 50, 75]}
    table.join(
        "Shooter",
        side="pc",
        items=[CarriedDef(item="revolver", values=weapon)],
        held="revolver",
        firearms=attack,
        dexterity=9,
    )
    mark = table.join("Mark", dexterity=1, dodge=9, health=9, pain_resistance=resist)
    table.begin(3, 3)
    table.happen(ev.GaugeSet(who=mark, gauge="dodge", to=20))
    return table


_SCENES = {(attack, resist): _scene(attack, resist) for attack in (4, 5, 6) for resist in (4, 5, 6)}

_PLANS: dict[tuple[int, int, int], Strike] = {}


def forget() -> None:
    """Empties what is kept between panels."""
    known_spread.cache_clear()
    repeated.cache_clear()


def attack(case: dict[str, int]) -> StrikeOdds:
    """Works one attack out, from its plan."""
    table, command = _asked(case)
    return of_strike(_plan(case), table.combatant(command.target))


def within(case: dict[str, int], attack: StrikeOdds) -> None:
    """Works out being down within ten such attacks, stun carried, from the fight as it stands."""
    table, command = _asked(case)
    repeated(table.context, command)


def ours(case: dict[str, int]) -> None:
    """Makes the whole panel: one attack, and down within ten of them, stun carried."""
    within(case, attack(case))


def _asked(case: dict[str, int]) -> tuple[Table, do.Attack]:
    table = _SCENES[case["attack"], case["resistance"]]
    who, mark = table.context.state.combatants
    return table, do.Attack(who=who, target=mark, band="medium", dodge=case["dodge"])


def _plan(case: dict[str, int]) -> Strike:
    key = case["attack"], case["dodge"], case["resistance"]
    if key not in _PLANS:
        table, command = _asked(case)
        _PLANS[key] = plan_attack(table.context, command).strike
    return _PLANS[key]


def peer_attack(case: dict[str, int], stunned: int = 0) -> icepool.Die[int]:
    """Works the same attack out in icepool: the Health lost, -1 where it misses."""
    attack, dodge = case["attack"] @ icepool.d6, case["dodge"] @ icepool.d6
    hit = icepool.map(lambda a, d: a >= case["difficulty"] + d, attack, dodge)
    return hit.if_else(_harm(case, stunned), -1)


def peer(case: dict[str, int]) -> list[float]:
    """Makes the same panel in icepool."""
    one = [peer_attack(case, stunned) for stunned in (0, 1)]
    state, within = icepool.Die([(0, 0)]), []
    for _ in range(CHAIN):
        state = state.map(lambda lost, stunned: _after(case, one[stunned], lost, stunned))
        within.append(float(state.marginals[0].probability(">=", case["left"])))
    return within


def _harm(case: dict[str, int], less: int) -> icepool.Die[int]:
    damage, resist = case["damage"] @ icepool.d6, (case["resistance"] - less) @ icepool.d6
    return icepool.map(lambda m, r: min(max(m - r, 0), case["left"]), damage, resist)


def _after(case: dict[str, int], one: icepool.Die[int], lost: int, stunned: int) -> object:
    return one.map(lambda w: (min(lost + max(w, 0), case["left"]), stunned or int(w == 0)))

"""The odds panel of Cities Without Number, and the same panel in icepool."""

import icepool

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.engine.reading.spread import known_spread
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn.odds import attack as attack_odds
from encounter_gui.rules.systems.cwn.odds.repeated import CHAIN, Repeated, attacks_within
from encounter_gui.rules.systems.cwn.rules.fighter import Fighter
from encounter_gui.rules.systems.cwn.rules.strike import Strike
from tests.rules.systems.cwn.bout import Bout

NAME = "Cities Without Number"


def _strike(bonus: int, armor: int, shock: int) -> Strike:
    """Body blades against somebody with a soak pool, as in a swarm."""
    return Strike(
        hit=(Modifier(name="", amount=bonus),),
        armor=(Modifier(name="", amount=armor),),
        damage=DiceSum(count=2, sides=6, flat=4),
        damage_plus=(),
        swarm=2,
        trauma=DiceSum(count=1, sides=10),
        trauma_plus=0,
        trauma_target=7,
        rating=3,
        shock=shock,
        shock_parts=(),
        is_shock_ignored=False,
        graze=None,
        least=1,
        is_lethal=True,
        is_melee=True,
        soak=5,
        hp=30,
    )


CASES = tuple(
    _strike(bonus, armor, shock)
    for bonus in (6, 10, 14)
    for armor in (13, 14, 16)
    for shock in (0, 4, 8)
)


def _fight() -> Bout:
    """Somebody against whoever the cases are about."""
    bout = Bout()
    bout.pc("PC")
    bout.npc("Foe", hp=30, soak=5)
    return bout


_FIGHT, _ACTION = _fight(), Repeated(Fighter, 0)


def forget() -> None:
    """Empties what is kept between panels."""
    known_spread.cache_clear()


def attack(case: Strike) -> attack_odds.HarmOdds:
    """Works one attack out."""
    return attack_odds.strike_odds(case)


def within(case: Strike, attack: attack_odds.HarmOdds) -> None:
    """Works out being down within ten such attacks, one a round."""
    who, target = _FIGHT.context.state.combatants.values()
    attacks_within(_FIGHT.context, who, target, _ACTION, lambda _stopped, _defends: case)


def ours(case: Strike) -> None:
    """Makes the whole panel, with every figure it shows."""
    panel = attack(case)
    _ = (panel.hit, panel.damage, panel.mean, panel.down)
    within(case, panel)


def peer_attack(case: Strike) -> icepool.Die[int]:
    """Works the same attack out in icepool: what is lost."""

    def hurt(die: int, trauma: int, damage: int) -> int:
        if die != 20 and (die == 1 or die + case.bonus < case.armor_class):
            return case.shock
        together = max(min(damage + case.swarm, case.damage_most), damage)
        times = case.rating if trauma >= case.trauma_target else 1
        return max(together * times, case.shock, case.least)

    return icepool.map(hurt, icepool.d20, icepool.d10, 2 @ icepool.d6 + case.damage.flat)


def peer(case: Strike) -> list[float]:
    """Makes the same panel in icepool."""
    points = case.soak + case.hp
    rolled = peer_attack(case)
    one = rolled.map(lambda lost: min(lost, points))
    total, within = one, [rolled.mean()]
    for _ in range(CHAIN):
        within.append(float(total.probability(">=", points)))
        total = (total + one).map(lambda lost: min(lost, points))
    return [float(each) for each in within]

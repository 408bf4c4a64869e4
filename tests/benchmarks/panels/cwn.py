"""The odds panel of Cities Without Number, and the same panel in icepool."""

import icepool

from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike
from encounter_gui.rules.systems.cwn.odds import attack as attack_odds

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


def forget() -> None:
    """Empties what is kept between panels."""
    for kept in (
        attack_odds.hit_chance,
        attack_odds.trauma_chance,
        attack_odds.hit_damage,
        attack_odds.miss_damage,
    ):
        kept.cache_clear()


def ours(case: Strike) -> None:
    """Makes the whole panel, with every figure it shows."""
    panel = attack_odds.strike_odds(case)
    _ = (panel.hit, panel.damage, panel.mean, panel.down)


def peer(case: Strike) -> list[float]:
    """Makes the same panel in icepool."""
    points = case.soak + case.hp

    def hurt(die: int, trauma: int, damage: int) -> int:
        if die != 20 and (die == 1 or die + case.bonus < case.armor_class):
            return case.shock
        together = max(min(damage + case.swarm, case.damage_most), damage)
        times = case.rating if trauma >= case.trauma_target else 1
        return max(together * times, case.shock, case.least)

    rolled = icepool.map(hurt, icepool.d20, icepool.d10, 2 @ icepool.d6 + case.damage_flat)
    one = rolled.map(lambda lost: min(lost, points))
    total, within = one, [rolled.mean()]
    for _ in range(attack_odds.CHAIN):
        within.append(float(total.probability(">=", points)))
        total = (total + one).map(lambda lost: min(lost, points))
    return [float(each) for each in within]

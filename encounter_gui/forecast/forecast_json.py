"""A forecast as plain data, as the command line prints it."""

from collections.abc import Mapping, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.forecast.forecast import Counts, Plan, Share, Tally, share_of, still_in, won
from encounter_gui.forecast.unplayed import Unplayed

Plain = dict[str, object]

_DIGITS = 6


def forecast_data(
    plan: Plan, tally: Tally, left_out: Sequence[str], unplayed: Sequence[Unplayed] = ()
) -> Plain:
    """Returns a forecast: shares of the fights from 0 to 1, rounds as the encounter counts them.

    ``flees``: losses in per cent at which a side leaves; None: by the rules alone.
    ``still_in`` has for each the share of fights in which it is in after round 1, 2 … to the end of the longest.
    ``left_out`` says in words what of the fight was not played, ``unplayed`` the same by keys: whom it is about, and
    the chance of the player characters to win without those; None: not worked out. ``numbers`` has all that is counted
    once more, by id.
    """
    pc, foe, draw = won(tally)
    who = plan.battle.who
    last = int(tally.rounds.nonzero()[0].max())
    return {
        "fights": tally.fights,
        "seed": plan.seed,
        "doctrine": {"pc": plan.orders.pc, "foe": plan.orders.foe},
        "flees": {"pc": plan.orders.pc_flees, "foe": plan.orders.foe_flees},
        "defends": {"pc": plan.orders.pc_defends, "foe": plan.orders.foe_defends},
        "win": {
            "pc": _round(pc.share),
            "foe": _round(foe.share),
            "draw": _round(draw.share),
            "interval": {"pc": _interval(pc), "foe": _interval(foe), "draw": _interval(draw)},
        },
        "rounds": {"mean": _round(mean_rounds(tally)), "pmf": _spread(tally.rounds, tally.fights)},
        "survives": _each(who, [int(each) for each in tally.alive], tally.fights),
        "still_in": {
            name: [_round(each) for each in still_in(tally, one, last)]
            for one, name in enumerate(who)
        },
        "losses": {
            "pc": _spread(tally.lost, tally.fights),
            "foe": _spread(tally.lost_foes, tally.fights),
            "first_out": {
                name: _round(float(each) / tally.fights)
                for name, each in zip(who, tally.first_out, strict=True)
            },
        },
        "ammo": {
            name: _round(int(left) / tally.fights)
            for name, left in zip(who, tally.ammo, strict=True)
            if left >= 0
        },
        "left_out": list(left_out),
        "numbers": {name: _round(each) for name, each in forecast_numbers(plan, tally).items()},
        "unplayed": [
            {
                "id": each.key,
                "who": list(each.who),
                "win.pc.without": None if each.without is None else _round(each.without),
            }
            for each in unplayed
        ],
    }


def forecast_numbers(plan: Plan, tally: Tally) -> Mapping[str, float]:
    """Returns every number of a forecast by its id, which no language changes.

    Shares of the fights from 0 to 1, but for ``rounds.mean`` and ``ammo.<id>``, which are means. ``out.<id>`` is the
    share in which somebody is out of the fight at the end, ``rounds.<n>`` that in which it ends in a round, up to the
    longest that was played.
    """
    pc, foe, draw = won(tally)
    who, fights = plan.battle.who, tally.fights
    last = int(tally.rounds.nonzero()[0].max())
    numbers = {
        "win.pc": pc.share,
        "win.foe": foe.share,
        "draw": draw.share,
        "rounds.mean": mean_rounds(tally),
        **_counted("rounds", tally.rounds[: last + 1], fights),
    }
    for one, name in enumerate(who):
        numbers[f"survives.{name}"] = int(tally.alive[one]) / fights
        numbers[f"out.{name}"] = 1.0 - int(tally.out[one, 0]) / fights
        numbers[f"first_out.{name}"] = float(tally.first_out[one]) / fights
        for number, share in enumerate(still_in(tally, one, last), 1):
            numbers[f"still_in.{name}.{number}"] = share
        if tally.ammo[one] >= 0:
            numbers[f"ammo.{name}"] = int(tally.ammo[one]) / fights
    foes = sum(plan.is_foe)
    numbers |= _counted("losses.pc", tally.lost[: len(who) - foes + 1], fights)
    return numbers | _counted("losses.foe", tally.lost_foes[: foes + 1], fights)


def _counted(name: str, counts: Counts, fights: int) -> dict[str, float]:
    return {f"{name}.{number}": int(count) / fights for number, count in enumerate(counts.tolist())}


def mean_rounds(tally: Tally) -> float:
    """Returns the mean length of a fight."""
    return float(tally.rounds @ range(tally.rounds.size)) / tally.fights


def _each(who: Sequence[CombatantId], counts: Sequence[int], fights: int) -> Mapping[str, float]:
    return {
        name: _round(share_of(count, fights).share) for name, count in zip(who, counts, strict=True)
    }


def _spread(counts: Counts, fights: int) -> Mapping[str, float]:
    return {
        str(number): _round(int(count) / fights)
        for number, count in enumerate(counts.tolist())
        if count
    }


def _interval(share: Share) -> list[float]:
    return [_round(share.low), _round(share.high)]


def _round(value: float) -> float:
    return round(value, _DIGITS)

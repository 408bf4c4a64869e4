"""A forecast in words."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.forecast_run import Chance, Forecast
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.model.text_format import at_an_end

ZONES = (("easy", 0.8), ("fair", 0.6), ("hard", 0.4), ("deadly", 0.2))
"""The least win chance for each word; below all of them a fight is hopeless."""


_MOST_ROUNDS, _MOST_SPANS = 6, 4
"""So many rounds have a column of their own, or so many spans of rounds; the rest share one."""

_MOST_LOST = 5
"""Of a larger side, losses from here on share a column."""


def percent(share: float) -> str:
    """Returns a share in whole per cent; what can happen is not called 0, and what can fail is not called 100."""
    if 0.0 < share < 0.005:
        return "<1"
    if 0.995 <= share < 1.0:
        return ">99"
    return f"{share:.0%}".removesuffix("%")


def counted_percent(share: float, fights: int = 0) -> str:
    """Returns a share of fights that were played in whole per cent; what did not happen in them may still happen.

    ``fights`` 0: how many were played is said elsewhere, and the share stands where there is no room for that.
    """
    if not fights:
        return {0.0: "<1", 1.0: ">99"}.get(share, percent(share))
    return at_an_end(share, fights) or percent(share)


def doctrines(orders: Orders, texts: MessageCatalog) -> str:
    """Returns the doctrine, or that of the player characters and that of their foes, and at which losses they flee."""
    pc, foe = (_doctrine(orders, is_foe, texts) for is_foe in (False, True))
    return pc if pc == foe else f"{pc} / {foe}"


def _doctrine(orders: Orders, is_foe: bool, texts: MessageCatalog) -> str:
    words = texts.text_of(f"gui.forecast.doctrine.{orders.doctrine(is_foe=is_foe)}")
    flees = orders.flees(is_foe=is_foe)
    if flees is not None:
        words = texts.text_of("gui.forecast.doctrine.flees", doctrine=words, percent=flees)
    if orders.defends(is_foe=is_foe):
        words = texts.text_of("gui.forecast.doctrine.defends", doctrine=words)
    return words


def chip_words(forecast: Forecast, texts: MessageCatalog) -> str:
    """Returns the win chance of the player characters' side with half its interval, and the doctrine.

    Waves that are still to come are said to be left out of it.
    """
    chance = forecast.pc
    words = texts.text_of(
        "gui.forecast.chip",
        percent=counted_percent(chance.share, forecast.fights),
        half=half(chance),
    )
    if forecast.waves is not None:
        words = f"{words} {forecast.waves.short(texts)}"
    return texts.text_of(
        "gui.forecast.under", chance=words, doctrine=doctrines(forecast.orders, texts)
    )


def difficulty(forecast: Forecast, texts: MessageCatalog) -> str:
    """Returns how hard the fight is: a word, the win chance, under which doctrine, and without which waves."""
    words = texts.text_of(
        "gui.forecast.difficulty",
        word=texts.text_of(f"gui.forecast.difficulty.{_zone(forecast.pc.share)}"),
        percent=counted_percent(forecast.pc.share, forecast.fights),
        half=half(forecast.pc),
    )
    if forecast.waves is not None:
        words = f"{words} · {forecast.waves.words(texts)}"
    return texts.text_of(
        "gui.forecast.under", chance=words, doctrine=doctrines(forecast.orders, texts)
    )


def _zone(share: float) -> str:
    """Returns the word for a win chance as it is written: 80 % is easy, also where it is 79.6."""
    written = round(share * 100)
    return next((word for word, least in ZONES if written >= round(least * 100)), "hopeless")


def half(chance: Chance) -> str:
    """Returns half the width of an interval in whole per cent, rounded up to 1 where it is less."""
    return str(max(round(chance.half * 100), 1))


def interval(chance: Chance, fights: int, texts: MessageCatalog) -> str:
    """Returns a chance among so many fights with the ends of its interval."""
    return texts.text_of(
        "gui.forecast.interval",
        percent=counted_percent(chance.share, fights),
        low=f"{chance.low * 100:.0f}",
        high=f"{chance.high * 100:.0f}",
    )


def played(forecast: Forecast, texts: MessageCatalog) -> str:
    """Returns how many fights were played under which doctrines."""
    return texts.text_of(
        "gui.forecast.played",
        fights=f"{forecast.fights:,}",
        doctrine=doctrines(forecast.orders, texts),
    )


def round_columns(forecast: Forecast) -> list[tuple[str, float]]:
    """Returns the rounds in which fights ended, with the share that did; late ones together.

    Where fights are long, a column stands for several rounds, as many in each: nine in ten of the fights that end have
    ended before the last column.
    """
    rounds = forecast.rounds
    if not rounds:
        return []
    first, (_, late) = rounds[0][0], forecast.middle
    is_long = late - first > _MOST_ROUNDS + 1
    count = _MOST_SPANS if is_long else _MOST_ROUNDS
    span = -(-(late - first + 1) // count) if is_long else 1
    shares = [0.0] * (count + 1)
    for number, share in rounds:
        shares[min((number - first) // span, count)] += share
    starts = [first + span * place for place in range(count + 1)]
    names = [str(start) if span == 1 else f"{start}–{start + span - 1}" for start in starts[:count]]
    columns = list(zip((*names, f"{starts[count]}+"), shares, strict=True))
    last = max(place for place, share in enumerate(shares) if share or not place)
    return columns[: last + 1]


def lost_columns(forecast: Forecast, texts: MessageCatalog) -> list[tuple[str, float]]:
    """Returns how many of the player characters' side went out, with the share of the fights; many together."""
    lost, whole = forecast.lost, len(forecast.lost) - 1
    own, rest = lost[:_MOST_LOST], lost[_MOST_LOST:]
    names = {0: texts.text_of("gui.forecast.none"), whole: texts.text_of("gui.forecast.all")}
    columns = [(names.get(number, str(number)), share) for number, share in enumerate(own)]
    if rest:
        columns.append((f"{_MOST_LOST}+", sum(rest)))
    return columns

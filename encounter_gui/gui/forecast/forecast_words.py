"""A forecast in words."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.forecast_run import Chance, Forecast
from encounter_gui.rules.engine.battle.orders import Orders


def percent(share: float) -> str:
    """Returns a share in whole per cent; what can happen is not called 0, and what can fail is not called 100."""
    if 0.0 < share < 0.005:
        return "<1"
    if 0.995 <= share < 1.0:
        return ">99"
    return f"{share:.0%}".removesuffix("%")


def doctrines(orders: Orders, texts: MessageCatalog) -> str:
    """Returns the doctrine, or that of the player characters and that of their foes, and at which losses they flee."""
    pc, foe = (_doctrine(orders, is_foe, texts) for is_foe in (False, True))
    return pc if pc == foe else f"{pc} / {foe}"


def _doctrine(orders: Orders, is_foe: bool, texts: MessageCatalog) -> str:  # noqa: FBT001 - it is a side
    words = texts.text_of(f"gui.forecast.doctrine.{orders.doctrine(is_foe=is_foe)}")
    flees = orders.flees(is_foe=is_foe)
    if flees is not None:
        words = texts.text_of("gui.forecast.doctrine.flees", doctrine=words, percent=flees)
    if orders.defends(is_foe=is_foe):
        words = texts.text_of("gui.forecast.doctrine.defends", doctrine=words)
    return words


def chip_words(forecast: Forecast, texts: MessageCatalog) -> str:
    """Returns the win chance of the player characters' side with half its interval, and the doctrine."""
    chance = forecast.pc
    return texts.text_of(
        "gui.forecast.chip",
        percent=percent(chance.share),
        half=half(chance),
        doctrine=doctrines(forecast.orders, texts),
    )


def half(chance: Chance) -> str:
    """Returns half the width of an interval in whole per cent, rounded up to 1 where it is less."""
    return str(max(round(chance.half * 100), 1))


def interval(chance: Chance, texts: MessageCatalog) -> str:
    """Returns a chance with the ends of its interval."""
    return texts.text_of(
        "gui.forecast.interval",
        percent=percent(chance.share),
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

"""A forecast in words."""

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.forecast.forecast_run import Chance, Forecast


def percent(share: float) -> str:
    """Returns a share in whole per cent; what can happen is not called 0, and what can fail is not called 100."""
    if 0.0 < share < 0.005:
        return "<1"
    if 0.995 <= share < 1.0:
        return ">99"
    return f"{share:.0%}".removesuffix("%")


def doctrines(forecast: Forecast, texts: MessageCatalog) -> str:
    """Returns the doctrine, or that of the player characters and that of their foes."""
    pc, foe = (
        texts.text_of(f"gui.forecast.doctrine.{each}")
        for each in (forecast.pc_doctrine, forecast.foe_doctrine)
    )
    return pc if pc == foe else f"{pc} / {foe}"


def chip_words(forecast: Forecast, texts: MessageCatalog) -> str:
    """Returns the win chance of the player characters' side with half its interval, and the doctrine."""
    chance = forecast.pc
    return texts.text_of(
        "gui.forecast.chip",
        percent=percent(chance.share),
        half=half(chance),
        doctrine=doctrines(forecast, texts),
    )


def half(chance: Chance) -> str:
    """Returns half the width of an interval in whole per cent, rounded up to 1 where it is less."""
    return str(max(round((chance.high - chance.low) / 2 * 100), 1))


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
        "gui.forecast.played", fights=forecast.fights, doctrine=doctrines(forecast, texts)
    )

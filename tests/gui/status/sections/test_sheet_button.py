"""Offers of the sheet: the reason in short where there is one, the whole of it for who asks."""

from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.status.sections.sheet_surface import SheetSurface
from encounter_gui.gui.status.sections.sheet_view import SheetView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.rules.model.commands import Next
from encounter_gui.rules.view import ActionOption, Fact, Section

SENTENCE = "Halloran has used its Main Action this round, so there is none to give up."


def shown(icons: Icons, texts: MessageCatalog, qtbot: QtBot, short: str) -> SheetSurface:
    """A refused offer, as narrow as in the sheet."""
    surface = SheetSurface(icons, texts)
    qtbot.addWidget(surface)
    offer = ActionOption(
        key="x",
        text="Total Defense",
        note="Instant",
        command=Next(),
        why_not=SENTENCE,
        short=short,
    )
    surface.resize(290, 60)
    surface.show_sections((Section(title="", offers=(offer,)),))
    return surface


def test_a_short_reason_is_painted_and_the_sentence_is_told(
    icons: Icons, texts: MessageCatalog, qtbot: QtBot
) -> None:
    """The pictures differ; tool tip and screen reader have the sentence either way."""
    brief, long = (shown(icons, texts, qtbot, short) for short in ("spent Main", ""))
    assert brief.grab().toImage() != long.grab().toImage()
    for button in (*brief.buttons, *long.buttons):
        assert not button.isEnabled()
        assert button.accessibleDescription() == SENTENCE
        assert "so there is none" in button.toolTip()


def test_a_longer_sheet_has_its_whole_height_at_once(
    icons: Icons, texts: MessageCatalog, qtbot: QtBot
) -> None:
    """No picture of it squeezed into the height of the last one."""
    sheet = SheetView(icons, texts)
    qtbot.addWidget(sheet)
    sheet.resize(300, 400)
    sheet.show()
    qtbot.waitExposed(sheet)
    for count in (2, 12):
        facts = tuple(Fact(name=f"Skill {number}", value="1") for number in range(count))
        sheet.show_sections([Section(title="Skills", facts=facts)] * 3)
        assert sheet.surface.height() >= sheet.surface.places[-1].bottom()

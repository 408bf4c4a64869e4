import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.dice.requests import Faces, Total
from encounter_gui.gui.attack.attack_panel import AttackPanel
from encounter_gui.gui.attack.fields.list_chooser import ListChooser
from encounter_gui.gui.attack.fields.number_chooser import NumberChooser
from encounter_gui.gui.attack.fields.segment_chooser import SegmentChooser
from encounter_gui.gui.attack.fields.step_button import StepButton
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.rules.view import AttackForm, DiceField, FormField, Option
from tests.gui.attack.form_values import BENCH, COMMAND, ODDS
from tests.helpers.nameless import nameless

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot, icons: Icons, texts: MessageCatalog) -> AttackPanel:
    panel = AttackPanel(icons, texts)
    qtbot.addWidget(panel)
    panel.resize(1010, 184)
    panel.show_bench(BENCH)
    panel.show_odds(ODDS)
    with qtbot.waitActive(panel):
        panel.show()
        panel.activateWindow()
    return panel


def segments(panel: AttackPanel, key: str) -> SegmentChooser:
    widget = panel.head.widget(key)
    assert isinstance(widget, SegmentChooser)
    return widget


def listed(panel: AttackPanel, key: str) -> ListChooser:
    widget = panel.head.widget(key)
    assert isinstance(widget, ListChooser)
    return widget


def said(panel: AttackPanel) -> tuple[str, str]:
    return panel.set_up.message.tone, panel.set_up.message.text


# ---- choosing


def test_a_number_stands_in_its_box_from_the_first(
    qtbot: QtBot, icons: Icons, texts: MessageCatalog
):
    """Also before it has been shown, and however it is laid out after that: the text has all of the box."""
    number = NumberChooser(icons, texts)
    qtbot.addWidget(number)
    number.show_chooser(
        FormField(key="gm", label="GM", look="number", chosen="0", least=-9, most=9)
    )
    assert number.spin.text() == "0"
    number.show()
    number.spin.setRange(-99, 99)
    number.spin.setStyleSheet(number.spin.styleSheet() + "\n")
    field = number.spin.lineEdit()
    assert field.width() >= number.spin.width() - 6
    assert number.spin.fontMetrics().horizontalAdvance("−99") <= field.width()


def test_a_click_on_a_segment_is_a_choice(qtbot: QtBot, panel: AttackPanel):
    """Range bands are chosen by pointing."""
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.mouseClick(segments(panel, "band").buttons[0], LEFT)
    assert choices.args == [{"band": "short"}]


def test_arrow_keys_walk_through_segments(qtbot: QtBot, panel: AttackPanel):
    """A row of segments is one stop of Tab, and arrows choose in it."""
    buttons = segments(panel, "dodge").buttons
    buttons[1].setFocus()
    qtbot.waitUntil(buttons[1].hasFocus)
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.keyClick(buttons[1], Qt.Key.Key_Right)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert choices.args == [{"dodge": "2"}]


def test_a_segment_that_cannot_be_chosen_says_why(panel: AttackPanel):
    """Refused options are disabled, with the reason for eye and ear."""
    far = segments(panel, "band").buttons[2]
    assert not far.isEnabled()
    assert far.toolTip() == far.accessibleDescription() == "Out of range."


def test_the_list_chooses_by_keyboard(qtbot: QtBot, panel: AttackPanel):
    """Down in a closed list takes the next option that can be chosen."""
    who = listed(panel, "who")
    who.setFocus()
    qtbot.waitUntil(who.hasFocus)
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.keyClick(who, Qt.Key.Key_Down)
    assert choices.args == [{"who": "kestrel"}]
    qtbot.keyClick(who, Qt.Key.Key_Down)
    assert who.currentText() == "Kestrel"


def test_a_number_is_a_choice(qtbot: QtBot, panel: AttackPanel):
    """The game master's own modifier is a number."""
    number = panel.set_up.choosers.widget("gm")
    assert isinstance(number, NumberChooser)
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.keyClick(number.spin, Qt.Key.Key_Down)
    assert choices.args == [{"gm": "-1"}]


def test_the_wheel_goes_past_lists_and_numbers(panel: AttackPanel):
    """Scrolling to what is below chose another gait of the target on its way, and took the keyboard there."""
    number = panel.set_up.choosers.widget("gm")
    assert isinstance(number, NumberChooser)
    who = listed(panel, "who")
    for field, other in ((who, number.spin), (number.spin, who)):
        other.setFocus()
        wheel = QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(0, 0), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(field, wheel)
        assert other.hasFocus()
    assert panel.choices == {}
    assert who.currentText() == "Brandt"
    assert number.spin.value() == 0


def test_a_number_steps_by_mouse(qtbot: QtBot, panel: AttackPanel):
    """Less and more stand beside the number."""
    number = panel.set_up.choosers.widget("gm")
    assert number is not None
    more = next(each for each in number.findChildren(StepButton) if each.accessibleName() == "GM +")
    qtbot.mouseClick(more, LEFT)
    assert panel.choices == {"gm": "1"}


def test_choices_add_up(qtbot: QtBot, panel: AttackPanel):
    """Every signal carries all choices made so far."""
    qtbot.mouseClick(segments(panel, "band").buttons[0], LEFT)
    qtbot.mouseClick(segments(panel, "dodge").buttons[0], LEFT)
    assert panel.choices == {"band": "short", "dodge": "0"}
    panel.set_choices({"who": "brandt"})
    assert panel.choices == {"who": "brandt"}


# ---- modifiers


def test_a_pill_switches_on_and_off(qtbot: QtBot, panel: AttackPanel):
    """A click, or Space, takes a modifier and gives it back."""
    run = panel.set_up.pills.pills[1]
    qtbot.mouseClick(run, LEFT)
    assert panel.choices == {"run": "on"}
    qtbot.keyClick(run, Qt.Key.Key_Space)
    assert panel.choices == {"run": "off"}


def test_a_locked_pill_cannot_be_switched(qtbot: QtBot, panel: AttackPanel):
    """What comes from the state can be read, not changed."""
    skill = panel.set_up.pills.pills[0]
    qtbot.mouseClick(skill, LEFT)
    assert panel.choices == {}
    assert skill.accessibleName() == "Firearms 5"
    assert "state of the fight" in skill.accessibleDescription()


def test_of_a_group_one_is_on(qtbot: QtBot, panel: AttackPanel):
    """There is one cover at a time."""
    half, most = panel.set_up.pills.pills[2:]
    qtbot.mouseClick(half, LEFT)
    qtbot.mouseClick(most, LEFT)
    assert panel.choices == {"half": "off", "most": "on"}
    assert not half.isChecked()


def test_a_group_holds_while_the_bench_follows(qtbot: QtBot, panel: AttackPanel):
    """In the window every choice comes back at once as another bench; one click stays one choice."""

    def follow(choices: dict[str, str]) -> None:
        toggles = (replace(each, is_on=choices.get(each.key) == "on") for each in BENCH.toggles[1:])
        panel.show_bench(replace(BENCH, toggles=(BENCH.toggles[0], *toggles)))

    panel.choices_changed.connect(follow)
    half, most = panel.set_up.pills.pills[2:]
    qtbot.mouseClick(half, LEFT)
    with qtbot.waitSignals([panel.choices_changed], raising=True):
        qtbot.mouseClick(most, LEFT)
    assert panel.choices == {"half": "off", "most": "on"}
    assert (half.isChecked(), most.isChecked()) == (False, True)


# ---- dice and Resolve


def test_enter_resolves_with_the_typed_dice(qtbot: QtBot, panel: AttackPanel):
    """Blank means the app rolls, digits mean these; afterwards the fields are empty."""
    attack, dodge = panel.set_up.dice.inputs
    attack.setFocus()
    qtbot.waitUntil(attack.hasFocus)
    qtbot.keyClicks(attack, "3 6 4")
    with qtbot.waitSignal(panel.resolved) as resolved:
        qtbot.keyClick(attack, Qt.Key.Key_Return)
    assert resolved.args == [COMMAND, {"attack": Faces(values=(3, 6, 4))}]
    assert (attack.text(), dodge.text()) == ("", "")


def test_a_click_resolves_with_totals(qtbot: QtBot, panel: AttackPanel):
    """A total is enough."""
    attack, dodge = panel.set_up.dice.inputs
    qtbot.keyClicks(attack, "=13")
    qtbot.keyClicks(dodge, "5")
    with qtbot.waitSignal(panel.resolved) as resolved:
        qtbot.mouseClick(panel.set_up.dice.resolve, LEFT)
    assert resolved.args[1] == {"attack": Total(value=13), "dodge": Faces(values=(5,))}


def test_letters_are_no_dice(qtbot: QtBot, panel: AttackPanel):
    """They are left to the window: N moves the fight on from here too."""
    attack = panel.set_up.dice.inputs[0]
    qtbot.keyClicks(attack, "3n6")
    assert attack.text() == "36"


@pytest.mark.parametrize("typed", ["7 1 1", "= =", "3 6 4 2", "=99"])
def test_impossible_dice_are_marked_while_they_are_typed(
    qtbot: QtBot, panel: AttackPanel, typed: str
):
    """A wrong face turns the border to danger and says so in one line; nothing is lost."""
    attack = panel.set_up.dice.inputs[0]
    qtbot.keyClicks(attack, typed)
    assert attack.property("wrong") == "true"
    assert said(panel)[0] == "danger"
    with qtbot.assertNotEmitted(panel.resolved):
        qtbot.keyClick(attack, Qt.Key.Key_Return)
    assert attack.text() == typed
    attack.clear()
    qtbot.keyClicks(attack, "1")
    assert said(panel) == ("hint", "")


def test_too_few_dice_are_wrong_only_on_enter(qtbot: QtBot, panel: AttackPanel):
    """Nobody is told off for the dice still to be typed."""
    attack = panel.set_up.dice.inputs[0]
    qtbot.keyClicks(attack, "3 6")
    assert said(panel) == ("hint", "")
    qtbot.keyClick(attack, Qt.Key.Key_Return)
    assert said(panel) == ("danger", "attack: 3 faces wanted, 2 given")
    assert attack.selectedText() == "3 6"


def test_a_refusal_keeps_the_dice(qtbot: QtBot, panel: AttackPanel):
    """A refused action clears nothing."""

    def refuse(command: object, typed: object) -> None:
        panel.show_refusal("Brandt has no shots left this turn. Reload first.")

    panel.resolved.connect(refuse)
    attack = panel.set_up.dice.inputs[0]
    qtbot.keyClicks(attack, "364")
    qtbot.keyClick(attack, Qt.Key.Key_Return)
    assert said(panel) == ("danger", "Brandt has no shots left this turn. Reload first.")
    assert attack.text() == "364"


def test_what_is_missing_stands_in_place(qtbot: QtBot, panel: AttackPanel):
    """An incomplete bench says what to do, quietly; one the rules refuse says so as an error."""
    panel.show_bench(replace(BENCH, command=None, why_not="Choose a target.", sum=""))
    assert said(panel) == ("hint", "Choose a target.")
    assert not panel.set_up.dice.resolve.isEnabled()
    panel.show_bench(replace(BENCH, command=None, why_not="The magazine is empty: reload."))
    assert said(panel) == ("danger", "The magazine is empty: reload.")
    panel.set_up.dice.inputs[0].setFocus()
    with qtbot.assertNotEmitted(panel.resolved):
        qtbot.keyClick(panel.set_up.dice.inputs[0], Qt.Key.Key_Return)


def test_the_result_stands_until_the_next_choice(qtbot: QtBot, panel: AttackPanel):
    """How it went, with its arithmetic, in one line."""
    panel.show_result([("15 against 16: ", False), ("missed", True)])
    assert said(panel) == ("result", "15 against 16: missed")
    qtbot.mouseClick(segments(panel, "dodge").buttons[0], LEFT)
    assert said(panel) == ("hint", "")


# ---- updates


def test_an_update_leaves_focus_and_typed_dice_alone(qtbot: QtBot, panel: AttackPanel):
    """Odds follow every key; the hands must not notice."""
    attack = panel.set_up.dice.inputs[0]
    attack.setFocus()
    qtbot.waitUntil(attack.hasFocus)
    qtbot.keyClicks(attack, "3 6")
    dodge = replace(BENCH.fields[3], chosen="0")
    toggles = tuple(replace(toggle, amount="+9") for toggle in BENCH.toggles)
    with qtbot.assertNotEmitted(panel.choices_changed):
        panel.show_bench(
            replace(BENCH, fields=(*BENCH.fields[:3], dodge, BENCH.fields[4]), toggles=toggles)
        )
    assert attack.hasFocus()
    assert attack.text() == "3 6"
    assert [each.isChecked() for each in segments(panel, "dodge").buttons] == [True, False, False]


def test_widgets_that_stay_are_the_same_when_a_chooser_joins(qtbot: QtBot, panel: AttackPanel):
    """Another weapon asks another question; the rest keeps its place in the hand."""
    who, band = listed(panel, "who"), segments(panel, "band")
    who.setFocus()
    qtbot.waitUntil(who.hasFocus)
    options = (Option(key="SS", text="single"), Option(key="SA", text="semi"))
    mode = FormField(key="mode", label="Mode", look="segments", options=options, chosen="SS")
    panel.show_bench(replace(BENCH, fields=(*BENCH.fields[:2], mode, *BENCH.fields[2:])))
    assert (listed(panel, "who"), segments(panel, "band")) == (who, band)
    assert who.hasFocus()
    assert [each.isChecked() for each in segments(panel, "mode").buttons] == [True, False]


def test_dice_fields_come_and_go(panel: AttackPanel):
    """What is typed stays as long as its field is asked for."""
    panel.set_up.dice.inputs[0].setText("364")
    damage = DiceField(key="damage", label="damage", notation="6d6")
    panel.show_bench(replace(BENCH, dice=(BENCH.dice[0], damage)))
    assert [field.key for field in panel.set_up.dice.inputs] == ["attack", "damage"]
    assert [field.text() for field in panel.set_up.dice.inputs] == ["364", ""]


def test_an_empty_bench_can_be_shown(panel: AttackPanel):
    """Before the fight there is nothing on it."""
    panel.show_bench(AttackForm(why_not="Nobody acts yet."))
    panel.show_odds(None)
    assert said(panel) == ("hint", "Nobody acts yet.")
    assert "once attacker" in panel.odds.accessibleDescription()


# ---- odds


def test_a_row_of_the_comparison_sets_its_chooser(qtbot: QtBot, panel: AttackPanel):
    """One looks at the odds by dodge dice, and clicks the one meant."""
    with qtbot.waitSignal(panel.choices_changed) as choices:
        qtbot.mouseClick(panel.odds.comparison.rows[0], LEFT)
    assert choices.args == [{"dodge": "0"}]
    assert not panel.odds.comparison.rows[2].isEnabled()


def test_odds_are_there_in_words(panel: AttackPanel):
    """Painted figures, rows and bars can all be heard."""
    heard = panel.odds.figures.accessibleDescription().replace("\u00a0", " ")
    assert heard == "Hit 74 %; Down < 1 %, TH 8 → 0"
    rows = [row.accessibleName().replace("\u00a0", " ") for row in panel.odds.comparison.rows]
    assert rows == ["no die: 94 %", "1 die: 74 %", "2 dice: 46 %"]
    within = panel.odds.within.accessibleDescription().replace("\u00a0", " ")
    assert within == "1: 18 %, 2: 36 %, 3: 52 %"


def test_everything_has_a_name(panel: AttackPanel):
    """No control is silent."""
    assert nameless(panel) == []


def test_tab_reaches_every_control(qtbot: QtBot, panel: AttackPanel):
    """The bench needs no mouse: from the first list to Resolve in the order of reading."""
    listed(panel, "who").setFocus()
    qtbot.waitUntil(listed(panel, "who").hasFocus)
    seen = []
    for _ in range(20):
        focused = QApplication.focusWidget()
        assert focused is not None
        seen.append(focused.accessibleName())
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    wanted = ["Attacker", "Target", "Range: Medium 15", "Running −1", "attack, 3d6", "Resolve"]
    places = [seen.index(name) for name in wanted]
    assert places == sorted(places)


def test_it_can_be_drawn_in_light_colours(
    qtbot: QtBot, texts: MessageCatalog, theme_dark: Theme, theme_light: Theme
):
    """A change of theme repaints what is open."""
    icons = Icons(theme_dark)
    icons.load()
    panel = AttackPanel(icons, texts)
    qtbot.addWidget(panel)
    panel.resize(1010, 184)
    panel.show_bench(BENCH)
    panel.show_odds(ODDS)
    icons.use(theme_light)
    image = panel.grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(330, 760) for y in range(40, 150)}
    assert theme_light.colour("chart.s1").name() in seen


def test_resolve_is_dim_where_the_rules_refuse_it_and_says_why(
    qtbot: QtBot, panel: AttackPanel
) -> None:
    """No action is left, the weapon is empty: pressed all the same, the refusal is told as ever."""
    resolve = panel.set_up.dice.resolve
    assert resolve.is_bright
    panel.show_bench(replace(BENCH, why_not="Rook has no action left"))
    assert not resolve.is_bright
    assert resolve.isEnabled()
    assert said(panel) == ("hint", "Rook has no action left")
    panel.show_bench(BENCH)
    assert resolve.is_bright


def test_used_dice_do_not_come_back_with_their_actor(qtbot: QtBot, panel: AttackPanel):
    """The attack brings the next actor to the bench at once: its dice were used, and are no draft."""
    other = replace(BENCH, actor="c9")

    def next_one(_command: object, _typed: object) -> None:
        panel.show_bench(other)

    panel.resolved.connect(next_one)
    qtbot.keyClicks(panel.set_up.dice.inputs[0], "3 6 4")
    qtbot.keyClick(panel.set_up.dice.inputs[0], Qt.Key.Key_Return)
    assert not panel.set_up.dice.drafts
    panel.show_bench(BENCH)
    assert not panel.set_up.dice.drafts

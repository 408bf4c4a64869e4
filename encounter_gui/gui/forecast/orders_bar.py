"""What each side does in a forecast: whom it aims at, when it flees, whether it defends itself."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSpinBox, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.layouts import FlowLayout, add_items, row_layout
from encounter_gui.gui.widgets.line_edit import NumberField
from encounter_gui.rules.engine.battlefield.orders import DOCTRINES, Orders

_BY_RULE = -1
"""The number that stands for: flees by the rules alone."""


class OrdersBar(QWidget):
    """Two groups of fields, one a side; any change is told at once."""

    chosen = Signal(object)
    """``Orders``."""

    def __init__(
        self, orders: Orders, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Shows these orders."""
        super().__init__(parent)
        self._texts = texts
        line = FlowLayout(self)
        self.pc_doctrine, self.pc_flees, self.pc_defends = self._side("pc", orders, line)
        self.foe_doctrine, self.foe_flees, self.foe_defends = self._side("foe", orders, line)

    def _side(
        self, side: str, orders: Orders, line: FlowLayout
    ) -> tuple[QComboBox, QSpinBox, QCheckBox]:
        group = QWidget(self)
        row = row_layout(group, margins=(0, 0, 8, 0))
        is_foe = side == "foe"
        doctrine = QComboBox(group)
        doctrine.setAccessibleName(self._texts.text_of(f"gui.forecast.aims.{side}"))
        for each in DOCTRINES:
            doctrine.addItem(self._texts.text_of(f"gui.forecast.doctrine.{each}"), each)
            tip = self._texts.text_of(f"gui.forecast.doctrine.{each}.tip")
            doctrine.setItemData(doctrine.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        doctrine.setCurrentIndex(DOCTRINES.index(orders.doctrine(is_foe=is_foe)))
        doctrine.setToolTip(str(doctrine.currentData(Qt.ItemDataRole.ToolTipRole)))
        doctrine.activated.connect(self._choose)
        flees = NumberField(group)
        flees.setRange(_BY_RULE, 100)
        flees.setSingleStep(25)
        flees.setSpecialValueText(self._texts.text_of("gui.forecast.flees.by_rule"))
        flees.setPrefix(self._texts.text_of("gui.forecast.flees.at") + " ")
        flees.setSuffix(" %")
        flees.setAccessibleName(self._texts.text_of(f"gui.forecast.flees.{side}"))
        flees.setToolTip(self._texts.text_of("gui.forecast.flees.tip"))
        now = orders.flees(is_foe=is_foe)
        flees.setValue(_BY_RULE if now is None else now)
        flees.setKeyboardTracking(False)
        flees.valueChanged.connect(self._choose)
        defends = QCheckBox(self._texts.text_of("gui.forecast.defends"), group)
        defends.setToolTip(self._texts.text_of("gui.forecast.defends.tip"))
        defends.setChecked(orders.defends(is_foe=is_foe))
        defends.toggled.connect(self._choose)
        label = QLabel(self._texts.text_of(f"gui.forecast.aims.{side}"), group)
        label.setBuddy(doctrine)
        add_items(row, label, doctrine, flees, defends)
        line.addWidget(group)
        return doctrine, flees, defends

    def show_orders(self, orders: Orders) -> None:
        """Shows other orders; nothing is told."""
        for is_foe, doctrine, flees, defends in (
            (False, self.pc_doctrine, self.pc_flees, self.pc_defends),
            (True, self.foe_doctrine, self.foe_flees, self.foe_defends),
        ):
            doctrine.setCurrentIndex(DOCTRINES.index(orders.doctrine(is_foe=is_foe)))
            losses = orders.flees(is_foe=is_foe)
            with QSignalBlocker(flees), QSignalBlocker(defends):
                flees.setValue(_BY_RULE if losses is None else losses)
                defends.setChecked(orders.defends(is_foe=is_foe))

    @property
    def orders(self) -> Orders:
        """What is chosen."""
        pc_flees, foe_flees = (
            None if field.value() == _BY_RULE else field.value()
            for field in (self.pc_flees, self.foe_flees)
        )
        return Orders(
            pc=DOCTRINES[self.pc_doctrine.currentIndex()],
            foe=DOCTRINES[self.foe_doctrine.currentIndex()],
            pc_flees=pc_flees,
            foe_flees=foe_flees,
            pc_defends=self.pc_defends.isChecked(),
            foe_defends=self.foe_defends.isChecked(),
        )

    @Slot()
    def _choose(self) -> None:
        for field in (self.pc_doctrine, self.foe_doctrine):
            field.setToolTip(str(field.currentData(Qt.ItemDataRole.ToolTipRole)))
        self.chosen.emit(self.orders)

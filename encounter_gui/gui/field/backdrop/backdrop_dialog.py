"""How large a picture is on the plan: two points are set on it, and how far they are apart is typed."""

from msgspec import Struct
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QPushButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.plan import Unit
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.field.backdrop.picture_view import PictureView
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label

_LEAST, _MOST = 0.1, 10_000.0
_USUAL: dict[Unit, float] = {"m": 10, "ft": 30}


class Scaled(Struct, frozen=True, kw_only=True):
    """A picture with its scale: how wide it is in the plan's unit, and whether the plan is made as large."""

    width: float
    fits_plan: bool


class BackdropDialog(QDialog):
    """Sets the scale of a picture; another file can be chosen, or none is wanted any more."""

    scaled = Signal(object)
    """``Scaled``: it is to be used so. The dialog closes."""
    file_wanted = Signal()
    removed = Signal()
    """The plan is to lie on no picture. The dialog closes."""

    def __init__(
        self, icons: Icons, texts: MessageCatalog, unit: Unit, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, the words, and the unit of the plan."""
        super().__init__(parent)
        column = set_up_dialog(self, texts.text_of("gui.field.backdrop.title"))
        self.about = plain_label(texts.text_of("gui.field.backdrop.text"), self)
        column.addWidget(self.about)
        self._pixels = (1, 1)
        self.view = PictureView(icons.theme, self)
        self.view.setAccessibleName(texts.text_of("gui.field.backdrop.view"))
        column.addWidget(self.view, 1)
        self.apart = self._length(texts, "apart", unit, _USUAL[unit])
        self.width_field = self._length(texts, "width", unit, 10 * _USUAL[unit])
        self.fits = QCheckBox(texts.text_of("gui.field.backdrop.fits"), self)
        self.fits.setChecked(True)
        form = QFormLayout()
        form.addRow(texts.text_of("gui.field.backdrop.apart"), self.apart)
        form.addRow(texts.text_of("gui.field.backdrop.width"), self.width_field)
        form.addRow(self.fits)
        column.addLayout(form)
        self.other = QPushButton(texts.text_of("gui.field.backdrop.other"), self)
        self.remove = QPushButton(texts.text_of("gui.field.backdrop.remove"), self)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        self.use = QPushButton(texts.text_of("gui.field.backdrop.use"), self)
        column.addLayout(buttons(self.other, self.remove, cancel, self.use))
        self.view.changed.connect(self._follow_points)
        self.apart.valueChanged.connect(self._follow_points)
        self.other.clicked.connect(self.file_wanted)
        self.remove.clicked.connect(self._remove)
        cancel.clicked.connect(self.reject)
        self.use.clicked.connect(self._use)
        self.use.setDefault(True)

    def _length(self, texts: MessageCatalog, key: str, unit: Unit, value: float) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setRange(_LEAST, _MOST)
        field.setDecimals(1)
        field.setSuffix(f" {unit}")
        field.setValue(value)
        field.setAccessibleName(texts.text_of(f"gui.field.backdrop.{key}"))
        return field

    def show_picture(
        self, image: QImage, pixels: tuple[int, int], width: float | None = None
    ) -> None:
        """Shows a picture of so many pixels; ``width`` is how wide it is now, None: it is not on the plan yet."""
        self._pixels = pixels
        self.remove.setVisible(width is not None)
        self.view.show_picture(image, pixels)
        if width is not None:
            self.width_field.setValue(width)

    @Slot()
    def _follow_points(self) -> None:
        """Reckons the width from the two points; while they are not set, it is typed."""
        apart = self.view.apart
        self.apart.setEnabled(apart > 0)
        if apart > 0:
            self.width_field.setValue(self._pixels[0] * self.apart.value() / apart)

    @Slot()
    def _use(self) -> None:
        apart = self.view.apart
        # The field shows one digit behind the point; what two points say is kept as they say it.
        told = self._pixels[0] * self.apart.value() / apart if apart > 0 else 0
        shown = self.width_field.value()
        is_told = apart > 0 and abs(shown - told) <= _LEAST
        self.accept()
        width = round(told, 3) if is_told else shown
        self.scaled.emit(Scaled(width=width, fits_plan=self.fits.isChecked()))

    @Slot()
    def _remove(self) -> None:
        self.accept()
        self.removed.emit()

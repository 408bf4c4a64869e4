"""The style sheet as a template: colour roles with ``_`` for the dot, radii and sizes by their names.

Flat grounds, lines of 1 px, a focus ring of 2 px whose growth is taken from padding and height, so nothing moves.
"""

from string import Template

SHEET = Template(
    """
QToolBar { background: $surface_window; border: none; spacing: 4px; padding: 0 8px; }
QToolBar::separator { background: $line_divider; width: 1px; margin: 11px 8px; }
QMainWindow::separator {
    background: $surface_window; width: ${dock_gap}px; height: ${dock_gap}px;
}
QMainWindow::separator:hover { background: $accent_interactive; }
QSplitter::handle { background: $surface_window; }
QSplitter::handle:hover { background: $accent_interactive; }

QMenuBar { background: $surface_window; color: $text_secondary; border: none; }
QMenuBar::item { background: transparent; padding: 4px 9px; border-radius: ${radius_control}px; }
QMenuBar::item:selected { background: $surface_raised_hover; color: $text_primary; }
QMenu {
    background: $surface_overlay; color: $text_primary; border: 1px solid $line_divider;
    padding: 4px 0;
}
QMenu::item { padding: 5px 24px 5px 12px; border: none; }
QMenu::icon { padding-left: 12px; }
QMenu::item:selected { background: $surface_row_selected; }
QMenu::item:disabled { color: $text_disabled; }
QMenu::separator { background: $line_subtle; height: 1px; margin: 4px 0; }
QToolTip {
    background: $surface_overlay; color: $text_primary; border: 1px solid $line_divider;
    padding: 4px 6px;
}

QToolButton {
    background: transparent; color: $text_secondary; border: 1px solid transparent;
    border-radius: ${radius_control}px; padding: 3px; min-height: ${min_target}px;
    min-width: ${min_target}px;
}
QLineEdit > QToolButton { min-height: 16px; min-width: 16px; padding: 0; }
QToolButton:hover { background: $surface_raised_hover; color: $text_primary; }
QToolButton:pressed { background: $surface_sunken; }
QToolButton:checked { background: $accent_interactive_fill; color: $text_primary; }
QToolButton:focus { border: 2px solid $accent_focus; padding: 2px; }
QToolButton:disabled { color: $text_disabled; }
QToolButton[bordered="true"] { background: $surface_raised; border-color: $line_control; }
QToolButton[bordered="true"]:hover { background: $surface_raised_hover; }

QToolButton#add_condition {
    color: $text_muted; border: 1px dashed $line_control; border-radius: ${radius_chip}px; padding: 0 5px;
    min-height: 18px; max-height: 18px; min-width: 8px;
}
QToolButton#add_condition:hover { color: $text_primary; }
QToolButton#add_condition:focus { border: 2px solid $accent_focus; padding: 0 4px; min-height: 16px; max-height: 16px; }

QToolButton[menu="true"]::menu-indicator { image: none; }

QToolButton[segment] {
    background: $surface_raised; color: $text_primary; border: 1px solid $line_control;
    border-left: none; border-radius: 0; padding: 0 10px; min-height: 24px; max-height: 24px;
    min-width: 6px;
}
QToolButton[segment="first"], QToolButton[segment="only"] {
    border-left: 1px solid $line_control;
}
QToolButton[segment="first"] {
    border-top-left-radius: ${radius_control}px; border-bottom-left-radius: ${radius_control}px;
}
QToolButton[segment="last"] {
    border-top-right-radius: ${radius_control}px; border-bottom-right-radius: ${radius_control}px;
}
QToolButton[segment="only"] { border-radius: ${radius_control}px; }
QToolButton[segment]:hover { background: $surface_raised_hover; }
QToolButton[segment]:checked {
    background: $accent_interactive_fill; font-weight: 600;
    border-bottom: 2px solid $accent_interactive;
}
QToolButton[segment]:focus {
    border: 2px solid $accent_focus; padding: 0 9px; min-height: 22px; max-height: 22px;
}
QToolButton[segment][opens="true"] { padding-right: 22px; }
QToolButton[segment][opens="true"]:focus { padding-right: 21px; }
QToolButton[segment][opens="true"]::menu-indicator {
    subcontrol-origin: border; subcontrol-position: right center; right: 6px; width: 10px; height: 10px;
}
QToolButton[segment][tight="true"] { padding: 0 2px; }
QToolButton[segment][tight="true"]:focus { padding: 0 1px; }
QToolButton[segment]:disabled { color: $text_disabled; border-color: $line_divider; }

QPushButton {
    background: $surface_raised; color: $text_primary; border: 1px solid $line_control;
    border-radius: ${radius_control}px; padding: 0 12px; font-weight: 500; min-height: 28px;
}
QPushButton:hover { background: $surface_raised_hover; }
QPushButton:pressed { background: $surface_sunken; }
QPushButton:focus { border: 2px solid $accent_focus; padding: 0 11px; min-height: 26px; }
QPushButton:disabled {
    color: $text_disabled; border-color: $line_divider; background: transparent;
}
QPushButton[small="true"] { min-height: 22px; padding: 0 8px; }
QPushButton[small="true"]:focus { min-height: 20px; padding: 0 7px; }
QPushButton[pill="true"] { border-radius: 11px; }
QPushButton[pill="true"]:checked {
    background: $accent_interactive_fill; border-color: $accent_interactive;
}
QPushButton[flat="true"] { background: transparent; border-color: transparent; }
QPushButton[flat="true"]:hover { background: $surface_raised_hover; }
QPushButton[flat="true"]:focus { border-color: $accent_focus; }
QPushButton[link="true"] {
    background: transparent; border: 1px solid transparent; color: $accent_interactive; padding: 0 5px;
    min-height: 16px;
}
QPushButton[link="true"]:hover { color: $text_primary; }
QPushButton[link="true"]:focus { border: 2px solid $accent_focus; padding: 0 4px; min-height: 14px; }
QPushButton[link="true"]:disabled { color: $text_disabled; }
QPushButton[primary="true"], QToolButton[primary="true"] {
    background: $accent_now; color: $text_on_now; border: 1px solid $accent_now_edge;
    font-weight: 600;
}
QPushButton[primary="true"]:hover, QToolButton[primary="true"]:hover {
    background: $accent_now_hover; color: $text_on_now;
}
QPushButton[primary="true"]:focus, QToolButton[primary="true"]:focus {
    border: 2px solid $text_on_now;
}
QPushButton[primary="true"]:disabled, QToolButton[primary="true"]:disabled {
    background: $surface_raised; color: $text_disabled; border-color: $line_divider;
}

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox {
    background: $surface_sunken; color: $text_primary; border: 1px solid $line_control;
    border-radius: ${radius_control}px; padding: 0 7px;
    selection-background-color: $accent_interactive; selection-color: $text_on_accent;
}
QLineEdit, QSpinBox, QDoubleSpinBox { min-height: 26px; }
QLineEdit[tiny="true"] { min-height: 20px; }
QToolButton[tiny="true"] { min-height: 18px; padding: 1px 3px; }
QPushButton[tiny="true"] { min-height: 20px; padding: 0 8px; }
QPushButton[tiny="true"]:focus { min-height: 18px; padding: 0 7px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus {
    border: 2px solid $accent_focus; padding: 0 6px;
}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { min-height: 24px; }
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit, QSpinBox QLineEdit:focus, QDoubleSpinBox QLineEdit:focus {
    background: transparent; border: none; padding: 0 6px; min-height: 0;
}
QSpinBox, QDoubleSpinBox { max-height: 26px; }
QSpinBox:focus, QDoubleSpinBox:focus { max-height: 24px; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: none; }
QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { width: 0; border: none; }
QLineEdit[flat="true"] { background: transparent; border-color: transparent; }
QLineEdit[flat="true"]:hover { border-color: $line_control; }
QLineEdit[flat="true"]:focus { background: $surface_sunken; border-color: $accent_focus; }
QLineEdit[seamless="true"], QLineEdit[seamless="true"]:focus {
    background: transparent; border: none; padding: 0; min-height: 38px;
}
QListView#palette_results { background: $surface_overlay; }
QLineEdit[wrong="true"] { border-color: $status_danger; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled {
    color: $text_disabled; border-color: $line_divider;
}
QAbstractItemView QLineEdit { min-height: 0; border-radius: 0; }

QComboBox QAbstractItemView {
    background: $surface_overlay; color: $text_primary; border: 1px solid $line_divider;
    selection-background-color: $surface_row_selected; selection-color: $text_primary;
    outline: none;
}

QTabBar { background: transparent; border: none; }
QTabBar::tab {
    background: transparent; color: $text_secondary; border: none;
    border-bottom: 2px solid transparent; padding: 0 9px; height: 26px;
}
QTabBar::tab:hover { color: $text_primary; }
QTabBar::tab:selected {
    color: $text_primary; border-bottom-color: $accent_interactive; font-weight: 600;
}
QTabBar::tab:focus { border: 2px solid $accent_focus; padding: 0 7px; height: 24px; }
QTabWidget::pane { border: none; border-top: 1px solid $line_subtle; }

QHeaderView { background: $surface_dock; border: none; }
QHeaderView::section {
    background: $surface_dock; color: $text_muted; border: none;
    border-bottom: 1px solid $line_divider; padding: 0 6px;
}
QHeaderView::section:hover { color: $text_primary; }
QTableView, QTreeView, QListView { background: $surface_dock; border: none; outline: none; }
QDialog QListView { padding: 4px 8px; }
QTableCornerButton::section {
    background: $surface_dock; border: none; border-bottom: 1px solid $line_divider;
}

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $line_control; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: $text_muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }

QProgressBar {
    background: $gauge_track; color: $text_primary; border: 1px solid $line_divider;
    border-radius: ${radius_cell}px; text-align: center; min-height: 14px;
}
QProgressBar::chunk { background: $accent_interactive_fill; }
QSlider::groove:horizontal { background: $line_control; height: 2px; }
QSlider::sub-page:horizontal { background: $accent_interactive; height: 2px; }
QSlider::handle:horizontal {
    background: $text_primary; width: 10px; height: 10px; margin: -4px 0; border-radius: 5px;
}
QSlider::handle:horizontal:focus {
    background: $accent_focus; width: 14px; height: 14px; margin: -6px 0; border-radius: 7px;
}

QFrame[dock="true"] {
    background: $surface_dock; border: 1px solid $line_divider; border-radius: ${radius_dock}px;
}
QFrame[dock="true"][large="true"] { border-color: $accent_interactive; }
QFrame[band="true"] {
    background: $surface_sunken; border: 1px solid $line_divider; border-radius: ${radius_control}px;
}
QFrame[card] { border: 1px solid $line_divider; border-radius: ${radius_dock}px; }
QFrame[card="found"] { border: 2px solid $accent_interactive; }
QFrame[banner] { border-radius: ${radius_control}px; }
QFrame[banner="danger"] { background: $status_danger_fill; border: 1px solid $status_danger; }
QFrame[banner="hint"] { background: $status_info_fill; border: 1px solid $status_info; }
"""
)
"""Filled in by ``qt_palette.style_sheet``."""

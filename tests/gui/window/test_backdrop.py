"""The picture below the plan, in the real window: a file, two clicks, a number, and it lies there to scale."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QImageReader
from PySide6.QtTest import QTest

from encounter_gui.core.errors import RuleError
from encounter_gui.core.picture_files import read_picture
from encounter_gui.gui.field.backdrop.backdrop_dialog import BackdropDialog
from encounter_gui.gui.theme.painting.pictures import decoded, upright
from encounter_gui.rules.model.commands import Put, SetPlan
from tests.helpers.pictures import JPEG, chunk, png, png_of

PICTURE = png(400, 200, grey=60)


@pytest.fixture
def pictures(sample):
    """What chooses the picture, with the plan open."""
    sample.window.actions_of["field"].trigger()
    assert sample.field.field is not None
    yield sample.field.pictures
    if sample.field.pictures.dialog is not None:
        sample.field.pictures.dialog.reject()


def file_of(data, tmp_path, name="ground.png"):
    (tmp_path / name).write_bytes(data)
    return str(tmp_path / name)


def plan_of(program):
    return program.controller.session.state.plan


def clicked(dialog, across, down):
    box = dialog.view._box()
    at = QPoint(round(box.x() + across * box.width()), round(box.y() + down * box.height()))
    QTest.mouseClick(dialog.view, Qt.MouseButton.LeftButton, pos=at)


def test_two_clicks_and_a_number_set_the_scale(sample, pictures, tmp_path):
    pictures.take_file(file_of(PICTURE, tmp_path))
    dialog = pictures.dialog
    assert dialog.isVisible()
    assert not dialog.remove.isVisible()
    assert not dialog.apart.isEnabled()
    clicked(dialog, 0.25, 0.5)
    clicked(dialog, 0.75, 0.5)
    dialog.apart.setValue(20)
    assert dialog.width_field.value() == pytest.approx(40, abs=0.5)
    QTest.mouseClick(dialog.use, Qt.MouseButton.LeftButton)
    plan = plan_of(sample)
    assert plan.backdrop.picture == read_picture(PICTURE).name
    assert plan.backdrop.pixels == (400, 200)
    assert plan.backdrop.width == pytest.approx(40, abs=0.5)
    assert (plan.width, plan.height) == (plan.backdrop.width, plan.backdrop.width / 2)
    assert sample.campaigns.campaign.picture(plan.backdrop.picture) == PICTURE
    assert pictures.dialog is None
    surface = sample.field.panel.surface
    assert surface.picture_of(plan.backdrop.picture).size().width() == 400
    sample.controller.undo()
    assert plan_of(sample) is None


def test_by_keyboard_alone(sample, pictures, tmp_path):
    pictures.take_file(file_of(PICTURE, tmp_path))
    view = pictures.dialog.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Space)
    for _ in range(5):
        QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_Space)
    (x1, y1), (x2, y2) = view.points
    assert (x1, y1, y2) == (200, 100, 100)
    assert x2 - x1 == pytest.approx(50 * 400 / view._box().width())
    pictures.dialog.width_field.setValue(30)  # typed after all
    QTest.keyClick(pictures.dialog.use, Qt.Key.Key_Space)
    assert plan_of(sample).backdrop.width == 30


def test_somebody_beside_the_picture_keeps_the_size_of_the_plan(sample, pictures, tmp_path):
    controller = sample.controller
    who = next(iter(controller.session.state.combatants))
    controller.perform(SetPlan(size=(80, 40)))
    controller.perform(Put(who=(who,), at=(70, 30)))
    pictures.take_file(file_of(PICTURE, tmp_path))
    pictures.dialog.width_field.setValue(40)
    QTest.mouseClick(pictures.dialog.use, Qt.MouseButton.LeftButton)
    plan = plan_of(sample)
    assert (plan.width, plan.height, plan.backdrop.width) == (80, 40, 40)


def test_the_picture_is_scaled_anew_and_taken_away(sample, pictures, tmp_path):
    pictures.take_file(file_of(PICTURE, tmp_path))
    pictures.dialog.width_field.setValue(50)
    QTest.mouseClick(pictures.dialog.use, Qt.MouseButton.LeftButton)
    pictures.ask()
    assert pictures.dialog.width_field.value() == 50
    assert pictures.dialog.remove.isVisible()
    pictures.dialog.width_field.setValue(60)
    QTest.mouseClick(pictures.dialog.use, Qt.MouseButton.LeftButton)
    assert plan_of(sample).backdrop.width == 60
    pictures.ask()
    QTest.mouseClick(pictures.dialog.remove, Qt.MouseButton.LeftButton)
    assert plan_of(sample).backdrop is None
    assert plan_of(sample).width == 60


@pytest.mark.parametrize(
    "data",
    [b"GIF89a" + bytes(40), b"<svg/>", PICTURE[:60], png_of(50_000, 50_000, b"\0"), png_of(4, 4, b"no")],
    ids=["gif", "svg", "cut off", "bomb", "no pixels"],
)  # fmt: skip
def test_a_hostile_picture_is_refused_in_words_and_nothing_happens(
    sample, pictures, tmp_path, qtbot, data
):
    said = []
    sample.controller.refused.connect(said.append)
    pictures.take_file(file_of(data, tmp_path))
    sample.controller.refused.disconnect(said.append)
    assert pictures.dialog is None
    assert "picture" in str(said[0]).lower()
    assert plan_of(sample) is None


def test_a_file_that_is_gone_is_refused(sample, pictures, tmp_path):
    said = []
    sample.controller.refused.connect(said.append)
    pictures.take_file(str(tmp_path / "gone.png"))
    sample.controller.refused.disconnect(said.append)
    assert said
    assert pictures.dialog is None


def test_a_picture_taken_sideways_is_turned_and_tells_no_place(qapp):
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    sideways = JPEG[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + JPEG[2:]
    kept = upright(sideways)
    assert read_picture(kept).pixels == (2, 3)
    assert b"Exif" not in kept
    assert upright(JPEG) == JPEG


def test_what_is_decoded_is_no_larger_than_asked_for(qapp):
    assert decoded(PICTURE, 100).width() == 100
    assert decoded(b"GIF89a", 100).isNull()
    before = QImageReader.allocationLimit()
    assert decoded(png_of(6_000, 5_000, b"no"), 100).isNull()
    assert QImageReader.allocationLimit() == before
    with pytest.raises(RuleError, match=r"picture\.broken"):
        upright(png_of(4, 4, b"no"))


def test_a_picture_with_a_text_is_kept_without_it(qapp):
    assert upright(png(4, 4, chunk(b"tEXt", b"a\0b"))) == png(4, 4)


def test_points_beside_the_picture_are_on_its_edge_and_a_third_begins_anew(qtbot, icons, texts):
    dialog = BackdropDialog(icons, texts, "ft")
    qtbot.addWidget(dialog)
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    dialog.show_picture(image, (400, 200))
    dialog.view.set_point(-50, 900)
    dialog.view.set_point(400, 200)
    assert dialog.view.points == [(0, 200), (400, 200)]
    assert dialog.width_field.value() == 30
    dialog.view.set_point(1, 1)
    assert dialog.view.points == [(1, 1)]
    assert dialog.view.apart == 0
    dialog.view.set_point(1, 1)  # the same point says nothing
    assert not dialog.apart.isEnabled()

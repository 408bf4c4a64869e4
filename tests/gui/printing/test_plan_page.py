"""The plan on the encounter sheet: who stands where, what lies where, and the scale, in black and white."""

import dataclasses
from math import dist
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage

from encounter_gui.core.errors import RuleError, SaveError
from encounter_gui.core.picture_files import read_picture
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.plan import Area, Backdrop
from encounter_gui.gui.printing.pages.paper import Paper
from encounter_gui.gui.printing.pdf import write_pdf
from encounter_gui.gui.printing.plan_picture import plan_png, write_plan
from encounter_gui.gui.theme.painting.pictures import decoded
from encounter_gui.reports.content.composer import Choices, compose
from encounter_gui.reports.content.encounter_sheet import plan_drawing
from encounter_gui.reports.content.report_context import ReportContext
from encounter_gui.reports.document import DrawnArea, PlanDrawing
from encounter_gui.reports.render.plan_svg import plan_svg
from encounter_gui.reports.render.text_formats import TEXTS
from encounter_gui.reports.token_spots import TOKEN, spots
from tests.gui.printing.conftest import MOSTLY_DEEP, QUICK, fight_of, sized
from tests.gui.printing.test_readable import overlapping
from tests.helpers.pdf_text import flat, runs_of, texts_of
from tests.helpers.pictures import JPEG, png

PICTURE = png(40, 20, grey=0)
NAME = read_picture(PICTURE).name
AREAS = (
    Area(key="a", shape="rectangle", points=((20, 8), (24, 20)), name="Crates", kind="cover"),
    Area(key="b", shape="circle", points=((50, 20),), radius=5, name="Smoke", kind="smoke"),
    Area(key="c", shape="polygon", points=((70, 2), (79, 2), (75, 12)), name="Vault", kind="dark"),
    Area(key="d", shape="rectangle", points=((0, 30), (4, 38)), name="Back door", kind="entry"),
    Area(key="e", shape="rectangle", points=((30, 30), (44, 38)), kind="difficult", floor=1),
)


def on_plan(fight, unit="m", count=12, backdrop=None):
    """Returns a fight on a plan of 80 × 40, everybody somewhere on it."""
    fight = sized(fight, count)
    events: list[ev.Event] = [ev.PlanSet(width=80, height=40, unit=unit, name="Depot")]
    events += [ev.AreaSet(area=each) for each in AREAS]
    events.append(ev.BackdropSet(backdrop=backdrop))
    for number, who in enumerate(fight.context.state.combatants):
        place = Place(x=2 + number * 7 % 76, y=3 + number * 11 % 35, floor=number % 5 // 4)
        events.append(ev.PlaceSet(who=who, to=place))
    state = fold(fight.context.state, events)
    return dataclasses.replace(fight, context=replace(fight.context, state=state))


def told(**more):
    kept = {NAME: PICTURE}
    return ReportContext(campaign="Neon Harbour", date="x", picture=kept.get, **more)


def sheet(fight, report_context=None, **choices):
    return compose(
        fight.system, fight.context, fight.entries, Choices(**choices), report_context or told()
    )


def drawing_of(fight, report_context=None):
    found = plan_drawing(fight.system, fight.context, report_context or told())
    assert found is not None
    return found


@pytest.mark.parametrize("system", MOSTLY_DEEP)
def test_the_sheet_shows_the_plan_with_tokens_areas_and_scale(system, lay, tmp_path):
    unit = "ft" if system == "phases" else "m"
    fight = on_plan(fight_of(system), unit)
    write_pdf(lay(sheet(fight)), Paper(), tmp_path / "a.pdf", "x")
    text = flat("".join(texts_of(tmp_path / "a.pdf")))
    for words in ("Depot,80×40", "Crates,cover", "Vault,dark", "Backdoor,entry", f"10{unit}"):
        assert flat(words) in text, words
    assert "difficultground,floor1" in text
    numbers = [run.text for page in runs_of(tmp_path / "a.pdf") for run in page]
    for each in fight.context.state.combatants.values():
        assert str(each.number) in numbers


@pytest.mark.parametrize("count", [1, 12, 40])
@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_no_text_of_the_plan_is_small_or_upon_another(count, paper, lay, tmp_path):
    fight = on_plan(fight_of(QUICK), count=count)
    write_pdf(lay(sheet(fight), Paper(name=paper)), Paper(name=paper), tmp_path / "a.pdf", "x")
    for runs in runs_of(tmp_path / "a.pdf"):
        assert not [run.text for run in runs if run.points < 7 - 0.01]
        assert not overlapping(runs)


def test_a_sheet_without_a_plan_has_none():
    fight = fight_of(QUICK)
    assert not [each for each in sheet(fight).parts[0].blocks if isinstance(each, PlanDrawing)]


def test_the_players_sheet_has_no_plan():
    fight = on_plan(fight_of(QUICK))
    for players, count in ((False, 1), (True, 0)):
        blocks = sheet(fight, for_players=players).parts[0].blocks
        assert sum(isinstance(each, PlanDrawing) for each in blocks) == count


def test_those_who_are_prepared_stand_on_the_plan_with_their_names():
    fight = on_plan(fight_of(QUICK), count=1)
    first = next(iter(fight.context.state.combatants.values()))
    new = replace(first, id="late_9", number=9, name="Late guard", place=Place(x=60, y=30))
    nowhere = replace(new, id="late_8", number=8, name="Somebody", place=None)
    drawing = drawing_of(fight, told(expected=(new, nowhere)))
    (number,) = [each.number for each in drawing.tokens if each.who == "late_9"]
    assert drawing.legend == (f"{number} Late guard",)
    assert ">9<" in plan_svg(drawing)


def test_tokens_on_one_point_are_drawn_side_by_side():
    fight = on_plan(fight_of(QUICK), count=40)
    tokens = [replace(each, x=79, y=39) for each in drawing_of(fight).tokens]
    drawn = [at for _, at in spots(replace(drawing_of(fight), tokens=tuple(tokens[:10])), 8)]
    apart = [dist(one, two) for n, one in enumerate(drawn) for two in drawn[n + 1 :]]
    assert min(apart) >= TOKEN - 4 or len(set(drawn)) > 1
    assert all(x <= 640 and y <= 320 for x, y in drawn)


# ---- with a picture, and as one


def backed(picture=NAME):
    backdrop = Backdrop(picture=picture, at=(0, 0), width=80, pixels=(40, 20))
    return on_plan(fight_of(QUICK), count=1, backdrop=backdrop)


def test_the_picture_lies_pale_below_everything(ink):
    plain = QImage.fromData(plan_png(ink, drawing_of(on_plan(fight_of(QUICK), count=1))))
    drawn = QImage.fromData(plan_png(ink, drawing_of(backed())))
    assert plain.size() == drawn.size()
    corner = (drawn.width() * 9 // 10, drawn.height() * 3 // 4)
    assert plain.pixelColor(*corner).lightness() > 250
    assert 130 < drawn.pixelColor(*corner).lightness() < 200  # black, pale


def test_a_plan_whose_picture_is_gone_is_drawn_without_it(ink):
    drawing = drawing_of(backed("0" * 64))
    assert drawing.picture == b""
    assert plan_png(ink, drawing)
    assert "<image" not in plan_svg(drawing)


def test_a_picture_that_cannot_be_drawn_leaves_the_plan(ink):
    broken = replace(drawing_of(backed()), picture=PICTURE[:40])
    assert decoded(broken.picture, 100).isNull()
    assert plan_png(ink, broken)


def test_a_jpeg_is_drawn():
    assert decoded(JPEG, 100).size().width() == 3


@pytest.mark.parametrize("size", [(1, 1), (1, 10_000), (10_000, 1), (10_000, 10_000)])
def test_a_plan_of_any_size_is_a_picture_of_some_size(ink, size):
    drawing = replace(drawing_of(backed()), width=size[0], height=size[1], tokens=(), areas=())
    image = QImage.fromData(plan_png(ink, drawing))
    assert 0 < image.width() < 2_500
    assert 0 < image.height() < 2_500


def test_the_drawing_is_sound_xml_and_names_are_only_text():
    fight = backed()
    area = replace(AREAS[0], name='<script>"&')
    state = fold(fight.context.state, [ev.AreaSet(area=area)])
    fight = dataclasses.replace(fight, context=replace(fight.context, state=state))
    root = ElementTree.fromstring(plan_svg(drawing_of(fight), is_file=True))
    said = [each.text for each in root.iter() if each.text]
    assert any('<script>"&' in each for each in said)
    assert "data:image/png;base64," in plan_svg(drawing_of(fight))


@pytest.mark.parametrize("ending", [".html", ".md", ".csv"])
def test_the_sheet_as_text_says_who_stands_where(ending):
    fight = on_plan(fight_of(QUICK), count=2)
    text = TEXTS[ending](sheet(fight))
    assert "Depot" in text
    assert "Crates, cover" in text
    first = next(iter(fight.context.state.combatants.values()))
    assert f"{first.number} {first.name}" in text


def test_a_plan_is_written_as_png_and_svg_and_nothing_is_replaced_unasked(ink, tmp_path):
    drawing = drawing_of(backed())
    for name in ("a.png", "a.SVG"):
        write_plan(ink, drawing, tmp_path / name)
    assert read_picture((tmp_path / "a.png").read_bytes()).kind == "png"
    with pytest.raises(SaveError, match=r"storage\.exists"):
        write_plan(ink, drawing, tmp_path / "a.png")
    with pytest.raises(RuleError, match=r"print\.no_picture_ending"):
        write_plan(ink, drawing, tmp_path / "a.gif")
    with pytest.raises(RuleError, match=r"print\.no_plan"):
        write_plan(ink, None, tmp_path / "b.png")


def test_a_name_out_of_a_file_does_not_spoil_the_drawing():
    """Control characters and half characters stand in no XML, whatever is done to them; the rest of a name stays."""
    spoilt = Area(
        key="a", shape="circle", points=((9, 9),), radius=2, name='Cra\x00te\x1fs\ud800 <&>"'
    )
    drawing = replace(
        drawing_of(on_plan(fight_of(QUICK))),
        title="The\x0b plan",
        areas=(DrawnArea(area=spoilt, label=spoilt.name),),
    )
    made = plan_svg(drawing, is_file=True).encode()
    root = ElementTree.fromstring(made.decode())
    assert root.get("aria-label") == "The plan"
    assert 'Crates <&>"' in {each.text for each in root.iter()}

"""Pictures as SVG have what was found, and need no display; the module's command writes one."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import bricks, scene

import octosat
from octosat import pictures

TAG = "{http://www.w3.org/2000/svg}"
UPRIGHT = [0, 0, 0, 1]


def drawn(path, *arguments, **keywords):
    """The root of a picture, and its words."""
    pictures.write_svg(path, *arguments, **keywords)
    root = ElementTree.parse(path).getroot()
    return root, [element.text for element in root.iter(f"{TAG}text")]


def test_a_picture_has_a_dot_per_contact_and_the_numbers_of_the_legend(tmp_path):
    parts, pairs = bricks()
    boxes = octosat.Boxes(*parts)
    found = octosat.manifolds(boxes, pairs, 0.01)
    assert len(found.points) > 50
    root, words = drawn(tmp_path / "wall.svg", boxes, found)
    assert len(list(root.iter(f"{TAG}circle"))) == len(found.points)
    assert words[0] == "wall" and f"{boxes.size} boxes" in words and f"{len(pairs)} pairs" in words
    _, words = drawn(tmp_path / "wall.svg", parts, title="bricks & mortar")
    assert words[:2] == ["bricks & mortar", f"{boxes.size} boxes"] and not any("pair" in word for word in words)


def test_links_have_a_color_each_and_obstacles_are_transparent(tmp_path):
    arm = octosat.Chain.from_urdf(octosat.robots.ARM)
    obstacle = octosat.Boxes([0.6, 0, 0.4], UPRIGHT, [0.1, 0.2, 0.1])
    boxes = octosat.concatenate([arm.poses(np.zeros(7)), obstacle[None]])
    root, words = drawn(tmp_path / "arm.svg", boxes, links=[*arm.solids, None], view=pictures.View("z"))
    names = list(dict.fromkeys(arm.solids))
    assert [word for word in words if word in names] == names
    swatches = {element.get("fill") for element in root.iter(f"{TAG}rect") if element.get("rx") == "2"}
    assert len(swatches) == len(names) > 5
    faces = [element for element in root.iter(f"{TAG}path") if element.get("opacity")]
    assert 0 < len(faces) <= 3


def test_distances_are_lines_with_their_lengths(tmp_path):
    boxes = octosat.Boxes([[0, 0, 0], [3, 0, 0], [0, 0.75, 0]], UPRIGHT, [0.5, 0.5, 0.5])
    view = pictures.View(azimuth=0, elevation=0)
    root, words = drawn(tmp_path / "a.svg", boxes, distances=[[0, 1], [2, 0]], view=view)
    assert {"2 m", "-250 mm", "distances, least -250 mm"} <= set(words)
    ends = np.array([[float(dot.get(name)) for name in ("cx", "cy")] for dot in root.iter(f"{TAG}circle")])
    assert len(ends) == 4
    lengths = np.linalg.norm(ends[::2] - ends[1::2], axis=1)
    np.testing.assert_allclose(lengths[0] / lengths[1], 8, rtol=0.02)


@pytest.mark.parametrize("up, right", [("x", 2), ("y", 0), ("z", 1)])
def test_a_view_is_that_of_the_viewer_rerun(up, right, tmp_path):
    """At azimuth zero the axis before the upward one points to the right, as by View.axes()."""
    view = pictures.View(up, azimuth=0, elevation=0)
    np.testing.assert_allclose(view.axes()[0], np.eye(3)[right], atol=1e-12)
    boxes = octosat.Boxes([np.zeros(3), np.eye(3)[right]], UPRIGHT, [0.1, 0.1, 0.1])
    root, _ = drawn(tmp_path / "a.svg", boxes, distances=[[0, 1]], view=view)
    start, end = ([float(dot.get(name)) for name in ("cx", "cy")] for dot in root.iter(f"{TAG}circle"))
    assert end[0] > start[0] + 100 and end[1] == start[1]


def test_a_floor_is_under_a_shelf_although_only_the_links_have_pairs(tmp_path):
    """Every face of the floor is painted before the shelf: from above, its center is the nearest."""
    centers = [[1, 0, -0.1], [-0.4, 0, 0.3], [-0.4, 0, 0.9]]
    half_extents = [[1.5, 1, 0.1], [0.3, 0.8, 0.3], [0.1, 0.1, 0.2]]
    boxes = octosat.Boxes(centers, UPRIGHT, half_extents)
    found = octosat.manifolds(boxes, [[2, 0], [2, 1]])
    root, _ = drawn(tmp_path / "a.svg", boxes, found, view=pictures.View("z", azimuth=0, elevation=45))
    faces = [path.get("d") for path in root.iter(f"{TAG}path") if path.get("fill-opacity")]
    corners = [re.match(r"M(\S+) (\S+?)l", face).groups() for face in faces]
    widths = [max(abs(float(part)) for part in re.findall(r"l(-?[\d.]+)", face)) for face in faces]
    assert len(corners) == 6 and min(widths[:2]) > max(widths[2:4]) > max(widths[4:])


def test_an_error_leaves_what_was_there(tmp_path):
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")
    (parts, pairs), none = scene(1), np.zeros((0, 3))
    boxes = octosat.Boxes(*parts)
    found = octosat.manifolds(boxes, pairs)
    for kind, text, call in [
        (octosat.OctosatError, "no boxes to draw", lambda: pictures.write_svg(path, (none, UPRIGHT, none))),
        (octosat.OctosatError, "2 links for 200 boxes", lambda: pictures.write_svg(path, boxes, links=["a", None])),
        (octosat.OctosatError, "out of range of 3 boxes", lambda: pictures.write_svg(path, boxes[:3], found)),
        (octosat.QueryError, r"pairs\[0\]\[1\] is 200", lambda: pictures.write_svg(path, boxes, distances=[[0, 200]])),
        (octosat.BoxError, "half extents", lambda: pictures.write_svg(path, ([[0] * 3], UPRIGHT, [-1] * 3))),
        (FileNotFoundError, "no folder", lambda: pictures.write_svg(tmp_path / "x" / "a.svg", boxes)),
    ]:
        with pytest.raises(kind, match=text):
            call()
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["a.svg"]


def test_the_module_shows_a_picture_and_times(tmp_path):
    for arguments, name in (([], "octosat.svg"), (["own.svg"], "own.svg")):
        command = [sys.executable, "-W", "error", "-m", "octosat", *arguments]
        environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
        run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert (run.returncode, run.stderr) == (0, "")
        assert run.stdout.splitlines()[-1] == f"picture in {tmp_path.resolve() / name}"
        times = re.search(r"overlaps (\d+\.\d), manifolds (\d+\.\d)", run.stdout)
        assert times is not None and 0 < float(times[1]) < float(times[2])
        words = [text.text for text in ElementTree.parse(tmp_path / name).getroot().iter(f"{TAG}text")]
        length = re.search(r"is (\d+\.\d mm) from the nearest obstacle", run.stdout)
        assert length is not None and f"distance {length[1]}" in words and "28 contacts" in words
    run = subprocess.run([*command[:-1], "absent/own.svg"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode != 0 and run.stderr.splitlines()[-1].startswith("octosat: there is no folder absent")

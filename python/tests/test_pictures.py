"""Files for rerun: read back with its own reader, they have what octosat computes; nothing is left after an error."""

import os
import subprocess
import sys
import types

import numpy as np
import pytest
from conftest import bricks, recordings, scene

import octosat
from octosat import pictures

try:
    from rerun.chunk import RrdReader
except ImportError:
    RrdReader = None

needs_rerun = pytest.mark.skipif(RrdReader is None, reason="needs rerun-sdk with its reader of files")
UPRIGHT = [0, 0, 0, 1]
SPECULATIVE = 20


def columns(path, blueprint=False):
    """What a file has: for each entity its columns; those of a timeline as lists with an array per frame."""
    reader = RrdReader(path)
    stores = reader.blueprints() if blueprint else reader.recordings()
    assert len(stores) == 1
    found = {}
    for chunk in reader.stream(store=stores[0]).to_chunks():
        batch = chunk.to_record_batch()
        entity = found.setdefault(chunk.entity_path, {})
        for name, column in zip(batch.schema.names, batch.columns, strict=True):
            short = name.partition(":")[2] or name
            assert short == "rerun.controls.RowId" or short not in entity, "a column that was sent twice"
            if short == "frame":
                entity[short] = column.to_numpy()
            elif ":" in name:
                rows = rows_of(column)
                entity[short] = rows[0] if chunk.is_static or blueprint else rows
    return found


def rows_of(column):
    """The rows of a column of lists as arrays."""
    ends = np.cumsum(column.value_lengths().to_numpy())[:-1]
    values = column.flatten()
    width = getattr(values.type, "list_size", None)
    values = (values.flatten() if width else values).to_numpy(zero_copy_only=False)
    return np.split(values.reshape(-1, width) if width else values, ends)


def moving(heights, floor=True):
    """Frames of one cube at the heights above a floor, in z."""
    half = [[0.5] * 3, [0.4] * 3, [20, 20, 1]] if floor else [[0.5] * 3, [0.4] * 3]
    pairs = [[0, 1], [0, 2], [1, 2]] if floor else [[0, 1]]
    frames = []
    for height in heights:
        centers = [[0, 0, height + 0.5], [3, 0, height + 0.4], [0, 0, -1]][: len(half)]
        frames.append((centers, [UPRIGHT] * len(half), pairs))
    return octosat.Recording.from_frames(half, frames, meta='{"gravity": [0, 0, -9.81]}')


def parts_of(directory, name="a.rrd"):
    return os.fspath(directory / name)


@needs_rerun
@pytest.mark.parametrize("source", recordings(), ids=lambda path: path.stem)
def test_what_is_in_the_file(source, tmp_path):
    recording = octosat.Recording.read(source)
    path = parts_of(tmp_path)
    written = pictures.write_rerun(source, path, within=0.01)
    found = columns(path)
    boxes, contacts, normals = (found[f"/scene/{name}"] for name in ("boxes", "contacts", "normals"))
    for entity in (boxes, contacts, normals):
        np.testing.assert_array_equal(entity["frame"], np.arange(len(recording)))

    touching, points = 0, 0
    origin = found["/scene"]["translation"].reshape(3).astype(np.float32)
    for index, frame in enumerate(recording):
        expected = octosat.manifolds(frame.boxes(), frame.pairs, 0.01)
        positions = expected.points["position"] - origin
        np.testing.assert_array_equal(contacts["positions"][index].reshape(-1, 3), positions)
        apart = expected.points["depth"] < 0
        np.testing.assert_array_equal(contacts["class_ids"][index] == SPECULATIVE, apart)
        ordered = list(expected.touching())
        means = [each.points["position"].astype(float).mean(axis=0) - origin for each in ordered]
        np.testing.assert_allclose(normals["origins"][index].reshape(-1, 3), np.reshape(means, (-1, 3)), atol=1e-3)
        vectors = normals["vectors"][index].reshape(-1, 3)
        directions = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        units = np.reshape([each.manifold["normal"] for each in ordered], (-1, 3))
        np.testing.assert_allclose(directions, units, atol=1e-5)
        touching, points = touching + len(ordered), points + len(expected.points)
    counts = (len(recording), recording.boxes, len(recording.pairs), touching, points, os.path.getsize(path))
    assert written == pictures.Written(*counts)


@needs_rerun
@pytest.mark.parametrize("source", recordings(), ids=lambda path: path.stem)
def test_all_boxes_are_in_the_file(source, tmp_path):
    recording = octosat.Recording.read(source)
    pictures.write_rerun(recording, parts_of(tmp_path))
    found = columns(parts_of(tmp_path))
    groups = [found[f"/scene/{name}"] for name in ("boxes", "floors", "walls") if f"/scene/{name}" in found]
    origin = found["/scene"]["translation"].reshape(3).astype(np.float32)
    for index, frame in enumerate(recording):
        rows = []
        for group in groups:
            of_frame = (lambda row: row[index]) if "frame" in group else (lambda row: row)
            parts = (group["half_sizes"], of_frame(group["centers"]), of_frame(group["quaternions"]))
            rows.append(np.concatenate(parts, axis=1))
        expected = np.concatenate([frame.half_extents, frame.positions - origin, frame.rotations], axis=1)
        rows = np.concatenate(rows)
        assert rows.shape == expected.shape
        np.testing.assert_array_equal(rows[np.lexsort(rows.T)], expected[np.lexsort(expected.T)])


@needs_rerun
def test_boxes_that_overlap_have_colors(tmp_path):
    parts, pairs = scene(7, boxes=120, pairs=70, spread=1.5)
    found = octosat.manifolds(octosat.Boxes(*parts), pairs, 0.05)
    pictures.write_rerun_frames(parts[2], [(parts[0], parts[1], found)], parts_of(tmp_path))
    overlapping = np.zeros(120, bool)
    overlapping[pairs[octosat.overlaps(octosat.Boxes(*parts), pairs)]] = True
    assert 10 < overlapping.sum() < 110
    np.testing.assert_array_equal(columns(parts_of(tmp_path))["/scene/boxes"]["class_ids"][0] > 0, overlapping)


@needs_rerun
def test_colors_follow_depths(tmp_path):
    """Four times deeper is the next color; the deepest has the last one."""
    depths = [0.064, 0.017, 0.015, 0.0041, 0.0039, 0.0011, 0.0009, -0.005]
    centers = [[3.0 * i, side * (1 - depth), 0] for i, depth in enumerate(depths) for side in (0, 1)]
    half, pairs = np.full((16, 3), 0.5), np.arange(16).reshape(8, 2)
    boxes = octosat.Boxes(centers, [UPRIGHT] * 16, half)
    found = octosat.manifolds(boxes, pairs, 0.01)
    pictures.write_rerun_frames(half, [(centers, [UPRIGHT] * 16, found)], parts_of(tmp_path))
    entity = columns(parts_of(tmp_path))["/scene/contacts"]
    pair = np.round(entity["positions"][0][:, 0] / 3).astype(int)
    steps = [24, 24, 23, 23, 22, 22, 21, SPECULATIVE]
    np.testing.assert_array_equal(entity["class_ids"][0], np.array(steps)[pair])


@needs_rerun
def test_frames_without_contacts_are_empty(tmp_path):
    recording = moving([0.0, 2.0, -0.01, 5.0])
    written = pictures.write_rerun(recording, parts_of(tmp_path))
    found = columns(parts_of(tmp_path))
    assert [len(row) for row in found["/scene/contacts"]["positions"]] == [8, 0, 8, 0]
    assert [len(row) for row in found["/scene/normals"]["vectors"]] == [2, 0, 2, 0]
    assert (written.touching, written.contacts) == (4, 16)
    pictures.write_rerun(moving([3.0, 2.0]), parts_of(tmp_path))
    assert "/scene/contacts" not in columns(parts_of(tmp_path))


@needs_rerun
def test_chosen_frames_keep_their_numbers(tmp_path):
    recording = moving(np.linspace(0, 3, 6))
    for frames in (range(1, 6, 2), [1, 3, 5], np.array([1, 3, 5])):
        assert pictures.write_rerun(recording, parts_of(tmp_path), frames=frames).frames == 3
        boxes = columns(parts_of(tmp_path))["/scene/boxes"]
        assert [int(number) for number in boxes["frame"]] == [1, 3, 5]
        for row, number in zip(boxes["centers"], (1, 3, 5), strict=True):
            np.testing.assert_array_equal(row, recording.position[number, :2])


@needs_rerun
def test_floors_and_walls(tmp_path):
    """A floor below is filled, a wall is left open, and many large boxes are neither."""
    (centers, rotations, half), pairs = bricks()
    extra = [[0, 0, -1], [0, 8, 5]], [UPRIGHT] * 2, [[20, 20, 1], [20, 0.5, 20]]
    stack = [np.concatenate(two) for two in zip((centers, rotations, half), extra, strict=True)]
    recording = octosat.Recording.from_frames(stack[2], [(stack[0], stack[1], pairs)] * 2)
    pictures.write_rerun(recording, parts_of(tmp_path), view=pictures.View(up="z"))
    found = columns(parts_of(tmp_path))
    for name, place, fill in (("floors", [0, 0, -1], 3), ("walls", [0, 8, 5], 1)):
        assert found[f"/scene/{name}"]["centers"].tolist() == [place]
        assert found[f"/scene/{name}"]["fill_mode"].tolist() == [fill]
        assert "frame" not in found[f"/scene/{name}"]
    assert len(found["/scene/boxes"]["half_sizes"]) == len(half)

    many = np.concatenate([np.full((90, 3), 0.1), np.full((70, 3), 5.0)])
    frame = (np.zeros((160, 3)), [UPRIGHT] * 160, [])
    pictures.write_rerun(octosat.Recording.from_frames(many, [frame]), parts_of(tmp_path))
    assert len(columns(parts_of(tmp_path))["/scene/boxes"]["half_sizes"]) == 160


@needs_rerun
def test_far_from_the_origin(tmp_path):
    """Millimeters are kept at 100 km, and the eye is at the scene."""
    near, far = moving([0.0]), moving([0.0])
    far.position[:] += np.float32([65536, 0, 131072])
    pictures.write_rerun(far, parts_of(tmp_path))
    found = columns(parts_of(tmp_path))
    translation = found["/scene"]["translation"].reshape(3)
    assert np.linalg.norm(translation - [65536, 0, 131072]) < 10
    centers = found["/scene/boxes"]["centers"][0]
    assert np.abs(centers).max() < 10
    np.testing.assert_array_equal(centers.astype(float) + translation, far.position[0, :2])
    pictures.write_rerun(near, parts_of(tmp_path))
    assert (columns(parts_of(tmp_path))["/scene"]["translation"] == 0).all()


def blueprint_of(path):
    """Columns of the blueprint by the last part of their entity and their name."""
    merged = {}
    for entity, parts in columns(path, blueprint=True).items():
        for name, row in parts.items():
            merged.setdefault((entity.split("/")[-1], name), []).append(row)
    return merged


@needs_rerun
@pytest.mark.parametrize("up", "xyz")
@pytest.mark.parametrize("azimuth, elevation", [(30, 30), (200, 5), (-90, 80), (0, -45)])
def test_the_scene_fills_the_picture(up, azimuth, elevation, tmp_path):
    (centers, rotations, half), pairs = bricks(layers=8, wide=5)
    cycle = {"x": [2, 0, 1], "y": [1, 2, 0], "z": [0, 1, 2]}[up]
    centers, half = centers[:, cycle], half[:, cycle]
    found = octosat.manifolds(octosat.Boxes(centers, rotations, half), pairs, 0.01)
    view = pictures.View(up=up, azimuth=azimuth, elevation=elevation)
    pictures.write_rerun_frames(half, [(centers, rotations, found)], parts_of(tmp_path), view=view)
    parts = blueprint_of(parts_of(tmp_path))
    eye, target = (parts["EyeControls3D", name][0].reshape(3) for name in ("position", "look_target"))
    toward = (eye - target) / np.linalg.norm(eye - target)
    upward = np.eye(3)["xyz".index(up)]
    assert np.degrees(np.arcsin(toward @ upward)) == pytest.approx(elevation, abs=1e-3)
    right = np.cross(upward, toward)
    right /= np.linalg.norm(right)
    signs = np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T
    corners = (centers[:, None] + signs * half[:, None]).reshape(-1, 3) - eye
    ahead = -corners @ toward
    assert (ahead > 0).all()
    across = np.abs(corners @ right / ahead).max() / np.tan(np.radians(27.5)) / 1.5
    along = np.abs(corners @ np.cross(toward, right) / ahead).max() / np.tan(np.radians(27.5))
    assert 0.6 < max(across, along) <= 1.0


@needs_rerun
def test_the_blueprint_hides_the_tool(tmp_path):
    for frames, time_panel in ((1, 0), (2, 1)):
        pictures.write_rerun(moving([0.0, 1.0]), parts_of(tmp_path), frames=range(frames))
        parts = blueprint_of(parts_of(tmp_path))
        states = {entity: int(rows[0][0]) for (entity, name), rows in parts.items() if name == "state"}
        hidden = {"top_panel": 1, "blueprint_panel": 1, "selection_panel": 1}
        assert states == {**hidden, "time_panel": 1 + time_panel}
        views = [rows for (_, name), rows in parts.items() if name == "class_identifier"]
        assert [len(rows) for rows in views] == [1]


@needs_rerun
def test_scenes_without_extent(tmp_path):
    empty = octosat.Recording.from_frames(np.empty((0, 3)), [(np.empty((0, 3)), np.empty((0, 4)), [])])
    same = octosat.Recording.from_frames(np.zeros((3, 3)), [(np.zeros((3, 3)), [UPRIGHT] * 3, [])])
    points = octosat.Recording.from_frames(np.zeros((3, 3)), [(np.eye(3) * 7, [UPRIGHT] * 3, [])])
    tiny = octosat.Recording.from_frames(np.full((2, 3), 1e-6), [(np.zeros((2, 3)), [UPRIGHT] * 2, [])])
    for recording in (empty, same, points, tiny):
        written = pictures.write_rerun(recording, parts_of(tmp_path))
        assert (written.boxes, written.contacts) == (recording.boxes, 0)
        eye = blueprint_of(parts_of(tmp_path))["EyeControls3D", "position"][0]
        assert np.isfinite(eye).all()


@needs_rerun
def test_an_error_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "a.rrd"
    path.write_bytes(b"old")
    recording = moving([0.0, 1.0])
    half, frame = recording.half_extents, recording.frame(0)
    found = octosat.manifolds(frame.boxes(), frame.pairs)
    broken = frame.positions.copy()
    broken[1, 2] = np.nan
    source = tmp_path / "bad.npz"
    np.savez(source, half_extents=half)
    big = octosat.manifolds(octosat.Boxes(np.zeros((9, 3)), [UPRIGHT] * 9, np.ones((9, 3))), [[0, 8]])
    one = [(frame.positions, frame.rotations, found)]
    wrong = [
        (octosat.RecordingError, "bad.npz: array position", lambda: pictures.write_rerun(source, path)),
        (FileNotFoundError, "absent.npz", lambda: pictures.write_rerun(tmp_path / "absent.npz", path)),
        (octosat.OctosatError, "no frame 2", lambda: pictures.write_rerun(recording, path, frames=[0, 2])),
        (octosat.OctosatError, "no frame -1", lambda: pictures.write_rerun(recording, path, frames=[-1])),
        (octosat.OctosatError, "ascending", lambda: pictures.write_rerun(recording, path, frames=[1, 0])),
        (octosat.OctosatError, "ascending", lambda: pictures.write_rerun(recording, path, frames=[1, 1])),
        (octosat.OctosatError, "no frames", lambda: pictures.write_rerun(recording, path, frames=[])),
        (TypeError, "integer", lambda: pictures.write_rerun(recording, path, frames=[0.5])),
        (octosat.QueryError, "within", lambda: pictures.write_rerun(recording, path, within=float("nan"))),
        (octosat.OctosatError, "no frames", lambda: pictures.write_rerun_frames(half, [], path)),
        (octosat.OctosatError, "2 numbers for 1", lambda: pictures.write_rerun_frames(half, one, path, numbers=[0, 1])),
        (octosat.OctosatError, "up must be", lambda: pictures.write_rerun(recording, path, view=pictures.View("w"))),
        (octosat.OctosatError, "elevation", lambda: pictures.View(elevation=91)),
        (octosat.OctosatError, "elevation", lambda: pictures.View(azimuth=np.inf)),
        (
            octosat.RecordingError,
            "frame 0, box 1",
            lambda: pictures.write_rerun_frames(half, [(broken, frame.rotations, found)], path),
        ),
        (
            octosat.OctosatError,
            "frame 0: a pair is out of range",
            lambda: pictures.write_rerun_frames(half, [(frame.positions, frame.rotations, big)], path),
        ),
        (FileNotFoundError, "no folder", lambda: pictures.write_rerun(recording, tmp_path / "x" / "a.rrd")),
    ]
    for kind, text, call in wrong:
        with pytest.raises(kind, match=text):
            call()
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("no space")))
    with pytest.raises(OSError, match="no space"):
        pictures.write_rerun(recording, path)
    assert path.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == ["a.rrd", "bad.npz"]


def test_without_rerun_the_error_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "rerun", None)
    with pytest.raises(ImportError, match=r"octosat\[rerun\]"):
        pictures.write_rerun(tmp_path / "absent.npz", tmp_path / "a.rrd")
    for version in ("0.38.9", "0.9.0", "odd"):
        monkeypatch.setitem(sys.modules, "rerun", types.SimpleNamespace(__version__=version))
        with pytest.raises(ImportError, match=rf"octosat\[rerun\].*this is version {version}"):
            pictures.write_rerun(tmp_path / "absent.npz", tmp_path / "a.rrd")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "meta, up",
    [
        (None, "y"),
        ("no JSON", "y"),
        ("[]", "y"),
        ('{"gravity": null}', "y"),
        ('{"gravity": [0, 0, 0]}', "y"),
        ('{"gravity": [0, 0, 9.81]}', "y"),
        ('{"gravity": [0, 0, -9.81]}', "z"),
        ('{"gravity": [-1, -0.5, 3]}', "x"),
        ('{"gravity": [0, -9.81, "a"]}', "y"),
    ],
)
def test_up_is_against_gravity(meta, up):
    recording = moving([0.0])
    recording.meta = meta
    assert pictures.recorded_up(recording) == up


@needs_rerun
def test_the_command(tmp_path, capsys):
    source, path = tmp_path / "a.npz", tmp_path / "a.rrd"
    moving(np.linspace(0, 1, 6)).write(source)
    for options, numbers in (([], range(6)), (["--frames", "2:4"], [2, 3]), (["--frames", "5"], [5])):
        assert pictures.main([str(source), str(path), *options]) == 0
        assert f"{len(numbers)} frames of 3 boxes" in capsys.readouterr().out
        assert [int(number) for number in columns(path)["/scene/boxes"]["frame"]] == list(numbers)
    path.unlink()
    for arguments in (
        [str(source), str(path), "--frames", "6"],
        [str(source), str(path), "--frames", "4:2"],
        [str(source), str(path), "--margin", "-1"],
        [str(source), str(path), "--view", "0,100"],
        [str(tmp_path / "absent.npz"), str(path)],
    ):
        assert pictures.main(arguments) == 2
        error = capsys.readouterr().err
        assert error.startswith("octosat.pictures: ") and error.count("\n") == 1
    for arguments in (["--frames", "a"], ["--frames", "1:2:0"], ["--frames=-1"], ["--frames", ":-1"], ["--view", "3"]):
        with pytest.raises(SystemExit) as caught:
            pictures.main([str(source), str(path), *arguments])
        assert caught.value.code == 2
    assert os.listdir(tmp_path) == ["a.npz"]


def test_help_has_an_example(tmp_path):
    command = [sys.executable, "-m", "octosat.pictures", "--help"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0 and "python -m octosat.pictures pile.npz pile.rrd" in run.stdout

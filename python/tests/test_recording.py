"""Recordings: written and read, by the command as well, and rejected with the name of the array and the row."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from conftest import EMBEDDED, recordings, scene

import octosat
from octosat.pictures import recorded_up

COMMAND = os.environ.get("OCTOSAT_COMMAND") or shutil.which("octosat")


def made(frames=3, boxes=20):
    """Frames of moving boxes."""
    parts, pairs = scene(51, boxes=boxes, pairs=60)
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    poses = [(parts[0] + 0.1 * f, parts[1], pairs[f : len(pairs) - f]) for f in range(frames)]
    return octosat.Recording.from_frames(parts[2], poses, meta='{"engine": "none"}')


def arrays_of(recording):
    names = ("half_extents", "position", "rotation", "pair_offsets", "pairs")
    return {name: getattr(recording, name) for name in names}


def test_written_and_read(tmp_path):
    recording = made()
    recording.write(tmp_path / "a.npz")
    again = octosat.Recording.read(str(tmp_path / "a.npz"))
    for name, array in arrays_of(recording).items():
        found = getattr(again, name)
        assert (found.dtype, found.tobytes(), found.shape) == (array.dtype, array.tobytes(), array.shape)
    assert again.meta == '{"engine": "none"}' and again.reference is None
    assert os.listdir(tmp_path) == ["a.npz"]


def test_frames_are_views():
    recording = made()
    assert (len(recording), recording.boxes) == (3, 20)
    for index, frame in enumerate(recording):
        for own, whole in [(frame.positions, recording.position), (frame.rotations, recording.rotation)]:
            assert np.shares_memory(own, whole) and own.tobytes() == whole[index].tobytes()
        assert np.shares_memory(frame.pairs, recording.pairs)
        assert len(frame.boxes()) == 20
        assert len(octosat.overlaps(frame.boxes(), frame.pairs)) == len(frame.pairs)
    assert sum(len(frame.pairs) for frame in recording) == len(recording.pairs)
    assert recording.frame(-1).positions.tobytes() == recording.frame(2).positions.tobytes()
    for index in (3, -4):
        with pytest.raises(IndexError):
            recording.frame(index)


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)
def test_recordings_survive(path, tmp_path):
    recording = octosat.Recording.read(path)
    recording.write(tmp_path / "again.npz")
    with np.load(path) as one, np.load(tmp_path / "again.npz") as two:
        for name in arrays_of(recording):
            assert one[name].tobytes() == two[name].tobytes()
        if recording.reference is not None:
            assert one["ref_point"].tobytes() == two["ref_point"].tobytes()
        assert ("meta" in one) == ("meta" in two)


def test_a_recording_without_frames_or_boxes(tmp_path):
    for recording in (
        octosat.Recording.from_frames(np.ones((2, 3)), []),
        octosat.Recording.from_frames(np.empty((0, 3)), [(np.empty((0, 3)), np.empty((0, 4)), [])]),
    ):
        recording.write(tmp_path / "empty.npz")
        again = octosat.Recording.read(tmp_path / "empty.npz")
        assert (len(again), again.boxes, len(again.pairs)) == (len(recording), recording.boxes, 0)


def reference(contacts):
    """As many contacts in the first of three frames."""
    offsets = np.array([0, contacts, contacts, contacts], np.uint64)
    pair, rows = np.tile([[2, 5]], (contacts, 1)).astype(np.uint32), np.ones((contacts, 3), np.float32)
    return octosat.Reference(offsets, pair, rows, rows, np.ones(contacts, np.float32))


@pytest.mark.parametrize("contacts", [0, 4])
def test_reference_contacts(contacts, tmp_path):
    recording = made()
    recording.reference = reference(contacts)
    recording.write(tmp_path / "with.npz")
    again = octosat.Recording.read(tmp_path / "with.npz").reference
    for name in ("offsets", "pair", "point", "normal", "depth"):
        assert getattr(again, name).tobytes() == getattr(recording.reference, name).tobytes()


def test_bad_reference_contacts():
    recording = made()
    recording.reference = reference(4)
    recording.reference.depth[2] = np.nan
    with pytest.raises(octosat.RecordingError, match="array ref_depth: row 2"):
        recording.check()
    recording.reference = reference(4)
    recording.reference.pair[3] = 20
    with pytest.raises(octosat.RecordingError, match="array ref_pair: row 3"):
        recording.check()
    recording.reference = reference(4)
    recording.reference.offsets[3] = 5
    with pytest.raises(octosat.RecordingError, match="array ref_offsets: row 3"):
        recording.check()


def changes():
    """Changes to good arrays, with the array and the row that the error names."""

    def put(name, place, value):
        return lambda arrays: arrays[name].__setitem__(place, value)

    def other(name, value):
        return lambda arrays: arrays.__setitem__(name, value(arrays[name]))

    return {
        "extent": (put("half_extents", (4, 1), -1), "half_extents", 4, "box 4"),
        "extent NaN": (put("half_extents", (4, 1), np.nan), "half_extents", 4, "box 4"),
        "position": (put("position", (1, 5, 2), np.inf), "position", 25, "frame 1, box 5"),
        "rotation": (put("rotation", (2, 3), (0, 0, 0, 1.01)), "rotation", 43, "frame 2, box 3"),
        "rotation NaN": (put("rotation", (2, 3), np.nan), "rotation", 43, "frame 2, box 3"),
        "first offset": (put("pair_offsets", 0, 1), "pair_offsets", 0, "row 0"),
        "falling offset": (put("pair_offsets", 2, 0), "pair_offsets", 2, "row 2"),
        "last offset": (put("pair_offsets", 3, 2**40), "pair_offsets", 3, "row 3"),
        "pair range": (put("pairs", (7, 1), 20), "pairs", 7, "row 7"),
        "pair order": (put("pairs", 7, (3, 2)), "pairs", 7, "row 7"),
        "pair itself": (put("pairs", 7, (3, 3)), "pairs", 7, "row 7"),
        "shape": (other("position", lambda a: a[:, 1:]), "position", None, "shape"),
        "flat": (other("half_extents", lambda a: a.ravel()), "half_extents", None, "shape"),
        "dtype": (other("position", lambda a: a.astype(float)), "position", None, "type"),
        "order of bytes": (other("pairs", lambda a: a.astype(">u4")), "pairs", None, "type"),
        "objects": (other("pairs", lambda a: a.astype(object)), "pairs", None, ""),
        "missing": (lambda arrays: arrays.pop("rotation"), "rotation", None, "missing"),
        "meta": (lambda arrays: arrays.update(meta=np.arange(3)), "meta", None, "meta"),
    }


@pytest.mark.parametrize("name", changes())
def test_bad_files_are_rejected(name, tmp_path):
    change, array, row, text = changes()[name]
    arrays = {key: value.copy() for key, value in arrays_of(made()).items()}
    change(arrays)
    path = tmp_path / "bad.npz"
    np.savez(path, **arrays)
    with pytest.raises(octosat.RecordingError) as caught:
        octosat.Recording.read(path)
    assert str(path) in str(caught.value) and f"array {array}: " in str(caught.value)
    assert text in str(caught.value) and "\n" not in str(caught.value)
    assert (caught.value.array, caught.value.row) == (array, row)
    if COMMAND and name != "meta":  # which the command reads only where it is needed
        run = subprocess.run([COMMAND, "run", str(path)], capture_output=True, text=True)
        assert run.returncode == 2 and array in run.stderr


def test_files_that_are_no_recordings(tmp_path):
    path = tmp_path / "no.npz"
    made().write(path)
    whole = path.read_bytes()
    for content in (b"", b"PK\x03\x04", b"text", whole[: len(whole) // 2], whole[200:]):
        path.write_bytes(content)
        with pytest.raises(octosat.RecordingError, match="no.npz"):
            octosat.Recording.read(path)
    np.save(tmp_path / "array.npy", np.ones(3))
    with pytest.raises(octosat.RecordingError, match="not an npz file"):
        octosat.Recording.read(tmp_path / "array.npy")
    with pytest.raises(OSError, match="absent"):
        octosat.Recording.read(tmp_path / "absent.npz")


def test_damaged_data_is_rejected(tmp_path):
    path = tmp_path / "damaged.npz"
    made().write(path)
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo("position.npy").header_offset + 300
    content = bytearray(path.read_bytes())
    content[place : place + 20] = bytes(20)
    path.write_bytes(content)
    with pytest.raises(octosat.RecordingError, match="damaged"):
        octosat.Recording.read(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name(tmp_path):
    path = tmp_path / "twice.npz"
    made().write(path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("pairs.npy", archive.read("pairs.npy"))
    with pytest.raises(octosat.RecordingError, match=r"two members pairs\.npy"):
        octosat.Recording.read(path)


def test_wrong_frames():
    half = np.ones((2, 3))
    good = (np.zeros((2, 3)), np.tile([0, 0, 0, 1], (2, 1)), [[0, 1]])
    for frame in (
        (good[0][1:], good[1], good[2]),
        (good[0], good[1][:, :3], good[2]),
        (good[0], good[1], [[0, 2]]),
        (good[0], good[1], [[1, 0]]),
        (good[0], good[1], [[-1, 0]]),
        (good[0], good[1], [[0.5, 1]]),
        (good[0], good[1], [0, 1]),
    ):
        with pytest.raises(octosat.RecordingError):
            octosat.Recording.from_frames(half, [good, frame])


@pytest.mark.skipif(COMMAND is None, reason="the command octosat is not there: set OCTOSAT_COMMAND")
@pytest.mark.parametrize("verb", ["run", "verify"])
def test_the_command_takes_what_python_wrote(verb, tmp_path):
    made().write(tmp_path / "made.npz")
    out = ["--out", str(tmp_path / "results.npz")] if verb == "run" else []
    run = subprocess.run([COMMAND, verb, str(tmp_path / "made.npz"), *out], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    if out:
        with np.load(tmp_path / "results.npz") as results:
            again = octosat.Recording.read(tmp_path / "made.npz")
            own = [octosat.overlaps(frame.boxes(), frame.pairs) for frame in again]
            np.testing.assert_array_equal(results["overlap"], np.concatenate(own))


@pytest.mark.parametrize("engine", ["mujoco", "pybullet"])
def test_recorders_of_other_engines_write_gravity(engine, tmp_path):
    pytest.importorskip(engine, reason="the extra recorders is not installed")
    path = tmp_path / "boxes.npz"
    script = Path(__file__).parents[1] / f"examples/record_{engine}.py"
    subprocess.run([sys.executable, str(script), str(path)], check=True, capture_output=True)
    recording = octosat.Recording.read(path)
    assert json.loads(recording.meta or "")["gravity"] == [0, 0, -9.81]
    assert recorded_up(recording) == "z"
    if COMMAND:
        command = [COMMAND, "draw", str(path), "--out", str(tmp_path / "picture.svg"), "--json"]
        run = subprocess.run(command, check=True, capture_output=True, text=True)
        assert json.loads(run.stdout)["view"]["up"] == "z"


def test_the_embedded_recording_is_there():
    if not EMBEDDED.parents[3].joinpath("Cargo.toml").exists():
        pytest.skip("not in a clone of the repository")
    assert octosat.Recording.read(EMBEDDED).boxes == 1605


def test_buffers_that_a_generator_uses_again_are_copied():
    """The live buffers of an engine, of the types that need no conversion."""
    position, rotation = np.zeros((1, 3), np.float32), np.array([[0, 0, 0, 1]], np.float32)
    half_extents, pairs = np.ones((1, 3), np.float32), np.empty((0, 2), np.uint32)

    def frames():
        for frame in range(4):
            position[0, 0] = frame
            yield position, rotation, pairs

    recording = octosat.Recording.from_frames(half_extents, frames())
    half_extents[0] = -5
    assert recording.position[:, 0, 0].tolist() == [0, 1, 2, 3]
    recording.check()


def test_a_file_with_any_byte_changed_is_a_recording_or_a_recording_error(tmp_path):
    position, rotation = np.zeros((2, 2, 3)), np.tile([0, 0, 0, 1], (2, 2, 1))
    recording = octosat.Recording(np.ones((2, 3)), position, rotation, [0, 1, 1], [[0, 1]], meta="{}")
    recording.write(tmp_path / "whole.npz")
    whole = (tmp_path / "whole.npz").read_bytes()
    rng = np.random.default_rng(1)
    rejected = 0
    for _ in range(1500):
        changed = bytearray(whole)
        changed[rng.integers(len(whole))] = rng.integers(256)
        path = tmp_path / "changed.npz"
        path.write_bytes(changed)
        try:
            octosat.Recording.read(path)
        except octosat.RecordingError as error:
            rejected += 1
            assert str(error).startswith(str(path))
    assert rejected > 500

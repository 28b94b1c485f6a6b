"""Work on a Ray cluster of three nodes on this machine, whose workers and nodes are killed on the way."""

import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid

import numpy as np
import pytest
from conftest import scene

import octosat

PARTS, PAIRS = scene(71, boxes=500, pairs=20_000, spread=3.0)

pytestmark = pytest.mark.filterwarnings("default")  # Ray's own warnings are not this package's.


@pytest.fixture(scope="module")
def cluster():
    """A cluster of three nodes, each a group of processes with a CPU and an object store."""
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    from ray.cluster_utils import Cluster

    # Workers cannot import this file.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        cluster.more = [cluster.add_node(num_cpus=1) for _ in range(2)]
        ray.init(address=cluster.address, log_to_driver=False)
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.fixture
def distributed(cluster):
    from octosat import distributed

    return distributed


def bits(result):
    """All bytes of a result."""
    if isinstance(result, octosat.Manifolds):
        return b"".join(part.tobytes() for part in (result.pairs, result.manifolds, result.points, result.surfaces))
    return result.tobytes()


def leave_mark(folder):
    """Leaves a file per call."""
    (folder / f"{os.getpid()}-{uuid.uuid4()}").touch()


def die_once(folder):
    """Kills the process of the first call, as the kernel does if memory is short."""
    leave_mark(folder)
    if len(list(folder.iterdir())) == 1:
        os.kill(os.getpid(), signal.SIGKILL)


def block_of(seed, rows=1000):
    return np.random.default_rng(seed).integers(0, len(PARTS[0]), (rows, 2)).astype(np.uint32)


@pytest.mark.parametrize(
    "query",
    [
        octosat.overlaps,
        octosat.penetrations,
        octosat.manifolds,
        functools.partial(octosat.manifolds, limit=8, surfaces=True),
    ],
    ids=["overlaps", "penetrations", "manifolds", "partial"],
)
def test_results_are_in_order_with_the_same_bits(distributed, query):
    boxes = octosat.Boxes(*PARTS)
    found = list(distributed.map_pairs(query, boxes, PAIRS, within=0.05, block_size=1777))
    starts = range(0, len(PAIRS), 1777)
    assert len(found) == len(starts)
    for start, result in zip(starts, found, strict=True):
        assert bits(result) == bits(query(boxes, PAIRS[start : start + 1777], 0.05))
    if query is octosat.penetrations:
        assert np.concatenate(found).tobytes() == query(boxes, PAIRS, 0.05).tobytes()


def test_workers_are_several_and_have_one_thread(distributed, tmp_path):
    def who(boxes, pairs, within, *, engine):
        # A busy machine starts workers late: no task is done before three have begun.
        (tmp_path / str(os.getpid())).touch()
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        return os.getpid(), (engine.threads, within)

    found = list(distributed.map_pairs(who, PARTS, PAIRS, block_size=1000))
    assert len({pid for pid, _ in found} - {os.getpid()}) >= 3
    assert {rest for _, rest in found} == {(1, None)}


def test_boxes_are_those_of_the_call(distributed):
    """Boxes that move after the call, and other boxes in between, change nothing."""
    boxes = octosat.Boxes(*PARTS)
    expected = [octosat.penetrations(boxes, block_of(seed)).tobytes() for seed in range(8)]
    other = tuple(part[::-1] for part in PARTS)
    expected_of_other = [octosat.penetrations(other, block_of(seed)).tobytes() for seed in range(8)]
    blocks = [block_of(seed) for seed in range(8)]
    results = distributed.map_pairs(octosat.penetrations, boxes, blocks)
    results_of_other = distributed.map_pairs(octosat.penetrations, other, blocks)
    boxes.set_poses(PARTS[0] + np.float32(1000), PARTS[1])
    found = [(one.tobytes(), two.tobytes()) for one, two in zip(results, results_of_other, strict=True)]
    assert found == list(zip(expected, expected_of_other, strict=True))


def test_blocks_are_taken_as_they_are_needed(distributed):
    """No more blocks are ahead of the results than in_flight says."""
    taken, ahead = [], []

    def blocks():
        for seed in range(30):
            taken.append(seed)
            yield functools.partial(block_of, seed)

    for done, found in enumerate(distributed.map_pairs(octosat.overlaps, PARTS, blocks(), in_flight=4)):
        ahead.append(len(taken) - done)
        assert found.tobytes() == octosat.overlaps(PARTS, block_of(done)).tobytes()
    assert len(ahead) == 30
    assert max(ahead) == 4


def test_a_killed_worker_changes_nothing(distributed, tmp_path):
    """A worker dies within a task: the task runs again."""

    def query(boxes, pairs, within, *, engine):
        if pairs[0, 0] == PAIRS[5000, 0]:
            die_once(tmp_path)
        return octosat.manifolds(boxes, pairs, within, engine=engine)

    found = list(distributed.map_pairs(query, PARTS, PAIRS, 0.01, block_size=1000))
    expected = [octosat.manifolds(PARTS, PAIRS[row : row + 1000], 0.01) for row in range(0, len(PAIRS), 1000)]
    assert [bits(result) for result in found] == [bits(result) for result in expected]
    assert len(list(tmp_path.iterdir())) >= 2


def test_a_worker_killed_from_outside_changes_nothing(distributed, tmp_path):
    killed = []

    def slow(seed):
        if seed == 7:
            leave_mark(tmp_path)
            # The first time it waits to be killed.
            while len(list(tmp_path.iterdir())) == 1:
                time.sleep(0.05)
        return octosat.penetrations(PARTS, block_of(seed), engine=octosat.Engine(threads=1))

    def kill_one():
        deadline = time.monotonic() + 60
        while not (marks := list(tmp_path.iterdir())) and time.monotonic() < deadline:
            time.sleep(0.05)
        killed.extend(int(mark.name.split("-")[0]) for mark in marks)
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    found = list(distributed.map_seeds(slow, range(15)))
    killer.join()
    expected = [octosat.penetrations(PARTS, block_of(seed)).tobytes() for seed in range(15)]
    assert [result.tobytes() for result in found] == expected
    # The task of the dead worker left a second mark, from another process.
    marks = {int(mark.name.split("-")[0]) for mark in tmp_path.iterdir()}
    assert len(marks) == 2 and killed[0] in marks


def test_a_task_that_always_kills_its_worker_is_reported(distributed, tmp_path):
    def deadly(seed):
        if seed == 3:
            leave_mark(tmp_path)
            os.kill(os.getpid(), signal.SIGKILL)
        return seed

    results = distributed.map_seeds(deadly, range(10), ray_options={"max_retries": 1})
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(distributed.WorkerError, match="task 3: ") as raised:
        next(results)
    assert raised.value.index == 3
    assert len(list(tmp_path.iterdir())) == 2


def test_a_bad_block_is_reported_in_order_and_runs_once(distributed, tmp_path):
    def query(boxes, pairs, within, *, engine):
        if len(pairs) == 777:
            leave_mark(tmp_path)
        return octosat.overlaps(boxes, pairs, within, engine=engine)

    bad = block_of(3, 777)
    bad[55, 1] = len(PARTS[0])
    blocks = [block_of(0), block_of(1), block_of(2), bad, block_of(4)]
    results = distributed.map_pairs(query, PARTS, blocks)
    for seed in range(3):
        assert next(results).tobytes() == octosat.overlaps(PARTS, block_of(seed)).tobytes()
    with pytest.raises(octosat.QueryError, match=r"^block 3: .*pairs\[55\]\[1\] is 500") as raised:
        next(results)
    assert raised.value.pair == 55
    with pytest.raises(StopIteration):
        next(results)
    assert len(list(tmp_path.iterdir())) == 1


def test_configurations_of_a_chain(distributed):
    """The same with a stub of Ray, and more: test_configurations.py."""
    chain = octosat.Chain.from_urdf(octosat.robots.ARM)
    world = octosat.World(PARTS)
    joints = np.random.default_rng(3).uniform(*chain.limits.T, (5000, 7))
    for query in (octosat.Chain.any_overlap, octosat.Chain.least_clearances):
        found = list(distributed.map_configurations(query, chain, joints, world, block_size=777))
        assert len(found) == 7
        assert np.concatenate(found).tobytes() == query(chain, joints, world).tobytes()


def test_errors_of_the_block_list_come_after_its_blocks(distributed):
    def blocks():
        yield block_of(0)
        yield block_of(1)
        raise LookupError("no more blocks")

    results = distributed.map_pairs(octosat.overlaps, PARTS, blocks())
    assert len(next(results)) == len(next(results)) == 1000
    with pytest.raises(LookupError, match="no more blocks"):
        next(results)


def test_exceptions_keep_their_type_and_say_where_they_are_from(distributed):
    class Own(Exception):
        pass

    def fail(seed):
        raise Own(f"seed {seed}")

    with pytest.raises(Own, match="seed 7") as raised:
        list(distributed.map_seeds(fail, [7]))
    assert "in fail" in str(raised.value.__cause__)


def test_no_more_tasks_after_the_caller_stops(distributed, tmp_path):
    def slow(seed):
        leave_mark(tmp_path)
        time.sleep(0.1)
        return seed

    results = distributed.map_seeds(slow, range(100), in_flight=5)
    assert [next(results), next(results)] == [0, 1]
    results.close()
    time.sleep(1.0)
    assert len(list(tmp_path.iterdir())) <= 6


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"in_flight": 0}, ValueError, "in_flight is 0"),
        ({"block_size": 0}, ValueError, "block_size is 0"),
        ({"pairs": [PAIRS], "block_size": 9}, TypeError, "pairs that are given block by block take no `block_size`"),
        ({"within": np.zeros(len(PAIRS))}, TypeError, "within"),
        ({"pairs": PAIRS.ravel()}, ValueError, r"pairs: shape \(40000,\)"),
        ({"boxes": (PARTS[0][:5], PARTS[1], PARTS[2])}, ValueError, r"centers \(5,\), rotations \(500,\)"),
        ({"boxes": (PARTS[0] * np.nan, PARTS[1], PARTS[2])}, octosat.BoxError, "box 0: center"),
    ],
)
def test_wrong_arguments_are_rejected_at_once(distributed, options, error, text):
    arguments = {"query": octosat.overlaps, "boxes": PARTS, "pairs": PAIRS, **options}
    with pytest.raises(error, match=text):
        distributed.map_pairs(**arguments)


def test_empty_lists(distributed):
    assert list(distributed.map_pairs(octosat.overlaps, PARTS, PAIRS[:0])) == []
    assert [len(found) for found in distributed.map_pairs(octosat.overlaps, PARTS, [PAIRS[:0]])] == [0]
    assert list(distributed.map_seeds(abs, [])) == []
    assert list(distributed.map_recordings(octosat.overlaps, [])) == []


def test_a_file_mapped_into_memory(distributed, tmp_path):
    np.save(tmp_path / "pairs.npy", PAIRS)
    mapped = np.load(tmp_path / "pairs.npy", mmap_mode="r")
    found = distributed.map_pairs(octosat.overlaps, PARTS, mapped, block_size=15_000)
    assert np.concatenate(list(found)).tobytes() == octosat.overlaps(PARTS, PAIRS).tobytes()


def test_progress(distributed, capsys):
    calls = []
    found = distributed.map_seeds(abs, [-1, 2, -3], progress=lambda *call: calls.append(call))
    assert list(found) == [1, 2, 3]
    assert calls == [(1, 3), (2, 3), (3, 3)]
    calls.clear()
    assert list(distributed.map_seeds(abs, iter([-4]), progress=lambda *call: calls.append(call))) == [4]
    assert calls == [(1, None)]
    calls.clear()
    blocks = [PAIRS[:100], PAIRS[100:]]
    list(distributed.map_pairs(octosat.overlaps, PARTS, blocks, progress=lambda *call: calls.append(call)))
    assert calls == [(1, 2), (2, 2)]
    list(distributed.map_seeds(abs, [1, 2], progress=True))
    assert "octosat: 2 of 2 tasks, " in capsys.readouterr().err


@pytest.fixture
def archive(tmp_path):
    """Three recordings of 5, 0 and 3 frames."""
    paths = []
    for number, frames in enumerate([5, 0, 3]):
        parts, pairs = scene(80 + number, boxes=60, pairs=300)
        pairs = np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1)
        moved = [(parts[0] * np.float32(1 - 0.1 * frame), parts[1], pairs[frame:]) for frame in range(frames)]
        paths.append(tmp_path / f"{number}.npz")
        octosat.Recording.from_frames(parts[2], moved).write(paths[-1])
    return paths


@pytest.mark.parametrize("frames_per_task", [None, 1, 2, 100])
def test_recordings(distributed, archive, frames_per_task, monkeypatch):
    monkeypatch.chdir(archive[0].parent)
    paths = [archive[0], archive[1].name, archive[2]]
    found = list(distributed.map_recordings(octosat.manifolds, paths, 0.02, frames_per_task=frames_per_task))
    expected = [
        (os.fspath(path), number, bits(octosat.manifolds(frame.boxes(), frame.pairs, 0.02)))
        for path in paths
        for number, frame in enumerate(octosat.Recording.read(path))
    ]
    assert len(expected) == 8
    assert [(one.path, one.frame, bits(one.result)) for one in found] == expected


@pytest.mark.parametrize("frames_per_task", [None, 2])
def test_files_that_cannot_be_read_are_named_in_order(distributed, archive, frames_per_task):
    damaged, missing = archive[0].with_name("damaged.npz"), archive[0].with_name("missing.npz")
    damaged.write_bytes(archive[0].read_bytes()[:-400])
    for bad, error in [(damaged, octosat.RecordingError), (missing, FileNotFoundError)]:
        results = distributed.map_recordings(
            octosat.overlaps, [archive[0], bad, archive[2]], frames_per_task=frames_per_task
        )
        assert [next(results).frame for _ in range(5)] == [0, 1, 2, 3, 4]
        with pytest.raises(error, match=bad.name):
            next(results)


def test_a_bad_frame_is_named(distributed, archive):
    with pytest.raises(octosat.QueryError, match=r"0\.npz: frame 0: .*within"):
        list(distributed.map_recordings(octosat.overlaps, archive, within=-1.0))


COMMAND = """#!{python}
import sys, time
from pathlib import Path
options = dict(option.removeprefix("--").split("=", 1) for option in sys.argv[2:] if "=" in option)
assert sys.argv[1] == "fuzz" and "--json" in sys.argv
seed, cases = int(options["seed"]), int(options["cases"])
if seed == 13:
    sys.exit("no luck")
time.sleep(0.2 if seed == 1 else 0)
failures = []
for number in range(seed % 3):
    path = Path(options["out-dir"], f"octosat-fuzz-{{seed}}-{{number}}.npz")
    path.write_bytes(bytes([seed, number]))
    failures.append(dict(what=f"pair {{number}}", replay=str(path), command=f"octosat verify {{path}} --margin 0"))
import json
print(json.dumps(dict(cases=cases, failures=failures, worst_error=seed / 8, seed=seed,
                      rounds=1, seconds=time.time(), skipped=["avx512"] if seed == 2 else [])))
sys.exit(1 if failures else 0)
"""


def test_fuzzing_brings_failures_back(distributed, tmp_path):
    """A command that stands for octosat, because octosat itself has no failures to show."""
    command = tmp_path / "command"
    command.write_text(COMMAND.format(python=sys.executable))
    command.chmod(0o755)
    reports = list(distributed.fuzz(range(1, 6), 100, command=str(command)))
    assert [report.seeds for report in reports] == [(1,), (2,), (3,), (4,), (5,)]
    merged = distributed.merge(reports)
    assert (merged.seeds, merged.cases, merged.rounds) == ((1, 2, 3, 4, 5), 500, 5)
    assert (merged.worst_error, merged.skipped) == (0.625, frozenset(["avx512"]))
    assert [(one.seed, one.what, one.recording) for one in merged.failures] == [
        (1, "pair 0", b"\1\0"),
        (2, "pair 0", b"\2\0"),
        (2, "pair 1", b"\2\1"),
        (4, "pair 0", b"\4\0"),
        (5, "pair 0", b"\5\0"),
        (5, "pair 1", b"\5\1"),
    ]
    assert merged.failures[2].command == "octosat verify octosat-fuzz-2-1.npz --margin 0"
    assert merged.failures[2].write(tmp_path).read_bytes() == b"\2\1"
    assert distributed.merge(distributed.fuzz(range(1, 6), 100, command=str(command))) == merged

    results = distributed.fuzz([12, 13], 100, command=str(command))
    assert next(results).seeds == (12,)
    with pytest.raises(RuntimeError, match="seed 13: no report from .*command, status 1: no luck"):
        next(results)


def test_fuzzing_without_the_command(distributed):
    with pytest.raises(FileNotFoundError, match="no-such-command"):
        list(distributed.fuzz([1], 10, command="no-such-command"))
    with pytest.raises(ValueError, match="cases is 0"):
        distributed.fuzz([1], 0)


def test_fuzzing_with_octosat(distributed, tmp_path):
    command = os.environ.get("OCTOSAT_COMMAND") or shutil.which("octosat")
    if not command:
        pytest.skip("there is no command octosat")
    reports = list(distributed.fuzz([5, 4], 300, command=command))
    assert [report.seeds for report in reports] == [(5,), (4,)]
    merged = distributed.merge(reports)
    assert merged.cases >= 600 and merged.failures == ()
    assert 0 < merged.worst_error <= 1
    alone = [command, "fuzz", "--json", "--seed=5", "--cases=300"]
    found = json.loads(subprocess.run(alone, capture_output=True, check=True, cwd=tmp_path).stdout)
    assert (reports[0].cases, reports[0].worst_error) == (found["cases"], found["worst_error"])
    spheres = distributed.merge(distributed.fuzz([1], 300, ["--query", "spheres"], command=command))
    assert spheres.cases >= 300
    with pytest.raises(RuntimeError, match="seed 1: no report from .* status 2: .*--no-such-option"):
        list(distributed.fuzz([1], 10, ["--no-such-option"], command=command))


def test_a_lost_node_changes_nothing(distributed, cluster):
    """A machine is lost with its workers and with results that were not fetched; must be the last test."""
    import ray

    def where(seed):
        time.sleep(0.05)
        return octosat.manifolds(PARTS, block_of(seed, 20_000), engine=octosat.Engine(threads=1))

    results = distributed.map_seeds(where, range(40), in_flight=16)
    found = [bits(next(results))]
    time.sleep(1.5)  # Results gather on all nodes.
    cluster.remove_node(cluster.more.pop(), allow_graceful=False)
    found += [bits(result) for result in results]
    assert found == [bits(octosat.manifolds(PARTS, block_of(seed, 20_000))) for seed in range(40)]
    end = time.monotonic() + 30
    while sum(node["Alive"] for node in ray.nodes()) > 2 and time.monotonic() < end:
        time.sleep(0.2)
    assert sum(node["Alive"] for node in ray.nodes()) == 2


def test_without_ray(tmp_path):
    """The error names the extra."""
    program = "import sys; sys.modules['ray'] = None; import octosat; import octosat.distributed"
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ended.returncode == 1
    expected = 'ImportError: octosat.distributed needs Ray, the extra "ray": pip install "octosat[ray] @ git+https://'
    assert expected in ended.stderr

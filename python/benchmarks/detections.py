"""Times products and suppression of rotated rectangles next to numba, shapely, OpenCV and powerboxes, in one run.

Usage: python benchmarks/detections.py [--rounds N]. What is not installed is left out (pip install numba shapely
opencv-python-headless powerboxes). One thread; contenders take turns; medians of the CPU time of the process. Matrices must
agree with shapely's; boxes that one of both keeps alone, because an IoU is near the limit, are counted.
"""

import argparse
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import octosat
from compare import machine

COUNT = 1000
"""Rectangles of each list of a product."""

DETECTIONS, PER_OBJECT = 10_000, 10
"""Rectangles that are suppressed, and how many are of one object."""

ENGINE = octosat.Engine(threads=1)


def rows(rng: np.random.Generator, count: int, side: float) -> np.ndarray:
    """Rows of x, y, length, width and angle in a square, of the sizes of cars."""
    places = rng.uniform(0, side, (count, 2))
    sizes = np.stack([rng.uniform(1.5, 5, count), rng.uniform(1, 2.2, count)], axis=1)
    return rounded(np.column_stack([places, sizes, rng.uniform(-math.pi, math.pi, count)]))


def rounded(of: np.ndarray) -> np.ndarray:
    """The same rows in float64 for all, in numbers that float32 has."""
    return of.astype(np.float32).astype(np.float64)


def corners(of: np.ndarray) -> np.ndarray:
    """The corners of rows, counter-clockwise."""
    x, y, length, width, angle = of.T
    along, across = np.array([-1, 1, 1, -1]) / 2, np.array([-1, -1, 1, 1]) / 2
    u, v = length[:, None] * along, width[:, None] * across
    c, s = np.cos(angle)[:, None], np.sin(angle)[:, None]
    return np.stack([x[:, None] + c * u - s * v, y[:, None] + s * u + c * v], axis=2)


def in_degrees(of: np.ndarray) -> np.ndarray:
    """Rows with their angle in degrees."""
    return np.column_stack([of[:, :4], np.rad2deg(of[:, 4])])


def installed(name: str) -> Any:
    """A module, or none."""
    try:
        return __import__(name)
    except ImportError:
        return None


def clip(numba: Any) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """A product by clipping polygons in float64, circles first, compiled by numba."""

    @numba.njit
    def area(a: np.ndarray, b: np.ndarray) -> float:
        now, then, count = np.empty((12, 2)), np.empty((12, 2)), 4
        now[:4] = b
        for side in range(4):
            from_x, from_y = a[side]
            way_x, way_y = a[(side + 1) % 4][0] - from_x, a[(side + 1) % 4][1] - from_y
            kept = 0
            for k in range(count):
                x, y = now[k]
                u, v = now[(k + 1) % count]
                one = way_x * (y - from_y) - way_y * (x - from_x)
                other = way_x * (v - from_y) - way_y * (u - from_x)
                if one >= 0:
                    then[kept] = now[k]
                    kept += 1
                if (one >= 0) != (other >= 0):
                    part = one / (one - other)
                    then[kept, 0], then[kept, 1] = x + part * (u - x), y + part * (v - y)
                    kept += 1
            now, then, count = then, now, kept
        total = 0.0
        for k in range(count):
            x, y = now[k]
            u, v = now[(k + 1) % count]
            total += x * v - y * u
        return total / 2

    @numba.njit
    def product(a: np.ndarray, b: np.ndarray, of_a: np.ndarray, of_b: np.ndarray) -> np.ndarray:
        out = np.zeros((len(a), len(b)), np.float32)
        for i in range(len(a)):
            for j in range(len(b)):
                reach = (math.hypot(a[i, 2], a[i, 3]) + math.hypot(b[j, 2], b[j, 3])) / 2
                if (a[i, 0] - b[j, 0]) ** 2 + (a[i, 1] - b[j, 1]) ** 2 <= reach * reach:
                    shared = area(of_a[i], of_b[j])
                    out[i, j] = shared / (a[i, 2] * a[i, 3] + b[j, 2] * b[j, 3] - shared)
        return out

    return lambda a, b: product(a, b, corners(a), corners(b))


def inside(numba: Any) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Which points are in which upright boxes, a loop that numba compiles."""

    @numba.njit
    def points_in(boxes: np.ndarray, points: np.ndarray) -> np.ndarray:
        out = np.zeros((len(boxes), len(points)), np.bool_)
        for i in range(len(boxes)):
            c, s = math.cos(boxes[i, 6]), math.sin(boxes[i, 6])
            for j in range(len(points)):
                x, y = points[j, 0] - boxes[i, 0], points[j, 1] - boxes[i, 1]
                u, v, w = c * x + s * y, c * y - s * x, points[j, 2] - boxes[i, 2]
                out[i, j] = abs(u) <= boxes[i, 3] / 2 and abs(v) <= boxes[i, 4] / 2 and abs(w) <= boxes[i, 5] / 2
        return out

    return points_in


def shapely_ious(shapely: Any, a: Any, b: Any) -> np.ndarray:
    """The IoU of polygons, pair by pair."""
    shared = shapely.area(shapely.intersection(a, b))
    return shared / (shapely.area(a) + shapely.area(b) - shared)


def shapely_product(shapely: Any, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A product by shapely's tree."""
    of_a, of_b = shapely.polygons(corners(a)), shapely.polygons(corners(b))
    i, j = shapely.STRtree(of_b).query(of_a, predicate="intersects")
    out = np.zeros((len(a), len(b)), np.float32)
    out[i, j] = shapely_ious(shapely, of_a[i], of_b[j])
    return out


def shapely_kept(shapely: Any, of: np.ndarray, most: float) -> np.ndarray:
    """Suppression of rows in falling score by shapely's tree and a loop."""
    polygons = shapely.polygons(corners(of))
    i, j = shapely.STRtree(polygons).query(polygons, predicate="intersects")
    i, j = i[i < j], j[i < j]
    is_much = shapely_ious(shapely, polygons[i], polygons[j]) > most
    order = np.argsort(i[is_much], kind="stable")
    i, j = i[is_much][order], j[is_much][order]
    starts, kept = np.searchsorted(i, np.arange(len(of) + 1)), np.ones(len(of), bool)
    for row in range(len(of)):
        if kept[row]:
            kept[j[starts[row] : starts[row + 1]]] = False
    return np.flatnonzero(kept)


def race(title: str, contenders: dict[str, Callable[[], Any]], rounds: int) -> None:
    """Calls all of them in turns, and prints medians in ms and ratios to the first."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for call in contenders.values():
        call()
    for _ in range(rounds):
        for name, call in contenders.items():
            start = time.process_time()
            call()
            times[name].append(time.process_time() - start)
    first = statistics.median(next(iter(times.values())))
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{title:34} {name:28} {1e3 * median:10.2f} ms {median / first:8.1f}")


def products(rng: np.random.Generator, rounds: int) -> None:
    """All rectangles of one list with all of another, in a dense and in a sparse place."""
    numba, shapely, powerboxes = (installed(name) for name in ("numba", "shapely", "powerboxes"))
    for side in (40, 150):
        a, b = rows(rng, COUNT, side), rows(rng, COUNT, side)
        ask = lambda a=a, b=b: octosat.iou(octosat.Rectangles.from_rows(a), octosat.Rectangles.from_rows(b), engine=ENGINE)
        contenders: dict[str, Callable[[], Any]] = {"octosat": ask}
        if numba:
            contenders["numba, clip in float64"] = lambda a=a, b=b, product=clip(numba): product(a, b)
        if powerboxes:
            of_a, of_b = in_degrees(a), in_degrees(b)
            contenders["powerboxes"] = lambda a=of_a, b=of_b: powerboxes.rotated_iou_distance(a, b)
        if shapely:
            contenders["shapely, tree"] = lambda a=a, b=b: shapely_product(shapely, a, b)
            off = np.abs(ask() - contenders["shapely, tree"]()).max()
            assert off < 1e-5, off
        race(f"IoUs of {COUNT} x {COUNT}, {(ask() > 0).sum()} share", contenders, rounds)


def suppression(rng: np.random.Generator, rounds: int) -> None:
    """Detections of objects, several of each."""
    cv2, shapely, powerboxes = (installed(name) for name in ("cv2", "shapely", "powerboxes"))
    of = np.repeat(rows(rng, DETECTIONS // PER_OBJECT, 200), PER_OBJECT, axis=0)
    of[:, :2] += rng.normal(0, 0.2, (DETECTIONS, 2))
    of[:, 2:4] *= rng.normal(1, 0.05, (DETECTIONS, 2))
    of[:, 4] += rng.normal(0, 0.05, DETECTIONS)
    of = rounded(of[rng.permutation(DETECTIONS)])
    scores = np.linspace(1, 0, DETECTIONS, dtype=np.float32)
    ask = lambda: octosat.suppress(octosat.Rectangles.from_rows(of), scores, 0.5, engine=ENGINE)
    contenders: dict[str, Callable[[], Any]] = {"octosat": ask}
    if shapely:
        contenders["shapely, tree and loop"] = lambda: shapely_kept(shapely, of, 0.5)
        others = np.setxor1d(ask(), shapely_kept(shapely, of, 0.5))
        print(f"kept by octosat or by shapely alone: {len(others)}")
    if powerboxes:
        degrees = in_degrees(of)
        contenders["powerboxes"] = lambda: powerboxes.rotated_nms(degrees, scores.astype(float), 0.5, 0.0)
    if cv2:
        given = [((x, y), (w, h), angle) for x, y, w, h, angle in in_degrees(of).tolist()]
        contenders["OpenCV, NMSBoxesRotated"] = lambda: cv2.dnn.NMSBoxesRotated(given, scores.tolist(), 0.0, 0.5)
    race(f"suppression of {DETECTIONS}, {len(ask())} kept", contenders, min(rounds, 3))


def points(rng: np.random.Generator, rounds: int) -> None:
    """Points in upright boxes."""
    numba = installed("numba")
    boxes = np.zeros((100, 7))
    boxes[:, :2], boxes[:, 3:6], boxes[:, 6] = rng.uniform(-50, 50, (100, 2)), [4, 2, 1.5], rng.uniform(-3, 3, 100)
    seen = rng.uniform([-50, -50, -1], [50, 50, 1], (100_000, 3))
    upright, spheres = octosat.Boxes.upright(boxes), octosat.Spheres(seen, np.zeros(len(seen)))
    ask = lambda: octosat.overlapping_pairs(upright, spheres, engine=ENGINE)
    contenders: dict[str, Callable[[], Any]] = {"octosat": ask}
    if numba:
        points_in = inside(numba)
        contenders["numba, loop"] = lambda: np.argwhere(points_in(boxes, seen))
        assert abs(len(ask()) - len(contenders["numba, loop"]())) <= 2
    race(f"points in boxes, {len(ask())} are", contenders, rounds)


def opencv_iou(cv2: Any, a: np.ndarray, b: np.ndarray) -> float:
    """The IoU of two rows with angles in degrees."""
    _, shared = cv2.rotatedRectangleIntersection(*(((x, y), (w, h), angle) for x, y, w, h, angle in (a.tolist(), b.tolist())))
    if shared is None or len(shared) < 3:
        return 0.0
    area = cv2.contourArea(cv2.convexHull(shared))
    return area / (a[2] * a[3] + b[2] * b[3] - area)


def alike(rng: np.random.Generator) -> None:
    """What everyone answers about rectangles that are the same, and nearly the same."""
    cv2, powerboxes = installed("cv2"), installed("powerboxes")
    first = rows(rng, DETECTIONS, 100)
    moved = np.array([1e-5, 1e-5, 0, 0, 1e-6]) * rng.normal(0, 1, first.shape)
    for name, second in (("the same", first), ("nearly the same", rounded(first + moved))):
        of_a, of_b = in_degrees(first), in_degrees(second)
        each = np.stack([np.arange(DETECTIONS)] * 2, axis=1)
        lists = octosat.Rectangles.from_rows(first), octosat.Rectangles.from_rows(second)
        answers = {"octosat": octosat.iou(lists[0], each, against=lists[1])}
        if cv2:
            answers["OpenCV"] = np.array([opencv_iou(cv2, *pair) for pair in zip(of_a, of_b, strict=True)])
        if powerboxes:
            answers["powerboxes"] = np.full(DETECTIONS, np.nan)
            for row in range(DETECTIONS):
                # A panic is no Exception.
                try:
                    off = powerboxes.rotated_iou_distance(of_a[row : row + 1], of_b[row : row + 1])
                    answers["powerboxes"][row] = 1 - off[0, 0]
                except BaseException as error:
                    assert "PanicException" in type(error).__name__, error
        for who, ious in answers.items():
            wrong, none = (np.abs(ious - 1) > 0.01).sum(), np.isnan(ious).sum()
            least, most = np.nanmin(ious), np.nanmax(ious)
            print(f"{name:17} {who:12} {least:.7f} to {most:.7f}, off by 0.01 {wrong}, no answer {none}, of {DETECTIONS}")


def main() -> None:
    """Times everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    print(machine())
    rng = np.random.default_rng(5)
    products(rng, rounds)
    suppression(rng, rounds)
    points(rng, rounds)
    alike(rng)


if __name__ == "__main__":
    main()

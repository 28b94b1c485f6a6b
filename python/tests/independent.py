"""A separating-axis test in float64 that shares no formula with the engine: it projects all corners."""

from itertools import product

import numpy as np

CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))


def matrices(rotations):
    """Rotation matrices of quaternions x, y, z, w: the images of the unit vectors by q v q*."""
    q = np.asarray(rotations, np.float64)
    q = q / np.linalg.norm(q, axis=1, keepdims=True)
    vector, w = q[:, :3], q[:, 3:]
    columns = []
    for unit in np.eye(3):
        across = np.cross(vector, unit)
        columns.append(unit + 2 * w * across + 2 * np.cross(vector, across))
    return np.stack(columns, axis=2)


def corners(centers, rotations, half_extents):
    """The eight corners of each box, shape (n, 8, 3)."""
    local = CORNERS * np.asarray(half_extents, np.float64)[:, None, :]
    turned = np.einsum("nij,nkj->nki", matrices(rotations), local)
    return turned + np.asarray(centers, np.float64)[:, None, :]


def separations(boxes, pairs):
    """The largest separation along the fifteen axes, meters: positive for boxes apart, minus the depth for overlap."""
    centers, rotations, half_extents = (np.asarray(array, np.float64) for array in boxes)
    a, b = np.asarray(pairs, np.int64).reshape(-1, 2).T
    turn, points = matrices(rotations), corners(centers, rotations, half_extents)
    worst = np.full(len(a), -np.inf)

    def along(axis):
        length = np.linalg.norm(axis, axis=1)
        fit = length > 1e-6
        axis = axis / np.where(fit, length, 1.0)[:, None]
        # Relative to a's center, so that a distant origin costs no digits.
        of_a = np.einsum("nki,ni->nk", points[a] - centers[a][:, None], axis)
        of_b = np.einsum("nki,ni->nk", points[b] - centers[a][:, None], axis)
        gap = np.maximum(of_b.min(1) - of_a.max(1), of_a.min(1) - of_b.max(1))
        np.maximum(worst, np.where(fit, gap, -np.inf), out=worst)

    for k in range(3):
        along(turn[a, :, k])
        along(turn[b, :, k])
    for i, j in product(range(3), repeat=2):
        along(np.cross(turn[a, :, i], turn[b, :, j]))
    return worst


def tolerance(boxes, pairs):
    """How far depths in float32 may be off, meters: generous, relative to the sizes and the distance of the boxes."""
    centers, _, half_extents = (np.asarray(array, np.float64) for array in boxes)
    a, b = np.asarray(pairs, np.int64).reshape(-1, 2).T
    return 4e-6 * (half_extents[a].sum(1) + half_extents[b].sum(1) + np.abs(centers[b] - centers[a]).sum(1))


def place_tolerance(boxes, pairs):
    """The same for points of the world, whose coordinates are rounded."""
    centers = np.asarray(boxes[0], np.float64)
    a, b = np.asarray(pairs, np.int64).reshape(-1, 2).T
    return tolerance(boxes, pairs) + 4e-6 * (np.abs(centers[a]).sum(1) + np.abs(centers[b]).sum(1))


def local(boxes, which, points):
    """World points in the frames of boxes, float64."""
    centers, rotations, _ = (np.asarray(array, np.float64) for array in boxes)
    turn = matrices(rotations)[which]
    return np.einsum("nji,nj->ni", turn, np.asarray(points, np.float64) - centers[which])

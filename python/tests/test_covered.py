"""Covered faces: found, made from arrays, and contacts that leave none of them."""

import pickle

import numpy as np
import pytest

import octosat

UPRIGHT = [0.0, 0.0, 0.0, 1.0]


def floor():
    """Three flush tiles and a lower one, and a box that reaches a hair into the side of the second."""
    centers = [[0, -0.5, 0], [1, -0.5, 0], [2, -0.5, 0], [3, -1, 0], [0.001, 0.498, 0]]
    return octosat.Boxes(centers, [UPRIGHT] * 5, [[0.5, 0.5, 0.5]] * 5)


def tiles(boxes):
    return boxes.centers[:4], boxes.rotations[:4], boxes.half_extents[:4]


PAIRS = [[0, 4], [1, 4], [2, 4], [3, 4]]


def of_all(found):
    """The covered faces of the tiles, and none of the box that moves."""
    return octosat.CoveredFaces.of_parts(np.append(found.masks, 0), found.rectangles)


def test_faces_are_found():
    found = octosat.covered_faces(tiles(floor()))
    assert found.masks.tolist() == [0b10, 0b11, 0b01, 0]
    assert found.masks.dtype == np.uint8 and len(found) == 4
    # The third tile's side is covered in its lower half, the fourth one's in its upper half.
    assert found.rectangles.dtype == octosat.COVERED_RECTANGLE
    assert found.rectangles["index"].tolist() == [2, 3]
    assert found.rectangles["face"].tolist() == [1, 0]
    assert found.rectangles["center"][:, 0] == pytest.approx([-0.5, 0.5])
    again = pickle.loads(pickle.dumps(found))
    assert again.masks.tolist() == found.masks.tolist()
    assert again.rectangles.tobytes() == found.rectangles.tobytes()


def test_no_normal_leaves_a_covered_face():
    boxes = floor()
    bare = octosat.manifolds(boxes, PAIRS).manifolds
    assert bare["normal"][1].tolist() == [-1, 0, 0]
    faces = of_all(octosat.covered_faces(tiles(boxes)))
    of_masks = octosat.CoveredFaces.of_masks
    for covered in (faces, of_masks(faces.masks), of_masks(faces.masks.tolist())):
        rows = octosat.manifolds(boxes, PAIRS, covered=covered).manifolds
        assert rows["normal"][:2].tolist() == [[0, 1, 0]] * 2
        assert rows["len"].tolist() == [4, 4, 0, 0]
    cache = octosat.ContactCache()
    assert cache.manifolds(boxes, PAIRS, covered=faces).manifolds.tobytes() == rows.tobytes()
    # A box whose faces are all covered has no contact, and the row says so.
    rows = octosat.manifolds(boxes, PAIRS, covered=octosat.CoveredFaces.of_masks([63] * 5)).manifolds
    assert rows["status"][0] & 15 == octosat.ContactKind.COVERED and rows["len"][0] == 0


def test_what_is_wrong_is_named():
    boxes = floor()
    with pytest.raises(octosat.CoveredError, match=r"masks\[1\]") as found:
        octosat.CoveredFaces.of_masks([0, 64])
    assert found.value.place == 1
    part = np.zeros(1, octosat.COVERED_RECTANGLE)
    with pytest.raises(octosat.CoveredError, match=r"rectangles\[0\] has a direction"):
        octosat.CoveredFaces.of_parts([0], part)
    with pytest.raises(octosat.CoveredError, match="tolerance is -1"):
        octosat.covered_faces(boxes, -1)
    with pytest.raises(octosat.QueryError, match="of 2 boxes, but the number of boxes is 5"):
        octosat.manifolds(boxes, PAIRS, covered=octosat.CoveredFaces.of_masks([0, 0]))
    with pytest.raises(ValueError, match="masks must be integers"):
        octosat.CoveredFaces.of_masks([0, 300])
    with pytest.raises(TypeError):
        octosat.CoveredFaces.of_masks([0.5])
    with pytest.raises(ValueError, match="no covered faces"):
        spheres = octosat.Spheres([[0, 0, 0]], [1])
        octosat.manifolds(boxes, against=spheres, covered=octosat.CoveredFaces.of_masks([0] * 5))

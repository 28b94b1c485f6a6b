"""Pictures of an arm at a shelf: a color per link, and the least clearance from the obstacles as a red line with its length.

Usage: python examples/picture.py [PICTURE.svg]. Needs matplotlib. Cylinders and capsules are drawn as their bounding boxes.
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

import octosat
from octosat import robots
from plan import FLOOR, HOME, OPEN, bottle_on, shelf

CONFIGURATIONS = np.array([HOME, [0.28, 0.62, 1.99, 0.33, -1.07, -0.16, OPEN], [-0.45, 0.54, 0.97, -1.69, -0.45, 1.7, OPEN]])
FACES = np.array([[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]])
SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


def faces(boxes: octosat.Boxes) -> np.ndarray:
    """The corners of all faces, (6 * boxes, 4, 3)."""
    turn, offsets = boxes.rotations[:, None], SIGNS * boxes.half_extents[:, None]
    across = 2 * np.cross(turn[..., :3], offsets)
    corners = boxes.centers[:, None] + offsets + turn[..., 3:] * across + np.cross(turn[..., :3], across)
    return corners[:, FACES].reshape(-1, 4, 3)


def shaded(colors: np.ndarray) -> np.ndarray:
    """A color per face, (6 * boxes, 4), from colors (boxes, 4)."""
    shade = np.array([0.8, 0.8, 0.65, 0.9, 0.6, 1.0])
    return (colors[:, None] * np.stack([shade, shade, shade, np.ones(6)], axis=1)).reshape(-1, 4)


def nearest(boxes: octosat.Boxes, row: np.void, obstacles: octosat.Boxes) -> np.ndarray:
    """The two points between which the least clearance is, (2, 3)."""
    found = octosat.distances(boxes, [[row["solid"], row["obstacle"]]], against=obstacles)[0]
    return np.stack([found["on_a"], found["on_a"] + found["distance"] * found["normal"]])


def main() -> None:
    """Draws the configurations side by side."""
    path = sys.argv[1] if len(sys.argv) > 1 else "arm.svg"
    arm = octosat.Chain.from_urdf(robots.ARM)
    # These two do not come nearer to the floor, whatever the joints are.
    arm.allow("base", obstacles=[FLOOR])
    arm.allow("column", obstacles=[FLOOR])
    (centers, rotations, half_extents), bottles = shelf([bottle_on(0, 0.7, 0.12), bottle_on(1, 0.74, -0.25)])
    world = octosat.World((centers, rotations, half_extents), bottles)
    around_bottles = octosat.Boxes(bottles[0], bottles[1], [bottles[2], bottles[2], bottles[3]])
    obstacles = octosat.concatenate([octosat.Boxes(centers, rotations, half_extents), around_bottles])

    links = list(dict.fromkeys(arm.solids))
    color_of = dict(zip(links, plt.colormaps["tab10"](np.linspace(0, 1, len(links)))))
    colors = np.array([color_of[link] for link in arm.solids] + [(0.75, 0.75, 0.75, 0.3)] * (len(obstacles) - 1))
    # Of the obstacles alone: links of the arm are as near to each other in most configurations.
    least = arm.least_clearances(CONFIGURATIONS, world, links=False)

    figure = plt.figure(figsize=(4 * len(CONFIGURATIONS), 4.6))
    for place, (boxes, row) in enumerate(zip(arm.poses(CONFIGURATIONS), least)):
        axes = figure.add_subplot(1, len(CONFIGURATIONS), place + 1, projection="3d", computed_zorder=False)
        # Without the floor, which is far larger than the rest.
        drawn = np.concatenate([faces(boxes), faces(obstacles[1:])])
        axes.add_collection3d(Poly3DCollection(drawn, facecolors=shaded(colors), edgecolors="0.3", linewidths=0.2))
        line = nearest(boxes, row, obstacles)
        axes.plot(*line.T, color="red", marker=".", zorder=10)
        axes.set_title(f"{1000 * row['clearance']:.0f} mm at the {arm.solids[row['solid']]}")
        axes.set(xlim=(-0.2, 1), ylim=(-0.6, 0.6), zlim=(0.05, 1.15))
        axes.set_box_aspect((1.2, 1.2, 1.1), zoom=1.1)
        axes.view_init(20, -125)
        axes.set_axis_off()
    handles = [plt.Rectangle((0, 0), 1, 1, color=color_of[link]) for link in links]
    figure.legend(handles, links, loc="lower center", ncols=len(links), fontsize=8)
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    figure.savefig(path)


if __name__ == "__main__":
    main()

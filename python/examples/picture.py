"""Pictures of an arm at a shelf: a color per link, and the least clearance from the obstacles as a red line.

Usage: python examples/picture.py [PICTURE.svg or SCENE.rrd]. A picture shows the configurations side by side, and needs
matplotlib; a scene for the viewer rerun has a frame per configuration, and needs octosat[rerun]. Cylinders and capsules
are drawn as their bounding boxes.
"""

import sys

import numpy as np
from plan import FLOOR, HOME, OPEN, bottle_on, shelf

import octosat
from octosat import robots

CONFIGURATIONS = np.array(
    [HOME, [0.28, 0.62, 1.99, 0.33, -1.07, -0.16, OPEN], [-0.45, 0.54, 0.97, -1.69, -0.45, 1.7, OPEN]]
)
COLORS = [
    (31, 119, 180), (255, 127, 14), (44, 160, 44), (214, 39, 40), (148, 103, 189),
    (140, 86, 75), (227, 119, 194), (127, 127, 127), (188, 189, 34), (23, 190, 207),
]  # fmt: skip
"""Of the links that have solids, red, green and blue."""
FACES = np.array([[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]])
SHADES = np.array([0.8, 0.8, 0.65, 0.9, 0.6, 1.0])[:, None]
"""How bright each face is."""
SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


class Scene:
    """The boxes of an arm and of the obstacles, and lines between what is nearest, for each configuration."""

    def __init__(self) -> None:
        arm = octosat.Chain.from_urdf(robots.ARM)
        # These two do not come nearer to the floor, whatever the joints are.
        arm.allow("base", obstacles=[FLOOR])
        arm.allow("column", obstacles=[FLOOR])
        boxes, (centers, rotations, radius, half_length) = shelf([bottle_on(0, 0.7, 0.12), bottle_on(1, 0.74, -0.25)])
        world = octosat.World(boxes, (centers, rotations, radius, half_length))
        around_bottles = octosat.Boxes(centers, rotations, [radius, radius, half_length])
        self.obstacles = octosat.concatenate([octosat.Boxes(*boxes), around_bottles])
        self.arms = arm.poses(CONFIGURATIONS)
        self.color_of = dict(zip(dict.fromkeys(arm.solids), COLORS))
        self.colors = np.array([self.color_of[link] for link in arm.solids])

        # Of the obstacles alone: links of the arm are as near to each other in most configurations.
        least = arm.least_clearances(CONFIGURATIONS, world, links=False)
        pairs = np.stack([np.arange(len(least)) * self.arms.shape[1] + least["solid"], least["obstacle"]], axis=1)
        found = octosat.distances(self.arms, pairs, against=self.obstacles)
        self.lines = np.stack([found["on_a"], found["on_a"] + found["distance"][:, None] * found["normal"]], axis=1)
        self.titles = [f"{1000 * row['clearance']:.0f} mm at the {arm.solids[row['solid']]}" for row in least]


def faces(boxes: octosat.Boxes) -> np.ndarray:
    """The corners of all faces, (6 * boxes, 4, 3)."""
    turn, offsets = boxes.rotations[:, None], SIGNS * boxes.half_extents[:, None]
    across = 2 * np.cross(turn[..., :3], offsets)
    corners = boxes.centers[:, None] + offsets + turn[..., 3:] * across + np.cross(turn[..., :3], across)
    return corners[:, FACES].reshape(-1, 4, 3)


def paint(scene: Scene, path: str) -> None:
    """Writes a picture of the configurations side by side."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "octosat"
    import matplotlib.pyplot as plt
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    # Without the floor, which is far larger than the rest.
    around = scene.obstacles[1:]
    links = (SHADES * scene.colors[:, None] / 255).reshape(-1, 3)
    colors = np.concatenate([np.insert(links, 3, 1, axis=1), np.tile([0.6, 0.6, 0.6, 0.3], (6 * len(around), 1))])
    figure = plt.figure(figsize=(4 * len(scene.lines), 4.6))
    for place, (arm, line, title) in enumerate(zip(scene.arms, scene.lines, scene.titles)):
        axes = figure.add_subplot(1, len(scene.lines), place + 1, projection="3d", computed_zorder=False)
        drawn = np.concatenate([faces(arm), faces(around)])
        axes.add_collection3d(Poly3DCollection(drawn, facecolors=colors, edgecolors="0.3", linewidths=0.2))
        axes.plot(*line.T, color="red", marker=".", zorder=10)
        axes.set(title=title, xlim=(-0.2, 1), ylim=(-0.6, 0.6), zlim=(0.05, 1.15))
        axes.set_box_aspect((1.2, 1.2, 1.1), zoom=1.1)
        axes.view_init(20, -125)
        axes.set_axis_off()
    handles = [plt.Rectangle((0, 0), 1, 1, color=np.array(color) / 255) for color in scene.color_of.values()]
    figure.legend(handles, list(scene.color_of), loc="lower center", ncols=len(handles), fontsize=8)
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    # Without a date: the same scene is the same file.
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def record(scene: Scene, path: str) -> None:
    """Writes a scene for the viewer rerun."""
    import rerun

    def solid(boxes: octosat.Boxes, **look: object) -> rerun.Boxes3D:
        return rerun.Boxes3D(centers=boxes.centers, quaternions=boxes.rotations, half_sizes=boxes.half_extents, **look)

    rerun.init("octosat_arm")
    rerun.save(path)
    rerun.log("/", rerun.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    rerun.log("obstacles", solid(scene.obstacles, colors=(150, 150, 150)), static=True)
    for frame, (arm, line, title) in enumerate(zip(scene.arms, scene.lines, scene.titles)):
        rerun.set_time("configuration", sequence=frame)
        rerun.log("arm", solid(arm, colors=scene.colors, fill_mode="solid"))
        rerun.log("least", rerun.LineStrips3D([line], colors=(255, 0, 0), labels=title))


def main() -> None:
    """Writes the picture or the scene."""
    path = sys.argv[1] if len(sys.argv) > 1 else "arm.svg"
    (record if path.endswith(".rrd") else paint)(Scene(), path)


if __name__ == "__main__":
    main()

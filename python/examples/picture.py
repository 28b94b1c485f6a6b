"""A picture of an arm at a shelf: a color per link, and a line between the pair of its least clearance from the obstacles.

Usage: python examples/picture.py [PICTURE.svg or SCENE.rrd]. A scene for the viewer rerun has a frame per configuration,
and needs octosat[rerun]. Cylinders and capsules are drawn as their bounding boxes, and the line is between these.
"""

import sys

import numpy as np
from plan import FLOOR, HOME, OPEN, bottle_on, shelf

import octosat
from octosat import pictures, robots

CONFIGURATIONS = np.array(
    [[0.28, 0.62, 1.99, 0.33, -1.07, -0.16, OPEN], [-0.45, 0.54, 0.97, -1.69, -0.45, 1.7, OPEN], HOME]
)


class Scene:
    """The boxes of an arm and of the obstacles, and the pair of the least clearance, for each configuration."""

    def __init__(self) -> None:
        arm = octosat.Chain.from_urdf(robots.ARM)
        # These two do not come nearer to the floor, whatever the joints are.
        arm.allow("base", obstacles=[FLOOR])
        arm.allow("column", obstacles=[FLOOR])
        boxes, bottles = shelf([bottle_on(0, 0.7, 0.12), bottle_on(1, 0.74, -0.25)])
        world = octosat.World(boxes, bottles)
        centers, rotations, radius, half_length = bottles
        around_bottles = octosat.Boxes(centers, rotations, [radius, radius, half_length])
        obstacles = octosat.concatenate([octosat.Boxes(*boxes), around_bottles])
        self.boxes = [octosat.concatenate([links, obstacles]) for links in arm.poses(CONFIGURATIONS)]
        self.links = [*arm.solids, *[None] * len(obstacles)]
        # Of the obstacles alone: links of the arm are as near to each other in most configurations.
        least = arm.least_clearances(CONFIGURATIONS, world, links=False)
        self.pairs = np.stack([least["solid"], len(arm.solids) + least["obstacle"]], axis=1)


def record(scene: Scene, path: str) -> None:
    """Writes all configurations for the viewer rerun."""
    import rerun

    def solids(boxes: octosat.Boxes, **look: object) -> rerun.Boxes3D:
        return rerun.Boxes3D(centers=boxes.centers, quaternions=boxes.rotations, half_sizes=boxes.half_extents, **look)

    rerun.init("octosat_arm")
    rerun.save(path)
    rerun.log("/", rerun.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
    count = scene.links.index(None)
    # The viewer chooses a color per class: here, per link.
    classes = [scene.links.index(link) for link in scene.links[:count]]
    rerun.log("obstacles", solids(scene.boxes[0][count:], colors=(150, 150, 150)), static=True)
    for frame, (boxes, pair) in enumerate(zip(scene.boxes, scene.pairs, strict=True)):
        rerun.set_time("configuration", sequence=frame)
        rerun.log("arm", solids(boxes[:count], class_ids=classes, fill_mode="solid"))
        [found] = octosat.distances(boxes, [pair])
        line = [found["on_a"], found["on_a"] + found["distance"] * found["normal"]]
        label = f"{1000 * found['distance']:.0f} mm at the {scene.links[pair[0]]}"
        rerun.log("least", rerun.LineStrips3D([line], colors=(255, 0, 0), labels=label))


def main() -> None:
    """Writes the picture or the scene."""
    path, scene = sys.argv[1] if len(sys.argv) > 1 else "arm.svg", Scene()
    if path.endswith(".rrd"):
        return record(scene, path)
    view = pictures.View(up="z", azimuth=-125, elevation=20)
    pictures.write_svg(
        path, scene.boxes[0], links=scene.links, distances=scene.pairs[:1], view=view, title="An arm at a shelf"
    )


if __name__ == "__main__":
    main()

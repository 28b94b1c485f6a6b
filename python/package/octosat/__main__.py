"""Prints the contacts of a small scene, to check that the package works: python -m octosat."""

import numpy as np

import octosat


def main() -> None:
    """Places a block on a floor next to a leaning plank, and prints overlaps and contacts."""
    names = ["floor", "block", "plank"]
    tilt = np.radians(30.0) / 2
    boxes = octosat.Boxes(
        centers=[[0, 0, -0.5], [0, 0, 0.49], [0.93, 0, 0.65]],
        rotations=[[0, 0, 0, 1], [0, 0, 0, 1], [0, np.sin(tilt), 0, np.cos(tilt)]],
        half_extents=[[5, 5, 0.5], [0.5, 0.5, 0.5], [0.1, 0.4, 0.7]],
    )
    pairs = np.array([[0, 1], [0, 2], [1, 2]])
    engine = octosat.Engine()
    print(f"octosat {octosat.__version__}, {engine}, backends here: {', '.join(octosat.available_backends())}")

    for (a, b), overlaps in zip(pairs, octosat.overlaps(boxes, pairs, engine=engine), strict=True):
        print(f"{names[a]} and {names[b]}: {'overlap' if overlaps else 'are apart'}")

    for touching in octosat.manifolds(boxes, pairs, within=0.02, engine=engine).touching():
        (a, b), normal = touching.pair, touching.manifold["normal"]
        kind = octosat.ContactKind(touching.manifold["status"] & 15).name.lower()
        direction = ", ".join(f"{component:+.3f}" for component in normal)
        print(f"{names[a]} to {names[b]}: {kind} contact along ({direction}), {len(touching.points)} points")
        for point in touching.points:
            x, y, z = point["position"]
            print(f"  at ({x:+.3f}, {y:+.3f}, {z:+.3f}) m, depth {1000 * point['depth']:+.2f} mm")


if __name__ == "__main__":
    main()

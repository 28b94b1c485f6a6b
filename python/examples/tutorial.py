# %% [markdown]
# # octosat from Python, with pictures
#
# Run it as a script, which needs no screen and writes the pictures to a folder (`python tutorial.py pictures`), or cell
# by cell in an editor that knows percent cells. Needs matplotlib.

# %%
import sys
from pathlib import Path

import matplotlib

if __name__ == "__main__" and "ipykernel" not in sys.modules:
    matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import octosat

folder = Path(sys.argv[1] if len(sys.argv) == 2 and "ipykernel" not in sys.modules else "pictures")
folder.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## Boxes, pairs, overlaps
#
# Centers in meters, rotations as unit quaternions x, y, z, w, half extents in meters. All boxes here turn about the y
# axis alone, so that a picture from the side shows all there is.


# %%
def about_y(degrees):
    """Quaternions that turn about the y axis."""
    half = np.radians(np.asarray(degrees, float)) / 2
    return np.stack([0 * half, np.sin(half), 0 * half, np.cos(half)], axis=-1)


centers = np.array([[0, 0, -0.2], [-1.2, 0, 0.49], [-0.75, 0, 1.48], [1.0, 0, 0.69], [2.3, 0, 0.51]])
degrees = np.array([0, 0, 8, 40, 0])
half_extents = np.array([[4, 1, 0.2], [0.5] * 3, [0.5] * 3, [0.2, 0.5, 0.75], [0.5] * 3])
boxes = octosat.Boxes(centers, about_y(degrees), half_extents)

# A broad phase would list the pairs that come within. For a few boxes compare all bounds.
within, bounds = 0.02, boxes.aabbs()
apart = (bounds["min"][:, None] > bounds["max"][None] + within).any(axis=2)
pairs = np.argwhere(np.triu(~(apart | apart.T), 1))
for pair, overlaps in zip(pairs.tolist(), octosat.overlaps(boxes, pairs), strict=True):
    print(pair, "overlap" if overlaps else "are apart")

# %% [markdown]
# ## How deep, and where
#
# `penetrations` has a row per pair; `manifolds` has contact points, too. Within 2 cm, boxes that are barely apart
# have speculative contacts, of negative depth.

# %%
rows = octosat.penetrations(boxes, pairs, within)
for pair, row in zip(pairs.tolist(), rows, strict=True):
    print(pair, f"depth {1000 * row['depth']:.1f} mm along {np.round(row['normal'], 3)}")
found = octosat.manifolds(boxes, pairs, within)
print(found)


def draw(axes, boxes):
    """Boxes from the side: the two axes x and z."""
    rotations, half = boxes.rotations, boxes.half_extents
    angle = 2 * np.arctan2(rotations[:, 1], rotations[:, 3])
    for center, turn, (width, _, height) in zip(boxes.centers, angle, half, strict=True):
        outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width, height]
        matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        axes.fill(*(outline @ matrix.T + center[[0, 2]]).T, facecolor="0.9", edgecolor="0.3")
    axes.set_aspect("equal")


figure, axes = plt.subplots(figsize=(9, 4))
draw(axes, boxes)
at, normal = found.points["position"], found.manifolds["normal"][found.rows_of_points()]
colors = axes.scatter(at[:, 0], at[:, 2], c=1000 * found.points["depth"], cmap="coolwarm", zorder=3)
axes.quiver(at[:, 0], at[:, 2], normal[:, 0], normal[:, 2], width=0.003, scale=25)
figure.colorbar(colors, label="depth in mm")
axes.set_title("Contacts within 2 cm, and their normals")
figure.savefig(folder / "contacts.png", dpi=100)

# %% [markdown]
# ## From frame to frame
#
# A `ContactCache` finds each point of this frame in the last one. So an impulse per point is one array access:
# `carried_over`. Here a block slides over the floor and meets the next block.

# %%
everyone = np.argwhere(np.triu(np.ones((len(boxes),) * 2), 1))
cache, impulses, history = octosat.ContactCache(), np.zeros(0), []
for frame in range(60):
    moved = centers.copy()
    moved[4, 0] -= 0.006 * frame
    boxes.set_poses(moved, about_y(degrees))
    cache.next_frame()
    found = cache.manifolds(boxes, everyone, within=0.01)
    impulses = cache.carried_over(impulses) + 1.0  # a solver would compute them
    new = (cache.predecessors() == octosat.NEW_POINT).mean()
    history.append((len(found.points), np.mean(impulses), new))
    for touching in cache.began().touching() if frame else ():
        print(f"frame {frame}: {touching.pair} began to touch")
    for touching in cache.ended().touching():
        print(f"frame {frame}: {touching.pair} ended")

figure, axes = plt.subplots(3, 1, figsize=(9, 6), sharex=True)
for part, values, name in zip(axes, np.transpose(history), ["points", "mean age", "share of new points"], strict=True):
    part.plot(values, drawstyle="steps-mid")
    part.set_ylabel(name)
axes[-1].set_xlabel("frame")
figure.savefig(folder / "frames.png", dpi=100)
assert np.mean(impulses) > 30, "most points last"

# %% [markdown]
# ## Rays: a depth image
#
# Every ray against every box in one call, a few hundred thousand pairs; the nearest hit is what a camera sees.

# %%
width, height = 240, 120
u, v = np.meshgrid(np.linspace(-0.8, 0.8, width), np.linspace(0.4, -0.4, height))
directions = np.stack([u, np.ones_like(u), v - 0.25], axis=-1).reshape(-1, 3)
origins = np.tile([0.2, -6.0, 2.2], (len(directions), 1))
rays = octosat.Rays(origins, directions)
everything = np.indices((len(boxes), len(rays))).reshape(2, -1).T
hits = octosat.hits(boxes, rays, everything)
nearest = hits["entry"].reshape(len(boxes), height, width).min(axis=0)
assert 0.2 < np.isfinite(nearest).mean() < 1

figure, axes = plt.subplots(figsize=(9, 4))
image = axes.imshow(np.where(np.isfinite(nearest), nearest, np.nan), cmap="viridis_r")
figure.colorbar(image, label="distance in lengths of the ray")
axes.set_axis_off()
figure.savefig(folder / "depth.png", dpi=100)
print("pictures:", *sorted(path.name for path in folder.glob("*.png")))

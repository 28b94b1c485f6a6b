"""Records falling boxes of PyBullet: python record_pybullet.py boxes.npz, then octosat verify boxes.npz."""

import json
import sys

import numpy as np
import pybullet

import octosat

pybullet.connect(pybullet.DIRECT)
gravity = [0, 0, -9.81]
pybullet.setGravity(*gravity)
half_extents = [[5, 5, 0.1]] + [[0.3, 0.2, 0.1]] * 40
bodies = []
for number, half in enumerate(half_extents):
    shape = pybullet.createCollisionShape(pybullet.GEOM_BOX, halfExtents=half)
    place = [0.3 * (number % 5), 0, 0.4 + 0.1 * number] if number else [0, 0, -0.1]
    turn = pybullet.getQuaternionFromEuler([0.3 * min(number, 1), 0.3 * number, 0])
    bodies.append(pybullet.createMultiBody(float(number > 0), shape, -1, place, turn))
frames = []
for step in range(480):
    pybullet.stepSimulation()
    if step % 16 == 0:
        positions, rotations = zip(*map(pybullet.getBasePositionAndOrientation, bodies), strict=True)
        bounds = octosat.aabbs((positions, rotations, half_extents))
        apart = (bounds["min"][:, None] > bounds["max"][None]).any(axis=2)
        frames.append((positions, rotations, np.argwhere(np.triu(~(apart | apart.T), 1))))
meta = json.dumps({"engine": "PyBullet", "gravity": gravity})  # pictures have their up from it
octosat.Recording.from_frames(half_extents, frames, meta=meta).write(sys.argv[1])

"""Records falling boxes of MuJoCo: python record_mujoco.py boxes.npz, then octosat verify boxes.npz."""

import json
import sys

import mujoco
import numpy as np

import octosat

BODY = "<body pos='{} 0 {}' euler='20 {} 0'><freejoint/><geom type='box' size='.3 .2 .1'/></body>"
bodies = "".join(BODY.format(0.3 * (k % 5), 0.4 + 0.5 * (k // 5), 17 * k) for k in range(40))
model = mujoco.MjModel.from_xml_string(
    f"<mujoco><worldbody><geom type='box' size='5 5 .1' pos='0 0 -.1'/>{bodies}</worldbody></mujoco>"
)
data, quaternion, frames = mujoco.MjData(model), np.empty(4), []
boxes = np.flatnonzero(model.geom_type == mujoco.mjtGeom.mjGEOM_BOX)
for step in range(600):
    mujoco.mj_step(model, data)
    if step % 20 == 0:
        mujoco.mj_kinematics(model, data)
        rotations = []
        for matrix in data.geom_xmat[boxes]:
            mujoco.mju_mat2Quat(quaternion, matrix)
            rotations.append(np.roll(quaternion, -1))  # from w, x, y, z
        bounds = octosat.aabbs((data.geom_xpos[boxes], rotations, model.geom_size[boxes]))
        apart = (bounds["min"][:, None] > bounds["max"][None]).any(axis=2)
        pairs = np.argwhere(np.triu(~(apart | apart.T), 1))
        frames.append((data.geom_xpos[boxes].copy(), rotations, pairs))
meta = json.dumps({"engine": "MuJoCo", "gravity": model.opt.gravity.tolist()})  # pictures have their up from it
octosat.Recording.from_frames(model.geom_size[boxes], frames, meta=meta).write(sys.argv[1])

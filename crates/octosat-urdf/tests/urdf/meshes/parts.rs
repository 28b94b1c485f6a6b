//! Cut meshes.

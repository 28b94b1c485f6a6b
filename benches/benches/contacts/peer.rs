//! The peer: parry's manifolds of two cuboids, over two frames that repeat.

use octosat_benches::parry::{Body, Found, Kept, Point};
use octosat_check::{Case, short};

use super::RestingScene;

/// One pair in this many may differ: of axes nearly as good the two choose by rules of their own, and
/// for boxes apart whose faces do not look at each other the engine looks for the closest points where
/// parry may have no contact. Poses in a wrong order or place would make most pairs in contact differ.
const ONE_MAY_DIFFER_IN: usize = 10;

/// Meters by which the deepest points of a pair may differ, and the part of the depth: the two choose
/// among axes nearly as good by rules of their own.
const DEPTH_MAY_DIFFER: f32 = 1e-3;

/// The second part of [`DEPTH_MAY_DIFFER`], without unit.
const DEPTH_MAY_DIFFER_BY_PART: f32 = 0.1;

/// The cosine of two normals that are taken for the same: half a right angle, so that another axis
/// nearly as good counts as different.
const NORMALS_AGREE: f32 = 0.7;

/// Parry's narrow phase over the pairs of a scene.
pub(crate) struct Peer {
    /// The boxes of the two frames.
    frames: [Vec<Body>; 2],
    pairs: Vec<[u32; 2]>,
    /// One manifold a pair, as parry left it in the last frame.
    kept: Vec<Kept>,
    found: Found,
}

impl Peer {
    /// Nothing computed yet.
    pub(crate) fn new(scene: &RestingScene) -> Self {
        Self {
            frames: scene.frames.each_ref().map(bodies),
            pairs: scene.frames[0].pairs.clone(),
            kept: scene.frames[0].pairs.iter().map(|_| Kept::new()).collect(),
            found: Found::default(),
        }
    }

    /// Computes every manifold of the first frame from nothing.
    pub(crate) fn recompute(&mut self) {
        self.ask(0, false);
    }

    /// Updates every manifold from where it was; frames alternate with their number.
    pub(crate) fn update(&mut self, number: usize) {
        self.ask(number, true);
    }

    fn ask(&mut self, number: usize, keeps: bool) {
        let Self { frames, pairs, kept, found } = self;
        let bodies = &frames[number % 2];
        found.clear();
        for (pair, kept) in pairs.iter().zip(kept) {
            found.ask(pair.map(|index| &bodies[index as usize]), keeps.then_some(kept));
        }
    }
}

fn bodies(case: &Case) -> Vec<Body> {
    let body = |index| {
        let given = case.boxes.oriented(index);
        Body::new(given.center, given.rotation, given.half_extents)
    };
    (0..short(case.boxes.len())).map(body).collect()
}

/// Compares parry's contacts with the scalar backend's: whether there are any, how deep, and along what.
///
/// # Panics
/// If more than a few pairs differ, computed from nothing or updated.
pub(crate) fn verify_peer(scene: &RestingScene) {
    let mut peer = Peer::new(scene);
    let allowed = 1 + scene.frames[0].pairs.len() / ONE_MAY_DIFFER_IN;
    for (how, numbers) in [("recomputed", &[][..]), ("warm", &[0, 2])] {
        peer.recompute();
        numbers.iter().for_each(|&number| peer.update(number));
        let differing = differing(scene, &peer.found);
        eprintln!("{}, parry3d {how}: {differing} pairs differ", scene.name);
        assert!(differing <= allowed, "{}: parry3d {how} differs on {differing}", scene.name);
    }
}

/// Whether the points are somewhere and each of another feature.
fn are_sound(points: &[Point]) -> bool {
    let mut features: Vec<u64> = points.iter().map(|point| point.feature).collect();
    features.sort_unstable();
    features.dedup();
    let finite = |point: &Point| point.position.iter().all(|part| part.is_finite());
    features.len() == points.len() && points.iter().all(finite)
}

/// The number of pairs on which parry and the engine differ.
fn differing(scene: &RestingScene, found: &Found) -> usize {
    let manifolds = scene.manifolds();
    let (mut rest, mut differing) = (&found.points[..], 0);
    for (row, expected) in found.rows.iter().zip(manifolds.manifolds()) {
        let (points, behind) = rest.split_at(row.len);
        rest = behind;
        let cosine: f32 = (0..3).map(|axis| row.normal[axis] * expected.normal[axis]).sum();
        let same = match points.iter().map(|point| point.depth).reduce(f32::max) {
            None => expected.len == 0,
            Some(depth) => {
                let slack = DEPTH_MAY_DIFFER + DEPTH_MAY_DIFFER_BY_PART * depth.abs();
                let is_near = (depth - expected.depth).abs() <= slack && cosine >= NORMALS_AGREE;
                expected.len > 0 && is_near && are_sound(points)
            }
        };
        differing += usize::from(!same);
    }
    assert!(rest.is_empty(), "every point belongs to a pair");
    differing
}

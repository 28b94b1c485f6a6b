//! Hits of casts and of impacts: each has a manifold at its time, with the right normal and depth, at the origin and
//! far from it.

use glam::DVec3;
use octosat::tolerances::LARGEST_FACE_PREFERENCE;
use octosat::{
    BoxStore, Cast, CastState, Casts, Engine, Impact, ImpactState, Impacts, Manifolds, Motions,
    OrientedBox, Query,
};
use octosat_reference::float64::{ReferenceCast, ReferenceStep};
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, neighbors, plain, store_of};

/// The part of the sum of all half extents by which a depth may be off.
const DEPTH_ERROR: f64 = 2e-6;

/// How far a normal may be off that of its axis, without unit.
const NORMAL_ERROR: f32 = 2e-5;

/// Near vertices, boxes are this many times as far apart as along every axis, at most.
const ROOT_OF_THREE: f64 = 1.732_050_9;

/// Where boxes are, in meters: at the origin, and 100 km from it.
const PLACES: [[f64; 3]; 2] = [[0.0; 3], [60_000.0, -53_000.0, 60_000.0]];

/// A box of a game, with half extents of 0.1 to 1 m.
fn oriented(random: &mut Random, center: DVec3) -> OrientedBox {
    let half = narrow(random.vector(0.1, 1.0));
    OrientedBox::new(narrow(center.to_array()), narrow(random.rotation()), half)
}

/// Two boxes that are apart, and a motion that mostly leads b into a.
fn approaching(random: &mut Random, place: [f64; 3]) -> ([OrientedBox; 2], DVec3) {
    let a = oriented(random, DVec3::from(place));
    let way = DVec3::from(random.direction());
    let apart = random.range(1.0, 4.0);
    let b = oriented(random, DVec3::from(place) + apart * way);
    let aside = DVec3::from(random.vector(-0.3, 0.3));
    ([a, b], random.range(0.1, 3.0) * (aside - way))
}

fn sum_of_half_extents(boxes: &[OrientedBox; 2]) -> f64 {
    boxes.iter().flat_map(|given| given.half_extents.map(f64::from)).sum()
}

/// Casts that hit after the start.
pub(crate) struct FarCasts {
    boxes: Vec<[OrientedBox; 2]>,
    store: BoxStore,
    pairs: Vec<[u32; 2]>,
    motions: Vec<[f32; 3]>,
    casts: Vec<Cast>,
    times: Vec<f32>,
    /// What the chapter on motion says of the gap at a hit.
    within: Vec<f32>,
}

impl FarCasts {
    /// 8,192 hits at a place.
    pub(crate) fn new(place: [f64; 3], seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let candidates: Vec<_> = (0..24_000).map(|_| approaching(random, place)).collect();
        let boxes: Vec<_> = candidates.iter().flat_map(|(boxes, _)| *boxes).collect();
        let motions: Vec<_> =
            candidates.iter().map(|(_, motion)| narrow(motion.to_array())).collect();
        let (store, pairs) = (store_of(&boxes), neighbors(boxes.len()));
        let mut casts = vec![Cast::default(); pairs.len()];
        let query = Casts::new(Query::new(&store, &pairs), Motions::per_pair(&motions));
        Engine::new().casts(query, &mut casts).unwrap();
        let is_hit = |row: &usize| casts[*row].state == CastState::HIT && casts[*row].time > 0.0;
        let rows: Vec<usize> = (0..casts.len()).filter(is_hit).take(8_192).collect();
        assert_eq!(rows.len(), 8_192);
        let gap = |row: usize| {
            let [a, b] = candidates[row].0.map(plain);
            let exact = ReferenceCast::new(&a, &b, motions[row].map(f64::from), 0.0);
            narrow([4.0 * ROOT_OF_THREE * exact.bound()])[0]
        };
        Self {
            boxes: rows.iter().map(|&row| candidates[row].0).collect(),
            pairs: rows.iter().map(|&row| pairs[row]).collect(),
            motions: rows.iter().map(|&row| motions[row]).collect(),
            times: rows.iter().map(|&row| casts[row].time).collect(),
            within: rows.iter().map(|&row| gap(row)).collect(),
            casts: rows.iter().map(|&row| casts[row]).collect(),
            store,
        }
    }

    /// The query at the hits, within what the chapter on motion says of the gap.
    pub(crate) fn at_hits(&self) -> Query<'_> {
        let query = Query::new(&self.store, &self.pairs);
        query.moved(Motions::per_pair(&self.motions), &self.times).within(&self.within)
    }

    /// The normal of the axis of a hit, from a to b.
    pub(crate) fn normal(&self, row: usize) -> [f32; 3] {
        let rotations = self.boxes[row].map(|given| given.pose.rotation);
        let against = self.motions[row].map(|component| -component);
        self.casts[row].axis.normal(rotations, against).unwrap()
    }
}

#[test]
fn hits_of_casts_have_manifolds_with_the_normals_of_their_axes() {
    for place in PLACES {
        let far = FarCasts::new(place, 21);
        let mut manifolds = Manifolds::new();
        Engine::new().manifolds(far.at_hits(), &mut manifolds).unwrap();
        let mut worst = 0.0_f64;
        for (row, manifold) in manifolds.manifolds().iter().enumerate() {
            let boxes = &far.boxes[row];
            assert!(manifold.len > 0, "{place:?} {row}: {manifold:?} {boxes:?}");
            let normal = far.normal(row);
            let off = (0..3).map(|k| (normal[k] - manifold.normal[k]).abs()).fold(0.0, f32::max);
            assert!(off <= NORMAL_ERROR, "{place:?} {row}: {normal:?} {manifold:?}");
            let [a, b] = boxes.map(plain);
            let exact = ReferenceCast::new(&a, &b, far.motions[row].map(f64::from), 0.0);
            let separation = exact.separation(f64::from(far.times[row]));
            let depth_error = (f64::from(manifold.depth) + separation).abs();
            worst = worst.max(depth_error / sum_of_half_extents(boxes));
            for point in manifolds.of(row) {
                // Half-way between the faces, in the world, whose coordinates are rounded.
                let size = sum_of_half_extents(boxes) + f64::from(f32::EPSILON) * 1e5;
                let from_a = (0..3).map(|k| (point.position[k] - a.center[k]).abs());
                assert!(f64::from(from_a.fold(0.0, f32::max)) <= size, "{point:?} {a:?}");
            }
        }
        assert!(worst <= DEPTH_ERROR, "{place:?}: {worst:e}");
    }
}

/// Steps whose boxes hit, after which they are asked where they are then.
struct FarSteps {
    starts: Vec<[OrientedBox; 2]>,
    ends: Vec<[OrientedBox; 2]>,
    rows: Vec<Impact>,
}

/// The tolerance of these impacts.
const TOLERANCE: f32 = 0.01;

impl FarSteps {
    /// 4,096 hits at a place.
    fn new(place: [f64; 3], seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let step = |random: &mut Random| {
            let (starts, motion) = approaching(random, place);
            let mut ends = starts;
            for (end, shift) in ends.iter_mut().zip([DVec3::ZERO, motion]) {
                let [x, y, z] = random.vector(-0.2, 0.2);
                let turn = glam::DQuat::from_xyzw(x, y, z, 1.0).normalize();
                let start = glam::DQuat::from_array(end.pose.rotation.map(f64::from));
                end.pose.rotation = narrow((turn * start).normalize().to_array());
                let center = DVec3::from(end.pose.center.map(f64::from)) + shift;
                end.pose.center = narrow(center.to_array());
            }
            (starts, ends)
        };
        let (starts, ends): (Vec<_>, Vec<_>) = (0..14_000).map(|_| step(random)).unzip();
        let (from, to) = (store_of(starts.concat()), store_of(ends.concat()));
        let pairs = neighbors(2 * starts.len());
        let mut rows = vec![Impact::default(); pairs.len()];
        let impacts = Impacts::new(Query::new(&from, &pairs), &to).tolerance(TOLERANCE);
        Engine::new().impacts(impacts, &mut rows).unwrap();
        let hits = (0..rows.len()).filter(|&row| rows[row].state == ImpactState::HIT);
        let hits: Vec<usize> = hits.take(4_096).collect();
        assert_eq!(hits.len(), 4_096);
        Self {
            starts: hits.iter().map(|&row| starts[row]).collect(),
            ends: hits.iter().map(|&row| ends[row]).collect(),
            rows: hits.iter().map(|&row| rows[row]).collect(),
        }
    }

    fn reference(&self, row: usize) -> ReferenceStep {
        ReferenceStep::new(&self.starts[row].map(plain), &self.ends[row].map(plain), 0.0)
    }

    /// What the chapter on motion says of the gap at a hit.
    fn gap(&self, row: usize) -> f64 {
        let bound = self.reference(row).bound(f64::from(self.rows[row].time));
        let half_extents = self.starts[row].iter().flat_map(|given| given.half_extents);
        let least = f64::from(half_extents.fold(f32::INFINITY, f32::min));
        let tolerance = (f64::from(TOLERANCE) * least).max(bound);
        ROOT_OF_THREE * (1.5 * tolerance + 8.0 * bound)
    }
}

#[test]
fn hits_of_impacts_have_manifolds_with_the_normal_of_the_largest_separation() {
    for place in PLACES {
        let far = FarSteps::new(place, 22);
        let (from, to) = (store_of(far.starts.concat()), store_of(far.ends.concat()));
        let pairs = neighbors(2 * far.rows.len());
        let times: Vec<f32> = far.rows.iter().map(|row| row.time).collect();
        let within: Vec<f32> = (0..times.len()).map(|row| narrow([far.gap(row)])[0]).collect();
        let query = Query::new(&from, &pairs).moved_to(&to, &times).within(&within);
        let mut manifolds = Manifolds::new();
        Engine::new().manifolds(query, &mut manifolds).unwrap();
        let mut worst = 0.0_f64;
        for (row, manifold) in manifolds.manifolds().iter().enumerate() {
            assert!(manifold.len > 0, "{place:?} {row}: {manifold:?} {:?}", far.starts[row]);
            let pair = far.reference(row).at(f64::from(times[row]));
            let size = sum_of_half_extents(&far.starts[row]);
            let largest = pair.separations().separation;
            let along = pair.separation_along(manifold.normal.map(f64::from));
            worst = worst.max((f64::from(manifold.depth) + along).abs() / size);
            // A face that is nearly as good as edges may win, and closest points show more than every axis.
            let preference = f64::from(LARGEST_FACE_PREFERENCE) * largest.abs();
            let is_largest = along >= largest - preference - DEPTH_ERROR * size;
            assert!(is_largest, "{place:?} {row}: {along:e} of {largest:e}, {manifold:?}");
        }
        assert!(worst <= DEPTH_ERROR, "{place:?}: {worst:e}");
    }
}

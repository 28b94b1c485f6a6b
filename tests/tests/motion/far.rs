//! Casts far from the origin: the pose moved to the time of a hit and rounded does not overlap, if that is required.

use glam::DVec3;
use octosat::{Cast, CastState, Casts, Engine, Motions, OrientedBox, Query};
use octosat_reference::OrientedBox as PlainBox;
use octosat_reference::float64::{ReferenceCast, separations};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, neighbors, plain, store_of, upright};

/// Pairs of each kind.
const PAIRS: usize = 1_000;

/// Pairs that move, and whether each box moves by a displacement of its own.
#[derive(Clone)]
struct Given {
    boxes: Vec<OrientedBox>,
    /// One per box; the first of each pair rests if displacements are per pair.
    motions: Vec<[f32; 3]>,
    is_per_box: bool,
}

impl Given {
    /// Pairs at a distance from the origin, in meters, whose cast leads into each other.
    fn new(random: &mut Random, distance: f64, is_turned: bool, is_per_box: bool) -> Self {
        let mut given = Self { boxes: Vec::new(), motions: Vec::new(), is_per_box };
        for _ in 0..PAIRS {
            let rotations =
                [(); 2].map(|()| if is_turned { random.rotation().map(narrow) } else { UPRIGHT });
            let (way, gap) = (DVec3::from(random.direction()), random.range(3.5, 6.0));
            let center = distance * DVec3::from(random.direction());
            let aim = 0.25 * DVec3::from(random.direction());
            // Both move along, by much more than towards each other.
            let along = if is_per_box {
                0.01 * distance * DVec3::from(random.direction())
            } else {
                DVec3::ZERO
            };
            let motions = [along, along + 1.3 * gap * (aim - way)];
            for (k, center) in [center, center + gap * way].into_iter().enumerate() {
                let half_extents = random.vector(0.2, 1.0).map(narrow);
                given.boxes.push(OrientedBox::new(
                    center.to_array().map(narrow),
                    rotations[k],
                    half_extents,
                ));
                given.motions.push(motions[k].to_array().map(narrow));
            }
        }
        given
    }

    fn casts(&self, stored_poses: bool) -> Vec<Cast> {
        let (boxes, pairs) = (store_of(&self.boxes), neighbors(self.boxes.len()));
        let of_pairs: Vec<_> = self.motions.iter().skip(1).step_by(2).copied().collect();
        let motions = if self.is_per_box {
            Motions::per_box(&self.motions)
        } else {
            Motions::per_pair(&of_pairs)
        };
        let mut rows = vec![Cast::default(); pairs.len()];
        let casts = Casts::new(Query::new(&boxes, &pairs), motions).stored_poses(stored_poses);
        Engine::new().casts(casts, &mut rows).unwrap();
        rows
    }

    /// The pairs that hit after the start, moved to their times, as a store rounds them.
    fn moved(&self, rows: &[Cast]) -> Self {
        let mut moved = Self { boxes: Vec::new(), motions: Vec::new(), ..*self };
        let pairs = self.boxes.chunks(2).zip(self.motions.chunks(2));
        for ((boxes, motions), row) in pairs.zip(rows) {
            if row.state == CastState::HIT && row.time > 0.0 {
                for (of, motion) in boxes.iter().zip(motions) {
                    let center = plain(*of).at_time(*motion, row.time).center;
                    moved.boxes.push(OrientedBox::new(center, of.pose.rotation, of.half_extents));
                    moved.motions.push(*motion);
                }
            }
        }
        moved
    }

    /// The pairs as they are stored.
    fn stored(&self) -> Vec<[PlainBox; 2]> {
        let boxes = store_of(&self.boxes);
        let pairs = neighbors(self.boxes.len());
        pairs.iter().map(|pair| pair.map(|index| plain(boxes.get(index).unwrap()))).collect()
    }

    /// How many overlap.
    fn overlapping(&self) -> usize {
        let overlaps =
            |[a, b]: &[PlainBox; 2]| ReferenceCast::new(a, b, [0.0; 3], 0.0).overlaps_at_start();
        self.stored().iter().filter(|pair| overlaps(pair)).count()
    }

    /// The same with displacements along the sides on which the boxes are apart.
    fn sliding(&self, random: &mut Random) -> Self {
        let mut sliding = self.clone();
        for ([a, b], motions) in self.stored().iter().zip(sliding.motions.chunks_mut(2)) {
            let normal = DVec3::from(separations(a, b).normal);
            let way = DVec3::from(random.direction()).reject_from_normalized(normal);
            let along = if self.is_per_box { DVec3::from(random.direction()) } else { DVec3::ZERO };
            let both = [along, along + 3.0 * way];
            motions.copy_from_slice(&both.map(|motion| motion.to_array().map(narrow)));
        }
        sliding
    }

    fn not_free(&self) -> usize {
        self.casts(true).iter().filter(|row| row.state != CastState::FREE).count()
    }
}

/// From half a kilometer on, rounding makes some poses overlap. With room for it, none does, the way back is free, and
/// so are ways along the sides that touch.
#[test]
fn rounded_poses_of_hits_do_not_overlap_where_there_is_room_for_rounding() {
    let mut random = Random::new(77);
    for distance in [5e2, 1e3, 1e4, 1e5] {
        for (is_turned, is_per_box) in [(false, false), (true, false), (false, true), (true, true)]
        {
            let name = format!("{distance} m, turned {is_turned}, per box {is_per_box}");
            let given = Given::new(&mut random, distance, is_turned, is_per_box);
            let without = given.moved(&given.casts(false));
            let rows = given.casts(true);
            let moved = given.moved(&rows);
            assert!(moved.boxes.len() > PAIRS, "{name}: {} hits", moved.boxes.len() / 2);
            assert!(distance < 1e3 || without.overlapping() > 0, "{name}");
            assert_eq!(moved.overlapping(), 0, "{name}");
            let mut back = moved.clone();
            back.motions.iter_mut().flatten().for_each(|component| *component = -*component);
            assert_eq!(back.not_free(), 0, "{name}");
            assert_eq!(moved.sliding(&mut random).not_free(), 0, "{name}");
        }
    }
}

/// The smallest case: two cubes a kilometer away, whose hit rounds to a touch.
#[test]
fn a_rounded_pose_a_kilometer_away_is_apart() {
    let (a, b) = (upright([0.0, 1000.0, 0.0], [0.5; 3]), upright([0.0, 1003.0, 0.0], [0.5; 3]));
    let boxes = store_of([a, b]);
    let query = Query::new(&boxes, &[[0, 1]]);
    let mut row = [Cast::default()];
    for (stored_poses, is_apart) in [(false, false), (true, true)] {
        let casts = Casts::new(query, Motions::per_pair(&[[0.0, -6.0, 0.0]]));
        Engine::new().casts(casts.stored_poses(stored_poses), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::HIT);
        assert_eq!(1003.0 - 6.0 * row[0].time > 1001.0, is_apart, "{:?}", row[0]);
    }
}

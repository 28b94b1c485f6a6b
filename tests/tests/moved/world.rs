//! Boxes in motion, and the same boxes moved plainly.

use octosat::{BoxPose, BoxStore, Motions, OrientedBox, Query};
use octosat_check::short;
use octosat_reference::plain::PlainMoved;
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, plain, store_of};

/// How boxes move to their times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    PerPair,
    PerBox,
    ToEnds,
}

pub(crate) const WAYS: [Way; 3] = [Way::PerPair, Way::PerBox, Way::ToEnds];

/// Boxes in several pairs each, and how they move.
pub(crate) struct World {
    pub(crate) starts: Vec<OrientedBox>,
    pub(crate) ends: Vec<OrientedBox>,
    pub(crate) start: BoxStore,
    pub(crate) end: BoxStore,
    pub(crate) pairs: Vec<[u32; 2]>,
    pub(crate) per_pair: Vec<[f32; 3]>,
    pub(crate) per_box: Vec<[f32; 3]>,
    pub(crate) times: Vec<f32>,
}

impl World {
    /// Boxes of a cloud that is so dense that many touch at their times.
    pub(crate) fn random(boxes: usize, pairs: usize, seed: u64) -> Self {
        let random = &mut Random::new(seed);
        let room = 0.55 * f64::from(short(boxes)).cbrt();
        let oriented = |random: &mut Random| {
            let center = narrow(random.vector(-0.5 * room, 0.5 * room));
            let half = narrow(random.vector(0.2, 1.0));
            OrientedBox::new(center, narrow(random.rotation()), half)
        };
        let starts: Vec<_> = (0..boxes).map(|_| oriented(random)).collect();
        let ends: Vec<_> = starts.iter().map(|start| end_of(random, start)).collect();
        let count = boxes;
        let pair = |random: &mut Random| [random.below(count), random.below(count)].map(short);
        let pairs: Vec<_> = (0..pairs).map(|_| pair(random)).collect();
        let motion = |random: &mut Random| narrow(random.vector(-1.0, 1.0));
        let per_pair = pairs.iter().map(|_| motion(random)).collect();
        let per_box = starts.iter().map(|_| motion(random)).collect();
        let time = |random: &mut Random| {
            if random.one_in(8) { [0.0, 1.0][random.below(2)] } else { random.range(0.0, 1.0) }
        };
        let times = pairs.iter().map(|_| narrow([time(random)])[0]).collect();
        let (start, end) = (store_of(&starts), store_of(&ends));
        Self { starts, ends, start, end, pairs, per_pair, per_box, times }
    }

    /// The query about the pairs at their times.
    pub(crate) fn query(&self, way: Way) -> Query<'_> {
        let query = Query::new(&self.start, &self.pairs);
        match way {
            Way::PerPair => query.moved(Motions::per_pair(&self.per_pair), &self.times),
            Way::PerBox => query.moved(Motions::per_box(&self.per_box), &self.times),
            Way::ToEnds => query.moved_to(&self.end, &self.times),
        }
    }

    /// A pair at its time.
    pub(crate) fn moved(&self, way: Way, row: usize) -> PlainMoved {
        let of = |boxes: &[OrientedBox]| self.pairs[row].map(|index| plain(boxes[index as usize]));
        let (boxes, time) = (of(&self.starts), self.times[row]);
        match way {
            Way::PerPair => PlainMoved::along(&boxes, [[0.0; 3], self.per_pair[row]], time),
            Way::PerBox => {
                let motions = self.pairs[row].map(|index| self.per_box[index as usize]);
                PlainMoved::along(&boxes, motions, time)
            }
            Way::ToEnds => PlainMoved::to(&boxes, &of(&self.ends), time),
        }
    }

    /// All pairs at their times.
    pub(crate) fn all_moved(&self, way: Way) -> Vec<PlainMoved> {
        (0..self.pairs.len()).map(|row| self.moved(way, row)).collect()
    }
}

/// A box after a short motion, which is turned by up to about half a radian.
fn end_of(random: &mut Random, start: &OrientedBox) -> OrientedBox {
    let shift = random.vector(-1.0, 1.0);
    let turn = random.vector(-0.25, 0.25);
    let [x, y, z] = turn;
    let turn = glam::DQuat::from_xyzw(x, y, z, 1.0).normalize();
    let rotation = turn * glam::DQuat::from_array(start.pose.rotation.map(f64::from));
    // A quaternion and its negation are one rotation.
    let sign = if random.one_in(2) { -1.0 } else { 1.0 };
    let rotation = rotation.normalize().to_array().map(|component| sign * component);
    let center = [0, 1, 2].map(|k| f64::from(start.pose.center[k]) + shift[k]);
    OrientedBox::new(narrow(center), narrow(rotation), start.half_extents)
}

/// A store of moved pairs: boxes 2p and 2p + 1 are those of pair p.
pub(crate) fn store_of_moved(moved: &[PlainMoved]) -> BoxStore {
    let given = |given: &octosat_reference::OrientedBox| {
        let pose = BoxPose { center: given.center, rotation: given.rotation };
        OrientedBox { pose, half_extents: given.half_extents }
    };
    store_of(moved.iter().flat_map(|moved| moved.boxes.iter().map(given)).collect::<Vec<_>>())
}

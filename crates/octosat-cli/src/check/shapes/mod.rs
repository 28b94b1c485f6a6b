//! Boxes against other shapes: every pair once more, box a against shapes made of box b.
//!
//! `near`: the shapes; `truth`: what the judge says.

mod near;
mod truth;

use octosat::{
    Against, AxisAlignedBox, Boxes, Engine, HalfSpaceContacts, QueryError, SphereContact,
};

use crate::stores::{Query, Store};
use near::NearShapes;
pub(super) use truth::ShapeTruth;

/// Kinds of shapes that answer with booleans: half-spaces, spheres, axis-aligned boxes.
const KINDS: usize = 3;

/// The answers to all queries against other shapes, one of each a pair.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeAnswers {
    depths: Vec<f32>,
    corners: Vec<HalfSpaceContacts>,
    spheres: Vec<SphereContact>,
    overlaps: [Vec<bool>; KINDS],
    words: [Vec<u64>; KINDS],
    /// Of every box of the store.
    bounds: Vec<AxisAlignedBox>,
}

/// The answers about box a of a pair and shapes made of box b.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeAnswer {
    depth: f32,
    corners: HalfSpaceContacts,
    sphere: SphereContact,
    overlaps: [bool; KINDS],
    /// The same from the queries that answer in bits.
    bits: [bool; KINDS],
    bounds: AxisAlignedBox,
}

impl ShapeAnswers {
    /// Asks all queries; memory of earlier answers is used again.
    pub(super) fn ask(&mut self, query: &Query<'_>, engine: &Engine) -> Result<(), QueryError> {
        let near = NearShapes::of(query.store);
        match query.store {
            Store::Unit(boxes) => self.ask_boxes(boxes, (query, &near), engine),
            Store::Scaled(boxes) => self.ask_boxes(boxes, (query, &near), engine),
        }
    }

    fn ask_boxes(
        &mut self,
        boxes: impl Boxes + Copy,
        (query, near): (&Query<'_>, &NearShapes),
        engine: &Engine,
    ) -> Result<(), QueryError> {
        self.clear(query.pairs.len(), near.spheres.len());
        let (pairs, margin) = (query.pairs, query.margin());
        let planes = Against::Pairs { shapes: &near.half_spaces, pairs };
        let balls = Against::Pairs { shapes: &near.spheres, pairs };
        let regions = Against::Pairs { shapes: &near.regions, pairs };
        engine.world_bounds(boxes, &mut self.bounds)?;
        engine.half_space_depths(boxes, planes, &mut self.depths)?;
        engine.half_space_contacts(boxes, planes, margin, &mut self.corners)?;
        engine.sphere_contacts(boxes, balls, &mut self.spheres)?;
        let [plane_hits, ball_hits, region_hits] = &mut self.overlaps;
        engine.half_space_overlap(boxes, planes, margin, plane_hits)?;
        engine.sphere_overlap(boxes, balls, margin, ball_hits)?;
        engine.aabb_overlap(boxes, regions, margin, region_hits)?;
        let [plane_words, ball_words, region_words] = &mut self.words;
        engine.half_space_overlap_bits(boxes, planes, margin, plane_words)?;
        engine.sphere_overlap_bits(boxes, balls, margin, ball_words)?;
        engine.aabb_overlap_bits(boxes, regions, margin, region_words)
    }

    /// Makes room; what an earlier list left here must not pass for an answer.
    fn clear(&mut self, pairs: usize, boxes: usize) {
        fn refill<T: Clone>(list: &mut Vec<T>, len: usize, value: T) {
            list.clear();
            list.resize(len, value);
        }
        refill(&mut self.depths, pairs, f32::INFINITY);
        refill(&mut self.corners, pairs, HalfSpaceContacts::default());
        let stale = SphereContact { depth: f32::INFINITY, ..SphereContact::default() };
        refill(&mut self.spheres, pairs, stale);
        refill(&mut self.bounds, boxes, AxisAlignedBox::default());
        self.overlaps.iter_mut().for_each(|list| refill(list, pairs, false));
        self.words.iter_mut().for_each(|list| refill(list, pairs.div_ceil(64), u64::MAX));
    }

    /// The answers of a row of the list, whose box a is this one.
    pub(super) fn get(&self, row: usize, box_a: u32) -> ShapeAnswer {
        let bit = |words: &Vec<u64>| words[row / 64] >> (row % 64) & 1 == 1;
        ShapeAnswer {
            depth: self.depths[row],
            corners: self.corners[row],
            sphere: self.spheres[row],
            overlaps: self.overlaps.each_ref().map(|list| list[row]),
            bits: self.words.each_ref().map(bit),
            bounds: self.bounds[box_a as usize],
        }
    }

    /// Whether the bits beyond the last pair are zero, as promised.
    pub(super) fn spare_bits_are_zero(&self) -> bool {
        let used = self.depths.len() % 64;
        let clear = |words: &Vec<u64>| words.last().is_none_or(|word| word >> used == 0);
        used == 0 || self.words.iter().all(clear)
    }
}

impl ShapeAnswer {
    /// The first thing whose bits differ, in words.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let sphere = |s: &SphereContact| {
            let SphereContact { normal: [a, b, c], depth, point: [x, y, z], distance } = *s;
            [a, b, c, depth, x, y, z, distance].map(f32::to_bits).to_vec()
        };
        let bounds = |b: &AxisAlignedBox| [b.min(), b.max()].map(|c| c.map(f32::to_bits)).concat();
        if self.depth.to_bits() != other.depth.to_bits() {
            return Some(format!("depth below a plane is {} for {}", self.depth, other.depth));
        }
        if corner_bits(&self.corners) != corner_bits(&other.corners) {
            return Some(format!("corners are {:?} for {:?}", self.corners, other.corners));
        }
        if sphere(&self.sphere) != sphere(&other.sphere) {
            return Some(format!("sphere contact is {:?} for {:?}", self.sphere, other.sphere));
        }
        if bounds(&self.bounds) != bounds(&other.bounds) {
            return Some(format!("bounds are {:?} for {:?}", self.bounds, other.bounds));
        }
        let [own, expected] = [self, other].map(|answer| [answer.overlaps, answer.bits]);
        (own != expected).then(|| format!("overlaps of shapes are {own:?} for {expected:?}"))
    }
}

/// The contacts with a plane, as numbers that are equal where the bits are.
fn corner_bits(corners: &HalfSpaceContacts) -> Vec<u32> {
    let head = [u32::from(corners.face())].into_iter();
    let points = corners.iter().flat_map(|contact| {
        let [x, y, z] = contact.position.map(f32::to_bits);
        [u32::from(contact.corner), x, y, z, contact.depth.to_bits()]
    });
    head.chain(points).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Basis;
    use crate::engines::{ARITHMETICS, Workers, available_backends};
    use octosat::Backend;
    use octosat_scenes::Frame;
    use octosat_scenes::generate::{self, Scene};

    fn answers(query: &Query<'_>, engine: &Engine) -> ShapeAnswers {
        let mut answers = ShapeAnswers::default();
        answers.ask(query, engine).unwrap();
        answers
    }

    #[test]
    fn every_backend_agrees_with_the_mirror_and_the_judge() {
        for scene in [generate::cloud(60, 203, 1), generate::degenerate(60, 203, 2)] {
            let Scene { position, rotation, half_extents, pairs, .. } = &scene;
            let frame = Frame { positions: position, rotations: rotation, pairs };
            for basis in Basis::ALL {
                let store = Store::new(basis, half_extents, frame).unwrap();
                let query = Query { store: &store, pairs, margin: 0.01 };
                let truth = ShapeTruth::new(&query);
                for arithmetic in ARITHMETICS {
                    let workers = Workers::new(1).unwrap();
                    let ask =
                        |backend| answers(&query, &workers.engine(backend, arithmetic).unwrap());
                    let mirror = ask(Backend::Scalar);
                    for (row, &[a, b]) in pairs.iter().enumerate() {
                        let answer = mirror.get(row, a);
                        assert_eq!(truth.faults([a, b], &answer), [] as [&str; 0]);
                        let mut spoilt = answer;
                        spoilt.depth += 0.1;
                        spoilt.bits[2] = !spoilt.bits[2];
                        // The wrong bit differs from the boolean, and mostly from the truth too.
                        let faults = truth.faults([a, b], &spoilt).len();
                        assert!((2..=3).contains(&faults), "{faults} faults");
                        assert!(spoilt.difference(&answer).is_some());
                    }
                    for backend in available_backends() {
                        let other = ask(backend);
                        assert!(other.spare_bits_are_zero());
                        for (row, &[a, _]) in pairs.iter().enumerate() {
                            assert_eq!(other.get(row, a).difference(&mirror.get(row, a)), None);
                        }
                    }
                }
            }
        }
    }
}

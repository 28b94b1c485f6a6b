//! Boxes that become chains and their worlds: links of all sizes, and obstacles around them.

use glam::{DQuat, DVec3};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::boxes::{cube_rotations, everyday, flat, needle, plate};
use super::lists::{frame, list, usual, worlds};
use super::numbers::{decades, pick, rotation, vector};
use super::pairs::oriented;
use crate::chains::ChainKind;
use crate::{Facts, Round, Setting, short};

/// One of this number of rounds is about a usual world.
const ROUNDS_PER_WORLD: u64 = 4;

/// Boxes of a small, a usual and a large world, at most.
const FEW: usize = 12;
const SOME: usize = 60;
const MANY: usize = 600;

/// The most rows.
const ROWS: usize = 64;

/// About the sizes of links in meters: those of robots, and any.
const SIZES: [[f64; 2]; 4] = [[1.0, 1.0], [1.0, 1.0], [1e-3, 1e3], [1e-9, 1e9]];

/// A box of a robot or around it, in sizes of links.
#[derive(Clone, Copy, Debug)]
struct Part {
    half_extents: DVec3,
    rotation: DQuat,
    center: DVec3,
}

/// The rounds of a query about chains: boxes of even numbers are solids in the frames of their links, as they are, and
/// the others obstacles, mostly as seen from a solid.
pub fn robots(facts: &'static Facts, number: u64) -> BoxedStrategy<Round> {
    if number.is_multiple_of(ROUNDS_PER_WORLD) {
        let (name, world) = worlds(number / ROUNDS_PER_WORLD);
        return usual(facts, name, world);
    }
    let kind = number % ChainKind::ALL.len() as u64;
    let (name, part) = match ChainKind::of_seed(kind) {
        ChainKind::Arm => ("arm", any_part().boxed()),
        ChainKind::Tree => ("tree", any_part().boxed()),
        ChainKind::Gantry => ("gantry", any_part().boxed()),
        ChainKind::Planar => ("planar", prop_oneof![beam(), beam(), any_part()].boxed()),
    };
    let size = pick(&SIZES).prop_flat_map(|[least, most]| decades(least, most));
    let boxes = prop_oneof![
        4 => list(part.clone(), FEW),
        3 => list(part.clone(), SOME),
        1 => list(part, MANY),
    ];
    let rows = vec(any::<[Index; 2]>(), 1..=ROWS);
    (boxes, size, rows, any::<u64>())
        .prop_map(move |(parts, size, rows, seed)| {
            let part =
                |part: Part| oriented(size * part.half_extents, size * part.center, part.rotation);
            let mut frame = frame(parts.into_iter().map(part));
            let count = frame.position.len();
            if count > 1 {
                frame.pairs = rows.into_iter().map(|row| pair(row, count)).collect();
            }
            // The lowest bits are the kind of chain.
            let seed = seed - seed % ChainKind::ALL.len() as u64;
            frame.setting = Setting::new(0.0, seed | kind);
            Round { name: name.to_owned(), frames: vec![frame] }
        })
        .boxed()
}

/// Two of some boxes, the lower number first.
fn pair([first, second]: [Index; 2], count: usize) -> [u32; 2] {
    let (a, b) = (first.index(count), second.index(count - 1));
    let b = if b < a { b } else { b + 1 };
    [short(a.min(b)), short(a.max(b))]
}

/// A box at its joint or next to it; every fifth one is far smaller than links.
fn any_part() -> impl Strategy<Value = Part> + Clone {
    let half_extents = prop_oneof![
        6 => everyday().boxed(),
        1 => needle().boxed(),
        1 => plate().boxed(),
        1 => flat().boxed(),
    ];
    let part = prop_oneof![4 => Just(0.3).boxed(), 1 => decades(1e-6, 0.1).boxed()];
    let turn = prop_oneof![1 => cube_rotations().boxed(), 2 => rotation().boxed()];
    let off = pick(&[0.0, 0.3, 1.0]);
    (half_extents, part, turn, vector(1.0), off).prop_map(
        |(half_extents, part, rotation, center, off)| Part {
            half_extents: part * half_extents,
            rotation,
            center: off * center,
        },
    )
}

/// A thin beam along x from its joint to the next one.
fn beam() -> impl Strategy<Value = Part> + Clone {
    (everyday(), decades(2e-4, 0.02)).prop_map(|(lengths, thin)| {
        let half = 0.5 * lengths.x;
        let half_extents = DVec3::new(half, thin, thin);
        Part { half_extents, rotation: DQuat::IDENTITY, center: half * DVec3::X }
    })
}

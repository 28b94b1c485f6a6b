//! Worlds that move from frame to frame, for contact caches.

use glam::{DQuat, DVec3};
use octosat::tolerances::MAX_LENGTH;
use octosat::{PointLimit, PointOrigin};
use octosat_scenes::generate::{Random, narrow};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::lists::margin;
use super::numbers::{around, between, decades, direction, pick, rotation};
use crate::{Change, Frame, Round, SPECULATIVE_MARGIN, Setting, short};

/// The most moves of a step: boxes take them in turn.
const MOVES: usize = 12;

/// The most pairs that are in a list twice.
const TWICE: usize = 4;

/// Bits that decide which pairs are there: pairs take them in turn.
const BITS: usize = 61;

/// The size by which a plate, rod or point moves, in parts of its longest half extent.
const FLAT_SIZE: f64 = 1e-3;

/// How far a box jumps at most, in parts of its size.
const JUMP: f64 = 8.0;

/// Half extents below this are zero: the pre-scaled basis takes no smaller ones. In meters.
const SMALLEST_HALF_EXTENT: f32 = 1e-6;

/// The ratio in which two extents change in opposite directions: a sum of both with usual weights stays the same.
const EXTENT_RATIO: [f32; 2] = [355.0, 113.0];

/// How some of the boxes move.
#[derive(Clone, Debug)]
struct Move {
    /// In parts of the smallest half extent.
    shift: Option<DVec3>,
    turn: Option<DVec3>,
    /// The same rotation gets the other sign, as engines may pass it.
    is_negated: bool,
}

/// A box that moves far, perhaps into another one.
#[derive(Clone, Debug)]
struct Jump {
    index: Index,
    onto: Option<Index>,
    /// In parts of the size.
    shift: DVec3,
    rotation: Option<DQuat>,
}

/// Something that no recording holds.
#[derive(Clone, Debug)]
enum Event {
    Restore,
    /// A half extent, and another one by as much in a ratio, in parts of the smaller of both.
    Trade(Index, [usize; 2], f64),
    /// A half extent is multiplied.
    Grow(Index, usize, f64),
    /// The margin becomes this many meters and this part of it.
    Margin(f32, f64),
    ForgetPair(Index),
    ForgetBox(Index, Option<Jump>),
    Renumber(u64),
    SwapRemove(Index),
    LoseLast,
    Clear,
}

/// What happens from a frame to the next one.
#[derive(Clone, Debug)]
struct Step {
    moves: Vec<Move>,
    jumps: Vec<Jump>,
    events: Vec<Event>,
    listing: Listing,
}

/// Which pairs are listed, and in which order.
#[derive(Clone, Debug)]
struct Listing {
    /// Bits of the pairs that are not there.
    absent: u64,
    /// The seed of an order, unless it is that of the world.
    order: Option<u64>,
}

/// What all frames have in common.
#[derive(Clone, Debug)]
struct Common {
    setting: Setting,
    /// Bits of the frames in which pairs have margins of their own.
    own_margins: u32,
    /// The lists of several threads have another order in every frame.
    is_shuffled_again: bool,
    /// Pairs that are there twice, and their indices.
    twice: Vec<[Index; 2]>,
}

/// A world while it moves.
struct World {
    frame: Frame,
    pairs: Vec<[u32; 2]>,
}

/// Frames of a world that moves: half of them as a recording holds them, the others with changes to caches.
pub fn moving(name: &'static str, world: BoxedStrategy<Frame>) -> BoxedStrategy<Round> {
    let plain = (2..6_usize, world.clone(), common(false), vec(step(false), 5));
    let eventful = (2..6_usize, world, common(true), vec(step(true), 5));
    prop_oneof![plain, eventful]
        .prop_map(move |(count, world, (common, margin), steps)| {
            let margin = world.margin_of(margin);
            let setting = Setting { margin, ..common.setting };
            let frame = Frame { setting, ..world };
            let mut world = World { pairs: frame.pairs.clone(), frame };
            let mut frames = vec![world.frame.clone()];
            let seed = |number: usize| common.setting.shape_seed.wrapping_add(number as u64);
            for (number, step) in steps.iter().take(count).enumerate() {
                world.step(step, &common);
                let setting = &mut world.frame.setting;
                setting.own_margins = common.own_margins >> number & 1 == 1;
                setting.shape_seed = seed(if common.is_shuffled_again { number } else { 0 });
                frames.push(world.frame.clone());
            }
            Round { name: name.to_owned(), frames }
        })
        .boxed()
}

fn common(has_events: bool) -> impl Strategy<Value = (Common, [f64; 2])> + Clone {
    let often = |weight: f64| proptest::bool::weighted(if has_events { weight } else { 0.0 });
    let ways = (often(0.5), often(0.5), often(0.25));
    let own_margins = prop_oneof![1 => Just(u32::MAX).boxed(), 2 => any::<u32>().boxed()];
    let own_margins = (often(0.6), own_margins).prop_map(|(has, bits)| if has { bits } else { 0 });
    let twice = prop_oneof![
        5 => Just(Vec::new()).boxed(),
        1 => vec(any::<[Index; 2]>(), 1..=TWICE).boxed(),
    ];
    let margin =
        prop_oneof![1 => margin().boxed(), 1 => Just([f64::from(SPECULATIVE_MARGIN), 0.0]).boxed()];
    (margin, ways, own_margins, twice, any::<u64>(), any::<bool>()).prop_map(
        |(
            margin,
            (is_eight, is_relative, is_bare),
            own_margins,
            twice,
            seed,
            is_shuffled_again,
        )| {
            let mut setting = Setting::new(0.0, seed);
            setting.limit = if is_eight { PointLimit::Eight } else { PointLimit::Four };
            setting.origin = if is_relative { PointOrigin::CenterOfA } else { PointOrigin::World };
            setting.surfaces = !is_bare;
            (Common { setting, own_margins, is_shuffled_again, twice }, margin)
        },
    )
}

fn step(has_events: bool) -> BoxedStrategy<Step> {
    let moves = prop_oneof![1 => Just(Vec::new()).boxed(), 4 => vec(a_move(), 1..=MOVES).boxed()];
    let jumps = prop_oneof![2 => Just(Vec::new()).boxed(), 1 => vec(jump(), 1..=3).boxed()];
    let most_events = if has_events { 4 } else { 0 };
    let absent = prop_oneof![
        2 => Just(0).boxed(),
        1 => any::<[u64; 3]>().prop_map(|[a, b, c]| a & b & c).boxed(),
        1 => any::<u64>().boxed(),
    ];
    let listing = (absent, proptest::option::weighted(0.25, any::<u64>()))
        .prop_map(|(absent, order)| Listing { absent, order });
    (moves, jumps, vec(event(), 0..=most_events), listing)
        .prop_map(|(moves, jumps, events, listing)| Step { moves, jumps, events, listing })
        .boxed()
}

/// At rest, creeping, about as far as manifolds are reused, or farther.
fn a_move() -> impl Strategy<Value = Move> + Clone {
    let distance = prop_oneof![
        1 => Just(0.0).boxed(),
        2 => decades(1e-8, 1e-3).boxed(),
        1 => decades(1.5e-3, 1.5e-2).boxed(),
        1 => decades(5e-3, 0.5).boxed(),
    ];
    let way = || proptest::option::of(direction());
    let signs = proptest::bool::weighted(0.125);
    (distance, way(), way(), signs).prop_map(|(distance, shift, turn, is_negated)| Move {
        shift: shift.map(|way| distance * way),
        turn: turn.map(|axis| 0.5 * distance * axis),
        is_negated,
    })
}

fn jump() -> impl Strategy<Value = Jump> + Clone {
    let onto = proptest::option::of(any::<Index>());
    let shift = (direction(), between(0.0, 1.0)).prop_map(|(way, part)| JUMP * part * part * way);
    (any::<Index>(), onto, shift, proptest::option::of(rotation()))
        .prop_map(|(index, onto, shift, rotation)| Jump { index, onto, shift, rotation })
}

fn event() -> impl Strategy<Value = Event> + Clone {
    let index = any::<Index>;
    let axes = (0..3_usize, 1..3_usize).prop_map(|(first, next)| [first, (first + next) % 3]);
    let factor =
        prop_oneof![around(2e-2).prop_map(|part| 1.0 + part).boxed(), between(0.3, 2.0).boxed(),];
    let margins = prop_oneof![
        pick(&[(0.0, 0.0), (SPECULATIVE_MARGIN, 0.0)]).boxed(),
        between(0.5, 2.0).prop_map(|part| (0.0, part)).boxed(),
    ];
    prop_oneof![
        3 => Just(Event::Restore).boxed(),
        2 => (index(), axes, around(1.0)).prop_map(|(index, axes, part)| Event::Trade(index, axes, part)).boxed(),
        2 => (index(), 0..3_usize, factor).prop_map(|(index, axis, by)| Event::Grow(index, axis, by)).boxed(),
        2 => margins.prop_map(|(meters, part)| Event::Margin(meters, part)).boxed(),
        1 => index().prop_map(Event::ForgetPair).boxed(),
        2 => (index(), proptest::option::of(jump())).prop_map(|(index, jump)| Event::ForgetBox(index, jump)).boxed(),
        2 => any::<u64>().prop_map(Event::Renumber).boxed(),
        2 => index().prop_map(Event::SwapRemove).boxed(),
        1 => Just(Event::LoseLast).boxed(),
        1 => Just(Event::Clear).boxed(),
    ]
}

impl World {
    fn boxes(&self) -> usize {
        self.frame.position.len()
    }

    fn step(&mut self, step: &Step, common: &Common) {
        self.frame.changes.clear();
        for index in 0..self.boxes() {
            if let Some(number) = index.checked_rem(step.moves.len()) {
                self.move_box(index, &step.moves[number]);
            }
        }
        step.jumps.iter().for_each(|jump| self.jump(jump));
        for event in &step.events {
            if self.boxes() > 0 {
                self.happen(event);
            }
        }
        self.list(&step.listing, &common.twice);
    }

    fn move_box(&mut self, index: usize, step: &Move) {
        let extents = DVec3::from(self.frame.half_extents[index].map(f64::from));
        let (longest, smallest) = (extents.max_element(), extents.min_element());
        let size = if smallest > 0.0 { smallest } else { FLAT_SIZE * longest };
        if let Some(shift) = step.shift {
            self.shift(index, size * shift);
        }
        if let Some(turn) = step.turn.filter(|_| longest > 0.0) {
            let turn = DQuat::from_vec4((size / longest * turn).extend(1.0)).normalize();
            let rotation = &mut self.frame.rotation[index];
            let turned = turn * DQuat::from_array(rotation.map(f64::from));
            let turned = if step.is_negated { -turned } else { turned };
            *rotation = turned.to_array().map(narrow);
        }
    }

    fn jump(&mut self, jump: &Jump) {
        if self.boxes() == 0 {
            return;
        }
        let index = jump.index.index(self.boxes());
        if let Some(onto) = jump.onto {
            self.frame.position[index] = self.frame.position[onto.index(self.boxes())];
        }
        let size: f64 = self.frame.half_extents[index].map(f64::from).iter().sum();
        self.shift(index, size * jump.shift);
        if let Some(rotation) = jump.rotation {
            self.frame.rotation[index] = rotation.to_array().map(narrow);
        }
    }

    fn shift(&mut self, index: usize, way: DVec3) {
        for (coordinate, way) in self.frame.position[index].iter_mut().zip(way.to_array()) {
            let moved = narrow(f64::from(*coordinate) + way);
            *coordinate = moved.clamp(-MAX_LENGTH, MAX_LENGTH);
        }
    }

    /// Lists the pairs that are there.
    fn list(&mut self, listing: &Listing, twice: &[[Index; 2]]) {
        let is_there = |number: usize| listing.absent >> (number % BITS) & 1 == 0;
        let there = self.pairs.iter().enumerate().filter(|(number, _)| is_there(*number));
        let mut pairs: Vec<[u32; 2]> = there.map(|(_, &pair)| pair).collect();
        for (number, [of, at]) in twice.iter().enumerate() {
            if !pairs.is_empty() && is_there(BITS - 1 - number) {
                pairs.insert(at.index(pairs.len() + 1), pairs[of.index(pairs.len())]);
            }
        }
        if let Some(seed) = listing.order {
            Random::new(seed).shuffle(&mut pairs);
        }
        self.frame.pairs = pairs;
    }

    fn happen(&mut self, event: &Event) {
        let boxes = self.boxes();
        let change = match event {
            // It comes first.
            Event::Restore => return self.frame.changes.insert(0, Change::Restore),
            Event::Clear => Change::Clear,
            Event::Trade(index, [first, second], part) => {
                let extents = &mut self.frame.half_extents[index.index(boxes)];
                let unit = extents[*first].min(extents[*second]) / EXTENT_RATIO[0] * narrow(*part);
                extents[*first] += EXTENT_RATIO[0] * unit;
                extents[*second] -= EXTENT_RATIO[1] * unit;
                *extents = extents.map(storable);
                return;
            }
            Event::Grow(index, axis, factor) => {
                let extent = &mut self.frame.half_extents[index.index(boxes)][*axis];
                *extent = storable(*extent * narrow(*factor));
                return;
            }
            Event::Margin(meters, part) => {
                let margin = &mut self.frame.setting.margin;
                *margin = meters + *margin * narrow(*part);
                return;
            }
            Event::ForgetPair(index) => match self.frame.pairs.len() {
                0 => return,
                pairs => Change::ForgetPair(self.frame.pairs[index.index(pairs)]),
            },
            Event::ForgetBox(index, replaced) => {
                let index = index.index(boxes);
                replaced.iter().for_each(|jump| self.jump(jump));
                Change::ForgetBox(short(index))
            }
            Event::Renumber(seed) => self.renumber(*seed),
            Event::SwapRemove(index) => self.swap_remove(index.index(boxes)),
            // Boxes beyond the end of the list of numbers are removed.
            Event::LoseLast => {
                self.remove(boxes - 1);
                Change::Renumber((0..short(boxes - 1)).collect())
            }
        };
        self.frame.changes.push(change);
    }

    /// Gives the boxes other numbers.
    fn renumber(&mut self, seed: u64) -> Change {
        let mut order: Vec<usize> = (0..self.boxes()).collect();
        Random::new(seed).shuffle(&mut order);
        let mut numbers = vec![0; order.len()];
        (0..).zip(&order).for_each(|(new, &old)| numbers[old] = new);
        let Frame { half_extents, position, rotation, .. } = &mut self.frame;
        *half_extents = order.iter().map(|&old| half_extents[old]).collect();
        *position = order.iter().map(|&old| position[old]).collect();
        *rotation = order.iter().map(|&old| rotation[old]).collect();
        let renumbered = |pair: &mut [u32; 2]| *pair = pair.map(|index| numbers[index as usize]);
        self.frame.pairs.iter_mut().chain(&mut self.pairs).for_each(renumbered);
        Change::Renumber(numbers)
    }

    /// Removes a box and its pairs, and gives its number to the last box.
    fn swap_remove(&mut self, index: usize) -> Change {
        let last = short(self.boxes() - 1);
        self.remove(index);
        let index = short(index);
        for pairs in [&mut self.frame.pairs, &mut self.pairs] {
            for of_last in pairs.as_flattened_mut().iter_mut().filter(|number| **number == last) {
                *of_last = index;
            }
        }
        Change::SwapRemove { index, last }
    }

    /// Removes a box and its pairs; the last box gets its index.
    fn remove(&mut self, index: usize) {
        let Frame { half_extents, position, rotation, .. } = &mut self.frame;
        half_extents.swap_remove(index);
        position.swap_remove(index);
        rotation.swap_remove(index);
        for pairs in [&mut self.frame.pairs, &mut self.pairs] {
            pairs.retain(|pair| !pair.contains(&short(index)));
        }
    }
}

/// A half extent that both bases take.
fn storable(half_extent: f32) -> f32 {
    if half_extent < SMALLEST_HALF_EXTENT { 0.0 } else { half_extent }
}

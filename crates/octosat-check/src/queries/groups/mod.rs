//! Groups of pairs of boxes: whether any overlaps, the least clearance, and the least distance.
//!
//! A row is a group, of a list or of a product. `members`: which pairs it has; `made`: groups as calls take them;
//! `checks`: what is right.

mod checks;
mod made;
mod members;

use std::collections::BTreeMap;

use bytemuck::{Pod, Zeroable};
use octosat::{BoxStore, BoxView, Distance, Engine, Least, Length, Sides};
use proptest::prelude::*;

use self::checks::Group;
use self::made::Made;
use self::members::{Plan, listed};
use super::answers::{any_overlap, grown, stale};
use super::verdicts::stored;
use crate::boxes::lent;
use crate::strategies::{self, KINDS};
use crate::{Asked, Basis, Call, Case, Facts, Failure, Finding, Query, Round, Verb, uniform};

/// Groups of pairs of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouped {
    /// Lists of pairs that are cut in groups.
    Lists,
    /// Every box of a range with every box of another.
    Products,
}

/// All answers about a group.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct GroupRow {
    /// Whether any pair overlaps: without a margin and with it.
    any: [u32; 2],
    /// Of boxes of stores and of views: the pairs, and meters.
    clearance_pairs: [[u32; 2]; 2],
    clearances: [f32; 2],
    /// Without a margin and with it.
    distance_pairs: [[u32; 2]; 2],
    distances: [Distance; 2],
}

/// The boxes of a frame in stores: all of them, and those of side b of products if these are fewer.
#[derive(Debug, Default)]
pub struct Stores {
    all: BoxStore,
    later: BoxStore,
}

const ABOUT_LISTS: Facts = Facts {
    name: "groups",
    about: "groups of pairs of a list: whether any overlaps, least clearance and distance, with a margin",
    verbs: const {
        &[
            Verb::of("any_overlap", "groups of pairs of boxes"),
            Verb::of("least_clearances", "groups of pairs of boxes"),
            Verb::of("least_distances", "groups of pairs of boxes"),
        ]
    },
    bases: &[Basis::Unit],
    rows: "groups",
    // Booleans of some pairs.
    avx2_nanoseconds: 24,
    ..Facts::OF_PAIRS
};

const ABOUT_PRODUCTS: Facts = Facts {
    name: "products",
    about: "every box of a range with every box of another: the same as of groups, with a margin",
    ..ABOUT_LISTS
};

/// One of this number of rounds is about worlds with boxes in several pairs.
const ROUNDS_PER_WORLD: u64 = 2;

impl Grouped {
    fn plan(self, case: &Case) -> Plan {
        if self == Self::Lists { Plan::default() } else { Plan::of(case) }
    }

    /// The pairs of the group of a row, by the indices of each side.
    fn pairs(self, case: &Case, plan: &Plan, row: [u32; 2]) -> Vec<[u32; 2]> {
        match self {
            Self::Lists => listed(case, row),
            Self::Products => Plan::pairs(&plan.product(case, row)),
        }
    }

    /// Asks about groups whose lengths a call can take.
    fn ask_at_once(self, asked: &Asked<'_, Stores>) -> Result<Vec<GroupRow>, Failure> {
        let Asked { engine, case, world, rows, margin, .. } = *asked;
        let plan = self.plan(case);
        let made = Made::of(self, case, &plan, rows);
        let (mut own, mut halves, mut near) = (Vec::new(), Vec::new(), Vec::new());
        let margin = made.spread(margin, &mut own);
        let (growth, within) = (grown(margin, &mut halves), not_negative(margin, &mut near));
        let views = plan.views(case)?;
        let stores = plan.sides([(&world.all).into(), (&world.later).into()]);
        let mut answers = vec![GroupRow::zeroed(); rows.len()];
        for (number, within) in [Length::None, within].into_iter().enumerate() {
            let groups = made.near(views, within);
            let any = any_overlap(engine, groups, rows.len())?;
            let mut least = vec![Least { pair: [7; 2], row: stale(1)[0] }; rows.len()];
            engine.least_distances(groups, &mut least)?;
            for (answer, (any, Least { pair, row })) in
                answers.iter_mut().zip(any.iter().zip(least))
            {
                answer.any[number] = (*any).into();
                (answer.distance_pairs[number], answer.distances[number]) = (pair, row);
            }
        }
        for (number, boxes) in [stores, views].into_iter().enumerate() {
            let mut least = vec![Least { pair: [7; 2], row: 7.0 }; rows.len()];
            engine.least_clearances(made.grown(boxes, growth), &mut least)?;
            for (answer, Least { pair, row }) in answers.iter_mut().zip(least) {
                (answer.clearance_pairs[number], answer.clearances[number]) = (pair, row);
            }
        }
        Ok(answers)
    }
}

impl Plan {
    /// Boxes of both sides, given all of them and those of side b.
    fn sides<'a>(&self, [all, later]: [BoxView<'a>; 2]) -> Sides<BoxView<'a>> {
        if self.later == 0 { all.into() } else { [all, later].into() }
    }

    fn views<'a>(&self, case: &'a Case) -> Result<Sides<BoxView<'a>>, Failure> {
        let (boxes, first) = (&case.boxes, self.later as usize);
        let [centers, rotations, half_extents] =
            [&boxes.centers, &boxes.rotations, &boxes.half_extents].map(|column| &column[first..]);
        let later = lent(centers, rotations, half_extents)?;
        Ok(self.sides([boxes.unit(), later]))
    }
}

impl Query for Grouped {
    type Row = GroupRow;
    type World = Stores;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        if *self == Self::Lists { &ABOUT_LISTS } else { &ABOUT_PRODUCTS }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        let turn = number / ROUNDS_PER_WORLD;
        let kind = KINDS[usize::try_from(turn).unwrap_or_default() % KINDS.len()];
        let (name, world) = match number % ROUNDS_PER_WORLD {
            0 => strategies::worlds(turn),
            _ => (kind.name, strategies::arranged(strategies::one_kind(kind))),
        };
        let rounds = strategies::with_smaller(strategies::usual(self.facts(), name, world));
        // A product has one margin for all of its pairs.
        let own_margins = if *self == Self::Lists { 0.25 } else { 0.0 };
        (rounds, proptest::bool::weighted(own_margins))
            .prop_map(|(mut round, own_margins)| {
                round.frames[0].setting.own_margins = own_margins;
                round
            })
            .boxed()
    }

    fn world(&self, case: &Case) -> Result<Stores, Failure> {
        Ok(Stores {
            all: stored(&case.boxes, 0)?,
            later: stored(&case.boxes, self.plan(case).later)?,
        })
    }

    fn ask(&self, asked: &Asked<'_, Stores>, _memory: &mut ()) -> Result<Vec<GroupRow>, Failure> {
        let (Self::Products, Length::PerPair(margins)) = (self, asked.margin) else {
            return self.ask_at_once(asked);
        };
        // A call per margin, because products have one for all of their pairs.
        let mut places = BTreeMap::<u32, Vec<usize>>::new();
        for (place, margin) in margins.iter().enumerate() {
            places.entry(margin.to_bits()).or_default().push(place);
        }
        let mut answers = vec![GroupRow::zeroed(); asked.rows.len()];
        for (margin, places) in places {
            let rows: Vec<[u32; 2]> = places.iter().map(|&place| asked.rows[place]).collect();
            let margin = Length::Uniform(f32::from_bits(margin));
            let found = self.ask_at_once(&Asked { rows: &rows, margin, ..*asked })?;
            places.into_iter().zip(found).for_each(|(place, row)| answers[place] = row);
        }
        Ok(answers)
    }

    fn check(
        &self,
        asked: &Asked<'_, Stores>,
        answers: &[GroupRow],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { case, rows, .. } = *asked;
        let plan = self.plan(case);
        let group = |(place, &row): (usize, &[u32; 2])| Group {
            pairs: self.pairs(case, &plan, row),
            margin: asked.margin_at(place),
        };
        let groups: Vec<Group> = rows.iter().enumerate().map(group).collect();
        Ok(checks::findings(&case.boxes, plan.later, &groups, answers))
    }

    fn depends_on(&self, case: &Case, row: [u32; 2], index: u32) -> bool {
        let plan = self.plan(case);
        let pairs = self.pairs(case, &plan, row);
        pairs.iter().any(|&[a, b]| [a, b + plan.later].contains(&index))
    }

    fn calls<'a>(&self, case: &'a Case, _world: &'a Stores) -> Vec<Call<'a>> {
        let plan = self.plan(case);
        let Ok(boxes) = plan.views(case) else { return Vec::new() };
        let made = || Made::of(*self, case, &plan, &case.pairs);
        let (any, clearances, distances) = (made(), made(), made());
        let within = uniform(case.setting.margin.max(0.0));
        let growth = uniform(case.setting.grown());
        let names = match self {
            Self::Lists => ["group-any-overlap", "group-least-clearances", "group-least-distances"],
            Self::Products => {
                ["product-any-overlap", "product-least-clearances", "product-least-distances"]
            }
        };
        let rows = case.pairs.len();
        let any = move |engine: &Engine, out: &mut [bool]| {
            Ok(engine.any_overlap(any.near(boxes, within), out)?)
        };
        let clearances = move |engine: &Engine, out: &mut [Least<f32>]| {
            Ok(engine.least_clearances(clearances.grown(boxes, growth), out)?)
        };
        let distances = move |engine: &Engine, out: &mut [Least<Distance>]| {
            Ok(engine.least_distances(distances.near(boxes, within), out)?)
        };
        vec![
            Call::new(names[0], vec![false; rows], any, |&any| any),
            Call::new(names[1], vec![Least::default(); rows], clearances, |least| least.row <= 0.0),
            Call::new(names[2], vec![Least::default(); rows], distances, |least| {
                least.row.overlaps()
            }),
        ]
    }
}

/// What a margin is to queries about boxes within it: boxes that are smaller are asked about as they are.
fn not_negative<'a>(margin: Length<'a>, own: &'a mut Vec<f32>) -> Length<'a> {
    match margin {
        Length::None => Length::None,
        Length::Uniform(margin) => Length::Uniform(margin.max(0.0)),
        Length::PerPair(margins) => {
            own.extend(margins.iter().map(|margin| margin.max(0.0)));
            Length::PerPair(own)
        }
    }
}

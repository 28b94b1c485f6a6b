//! The interface is asked about the cases of the checker, and answers with the bits of the engine.
//!
//! `OCTOSAT_ROWS=100000 cargo test --release --workspace --test interface contenders -- --nocapture` asks about as many rows per query.

mod chains;
mod contest;
mod frames;
mod groups;
mod products;
mod queries;
mod rounds;
mod shapes;

use std::env;

use octosat_c::*;
use octosat_check::queries::{
    ALL, aabbs, all_pairs, boxes_among, cached, capsules, casts, configurations, covered,
    distances, half_space, impacts, intersections, joint_motions, lines, link_pairs, moved,
    own_points, pairs, round_pairs, shape_casts, spheres, verdicts,
};
use octosat_check::{Basis, Case, Query, runner};
use proptest::strategy::{Strategy, ValueTree};

use crate::common::{Engine, engine};
use contest::{Contest, Word};
use octosat_check::queries::groups::Grouped;

/// Rows per query unless the environment says otherwise.
const ROWS: usize = 1_000;

/// The queries of the checker that C programs make, too.
const CONTENDERS: &[&dyn Contender] = &[
    &pairs::Pairs,
    &cached::Cached,
    &covered::Covered,
    &verdicts::Verdicts,
    &casts::Casts,
    &distances::Distances,
    &intersections::Intersections,
    &all_pairs::AllPairs,
    &Grouped::Lists,
    &Grouped::Products,
    &impacts::Impacts,
    &moved::Moved,
    &half_space::HalfSpaces,
    &spheres::Spheres,
    &capsules::Capsules,
    &aabbs::Aabbs,
    &lines::LinesOfSight,
    &round_pairs::RoundPairs,
    &shape_casts::ShapeCasts,
    &configurations::ConfigurationsOfChains,
    &joint_motions::JointMotionsOfChains,
    &link_pairs::LinkPairsOfChains,
    &own_points::OwnPointsOfChains,
    &boxes_among::BoxesAmongWorlds,
];

/// The others, and why.
const OTHERS: [(&str, &str); 2] = [
    ("frustum", "cameras of `frusta.rs`, which C makes from other numbers"),
    ("rectangles", "rectangles of `rectangles.rs`, which C makes from other numbers"),
];

#[test]
fn every_query_has_the_bits_of_the_engine() {
    std::thread::scope(|scope| {
        for contender in CONTENDERS {
            scope.spawn(|| contender.assert_same_bits());
        }
    });
}

#[test]
fn every_query_is_a_contender_or_has_a_reason() {
    for query in ALL {
        let name = query.facts().name;
        let is_one = CONTENDERS.iter().any(|contender| contender.name() == name);
        let has_reason = OTHERS.iter().any(|(other, _)| *other == name);
        assert!(is_one != has_reason, "{name}: a contender {is_one}, with a reason {has_reason}");
    }
}

/// A query that is compared, whatever its rows are.
trait Contender: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Asks the engine and the interface about its rounds until there are enough rows.
    fn assert_same_bits(&self);
}

impl<Q: InC> Contender for Q {
    fn name(&self) -> &'static str {
        Query::facts(self).name
    }

    fn assert_same_bits(&self) {
        assert_same_bits(*self);
    }
}

/// A query that C programs can make, too.
trait InC: Query {
    /// Whether every other round is asked about as two lists, which happen to be the same boxes.
    const TWO_LISTS: bool = false;

    /// What the query takes the lengths of cases as.
    const WORD: Word = Word::Within;

    /// Asks the engine and the interface about the frames of a round; other bits are a panic.
    fn compare(&self, frames: &[Contest<'_, Self::World>]);
}

/// An engine of the interface, of another backend from round to round.
fn engine_of(number: u64) -> Engine {
    let backends = [OCTOSAT_BACKEND_PORTABLE, OCTOSAT_BACKEND_AVX2, OCTOSAT_BACKEND_AVX512];
    let backend = backends[(number % 3) as usize];
    engine(backend).or_else(|| engine(OCTOSAT_BACKEND_AUTO)).expect("an engine")
}

/// Asks both about the rounds of a query until there are enough rows.
fn assert_same_bits<Q: InC>(query: Q) {
    let facts = Query::facts(&query);
    let wanted = env::var("OCTOSAT_ROWS").map_or(ROWS, |rows| rows.parse().expect("a number"));
    let (mut rows, mut number) = (0, 0);
    while rows < wanted {
        let round = query.rounds(number).new_tree(&mut runner(1, number)).unwrap().current();
        let cases = round.cases(Basis::Unit, facts).unwrap();
        let asked = |case: &Case| {
            let world = query.world(case).unwrap();
            let pairs = query.rows(case, &world);
            (world, pairs)
        };
        let asked: Vec<_> = cases.iter().map(asked).collect();
        let frames: Vec<_> = cases
            .iter()
            .zip(&asked)
            .map(|(case, (world, pairs))| {
                let two_lists = Q::TWO_LISTS && number % 2 == 1;
                Contest::new(case, world, pairs, engine_of(number), (two_lists, Q::WORD))
            })
            .collect();
        query.compare(&frames);
        rows += frames.iter().map(|frame| frame.pairs.len()).sum::<usize>();
        number += 1;
    }
    eprintln!("{}: {rows} rows, 0 bits off", facts.name);
}

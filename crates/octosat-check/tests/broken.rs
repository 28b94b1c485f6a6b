//! Every part of every answer is checked: rows are changed part by part, and the checks find it.

use std::ops::{Range, RangeInclusive};

use bytemuck::{bytes_of, bytes_of_mut, pod_read_unaligned};
use octosat::{Backend, Engine};
use octosat_check::manifolds::ManifoldRow;
use octosat_check::queries::{
    aabbs::Aabbs,
    all_pairs::AllPairs,
    cached::Cached,
    capsules::Capsules,
    casts::Casts,
    configurations::{ConfigurationRow, ConfigurationsOfChains, SolidPose},
    distances::Distances,
    frustum::Views,
    groups::Grouped,
    half_space::HalfSpaces,
    impacts::Impacts,
    intersections::Intersections,
    joint_motions::JointMotionsOfChains,
    lines::LinesOfSight,
    own_points::OwnPointsOfChains,
    pairs::Pairs,
    rectangles::Rectangles,
    round_pairs::RoundPairs,
    shape_casts::ShapeCasts,
    spheres::Spheres,
    verdicts::Verdicts,
};
use octosat_check::{Asked, Basis, Case, Frame, Query, SPECULATIVE_MARGIN, Setting, Workers};
use octosat_scenes::generate;

/// By how much numbers are changed that are not whole, in their units.
const CHANGE: f32 = 0.01;

/// Magnitudes of numbers; bytes that would be others are flags.
const NUMBERS: RangeInclusive<f32> = 1e-20..=1e20;

/// Parts that matter in some of the rows have to be found in one of this number of the rows in which they are not zero.
const ROWS_PER_FOUND_ONE: usize = 3;

/// The seed of a chain of boxes.
const ROBOT_SEED: u64 = 3;

/// The bytes of a row that are not wrong in every row if they are changed.
struct Exempt<'a> {
    /// They matter only in some rows, as points do that are not always there.
    partly: &'a [Range<usize>],
    /// They never matter, or to the plain reference alone: zeros, and points that are never there.
    never: &'a [Range<usize>],
}

/// A part of a row.
struct Part {
    bytes: Range<usize>,
    change: Change,
}

/// How a part is changed.
enum Change {
    Add,
    /// To the next whole number, towards zero if there is one.
    Step,
    FlipLowestBit,
}

/// Right answers about frames that follow each other; those about the last one are changed.
struct Scene<Q: Query> {
    query: Q,
    engine: Engine,
    steps: Vec<Step<Q>>,
    answers: Vec<Q::Row>,
}

/// Right answers about a frame, and what they are about.
struct Step<Q: Query> {
    case: Case,
    world: Q::World,
    rows: Vec<[u32; 2]>,
    answers: Vec<Q::Row>,
}

impl<Q: Query> Scene<Q> {
    fn new(query: Q, basis: Basis, frames: &[Frame]) -> Self {
        let engine = Workers::new(1).and_then(|one| one.engine(Backend::Scalar));
        let engine = engine.expect("the scalar backend is always there");
        let mut memory = query.memory(0);
        let step = |frame| {
            let case = Case::new(basis, frame).expect("boxes of a scene");
            let world = query.world(&case).expect("what a scene is asked against");
            let rows = query.rows(&case, &world);
            let asked = Asked::list(&engine, &case, &world, &rows);
            let answers = query.ask(&asked, &mut memory).expect("answers");
            Step { case, world, rows, answers }
        };
        let steps: Vec<Step<Q>> = frames.iter().map(step).collect();
        let answers = steps[steps.len() - 1].answers.clone();
        Self { query, engine, steps, answers }
    }

    /// The rows of the last frame that the float64 references do not allow.
    fn faults(&self, answers: &[Q::Row]) -> Vec<bool> {
        let (mut history, mut faults) = (Q::History::default(), Vec::new());
        for (number, Step { case, world, rows, answers: right }) in self.steps.iter().enumerate() {
            let answers = if number + 1 == self.steps.len() { answers } else { right };
            let asked = Asked::list(&self.engine, case, world, rows);
            let findings = self.query.check(&asked, answers, &mut history).expect("findings");
            faults = findings.iter().map(|finding| finding.fault.is_some()).collect();
        }
        faults
    }

    /// Whether something is not zero, row by row.
    fn is_used(&self, bytes: &Range<usize>) -> Vec<bool> {
        let used = |row| bytes_of::<Q::Row>(row)[bytes.clone()].iter().any(|&byte| byte != 0);
        self.answers.iter().map(used).collect()
    }

    /// The parts of a word: a number, or bytes that are not zero in all rows.
    fn parts(&self, word: Range<usize>) -> Vec<Part> {
        let numbers = self.answers.iter().filter_map(|row| {
            let bytes = &bytes_of(row)[word.clone()];
            (bytes.len() == size_of::<f32>()).then(|| pod_read_unaligned::<f32>(bytes))
        });
        let numbers: Vec<f32> = numbers.collect();
        let is_number = |x: &f32| *x == 0.0 || x.is_infinite() || NUMBERS.contains(&x.abs());
        if numbers.iter().any(|x| x.is_normal()) && numbers.iter().all(is_number) {
            let is_whole = numbers.iter().all(|x| x.fract() == 0.0);
            let change = if is_whole { Change::Step } else { Change::Add };
            return vec![Part { bytes: word, change }];
        }
        let byte = |at| Part { bytes: at..at + 1, change: Change::FlipLowestBit };
        word.map(byte).filter(|part| self.is_used(&part.bytes).contains(&true)).collect()
    }

    /// The answers with a part of each changed.
    fn changed(&self, part: &Part) -> Vec<Q::Row> {
        let mut answers = self.answers.clone();
        for row in &mut answers {
            let bytes = &mut bytes_of_mut(row)[part.bytes.clone()];
            let change = match part.change {
                Change::FlipLowestBit => {
                    bytes[0] ^= 1;
                    continue;
                }
                Change::Add => CHANGE,
                Change::Step if pod_read_unaligned::<f32>(bytes) >= 1.0 => -1.0,
                Change::Step => 1.0,
            };
            let old: f32 = pod_read_unaligned(bytes);
            // If the change is lost, as in infinity, the sign is changed.
            let is_lost = (old + change).to_bits() == old.to_bits();
            let new = if is_lost { -old } else { old + change };
            bytes.copy_from_slice(&new.to_ne_bytes());
        }
        answers
    }

    /// What is wrong with a word, if changes of it are not found.
    fn missed(&self, word: Range<usize>, exempt: &Exempt<'_>) -> Vec<String> {
        let lies_in = |ranges: &[Range<usize>], bytes: &Range<usize>| {
            ranges.iter().any(|range| range.start <= bytes.start && bytes.end <= range.end)
        };
        if lies_in(exempt.never, &word) {
            return Vec::new();
        }
        let parts = self.parts(word.clone());
        if parts.is_empty() {
            return vec![format!("{word:?} is zero in all rows")];
        }
        let missed = |part: Part| {
            let found = self.faults(&self.changed(&part));
            let used = self.is_used(&part.bytes);
            let used_found = found.iter().zip(&used).filter(|&(&found, &used)| found && used);
            let count = |all: &[bool]| all.iter().filter(|&&one| one).count();
            let is_enough = if lies_in(exempt.partly, &part.bytes) {
                ROWS_PER_FOUND_ONE * used_found.count() >= count(&used)
            } else {
                count(&found) == found.len()
            };
            let [all, of] = [count(&found), found.len()];
            (!is_enough).then(|| format!("{:?} is found in {all} of {of} rows", part.bytes))
        };
        let parts = parts.into_iter().filter(|part| !lies_in(exempt.never, &part.bytes));
        parts.filter_map(missed).collect()
    }
}

/// The bytes from one index to another.
const fn span(from: usize, to: usize) -> Range<usize> {
    from..to
}

/// A cloud of boxes.
fn cloud() -> Frame {
    Frame::of_scene(&generate::cloud(60, 300, 5), Setting::new(SPECULATIVE_MARGIN, 9))
}

/// Right answers are right, and any change of what is not exempt is found.
fn is_checked<Q: Query>(query: Q, partly: &[Range<usize>], never: &[Range<usize>]) {
    is_checked_in(query, &[cloud()], partly, never);
}

fn is_checked_in<Q: Query>(
    query: Q,
    frames: &[Frame],
    partly: &[Range<usize>],
    never: &[Range<usize>],
) {
    for &basis in query.facts().bases {
        let scene = Scene::new(query, basis, frames);
        assert!(scene.answers.len() >= 60 && !scene.faults(&scene.answers).contains(&true));
        let size = size_of::<Q::Row>();
        let words = (0..size).step_by(4).map(|at| at..size.min(at + 4));
        let exempt = Exempt { partly, never };
        let missed: Vec<String> = words.flat_map(|word| scene.missed(word, &exempt)).collect();
        assert!(missed.is_empty(), "{}, {basis:?}: {missed:#?}", query.facts().name);
    }
}

#[test]
fn pairs_are_checked() {
    // Manifolds begin at 24. Only the plain reference looks at the depth and the axis of a pair without contact, and at
    // the size. Where the points begin is no property of the pair.
    let manifolds = [0, 1, 2].map(|number| 24 + number * size_of::<ManifoldRow>());
    let partly = manifolds.map(|at| [at + 12..at + 16, at + 21..at + 23, at + 24..at + 376]);
    let never = manifolds.map(|at| [at + 16..at + 20, at + 23..at + 24]);
    // The second manifold has no surface points; the last one has all points, of which there are at most seven here.
    let [first, second, last] = manifolds;
    let points = [first + 104..first + 184, second + 104..second + 184, last + 164..last + 184];
    let surfaces = [first + 280..first + 376, second + 184..second + 376, last + 352..last + 376];
    is_checked(Pairs, &partly.concat(), &[&never.concat()[..], &points, &surfaces].concat());
}

#[test]
fn impacts_are_checked() {
    // An earlier time is no fault, and nor is another axis: it proved something, and is checked by the plain reference.
    let rows = [0, 8, 16];
    let partly = rows.map(|at| [span(at, at + 4), span(at + 5, at + 6)]);
    let never = rows.map(|at| span(at + 4, at + 5));
    is_checked(Impacts, &partly.concat(), &never);
}

#[test]
fn verdicts_are_checked() {
    // Undecided is no fault, and a clearance may be less than the distance near edges.
    is_checked(Verdicts, &[span(0, 10)], &[]);
}

#[test]
fn casts_are_checked() {
    // Boxes that barely move have times of any size, and the axis matters for those that hit.
    is_checked(Casts, &[span(0, 8), span(12, 20)], &[span(8, 9), span(20, 21)]);
    let scene = Scene::new(Casts, Basis::Unit, &[cloud()]);
    for at in [8, 20] {
        let part = Part { bytes: at..at + 1, change: Change::FlipLowestBit };
        let found = scene.faults(&scene.changed(&part));
        assert!(20 * found.iter().filter(|&&one| one).count() > found.len(), "the axis at {at}");
    }
}

#[test]
fn distances_are_checked() {
    // Points can lie anywhere on faces and edges along each other, and are zero beyond the margin. Reserved bytes are zero.
    let rows = [0, 32];
    let partly = rows.map(|at| [span(at, at + 12), span(at + 16, at + 28)]);
    is_checked(Distances, &partly.concat(), &[]);
}

#[test]
fn intersections_are_checked() {
    is_checked(Intersections, &[], &[]);
}

#[test]
fn all_pairs_are_checked() {
    is_checked(AllPairs, &[], &[]);
}

#[test]
fn groups_are_checked() {
    // A clearance may be less than the distance near edges, of pairs that overlap any may be the least clear, and points of
    // distances can lie anywhere on faces.
    let distances = [48, 80].map(|at| [span(at, at + 12), span(at + 16, at + 28)]);
    let partly = [&[span(8, 32)], &distances.concat()[..]].concat();
    for query in [Grouped::Lists, Grouped::Products] {
        is_checked(query, &partly, &[]);
    }
}

#[test]
fn questions_about_chains_are_checked() {
    // Boxes without pairs of links, of a seed for which obstacles touch solids.
    let frame = Frame { setting: Setting::new(0.0, ROBOT_SEED), ..cloud() };
    let case = Case::new(Basis::Unit, &frame).expect("boxes of a scene");
    let world = ConfigurationsOfChains.world(&case).expect("a chain");
    assert!(!world.has_round && !world.has_links && !world.world.obstacles.is_empty());
    let poses = 20;
    let last = poses + world.checked.solids() * size_of::<SolidPose>();
    let never = [span(last, size_of::<ConfigurationRow>())];
    let frames = [frame];
    // A clearance may be less than the distance, and that of another pair.
    is_checked_in(ConfigurationsOfChains, &frames, &[span(0, poses)], &never);
    // A motion may be free for longer, and the planted touches are known to be found. Its pair touches at other times, too, and
    // so do others.
    is_checked_in(JointMotionsOfChains, &frames, &[span(8, 20)], &[span(0, 8)]);
    // Points next to the padding may be own ones or not.
    is_checked_in(OwnPointsOfChains, &frames, &[span(0, 4)], &[]);
}

#[test]
fn queries_about_shapes_are_checked() {
    // The contacts, if there are any. The last bytes are minus the margin; almost no contact is that near to it.
    is_checked(HalfSpaces, &[span(16, 72)], &[8..16, 72..80]);
    is_checked(Capsules, &[span(32, 80)], &[span(4, 16)]);
    is_checked(Spheres, &[], &[span(4, 16)]);
    is_checked(Aabbs, &[], &[4..16, 28..32, 44..48]);
    is_checked(Views, &[], &[]);
    // Rays have parameters of any size, and segments that are parallel have many closest points.
    is_checked(LinesOfSight, &[12..20, 36..40, 52..56], &[]);
}

#[test]
fn round_pairs_are_checked() {
    // The contacts of capsules, if there are any; there is no face, and no second contact with a sphere. Lines have
    // parameters of any size.
    let capsules = [0, 1, 2].map(|kind| 128 + 64 * kind);
    let partly = capsules.map(|at| span(at + 16, at + 60));
    let no_face = capsules.map(|at| span(at + 60, at + 64));
    let second = [span(24, 32), span(224, 240), span(248, 252)];
    let partly = [&partly[..], &[span(320, 368)]].concat();
    is_checked(RoundPairs, &partly, &[&no_face[..], &second].concat());
}

#[test]
fn casts_of_round_shapes_are_checked() {
    // Normals and points are zero without a hit, and an earlier time by less than the bound is no fault.
    let casts: Vec<usize> = (0..8).map(|number| 32 * number).collect();
    let partly: Vec<_> = casts.iter().map(|&at| span(at, at + 29)).collect();
    let never: Vec<_> = casts.iter().map(|&at| span(at + 29, at + 32)).collect();
    is_checked(ShapeCasts, &partly, &never);
}

#[test]
fn rectangles_are_checked() {
    is_checked(Rectangles, &[], &[span(4, 8)]);
}

/// A wall alone, at rest, moved a little, and moved by more.
#[test]
fn contacts_with_caches_are_checked() {
    let wall = Frame::of_scene(&generate::wall(60, 1), Setting::new(SPECULATIVE_MARGIN, 9));
    let moved = |distance: f32| {
        let mut frame = wall.clone();
        frame.position.iter_mut().step_by(2).for_each(|[x, ..]| *x += distance);
        frame
    };
    // Where the points begin, and points that are never there. In the first frame no pair goes on, in the next all do,
    // and their first point is the same.
    let never = [16..20, 104..184, 280..376];
    let alone = [&never[..], &[span(408, 412)]].concat();
    let after = [&never[..], &[span(376, 380)]].concat();
    is_checked_in(Cached, std::slice::from_ref(&wall), &[], &alone);
    for distance in [0.0, 1e-4, 0.05] {
        is_checked_in(Cached, &[wall.clone(), moved(distance)], &[], &after);
    }
}

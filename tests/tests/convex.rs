//! The general polyhedra answer about boxes what the box kernels answer.
#![forbid(unsafe_code)]

use octosat::{BoxStore, Engine, OrientedBox, Penetration};
use octosat_convex::tolerances::{FACE_PREFERENCE, LARGEST_FACE_PREFERENCE};
use octosat_convex::{
    Axis, ContactKind, ContactSettings, EdgeSearch, LastAxis, Placed, Polyhedron, Pose,
    SatStatistics, contacts, overlap, overlap_cached, penetration_with,
};
use octosat_reference::float64::{Agreement, PenetrationAnswer, ReferencePair};
use octosat_scenes::generate::Random;
use octosat_scenes::{ReadOptions, Recording};
use octosat_tests::{
    Basis, Limit, PairReference, World, answer, dot, narrow, standard_worlds, wide,
};

/// Pairs a world.
const PAIRS: usize = 3_000;

/// Metres: a margin that no gap exceeds, so that the engine looks at all axes of every pair.
const NO_DISMISSAL: f32 = 1e11;

/// How much deeper than the least overlap either answer may be where they took different axes,
/// without unit: the face preference.
const PREFERENCE: f64 = 0.05;

/// The environment variable that lists recordings, as a path of the system does.
const RECORDINGS: &str = "OCTOSAT_RECORDINGS";

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    pairs: usize,
    overlapping: usize,
    inside_band: usize,
    /// Pairs for which both named the same axis.
    same_axis: usize,
    /// The largest difference of depths, in bands, of pairs with the same axis.
    worst_depth: f64,
    /// The largest difference of normals on the same face axis, without unit.
    worst_normal: f64,
    statistics: SatStatistics,
}

impl Tally {
    fn add(&mut self, more: &Self) {
        self.pairs += more.pairs;
        self.overlapping += more.overlapping;
        self.inside_band += more.inside_band;
        self.same_axis += more.same_axis;
        self.worst_depth = self.worst_depth.max(more.worst_depth);
        self.worst_normal = self.worst_normal.max(more.worst_normal);
        self.statistics.edge_pairs += more.statistics.edge_pairs;
        self.statistics.pruned += more.statistics.pruned;
    }

    /// The row of the book's table.
    #[expect(clippy::cast_precision_loss, reason = "shares to be read")]
    fn row(&self, name: &str) -> String {
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
        format!(
            "| {name} | {} | {} | {:.2} % | {:.3} | {:.1} % |",
            self.pairs,
            self.overlapping,
            share(self.same_axis, self.pairs),
            self.worst_depth,
            share(self.statistics.pruned, self.statistics.edge_pairs),
        )
    }
}

/// The boxes of a world as polyhedra; none for a plate, a rod or a point, which have no volume.
fn polyhedra(store: &BoxStore) -> Vec<Option<Polyhedron>> {
    (0..store.len())
        .map(|number| {
            let stored = store.get(u32::try_from(number).expect("few boxes"))?;
            Polyhedron::cuboid(stored.half_extents).ok()
        })
        .collect()
}

/// The polyhedra where the boxes are.
fn placed<'s>(store: &BoxStore, shapes: &'s [Option<Polyhedron>]) -> Vec<Option<Placed<'s>>> {
    (0..store.len())
        .map(|number| {
            let stored = store.get(u32::try_from(number).expect("few boxes"))?;
            let pose =
                Pose::new(stored.pose.center, stored.pose.rotation).expect("the store checked it");
            shapes[number].as_ref().map(|shape| Placed::new(shape, &pose))
        })
        .collect()
}

/// The number that the engine gives an axis.
fn code(axis: Axis, a: &Placed<'_>, b: &Placed<'_>) -> u8 {
    let direction = |placed: &Placed<'_>, edge: usize| {
        placed.shape().edges()[edge].group().expect("a box has no flat edges")
    };
    let number = match axis {
        Axis::FaceOfA { face } => face / 2,
        Axis::FaceOfB { face } => 3 + face / 2,
        Axis::Edges { a: edge_a, b: edge_b } => 6 + 3 * direction(a, edge_a) + direction(b, edge_b),
    };
    u8::try_from(number).expect("there are fifteen")
}

/// Checks one pair and adds it to the tally.
fn compare(
    row: &Penetration,
    pair: [&Placed<'_>; 2],
    reference: &ReferencePair,
    tally: &mut Tally,
) {
    let [a, b] = pair;
    let found = penetration_with(a, b, EdgeSearch::Directions, &mut SatStatistics::default());
    let pruned = penetration_with(a, b, EdgeSearch::GaussMap, &mut tally.statistics);
    let what = || format!("{row:?}\n{found:?}\n{pruned:?}\n{reference:?}");
    tally.pairs += 1;

    let agreement = reference.agreement(overlap(a, b), 0.0);
    assert_ne!(agreement, Agreement::Contradicts, "{}", what());
    let is_clear = reference.separations().separation.abs() > reference.band();
    tally.inside_band += usize::from(!is_clear);
    if is_clear {
        assert_eq!(overlap(a, b), row.overlaps(), "{}", what());
        assert_eq!(overlap(a, b), found.overlaps(), "{}", what());
        assert_eq!(overlap(a, b), pruned.overlaps(), "{}", what());
    }

    let reported = |found: &octosat_convex::Penetration| PenetrationAnswer {
        normal: found.normal,
        depth: found.depth,
        axis: code(found.axis, a, b),
    };
    let faults = reference.faults(&reported(&found), NO_DISMISSAL);
    assert!(faults.is_empty(), "{faults:?} {}", what());
    if row.overlaps() && pruned.overlaps() {
        tally.overlapping += 1;
        let faults = reference.faults(&reported(&pruned), NO_DISMISSAL);
        assert!(faults.is_empty(), "{faults:?} {}", what());
    }
    if row.overlaps() && is_clear {
        assert_shown_by_contacts(a, b, reference);
    }
    let ours = reported(&found);
    let theirs = answer(row);
    if ours.axis != theirs.axis {
        assert!(is_tie(reference, [ours.axis, theirs.axis]), "{}", what());
        return;
    }
    tally.same_axis += 1;
    if ours.axis < 6 {
        let difference = (f64::from(ours.depth) - f64::from(theirs.depth)).abs();
        let along = dot(wide(ours.normal), wide(theirs.normal));
        tally.worst_depth = tally.worst_depth.max(difference / reference.band());
        // Level centres leave the sense of the axis to rounding.
        let is_level = f64::from(ours.depth) - deepest_possible(a, b, wide(ours.normal)).abs();
        if is_level.abs() > 4.0 * reference.band() {
            tally.worst_normal = tally.worst_normal.max(1.0 - along);
        }
    }
}

/// Contacts show the pair's depth, within the preference: the features clipped are those of the axis.
fn assert_shown_by_contacts(a: &Placed<'_>, b: &Placed<'_>, reference: &ReferencePair) {
    let manifold = contacts(a, b, &ContactSettings::default());
    let what = || format!("{manifold:?} {reference:?}");
    let is_regular = matches!(manifold.kind, ContactKind::Face | ContactKind::Edge);
    assert!(is_regular && manifold.points.len() <= 4, "{}", what());
    let depths = manifold.points.iter().map(|point| f64::from(point.depth));
    let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
    let least = (1.0 - PREFERENCE) * f64::from(manifold.depth) - reference.band();
    assert!(deepest >= least, "{}", what());
}

/// Whether float32 may take either of two axes for the better one: they are equal within the band, or
/// one is a pair of edges at the limit that the best face's preference sets.
fn is_tie(reference: &ReferencePair, axes: [u8; 2]) -> bool {
    let separations = reference.separations();
    let mut tolerance = 2.0 * reference.band();
    for axis in axes.into_iter().filter(|&axis| axis >= 6) {
        tolerance += reference.band() / separations.edge_sines[usize::from(axis) - 6];
    }
    let separations = axes.map(|axis| separations.axis_separations[usize::from(axis)]);
    let [Some(first), Some(second)] = separations else { return false };
    let is_near = |difference: f64| difference.abs() <= tolerance;
    let face = first.min(second);
    let depth = (-face).max(0.0);
    let limits = [FACE_PREFERENCE * depth, LARGEST_FACE_PREFERENCE * depth];
    is_near(first - second)
        || (axes[0] < 6) != (axes[1] < 6)
            && limits.iter().any(|&limit| is_near(first.max(second) - face - limit))
}

/// The overlap along a normal if the centres were level along it.
fn deepest_possible(a: &Placed<'_>, b: &Placed<'_>, normal: [f64; 3]) -> f64 {
    let reach = |placed: &Placed<'_>| {
        let heights = placed.vertices().iter().map(|&vertex| dot(vertex, normal));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    reach(a) + reach(b)
}

/// Compares all pairs of boxes with volume.
fn compare_world(world: &World) -> Tally {
    let shapes = polyhedra(&world.store);
    let bodies = placed(&world.store, &shapes);
    let rows = world.rows(&Engine::new(), Basis::Unit, &Limit::Uniform(NO_DISMISSAL));
    let mut tally = Tally::default();
    for (row, &pair) in rows.iter().zip(&world.pairs) {
        let [Some(a), Some(b)] = pair.map(|body| bodies[body as usize].as_ref()) else { continue };
        let reference = PairReference::new(world, Basis::Unit, pair).reference();
        compare(row, [a, b], &reference, &mut tally);
    }
    tally
}

#[test]
fn boxes_get_the_kernels_answers() {
    let mut total = Tally::default();
    for world in standard_worlds(PAIRS, 71) {
        let tally = compare_world(&world);
        eprintln!("{}: {tally:?}", world.name);
        assert!(tally.worst_depth <= 1.0 && tally.worst_normal < 1e-5, "{} {tally:?}", world.name);
        total.add(&tally);
    }
    assert!(total.pairs > 8 * PAIRS && total.overlapping > 3 * PAIRS, "{total:?}");
    assert!(10 * total.same_axis > 9 * total.pairs, "{total:?}");
}

/// The same over all pairs of all frames of recordings, and the book's table of them:
/// `OCTOSAT_RECORDINGS=a.npz:b.npz cargo test -p octosat-tests --test convex recordings --
/// --ignored --nocapture`.
#[test]
#[ignore = "wants recordings of one's own"]
fn recordings_get_the_kernels_answers() {
    let paths = std::env::var_os(RECORDINGS).expect("OCTOSAT_RECORDINGS lists recordings");
    for path in std::env::split_paths(&paths) {
        let recording = Recording::read_path(&path, ReadOptions::default());
        let recording = recording.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut total = Tally::default();
        for number in 0..recording.frames() {
            total.add(&compare_world(&world_of(&recording, number)));
        }
        eprintln!("{}", total.row(&path.file_stem().unwrap_or_default().to_string_lossy()));
        assert!(total.worst_depth <= 1.0 && total.worst_normal < 1e-5, "{total:?}");
    }
}

/// A frame of a recording.
fn world_of(recording: &Recording, number: usize) -> World {
    let frame = recording.frame(number);
    let store = BoxStore::from_slices(frame.positions, frame.rotations, recording.half_extents());
    World {
        name: format!("frame {number}"),
        store: store.expect("the recording was checked"),
        scaled: None,
        pairs: frame.pairs.to_vec(),
    }
}

/// The last axis from frame to frame of the recording: the same booleans as from scratch.
#[test]
fn the_last_axis_survives_frames() {
    let recording = octosat_scenes::embedded(ReadOptions::default());
    let recording = recording.expect("the embedded recording is valid");
    let shapes: Vec<Polyhedron> = recording
        .half_extents()
        .iter()
        .map(|&half| Polyhedron::cuboid(half).expect("its boxes have volume"))
        .collect();
    let mut last = std::collections::BTreeMap::new();
    let [mut known, mut apart] = [0; 2];
    for number in 0..recording.frames() {
        let frame = recording.frame(number);
        let poses = frame.positions.iter().zip(frame.rotations);
        let bodies: Vec<Placed<'_>> = shapes
            .iter()
            .zip(poses)
            .map(|(shape, (&center, &rotation))| {
                Placed::new(shape, &Pose::new(center, rotation).expect("it was checked"))
            })
            .collect();
        for &pair in frame.pairs {
            let [a, b] = pair.map(|body| &bodies[body as usize]);
            let remembered: &mut LastAxis = last.entry(pair).or_default();
            known += usize::from(remembered.axis().is_some());
            let overlaps = overlap_cached(a, b, remembered);
            assert_eq!(overlaps, overlap(a, b), "{pair:?}");
            apart += usize::from(!overlaps);
        }
    }
    eprintln!("{known} pairs came with an axis, {apart} were apart");
    assert!(known > 500 && apart > 10_000, "{known} {apart}");
}

/// Boxes apart that are near somewhere have a contact that is hardly farther apart than they are, though their
/// faces may have only a farther corner in common.
#[test]
fn speculative_contacts_show_how_near_the_boxes_are() {
    let mut random = Random::new(31);
    let mut boxes = Vec::new();
    for _ in 0..4_000 {
        let at = |center: [f64; 3], random: &mut Random| {
            OrientedBox::new(narrow(center), narrow(random.rotation()), [0.5, 0.3, 0.2])
        };
        boxes.push(at([0.0; 3], &mut random));
        let distance = random.range(0.5, 1.1);
        let center = random.direction().map(|component| component * distance);
        boxes.push(at(center, &mut random));
    }
    let world = World::of_neighbours("near", &boxes);
    let shapes = polyhedra(&world.store);
    let placed = placed(&world.store, &shapes);
    let settings = ContactSettings::with_margin(0.1).expect("it is a length");
    let mut apart = 0;
    for &[a, b] in &world.pairs {
        let reference = PairReference::new(&world, Basis::Unit, [a, b]).reference();
        let of = |index: u32| placed[index as usize].as_ref().expect("boxes have a volume");
        let manifold = contacts(of(a), of(b), &settings);
        let distance = reference.closest_points().distance;
        if reference.separations().separation <= 0.0 || !(1e-4..0.09).contains(&distance) {
            continue;
        }
        apart += 1;
        let depths = manifold.points.iter().map(|point| f64::from(point.depth));
        let nearest = -depths.fold(f64::NEG_INFINITY, f64::max);
        assert!(nearest >= distance - 1e-6, "{distance} {manifold:?}");
        assert!(nearest <= 1.05 * distance + 1e-5, "{distance} {manifold:?}");
    }
    assert!(apart > 200, "{apart}");
}

//! Contact manifolds are those of the plain scalar reference, bit for bit, on every backend.
#![forbid(unsafe_code)]

use octosat::{
    BoxView, ContactKind, ContactPoint, Engine, Manifold, Manifolds, OrientedBox, PointLimit,
    PointOrigin, Query, Rounding,
};
use octosat_reference::OrientedBox as PlainBox;
use octosat_reference::plain::{
    PlainKind, PlainManifold, PlainPoint, PlainSettings, contacts as plain_contacts,
};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, ContactSettings, Limit, PairReference, World, cube_rotations, engines, narrow,
    octagons_at_the_tolerance, product, standard_worlds, turn,
};

/// Pairs a world: more than one task of the engine, and odd.
const PAIRS: usize = 8_009;

/// A row as numbers: normal, depth, first, len, axis, kind and flags.
type RowBits = [u32; 9];

/// A point as numbers: position, depth, feature.
type PointBits = [u32; 5];

fn row_bits(row: &Manifold) -> RowBits {
    let [x, y, z] = row.normal.map(f32::to_bits);
    let flags = [row.is_degenerate(), row.is_axis_kept(), row.is_reused()].map(u32::from);
    let flags = flags[0] | flags[1] << 1 | flags[2] << 2;
    let [len, axis] = [row.len, row.axis.code()].map(u32::from);
    [x, y, z, row.depth.to_bits(), row.first, len, axis, row.kind() as u32, flags]
}

fn point_bits(point: &ContactPoint) -> PointBits {
    let [x, y, z] = point.position.map(f32::to_bits);
    [x, y, z, point.depth.to_bits(), point.feature.0]
}

fn plain_row_bits(row: &PlainManifold, first: u32) -> RowBits {
    let [x, y, z] = row.normal.map(f32::to_bits);
    let kind = match row.kind {
        PlainKind::Separated => ContactKind::Separated,
        PlainKind::Face => ContactKind::Face,
        PlainKind::Edge => ContactKind::Edge,
        PlainKind::Closest => ContactKind::Closest,
        PlainKind::Fallback => ContactKind::Fallback,
        PlainKind::NonFinite => ContactKind::NonFinite,
    };
    let [len, axis] = [number(row.points.len()), u32::from(row.axis)];
    let flags = u32::from(row.is_degenerate);
    [x, y, z, row.depth.to_bits(), first, len, axis, kind as u32, flags]
}

fn plain_point_bits(point: &PlainPoint) -> PointBits {
    let [x, y, z] = point.position.map(f32::to_bits);
    [x, y, z, point.depth.to_bits(), point.feature]
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("a test has few points")
}

/// The manifolds of a list by the plain reference.
#[derive(Default)]
struct Expected {
    rows: Vec<RowBits>,
    points: Vec<PointBits>,
}

impl Expected {
    /// Adds the manifold of the next pair.
    fn push(&mut self, manifold: &PlainManifold) {
        let first = if manifold.points.is_empty() { 0 } else { self.points.len() };
        self.rows.push(plain_row_bits(manifold, number(first)));
        self.points.extend(manifold.points.iter().map(plain_point_bits));
    }

    fn of(world: &World, limit: &Limit, settings: &ContactSettings<'_>) -> Self {
        let mut expected = Self::default();
        for (number, &pair) in world.pairs.iter().enumerate() {
            let PairReference::Unit { a, b } = PairReference::new(world, Basis::Unit, pair) else {
                unreachable!("the basis was given");
            };
            let margin = limit.of(number).unwrap_or(0.0);
            expected.push(&plain_contacts(&a, &b, plain_settings(settings, margin)));
        }
        expected
    }

    /// Fails with the first pair or point that differs.
    fn check(&self, found: &Manifolds, what: &str) {
        assert_eq!(found.manifolds().len(), self.rows.len(), "{what}");
        for (pair, (row, &expected)) in found.manifolds().iter().zip(&self.rows).enumerate() {
            let found = row_bits(row);
            assert!(found == expected, "{what}: pair {pair}: {found:x?}, not {expected:x?}");
        }
        assert_eq!(found.points().len(), self.points.len(), "{what}");
        for (pair, row) in found.manifolds().iter().enumerate() {
            let places = row.first as usize..row.first as usize + usize::from(row.len);
            for (point, expected) in found.of(pair).iter().zip(&self.points[places]) {
                let found = point_bits(point);
                assert!(found == *expected, "{what}: pair {pair}: {found:x?}, not {expected:x?}");
            }
        }
    }
}

fn plain_settings(settings: &ContactSettings<'_>, margin: f32) -> PlainSettings {
    let relative = settings.origin == PointOrigin::CenterOfA;
    PlainSettings { margin, limit: settings.limit.points(), relative }
}

fn exact_engines() -> Vec<Engine> {
    engines().into_iter().filter(|engine| engine.rounding() == Rounding::Exact).collect()
}

/// No margin, one for all, and one a pair with zeros among them.
fn limits(pairs: usize) -> [Limit; 3] {
    let steps = [0.0, 1e-7, 0.02, 0.0, 0.5, 3.0];
    let per_pair = (0..pairs).map(|pair| steps[pair % steps.len()]).collect();
    [Limit::None, Limit::Uniform(0.03), Limit::PerPair(per_pair)]
}

/// Every limit of points at every origin.
fn settings(limit: &Limit) -> Vec<ContactSettings<'_>> {
    let of = |limit_of_points| {
        [PointOrigin::World, PointOrigin::CenterOfA].map(|origin| ContactSettings {
            margin: limit.margin(),
            limit: limit_of_points,
            origin,
        })
    };
    [of(PointLimit::Four), of(PointLimit::Eight)].concat()
}

/// Boxes on a grid, turned by quarters or eighths, many of them flat: ties of all kinds, and zeros of both signs.
fn ties(pairs: usize, seed: u64) -> World {
    let mut random = Random::new(seed);
    let eighth = turn([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_4);
    let cubes = cube_rotations();
    let mut boxes = Vec::new();
    for _ in 0..2 * pairs {
        let half = [0; 3].map(|_: i32| [0.0, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0][random.below(7)]);
        let center = [0; 3].map(|_: i32| [0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5][random.below(7)]);
        let mut rotation = cubes[random.below(24)];
        if random.below(4) == 0 {
            rotation = product(rotation, eighth);
        }
        boxes.push(OrientedBox::new(center, narrow(rotation), half));
    }
    World::of_neighbours("ties", &boxes)
}

fn worlds(pairs: usize, seed: u64) -> Vec<World> {
    let mut worlds = standard_worlds(pairs, seed);
    worlds.extend([ties(2 * pairs, seed), octagons_at_the_tolerance()]);
    worlds
}

#[test]
fn exact_rounding_is_the_plain_reference() {
    let engines = exact_engines();
    let mut kinds = [0_usize; 6];
    let (mut degenerate, mut many) = (0, 0);
    let mut found = Manifolds::new();
    for world in worlds(PAIRS, 41) {
        for limit in limits(world.pairs.len()) {
            for settings in settings(&limit) {
                let expected = Expected::of(&world, &limit, &settings);
                for engine in &engines {
                    world.contacts(engine, &settings, &mut found);
                    let what =
                        format!("{}, {}, {:?}", world.name, engine.backend(), settings.limit);
                    expected.check(&found, &what);
                }
                for row in &expected.rows {
                    kinds[row[7] as usize] += 1;
                    degenerate += row[8];
                    many += u32::from(row[5] > 4);
                }
            }
        }
    }
    eprintln!("{kinds:?}, {degenerate} degenerate, {many} of more than four points");
    for kind in [ContactKind::Separated, ContactKind::Face, ContactKind::Edge, ContactKind::Closest]
    {
        assert!(kinds[kind as usize] > 10_000, "{kinds:?}");
    }
    assert!(degenerate > 10_000 && many > 10_000, "{degenerate} {many}");
}

#[test]
fn lists_of_any_length_are_the_plain_reference() {
    let world = &worlds(500, 42)[0];
    let mut found = Manifolds::new();
    for length in 0..=17 {
        let part = world.with_pairs(world.pairs[3 * length..4 * length].to_vec());
        for limit in limits(length) {
            for settings in settings(&limit) {
                let expected = Expected::of(&part, &limit, &settings);
                for engine in exact_engines() {
                    part.contacts(&engine, &settings, &mut found);
                    expected.check(&found, &format!("{length} pairs, {}", engine.backend()));
                }
            }
        }
    }
}

/// An unchecked view may hold what is not finite. Its pairs have no contacts, and the others theirs.
#[test]
fn boxes_that_are_not_finite_are_the_plain_reference() {
    const BAD: usize = 5;
    let world = &worlds(500, 43)[0];
    let pairs: Vec<[u32; 2]> = (0..21).map(|a| [a, (a + 1) % 21]).collect();
    let columns = [world.store.centers(), world.store.rotations(), world.store.half_extents()];
    let mut found = Manifolds::new();
    let mut not_finite = 0;
    for value in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -f32::NAN] {
        for place in (0..12).filter(|place| place % 4 < 3 || *place == 7) {
            let mut spoilt = columns.map(<[[f32; 4]]>::to_vec);
            spoilt[place / 4][BAD][place % 4] = value;
            let [centers, rotations, half_extents] = &spoilt;
            let of = |index: u32| {
                let index = index as usize;
                let [center, half_extents] =
                    [centers[index], half_extents[index]].map(|[x, y, z, _]| [x, y, z]);
                PlainBox { center, rotation: rotations[index], half_extents }
            };
            let settings =
                ContactSettings { margin: Limit::Uniform(5.0).margin(), ..Default::default() };
            let mut expected = Expected::default();
            for &[a, b] in &pairs {
                expected.push(&plain_contacts(&of(a), &of(b), plain_settings(&settings, 5.0)));
            }
            not_finite += expected.rows.iter().filter(|row| row[6] == 255).count();
            let view = BoxView::unchecked(centers, rotations, half_extents).unwrap();
            for engine in exact_engines() {
                let query = Query::new(view, &pairs).margin(settings.margin);
                engine.manifolds(query, &mut found).unwrap();
                expected.check(&found, &format!("{value} in {place}, {}", engine.backend()));
            }
        }
    }
    assert_eq!(not_finite, 4 * 10 * 2);
}

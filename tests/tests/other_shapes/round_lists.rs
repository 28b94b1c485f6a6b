//! Lists of pairs without a box: all backends, lengths, orders and threads have the same bits, and a value that is not
//! finite changes no other row.

use bytemuck::{Pod, Zeroable};
use octosat::{
    Against, Capsule, CapsuleContacts, Casts, Engine, EngineOptions, HalfSpace, Motions, Query,
    Ray, RayHit, Segment, ShapeCast, Sphere, SphereContact,
};
use octosat_check::{engines, stale};

/// Shapes of each kind, close to each other.
struct World {
    planes: Vec<HalfSpace>,
    balls: Vec<Sphere>,
    logs: Vec<Capsule>,
    rays: Vec<Ray>,
    segments: Vec<Segment>,
}

/// All that is known about a pair of the same indices.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Rows {
    contacts: [SphereContact; 3],
    manifolds: [CapsuleContacts; 3],
    hits: [RayHit; 4],
    overlaps: [u8; 8],
    padding: [u8; 8],
}

/// A number from −1 to 1, another one for each index.
fn noise(index: usize) -> f32 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
}

fn point(index: usize) -> [f32; 3] {
    [noise(3 * index), noise(3 * index + 1), noise(3 * index + 2)]
}

impl World {
    fn new(count: usize) -> Self {
        let up = |index| if index % 2 == 0 { [0.0, 0.0, 1.0] } else { [0.6, -0.8, 0.0] };
        let radius = |index: usize| noise(9 * index).abs() * 0.5;
        let log = |index: usize| {
            let start = point(2 * index + 1000);
            // Every third is a point, a parallel of others, or anything.
            let end = match index % 3 {
                0 => start,
                1 => [start[0] + 1.0, start[1], start[2]],
                _ => point(2 * index + 1001),
            };
            [start, end]
        };
        Self {
            planes: (0..count).map(|i| HalfSpace::new(up(i), noise(i)).unwrap()).collect(),
            balls: (0..count).map(|i| Sphere::new(point(i), radius(i)).unwrap()).collect(),
            logs: (0..count)
                .map(|i| Capsule::new(log(i)[0], log(i)[1], radius(i + 7)).unwrap())
                .collect(),
            rays: (0..count).map(|i| Ray::new(point(i + 50), point(i + 90)).unwrap()).collect(),
            segments: (0..count)
                .map(|i| Segment::new(log(i + 1)[0], log(i + 2)[1]).unwrap())
                .collect(),
        }
    }

    fn rows(&self, engine: &Engine, pairs: &[[u32; 2]]) -> Vec<Rows> {
        self.ask(engine, pairs.len(), Some(pairs))
    }

    /// Rows of pairs; without any, of the first shapes of each kind with the first of another.
    fn ask(&self, engine: &Engine, count: usize, pairs: Option<&[[u32; 2]]>) -> Vec<Rows> {
        let mut rows = vec![Rows::zeroed(); count];
        macro_rules! each {
            ($query:ident, $row:ty, $field:ident, $($place:literal: $a:ident, $b:ident;)*) => {$({
                let mut out = stale::<$row>(count);
                let asked = query(&self.$a, &self.$b, (count, pairs));
                engine.$query(asked, &mut out[..]).unwrap();
                for (row, out) in rows.iter_mut().zip(out) {
                    row.$field[$place] = out;
                }
            })*};
        }
        each!(manifolds, SphereContact, contacts,
            0: balls, balls; 1: logs, balls; 2: planes, balls;);
        each!(manifolds, CapsuleContacts, manifolds,
            0: balls, logs; 1: logs, logs; 2: planes, logs;);
        each!(hits, RayHit, hits,
            0: balls, rays; 1: balls, segments; 2: logs, rays; 3: logs, segments;);
        let mut out = vec![false; count];
        macro_rules! overlaps {
            ($($place:literal: $a:ident, $b:ident;)*) => {$({
                let asked = query(&self.$a, &self.$b, (count, pairs));
                engine.overlaps(asked, &mut out[..]).unwrap();
                for (row, &out) in rows.iter_mut().zip(&out) {
                    row.overlaps[$place] = out.into();
                }
            })*};
        }
        overlaps!(0: balls, balls; 1: logs, balls; 2: planes, balls;
            3: balls, logs; 4: logs, logs; 5: planes, logs;);
        rows
    }
}

/// A query about pairs; without any, about each of the first shapes of a with the first of b.
fn query<'a, A, B>(
    a: &'a [A],
    b: &'a [B],
    (count, pairs): (usize, Option<&'a [[u32; 2]]>),
) -> Query<'a, Against<'a, &'a [A], B>> {
    match pairs {
        Some(pairs) => Query::new((a, b), pairs),
        None => Query::each(&a[..count], &b[0]),
    }
}

fn bits(rows: &[Rows]) -> Vec<u32> {
    bytemuck::cast_slice(rows).to_vec()
}

fn scattered(count: usize, of: usize) -> Vec<[u32; 2]> {
    let index = |place: usize| u32::try_from(place % of).unwrap();
    (0..count).map(|p| [index(p * 7), index(p * 5 + p / 3)]).collect()
}

#[test]
fn every_backend_length_and_order_has_the_same_bits() {
    let world = World::new(60);
    let pairs = scattered(600, 60);
    let engines = engines();
    let expected = world.rows(&engines[0], &pairs);
    let touching: Vec<usize> =
        (0..6).map(|k| expected.iter().filter(|row| row.overlaps[k] == 1).count()).collect();
    assert!(touching.iter().all(|&count| (60..560).contains(&count)), "{touching:?}");
    for (place, contacts) in [(0, 1), (1, 2), (2, 2)] {
        let most = expected.iter().map(|row| row.manifolds[place].len()).max();
        assert_eq!(most, Some(contacts));
    }
    for engine in &engines {
        assert_same_bits(&world, engine, &pairs, &expected);
    }
}

/// Compares the rows of the whole list, of its short parts, and of the reversed list with the expected ones.
#[track_caller]
fn assert_same_bits(world: &World, engine: &Engine, pairs: &[[u32; 2]], expected: &[Rows]) {
    assert_eq!(bits(&world.rows(engine, pairs)), bits(expected), "{engine:?}");
    for count in 0..=17 {
        let rows = world.rows(engine, &pairs[40..40 + count]);
        assert_eq!(bits(&rows), bits(&expected[40..40 + count]), "{engine:?}, {count}");
    }
    let reversed: Vec<[u32; 2]> = pairs.iter().rev().copied().collect();
    let mut rows = world.rows(engine, &reversed);
    rows.reverse();
    assert_eq!(bits(&rows), bits(expected), "{engine:?}");
}

#[test]
fn each_shape_with_one_has_the_rows_of_a_list_of_pairs() {
    const MANY: usize = 20_000;
    let world = World::new(MANY);
    let list: Vec<[u32; 2]> = (0..20_000).map(|index| [index, 0]).collect();
    for engine in engines() {
        for count in (0..=17).chain([33]) {
            let (each, rows) =
                (world.ask(&engine, count, None), world.rows(&engine, &list[..count]));
            assert_eq!(bits(&each), bits(&rows), "{engine:?}, {count}");
        }
    }
    let threads = Engine::with(EngineOptions::new().threads(3)).unwrap();
    let (each, rows) = (world.ask(&threads, MANY, None), world.rows(&Engine::new(), &list));
    assert!(bits(&each) == bits(&rows));
}

#[test]
fn casts_past_each_shape_have_the_rows_of_a_list_of_pairs() {
    let world = World::new(40);
    let list: Vec<[u32; 2]> = (0..40).map(|index| [index, 0]).collect();
    let of_a: Vec<[f32; 3]> = (0..40).map(|index| point(index + 70)).collect();
    let motions = Motions::per_box([&of_a[..], &[[0.5, 0.0, 1.0]][..]]);
    let (logs, ball) = (&world.logs, &world.balls[..1]);
    for engine in engines() {
        let ask = |query: Query<'_, Against<'_, &[Capsule], Sphere>>| {
            let mut rows = stale::<ShapeCast>(40);
            engine.casts(Casts::new(query, motions), &mut rows).unwrap();
            rows
        };
        let (each, rows) = (ask(Query::each(logs, &ball[0])), ask(Query::new((logs, ball), &list)));
        assert_eq!(bytemuck::cast_slice::<_, u8>(&each), bytemuck::cast_slice::<_, u8>(&rows));
        assert!(rows.iter().any(ShapeCast::touches));
    }
}

#[test]
fn threads_do_not_change_bits() {
    let world = World::new(60);
    let pairs = scattered(20_000, 60);
    let rows = |threads| {
        let engine = Engine::with(EngineOptions::new().threads(threads)).unwrap();
        bits(&world.rows(&engine, &pairs))
    };
    assert_eq!(rows(1), rows(3));
}

#[test]
fn overlap_is_true_exactly_if_the_depth_is_at_least_minus_within() {
    let world = World::new(60);
    let pairs = scattered(600, 60);
    for row in world.rows(&Engine::new(), &pairs) {
        for (k, contact) in row.contacts.iter().enumerate() {
            assert_eq!(contact.depth >= 0.0, row.overlaps[k] == 1);
        }
        for (k, contacts) in row.manifolds.iter().enumerate() {
            assert_eq!(contacts.depth >= 0.0, row.overlaps[3 + k] == 1);
            assert_eq!(contacts.is_empty(), row.overlaps[3 + k] == 0);
            let deepest = contacts.iter().map(|contact| contact.depth).fold(-1.0, f32::max);
            assert!(contacts.is_empty() || deepest <= contacts.depth);
        }
    }
    // The depths of these are exact.
    let balls = [[0.0; 3], [2.5, 0.0, 0.0]].map(|center| Sphere::new(center, 1.0).unwrap());
    for (within, expected) in [(0.5, true), (0.5_f32.next_down(), false)] {
        let mut out = [!expected];
        let query = Query::new((&balls, &balls), &[[0, 1]]).within(within);
        Engine::new().overlaps(query, &mut out).unwrap();
        assert_eq!(out, [expected]);
    }
}

/// Replaces one number of a shape.
fn with<S: Pod>(shape: S, place: usize, value: f32) -> S {
    let mut shape = shape;
    bytemuck::cast_slice_mut(core::slice::from_mut(&mut shape))[place] = value;
    shape
}

#[test]
fn values_that_are_not_finite_stay_in_their_rows() {
    const BAD: usize = 5;
    let nan = f32::NAN.to_bits();
    let pairs: Vec<[u32; 2]> = (0..16).map(|k| [k; 2]).collect();
    let clean = World::new(16);
    for engine in engines() {
        let expected = clean.rows(&engine, &pairs);
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for place in [0, 1, 2, 4, 5, 6] {
                let mut world = World::new(16);
                world.logs[BAD] = with(world.logs[BAD], place, value);
                let mut rows = world.rows(&engine, &pairs);
                let row = &rows[BAD];
                assert_eq!(row.contacts[1].depth.to_bits(), nan, "{value}, {place}");
                for contacts in row.manifolds {
                    assert_eq!(contacts.depth.to_bits(), nan, "{value}, {place}");
                    assert!(contacts.is_empty() && contacts.normal[0].to_bits() == nan);
                }
                assert_eq!(row.hits[2..], [RayHit::MISS; 2], "{value}, {place}");
                assert_eq!(row.overlaps, [row.overlaps[0], 0, row.overlaps[2], 0, 0, 0, 0, 0]);
                rows[BAD] = expected[BAD];
                assert_eq!(bits(&rows), bits(&expected), "{value}, {place}");
            }
            for place in 0..3 {
                let mut world = World::new(16);
                world.balls[BAD] = with(world.balls[BAD], place, value);
                let row = world.rows(&engine, &pairs)[BAD];
                let depths = row.contacts.map(|contact| contact.depth.to_bits());
                assert_eq!(depths, [nan; 3], "{value}, {place}");
                assert_eq!(row.manifolds[0].depth.to_bits(), nan);
                assert_eq!(
                    (&row.hits[..2], &row.overlaps[..4]),
                    (&[RayHit::MISS; 2][..], &[0; 4][..])
                );
            }
        }
    }
}

//! The bits of every query about boxes at their times: those of the same query about boxes that are moved plainly.

use bytemuck::bytes_of;
use octosat::{
    BoxView, ContactCache, ContactPoint, Contacts, CoveredFaces, Distance, DistanceState, Engine,
    EngineOptions, Groups, Intersection, Least, Length, Manifold, Manifolds, Penetration,
    PointLimit, PointOrigin, Query, SurfacePoints, Verdict,
};
use octosat_check::engines;
use octosat_reference::plain::PlainMoved;
use octosat_tests::neighbors;

use super::world::{WAYS, Way, World, store_of_moved};

/// A pair's contacts; the place of the first point depends on the list.
type Contact = (Manifold, Vec<ContactPoint>, Vec<SurfacePoints>);

/// The answers of every query about a list of pairs.
#[derive(Debug, PartialEq)]
struct Answers {
    overlaps: [Vec<bool>; 2],
    penetrations: Vec<Penetration>,
    contacts: Vec<Contact>,
    distances: [Vec<Distance>; 2],
    verdicts: [Vec<Verdict>; 2],
    exact: Vec<bool>,
    clearances: Vec<f32>,
    intersections: Vec<Intersection>,
}

/// How far apart pairs are answered, and by how much the boxes are grown.
#[derive(Clone, Copy)]
struct Lengths<'a> {
    within: Length<'a>,
    grown: Length<'a>,
}

impl Answers {
    fn of(engine: &Engine, query: Query<'_>, lengths: Lengths<'_>, origin: PointOrigin) -> Self {
        let rows = query.pairs().len();
        let (near, grown) = (query.within(lengths.within), query.grown(lengths.grown));
        let mut words = vec![0_u64; rows.div_ceil(64)];
        let mut bools = vec![false; rows];
        engine.overlaps(query, &mut words).unwrap();
        engine.overlaps(near, &mut bools).unwrap();
        let bit = |row: usize| words[row / 64] >> (row % 64) & 1 == 1;
        let overlaps = [(0..rows).map(bit).collect(), bools];
        let mut penetrations = vec![Penetration::default(); rows];
        engine.penetrations(near, &mut penetrations).unwrap();
        let contacts = Contacts::new(near).origin(origin).surfaces(true).limit(PointLimit::Eight);
        let mut manifolds = Manifolds::new();
        engine.manifolds(contacts, &mut manifolds).unwrap();
        let contacts = all_contacts(&manifolds);
        let distances = [query, near].map(|query| {
            let mut distances = vec![Distance::default(); rows];
            engine.distances(query, &mut distances).unwrap();
            distances
        });
        let verdicts = [query, grown].map(|query| {
            let mut verdicts = vec![Verdict::UNDECIDED; rows];
            engine.verdicts(query, &mut verdicts).unwrap();
            verdicts
        });
        let (mut exact, mut clearances) = (vec![false; rows], vec![0.0; rows]);
        engine.overlaps_exact(grown, &mut exact).unwrap();
        engine.clearances(grown, &mut clearances).unwrap();
        let mut intersections = vec![Intersection::default(); rows];
        engine.intersections(query, &mut intersections).unwrap();
        Self {
            overlaps,
            penetrations,
            contacts,
            distances,
            verdicts,
            exact,
            clearances,
            intersections,
        }
    }

    /// The same in the world, of answers relative to the centers of a.
    fn in_world(mut self, moved: &[PlainMoved]) -> Self {
        for ((_, points, _), moved) in self.contacts.iter_mut().zip(moved) {
            for point in points {
                point.position = moved.in_world(point.position);
            }
        }
        for distances in &mut self.distances {
            for (row, moved) in distances.iter_mut().zip(moved) {
                if row.state != DistanceState::BEYOND {
                    row.on_a = moved.in_world(row.on_a);
                }
            }
        }
        self
    }
}

fn all_contacts(manifolds: &Manifolds) -> Vec<Contact> {
    let contact = |(row, manifold): (usize, &Manifold)| {
        let first = manifold.first as usize;
        let points = manifolds.of(row).to_vec();
        let surfaces = manifolds.surfaces().get(first..first + points.len());
        let mut alone = *manifold;
        alone.first = 0;
        (alone, points, surfaces.unwrap_or_default().to_vec())
    };
    manifolds.manifolds().iter().enumerate().map(contact).collect()
}

/// Lengths that differ from pair to pair.
fn per_pair(pairs: usize) -> Vec<f32> {
    [0.0, 0.05, 0.3].into_iter().cycle().take(pairs).collect()
}

#[test]
fn every_query_has_the_bits_of_boxes_that_are_moved_plainly() {
    let world = World::random(300, 1_300, 1);
    let own = per_pair(world.pairs.len());
    for way in WAYS {
        let moved = world.all_moved(way);
        let (store, pairs) = (store_of_moved(&moved), neighbors(2 * moved.len()));
        // Of rotations that are interpolated, certain results take the larger errors of views.
        let columns = (store.centers(), store.rotations(), store.half_extents());
        let view = BoxView::unchecked(columns.0, columns.1, columns.2).unwrap();
        let view = if way == Way::ToEnds { view } else { store.view() };
        for engine in engines() {
            for lengths in [
                Lengths { within: Length::Uniform(0.1), grown: Length::Uniform(0.02) },
                Lengths { within: (&own).into(), grown: (&own).into() },
            ] {
                let origin = PointOrigin::CenterOfA;
                let plain = Answers::of(&engine, Query::new(view, &pairs), lengths, origin);
                // Else the query would be of nothing.
                let touching = plain.contacts.iter().filter(|contact| contact.0.len > 0).count();
                assert!(touching > 200 && touching < 1_100, "{touching}");
                let found = Answers::of(&engine, world.query(way), lengths, origin);
                assert_eq!(found.contacts, plain.contacts, "{way:?} {engine:?}");
                let in_world = Answers::of(&engine, world.query(way), lengths, PointOrigin::World);
                assert_eq!(in_world, plain.in_world(&moved), "{way:?} {engine:?}");
            }
        }
    }
}

#[test]
fn lists_of_every_length_orders_and_threads_change_nothing() {
    let world = World::random(200, 30_000, 2);
    let ask = |engine: &Engine, way: Way, rows: &[usize]| {
        let pick = |motions: &[[f32; 3]]| rows.iter().map(|&row| motions[row]).collect::<Vec<_>>();
        let part = World {
            pairs: rows.iter().map(|&row| world.pairs[row]).collect(),
            per_pair: pick(&world.per_pair),
            times: rows.iter().map(|&row| world.times[row]).collect(),
            starts: world.starts.clone(),
            ends: world.ends.clone(),
            start: world.start.clone(),
            end: world.end.clone(),
            per_box: world.per_box.clone(),
        };
        let lengths = Lengths { within: Length::Uniform(0.1), grown: Length::None };
        Answers::of(engine, part.query(way), lengths, PointOrigin::World)
    };
    let engine = |threads| Engine::with(EngineOptions::new().threads(threads)).unwrap();
    for way in WAYS {
        let all: Vec<usize> = (0..world.pairs.len()).collect();
        let whole = ask(&engine(1), way, &all);
        assert_eq!(ask(&engine(3), way, &all), whole, "{way:?}");
        let backwards: Vec<usize> = all.iter().rev().copied().collect();
        let found = ask(&engine(0), way, &backwards);
        assert!(found.contacts.iter().rev().eq(&whole.contacts), "{way:?}");
        assert!(found.distances[0].iter().rev().eq(&whole.distances[0]), "{way:?}");
        assert!(found.exact.iter().rev().eq(&whole.exact), "{way:?}");
        for engine in engines() {
            let some = ask(&engine, way, &all[..200]);
            for len in 0..18 {
                let found = ask(&engine, way, &all[..len]);
                assert_eq!(found.contacts, some.contacts[..len], "{len} {way:?} {engine:?}");
                assert_eq!(found.distances[0], some.distances[0][..len]);
                assert_eq!(found.overlaps[0], some.overlaps[0][..len]);
                assert_eq!(found.verdicts[0], some.verdicts[0][..len]);
            }
        }
    }
}

/// Groups of a list have the least rows of their pairs, and the first hits.
#[test]
fn groups_have_the_answers_of_their_pairs() {
    let world = World::random(200, 1_000, 3);
    let bounds: Vec<usize> =
        [0, 3, 70, 70, 300].into_iter().chain((301..=1_000).step_by(3)).chain([1_000]).collect();
    for way in WAYS {
        for engine in engines() {
            let groups = Groups::new(world.query(way), &bounds);
            let mut any = vec![false; bounds.len()];
            engine.any_overlap(groups, &mut any).unwrap();
            let mut clearances = vec![Least::<f32>::default(); bounds.len()];
            engine.least_clearances(groups, &mut clearances).unwrap();
            let mut distances = vec![Least::<Distance>::default(); bounds.len()];
            engine.least_distances(groups, &mut distances).unwrap();
            let lengths = Lengths { within: Length::None, grown: Length::None };
            let rows = Answers::of(&engine, world.query(way), lengths, PointOrigin::World);
            let mut start = 0;
            for (group, &end) in bounds.iter().enumerate() {
                assert_eq!(any[group], rows.overlaps[0][start..end].contains(&true));
                let least = |of: &dyn Fn(usize) -> f32| {
                    (start..end).min_by(|&a, &b| of(a).total_cmp(&of(b)))
                };
                if let Some(row) = least(&|row| rows.clearances[row]) {
                    let expected = Least { pair: world.pairs[row], row: rows.clearances[row] };
                    assert_eq!(clearances[group], expected, "{way:?} {engine:?}");
                }
                if let Some(row) = least(&|row| rows.distances[0][row].distance) {
                    assert_eq!(distances[group].pair, world.pairs[row], "{way:?} {engine:?}");
                    let row = rows.distances[0][row];
                    assert_eq!(bytes_of(&distances[group].row), bytes_of(&row));
                }
                start = end;
            }
        }
    }
}

/// Covered faces and caches are of the boxes, not of the rows that were moved.
#[test]
fn covered_faces_and_caches_are_those_of_the_boxes() {
    let world = World::random(100, 2_000, 4);
    let masks: Vec<u8> = (0..100_u8).map(|index| index.wrapping_mul(37) & 0b11_1111).collect();
    let of_pair = |pair: &[u32; 2]| pair.map(|index| masks[index as usize]);
    let both: Vec<u8> = world.pairs.iter().flat_map(of_pair).collect();
    let faces = CoveredFaces::of_masks(&masks).unwrap();
    let of_moved = CoveredFaces::of_masks(&both).unwrap();
    for way in WAYS {
        let moved = world.all_moved(way);
        let (store, pairs) = (store_of_moved(&moved), neighbors(2 * moved.len()));
        for engine in engines() {
            let origin = PointOrigin::CenterOfA;
            let ask = |query: Query<'_>, faces| {
                let mut manifolds = Manifolds::new();
                let contacts = Contacts::new(query.within(0.1)).origin(origin).covered(faces);
                engine.manifolds(contacts, &mut manifolds).unwrap();
                all_contacts(&manifolds)
            };
            let found = ask(world.query(way), &faces);
            assert_eq!(found, ask(Query::new(&store, &pairs), &of_moved), "{way:?} {engine:?}");
            let mut cache = ContactCache::new();
            for _ in 0..2 {
                cache.next_frame();
                engine.manifolds_cached(world.query(way), &mut cache).unwrap();
            }
            let continued = cache.links().contacts().filter(|link| link.last.is_some()).count();
            assert!(continued > 100, "{continued}");
            assert!(cache.links().began().next().is_none());
        }
    }
}

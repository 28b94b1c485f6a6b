//! Contacts that begin and end, and the predecessor of each point, against a search through everything.

use octosat::{ContactCache, ContactPoint, Engine, Manifolds, NEW_POINT, Touching};
use octosat_scenes::generate::Random;
use octosat_tests::{fastest_engines, length, standard_worlds, wide};

use crate::bodies::{Bodies, Velocities};
use crate::common::MODES;
use crate::oracle::minus;

/// How near a point must be to the place of one before, as a part of the smallest half extent.
const SAME_PLACE: f64 = 0.05;

/// Frames of bodies that move and turn far enough to change their features, in lists that lose some pairs and change
/// their order: at each frame `look` gets the bodies.
fn follow(engine: &Engine, cache: &mut ContactCache, look: &mut dyn FnMut(&Bodies, &ContactCache)) {
    for (number, speeds) in [(1, [3e-3, 3e-3, 0.0]), (2, [2e-2, 2e-2, 1e-3])] {
        let mut bodies = Bodies::of_world(&standard_worlds(400, 46)[number]);
        let all = bodies.pairs.clone();
        let mut random = Random::new(3);
        for frame in 0..14 {
            bodies.pairs = all.iter().copied().filter(|_| random.unit() < 0.9).collect();
            if frame % 4 == 3 {
                random.shuffle(&mut bodies.pairs);
            }
            bodies.cached(engine, 0.02, cache);
            look(&bodies, cache);
            bodies.advance(&Velocities::new(bodies.len(), frame, speeds));
        }
        cache.clear();
    }
}

fn touching(contacts: &Manifolds, pair: [u32; 2]) -> Option<Touching<'_>> {
    contacts.touching().find(|touching| touching.pair == pair)
}

#[test]
fn contacts_begin_and_end() {
    for engine in fastest_engines() {
        for mode in MODES {
            let mut before: Vec<[u32; 2]> = Vec::new();
            let mut counts = [0; 3];
            let mut cache = ContactCache::new(mode);
            follow(&engine, &mut cache, &mut |_, cache| {
                let now: Vec<_> = cache.manifolds().touching().map(|one| one.pair).collect();
                if cache.last_manifolds().manifolds().is_empty() {
                    before.clear();
                }
                let began: Vec<_> = cache.began().map(|one| one.pair).collect();
                let expected: Vec<_> =
                    now.iter().copied().filter(|pair| !before.contains(pair)).collect();
                assert_eq!(began, expected);
                let ended: Vec<_> = cache.ended().map(|one| one.pair).collect();
                let expected: Vec<_> =
                    before.iter().copied().filter(|pair| !now.contains(pair)).collect();
                assert_eq!(ended, expected);
                for one in cache.ended() {
                    assert!(!one.points.is_empty() && one.points.len() == one.surfaces.len());
                }
                counts[0] += began.len();
                counts[1] += ended.len();
                counts[2] += now.len();
                before = now;
            });
            assert!(counts[0] > 200 && counts[1] > 100 && counts[2] > 1_500, "{counts:?}");
        }
    }
}

/// How far a contact has moved.
fn distance(now: &ContactPoint, before: &ContactPoint) -> f64 {
    length(minus(wide(now.position), wide(before.position)))
}

/// How far any point of a box has moved at most since a frame: the way of its center, and its turn times its size.
fn step(now: &Bodies, before: &Bodies, index: u32) -> f64 {
    let index = index as usize;
    let way = length(minus(wide(now.centers[index]), wide(before.centers[index])));
    let [p, q] = [now, before].map(|bodies| wide(bodies.rotations[index]));
    let turn = |sign: f64| (0..4).map(|k| (q[k] - sign * p[k]).powi(2)).sum::<f64>().sqrt();
    let grown = length(minus(wide(now.half_extents[index]), wide(before.half_extents[index])));
    way + 2.0 * turn(1.0).min(turn(-1.0)) * length(wide(now.half_extents[index])) + grown
}

/// What there was.
#[derive(Debug, Default)]
struct Counts {
    same_feature: usize,
    same_place: usize,
    new: usize,
    same_points: usize,
}

/// Looks at the predecessors of the points of a pair; where they stood begins at the first place.
fn look_at(now: &Touching<'_>, before: &Touching<'_>, reach: f64, counts: &mut Counts) {
    let first = before.manifold.first;
    let place = |&previous: &u32| (previous != NEW_POINT).then(|| (previous - first) as usize);
    let previous: Vec<_> = now.previous.iter().map(place).collect();
    let mut taken = vec![false; before.points.len()];
    for place in previous.iter().flatten() {
        assert!(!std::mem::replace(&mut taken[*place], true), "{now:?} {before:?}");
    }
    for (k, (point, place)) in now.points.iter().zip(&previous).enumerate() {
        let namesake = before.points.iter().position(|old| old.feature == point.feature);
        let distances = before.points.iter().map(|old| distance(&now.points[k], old));
        let distances: Vec<_> = distances.collect();
        match (namesake, *place) {
            (Some(_), place) => {
                assert_eq!(place, namesake, "{now:?} {before:?}");
                counts.same_feature += 1;
            }
            (None, Some(place)) => {
                assert!(distances[place] <= reach * (1.0 + 1e-3) + 1e-6, "{now:?} {before:?}");
                counts.same_place += 1;
            }
            (None, None) => {
                let is_free = |&(old, _): &(usize, &f64)| !taken[old];
                let nearest = distances.iter().enumerate().filter(is_free);
                let nearest = nearest.map(|(_, &distance)| distance).fold(f64::INFINITY, f64::min);
                assert!(nearest >= reach * (1.0 - 1e-3) - 1e-6, "{nearest} {now:?} {before:?}");
                counts.new += 1;
            }
        }
    }
    let is_same = previous.len() == before.points.len()
        && previous.iter().enumerate().all(|(k, &place)| place == Some(k));
    assert_eq!(now.manifold.has_same_points(), is_same, "{now:?} {before:?}");
    counts.same_points += usize::from(is_same);
}

#[test]
fn each_point_has_the_predecessor_that_a_search_finds() {
    for engine in fastest_engines() {
        for mode in MODES {
            let mut counts = Counts::default();
            let mut cache = ContactCache::new(mode);
            let mut last: Option<(Manifolds, Bodies)> = None;
            follow(&engine, &mut cache, &mut |bodies, cache| {
                let before = cache.last_manifolds();
                // The answer of the frame before is kept as it was.
                if let Some((last, _)) = last.as_ref().filter(|_| !before.manifolds().is_empty()) {
                    assert_eq!(
                        (last.points(), last.manifolds()),
                        (before.points(), before.manifolds())
                    );
                }
                for now in cache.manifolds().touching() {
                    let Some(before) = touching(before, now.pair) else {
                        assert!(now.previous.iter().all(|&place| place == NEW_POINT));
                        assert!(!now.manifold.has_same_points());
                        continue;
                    };
                    let extents = now.pair.map(|index| bodies.half_extents[index as usize]);
                    let smallest = extents.concat().into_iter().fold(f32::INFINITY, f32::min);
                    let (_, earlier) = last.as_ref().expect("a frame before");
                    let steps = now.pair.map(|index| step(bodies, earlier, index));
                    let reach = SAME_PLACE * f64::from(smallest) + steps[0].max(steps[1]);
                    look_at(&now, &before, reach, &mut counts);
                }
                last = Some((cache.manifolds().clone(), bodies.clone()));
            });
            eprintln!("{mode:?} {counts:?}");
            let Counts { same_feature, same_place, new, same_points } = counts;
            assert!(same_feature > 3_000 && same_place > 10 && new > 50, "{counts:?}");
            assert!(same_points > 500, "{counts:?}");
        }
    }
}

//! Caches that are made of the parts of their contacts again.

use octosat::{
    ContactCache, ContactPoint, Engine, Error, Feature, Manifold, Manifolds, SurfacePoints,
};
use octosat_check::short;

use crate::follow::{Followed, link_words, words};
use crate::worlds::{OPTIONS, World};

/// Contacts as lists that can be changed.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) pairs: Vec<[u32; 2]>,
    pub(crate) manifolds: Vec<Manifold>,
    pub(crate) points: Vec<ContactPoint>,
    pub(crate) surfaces: Vec<SurfacePoints>,
}

impl Parts {
    pub(crate) fn of(found: &Manifolds) -> Self {
        Self {
            pairs: found.pairs().to_vec(),
            manifolds: found.manifolds().to_vec(),
            points: found.points().to_vec(),
            surfaces: found.surfaces().to_vec(),
        }
    }

    pub(crate) fn contacts(&self) -> Result<Manifolds, Error> {
        let Self { pairs, manifolds, points, surfaces } = self;
        Manifolds::from_parts(pairs, manifolds, points, surfaces)
    }
}

#[test]
fn a_cache_from_parts_goes_on_like_the_whole_one() {
    for options in OPTIONS {
        let (mut followed, mut world) = (Followed::new(options), World::wall(40, 61));
        for seed in 0..6 {
            world.shake(seed, 1e-3);
            followed.frame(&Engine::new(), &world);
            let restored = Parts::of(followed.cache.manifolds()).contacts();
            let mut cache = ContactCache::from(restored.expect("parts of contacts"));
            assert!(words(cache.manifolds()) == words(followed.cache.manifolds()));
            assert_eq!(cache.links().began().count(), cache.manifolds().touching().len());
            world.shake(seed + 100, 1e-3);
            followed.frame(&Engine::new(), &world);
            cache.next_frame();
            let found = Engine::new().manifolds_cached(options.of(world.query()), &mut cache);
            assert!(words(found.expect("a valid query")) == words(followed.cache.manifolds()));
            assert!(link_words(&mut cache) == link_words(&mut followed.cache));
        }
    }
}

#[test]
fn parts_that_do_not_fit_are_an_error() {
    let world = World::wall(40, 61);
    for options in OPTIONS {
        let whole = Parts::of(&world.contacts(&Engine::new(), options));
        let assert_error = |expected, change: &dyn Fn(&mut Parts)| {
            let mut parts = whole.clone();
            change(&mut parts);
            let found = parts.contacts().err().map(|error| error.to_string());
            assert_eq!(found, expected);
        };
        assert_error(None, &|_| {});
        let [rows, places, surfaces] =
            [whole.pairs.len(), whole.points.len(), whole.surfaces.len()];
        let length = |list: &str, expected: usize, found: usize| {
            Some(format!("the length of {list} is {found}, but must be {expected}"))
        };
        let places_of = |row: usize| {
            let wrong = "points beyond the list, points of an earlier row, or more than the limit";
            Some(format!("manifolds[{row}] has {wrong}"))
        };
        assert_error(length("manifolds", rows + 1, rows), &|parts| parts.pairs.push([0; 2]));
        // Places behind all points may be missing, but no points, and surfaces have as many places or none.
        let other = length("surfaces", places, surfaces + 1);
        assert_error(other, &|parts| parts.surfaces.push(SurfacePoints::default()));
        let last = (0..rows).rfind(|&row| whole.manifolds[row].len > 0).expect("a contact");
        let end = whole.manifolds[last].first as usize + usize::from(whole.manifolds[last].len);
        let cut = |parts: &mut Parts, len| {
            parts.points.truncate(len);
            parts.surfaces.truncate(len);
        };
        assert_error(None, &|parts| cut(parts, end));
        assert_error(places_of(last), &|parts| cut(parts, end - 1));
        // Two rows in contact, the first with several points.
        let touching: Vec<_> = (0..rows).filter(|&row| whole.manifolds[row].len > 1).collect();
        let [row, next] = [touching[3], touching[4]];
        let first = whole.manifolds[row].first as usize;
        for len in [9, 255] {
            assert_error(places_of(row), &|parts| parts.manifolds[row].len = len);
        }
        for first in [short(places) - 1, u32::MAX] {
            assert_error(places_of(row), &|parts| parts.manifolds[row].first = first);
        }
        assert_error(places_of(next), &|parts| {
            parts.manifolds[next].first = parts.manifolds[row].first;
        });
        let wrong = "a point of an unknown feature, or two points of one feature";
        let wrong_feature = Some(format!("manifolds[{row}] has {wrong}"));
        for feature in [320, 65_535, 65_536, u32::MAX].map(Feature) {
            assert_error(wrong_feature.clone(), &|parts| parts.points[first].feature = feature);
        }
        assert_error(wrong_feature, &|parts| {
            parts.points[first + 1].feature = parts.points[first].feature;
        });
        // A place that belongs to no row, because the row has fewer points than it may have.
        assert_error(None, &|parts| {
            parts.manifolds[row].len -= 1;
            let end = first + usize::from(parts.manifolds[row].len);
            parts.points[end].feature = Feature(u32::MAX);
        });
    }
}

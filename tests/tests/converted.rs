//! Boxes with scaled axes, converted to unit quaternions: what a store of them is asked for that only
//! quaternions answer.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxStore, HalfSpace, HalfSpaceContacts, Manifolds, PointLimit, Query, ScaledBox, ShapeQuery,
};
use octosat_tests::{Basis, Limit, World, along, dot, engines, standard_worlds, wide};

/// Worlds whose sizes are in the range of scaled axes.
fn worlds() -> Vec<World> {
    let worlds = standard_worlds(1_003, 97).into_iter();
    let worlds: Vec<World> = worlds.filter(|world| world.scaled.is_some()).collect();
    assert!(worlds.len() > 5, "{} worlds", worlds.len());
    worlds
}

/// Each box put into a store by hand.
fn one_by_one(world: &World) -> BoxStore {
    let mut store = BoxStore::new();
    for given in world.scaled().iter() {
        store.insert(given.to_oriented().unwrap()).unwrap();
    }
    store
}

/// All bits of what is asked about a store.
fn answers(store: &BoxStore, world: &World, engine: &octosat::Engine) -> Vec<Vec<u8>> {
    let mut answers = Vec::new();
    let mut manifolds = Manifolds::new();
    for limit in [PointLimit::Four, PointLimit::Eight] {
        let query = Query::new(store, &world.pairs).margin(0.02).limit(limit);
        engine.manifolds(query, &mut manifolds).unwrap();
        answers.push(bytemuck::cast_slice(manifolds.manifolds()).to_vec());
        answers.push(bytemuck::cast_slice(manifolds.points()).to_vec());
    }
    let ground = HalfSpace::new([0.0, 1.0, 0.0], 0.5).unwrap();
    let mut contacts = vec![HalfSpaceContacts::default(); store.len()];
    engine.manifolds(ShapeQuery::each(store, &ground), &mut contacts[..]).unwrap();
    answers.push(bytemuck::cast_slice(&contacts).to_vec());
    answers
}

#[test]
fn a_converted_store_has_the_manifolds_of_its_boxes() {
    for world in worlds() {
        let (all, each) = (world.scaled().to_boxes(), one_by_one(&world));
        assert_eq!(all, each);
        for engine in engines() {
            let same = answers(&all, &world, &engine) == answers(&each, &world, &engine);
            assert!(same, "{}, {engine:?}", world.name);
        }
    }
}

/// How far the corners of a box are from those of another, at most, in parts of its size.
fn distance_of_corners(scaled: &ScaledBox, store: &BoxStore, index: u32) -> f64 {
    let other = store.get(index).unwrap();
    let columns = octosat_tests::columns(wide(other.pose.rotation));
    let extents = wide(scaled.half_extents());
    let size: f64 = extents.iter().sum();
    let mut farthest = 0.0_f64;
    for corner in 0..8 {
        let mut apart = [0.0; 3];
        for k in 0..3 {
            let sign = if corner >> k & 1 == 1 { 1.0 } else { -1.0 };
            let [x, y, z, half] = scaled.axes[k];
            if half > 0.0 {
                apart = along(apart, sign, wide([x, y, z]));
            }
            apart = along(apart, -sign * f64::from(other.half_extents[k]), columns[k]);
        }
        farthest = farthest.max(dot(apart, apart).sqrt());
    }
    if size > 0.0 { farthest / size } else { farthest }
}

/// A conversion moves no corner by more than a few roundings, so overlaps and depths are those of the
/// scaled axes but for as much.
#[test]
fn converting_moves_a_corner_by_roundings_only() {
    for world in worlds() {
        let store = world.scaled().to_boxes();
        for (index, scaled) in (0..).zip(world.scaled().iter()) {
            let center = store.get(index).unwrap().pose.center;
            assert_eq!(center.map(f32::to_bits), scaled.center.map(f32::to_bits));
            let apart = distance_of_corners(&scaled, &store, index);
            assert!(apart < 5e-7, "{}: box {index} by {apart:e}, {scaled:?}", world.name);
        }
        let other = World { store, ..world.clone() };
        let engine = octosat::Engine::new();
        let limit = Limit::Uniform(0.02);
        let rows = world.rows(&engine, Basis::Scaled, &limit);
        let found = other.rows(&engine, Basis::Unit, &limit);
        for (pair, (row, found)) in world.pairs.iter().zip(rows.iter().zip(&found)) {
            let sizes = pair.map(|index| world.store.get(index).unwrap().half_extents);
            let size: f32 = sizes.as_flattened().iter().sum();
            let deep = row.depth > -0.02 && found.depth > -0.02;
            let apart = (row.depth - found.depth).abs();
            assert!(!deep || apart <= 1e-5 * size + 0.05 * row.depth.abs(), "{row:?} {found:?}");
        }
    }
}

//! The same rows on every backend, with every number of threads, in every batch, and of obstacles in every order.

use octosat::{Solid, World};
use octosat_check::{Workers, available_backends, fastest};
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

use super::scenes::{Scene, scenes};
use super::{Asked, JOINTS, MANY, clearances, rows};

/// Tolerances of clearances, in meters.
const TOLERANCES: [f32; 4] = [0.0, 1e-5, 1e-3, 0.1];

/// Obstacles in a tree, and points in another one.
fn with_points(obstacles: &[Solid], random: &mut Random) -> World {
    let mut world = World::new(obstacles.iter().cloned()).unwrap();
    let points: Vec<[f32; 3]> = (0..500).map(|_| narrow(random.vector(-1.5, 1.5))).collect();
    world.set_points(&points, 0.01).unwrap();
    world
}

#[test]
fn rows_are_the_same_on_every_backend_and_number_of_threads() {
    let random = &mut Random::new(3);
    let all_workers = Workers::all(&[1, 2, 3]).unwrap();
    for Scene { name, chain, obstacles, .. } in scenes(MANY) {
        let world = with_points(&obstacles, random);
        let asked = Asked::new(random, 80);
        let in_world = asked.in_world(&chain, &world);
        let first = asked.answers(&fastest(), in_world);
        let tolerant =
            TOLERANCES.map(|tolerance| clearances(&fastest(), in_world.tolerance(tolerance)));
        for backend in available_backends() {
            for workers in &all_workers {
                let engine = workers.engine(backend).unwrap();
                workers.run(|| {
                    let what = format!("{name}, {backend}, {} threads", workers.count);
                    asked.answers(&engine, in_world).assert_same(&first, &what);
                    for (expected, tolerance) in tolerant.iter().zip(TOLERANCES) {
                        let found = clearances(&engine, in_world.tolerance(tolerance));
                        let first = found.iter().zip(expected).find(|(one, other)| one != other);
                        assert_eq!(first, None, "{what}, {tolerance}");
                    }
                });
            }
        }
    }
}

#[test]
fn rows_are_the_same_in_every_batch() {
    let random = &mut Random::new(4);
    let Scene { chain, obstacles, .. } = scenes(MANY).swap_remove(2);
    let world = with_points(&obstacles, random);
    let asked = Asked::new(random, 40);
    let all = asked.answers(&fastest(), asked.in_world(&chain, &world));
    for len in 1..=17 {
        let part = asked.first(len);
        let rows = part.answers(&fastest(), part.in_world(&chain, &world));
        assert_eq!(rows.hits, all.hits[..len]);
        assert_eq!(rows.clearances, all.clearances[..len]);
        assert_eq!(rows.motions, all.motions[..len]);
    }
    // In an order of their own.
    let backwards = |values: &[f32]| values.rchunks(JOINTS).flatten().copied().collect();
    let [starts, ends] = [&asked.starts, &asked.ends].map(|values| backwards(values));
    let turned = Asked { starts, ends };
    let mut rows = turned.answers(&fastest(), turned.in_world(&chain, &world));
    rows.hits.reverse();
    rows.clearances.reverse();
    rows.motions.reverse();
    rows.assert_same(&all, "backwards");
}

#[test]
fn rows_do_not_depend_on_the_order_of_obstacles() {
    let random = &mut Random::new(5);
    for Scene { name, chain, mut obstacles } in scenes(MANY + 300) {
        let asked = Asked::new(random, rows(80));
        let rows = |obstacles: &[Solid]| {
            let world = World::new(obstacles.iter().cloned()).unwrap();
            asked.answers(&fastest(), asked.in_world(&chain, &world))
        };
        let first = rows(&obstacles);
        random.shuffle(&mut obstacles);
        let other = rows(&obstacles);
        first.assert_same_numbers(&other, name);
    }
}

/// Numbers are at most the least clearance, and less by the tolerance at most; so is the clearance of their pair, the
/// other way.
#[test]
fn a_tolerance_lessens_clearances_by_as_much_at_most() {
    let random = &mut Random::new(6);
    for Scene { name, chain, obstacles } in scenes(MANY) {
        let world = with_points(&obstacles, random);
        let asked = Asked::new(random, 60);
        let of_world = |world: &World, tolerance| {
            let asked = asked.in_world(&chain, world).with_links(false).tolerance(tolerance);
            clearances(&fastest(), asked)
        };
        let least = of_world(&world, 0.0);
        let mut lessened = 0;
        for tolerance in TOLERANCES {
            let rows = of_world(&world, tolerance);
            for (row, (found, exact)) in rows.iter().zip(&least).enumerate() {
                let off = exact.clearance - found.clearance;
                let what = format!("{name}, {tolerance}, {row}: {found:?} {exact:?}");
                assert!(off >= 0.0 && off <= tolerance * 1.000_001, "{what}");
                lessened += usize::from(off > 0.0);
                let Some(obstacle) = obstacles.get(found.obstacle as usize) else { continue };
                let alone = World::new([obstacle.clone()]).unwrap();
                let pair = of_world(&alone, 0.0)[row].clearance;
                let over = pair - exact.clearance;
                assert!(over >= 0.0 && over <= tolerance * 1.000_001, "{what}: {pair}");
            }
        }
        assert!(lessened > 0, "{name}");
    }
}

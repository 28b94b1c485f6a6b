//! Points and voxels next to the same obstacles as solids.

use octosat::{Chain, ChainClearance, Solid, World};
use octosat_check::{engines, fastest};
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, upright};

use super::scenes::{HALF, Scene, ball, on_surface, scenes};
use super::{Asked, arm, clearances, rows};

/// The radius of points, in meters.
const RADIUS: f32 = 0.015;

/// Points in named places.
fn clouds(count: usize) -> Vec<(&'static str, Vec<[f32; 3]>)> {
    let cloud = |name, point: &dyn Fn(&mut Random) -> [f64; 3]| {
        let random = &mut Random::new(9);
        (name, (0..count).map(|_| narrow(point(random))).collect())
    };
    vec![
        cloud("anywhere", &|random| random.vector(-1.8, 1.8)),
        cloud("surface", &|random| on_surface(random, [0.0; 3]).map(f64::from)),
        cloud("plane", &|random| [0.5, random.range(-2.0, 2.0), random.range(-1.0, 2.0)]),
        cloud("line", &|random| [0.3, 0.4, random.range(-2.0, 2.0)]),
        cloud("one point", &|_| [0.4, -0.3, 0.8]),
        cloud("two points", &|random| random.choose(&[[0.4, -0.3, 0.8], [-0.5, 0.1, 0.6]])),
    ]
}

fn solids(points: &[[f32; 3]], solid: impl Fn([f32; 3]) -> Solid) -> World {
    World::new(points.iter().map(|&point| solid(point))).unwrap()
}

#[test]
fn points_are_balls_and_voxels_are_boxes() {
    let random = &mut Random::new(8);
    for (number, count) in [3_000, 900, 15, 16, 17, 1].into_iter().enumerate() {
        for (name, points) in clouds(count) {
            let chain = arm([0.0; 3], number % 2 == 0);
            let asked = Asked::new(random, rows(if count > 100 { 100 } else { 20 }));
            let answers = |world: &World| asked.answers(&fastest(), asked.in_world(&chain, world));
            for radius in [RADIUS, 0.0] {
                let cloud = answers(&World::of_points(&points, radius).unwrap());
                let balls = answers(&solids(&points, |point| ball(point, radius)));
                cloud.assert_same_numbers(&balls, &format!("{count}, {name}, {radius}"));
            }
            let half = [HALF, 0.5 * HALF, 2.0 * HALF];
            let voxels = answers(&World::of_voxels(&points, half).unwrap());
            let boxes = answers(&solids(&points, |point| upright(point, half).into()));
            if number % 2 == 1 {
                voxels.assert_same_numbers(&boxes, &format!("{count}, {name}"));
            }
        }
    }
}

/// A world of solids and points, and the same of solids alone: indices of points come after those of the solids.
#[test]
fn points_come_after_solids_and_may_be_allowed() {
    let random = &mut Random::new(10);
    for count in [0, 3, 50, 2_100] {
        let Scene { chain, mut obstacles, .. } = scenes(2_100).swap_remove(2);
        obstacles.truncate(count);
        let points: Vec<[f32; 3]> = (0..300).map(|_| narrow(random.vector(-1.5, 1.5))).collect();
        let mut world = World::new(obstacles.iter().cloned()).unwrap();
        world.set_points(&points, RADIUS).unwrap();
        assert_eq!((world.len(), world.solids().len()), (count + 300, count));
        let balls = points.iter().map(|&point| ball(point, RADIUS));
        let same = World::new(obstacles.iter().cloned().chain(balls)).unwrap();
        let asked = Asked::new(random, 100);
        // Whatever is reported may be touched, until nothing is left that is near.
        let mut allowed = chain;
        for _ in 0..4 {
            let [found, expected] = [&world, &same]
                .map(|world| asked.answers(&fastest(), asked.in_world(&allowed, world)));
            found.assert_same_numbers(&expected, &format!("{count}"));
            let mut reported: Vec<u32> = found.clearances.iter().map(|row| row.obstacle).collect();
            reported.retain(|&obstacle| obstacle != ChainClearance::NONE);
            assert!(reported.iter().any(|&obstacle| obstacle as usize >= count));
            let links = allowed.link_names().len();
            for link in 0..links {
                allowed.allow_obstacles(link, &reported).unwrap();
            }
            let again = clearances(&fastest(), asked.in_world(&allowed, &world));
            assert!(!again.iter().any(|row| reported.contains(&row.obstacle)));
        }
    }
}

/// Each point is allowed for one of the links that it touches, by its index.
#[test]
fn an_allowed_point_does_not_count() {
    let chain = arm([0.0; 3], false);
    // On the axis of the arm, which stands upright.
    let points = [[0.0, 0.0, 9.0], [0.0, 0.0, 0.48], [0.0, 0.0, 1.12]];
    let mut world = World::new([upright([0.0, 0.0, -9.0], [0.1; 3]).into()]).unwrap();
    world.set_points(&points, RADIUS).unwrap();
    let asked = Asked { starts: vec![0.0; 5], ends: vec![0.0; 5] };
    let hit = |allowed: &[(usize, u32)]| {
        let mut chain = chain.clone();
        for &(link, obstacle) in allowed {
            chain.allow_obstacles(link, &[obstacle]).unwrap();
        }
        let rows = engines().into_iter().map(|engine| {
            asked.answers(&engine, asked.in_world(&chain, &world).with_links(false)).hits[0]
        });
        let rows: Vec<bool> = rows.collect();
        assert!(rows.iter().all(|&hit| hit == rows[0]));
        rows[0]
    };
    assert!(hit(&[]));
    assert!(hit(&[(2, 2)]));
    assert!(hit(&[(2, 3), (4, 2)]));
    assert!(hit(&[(2, 1), (4, 2)]));
    assert!(!hit(&[(2, 2), (4, 3)]));
}

/// Where nothing counts, there is no clearance.
#[test]
fn worlds_without_obstacles_that_count_have_no_clearance() {
    let mut chain = Chain::new("base");
    chain.attach(0, upright([0.0; 3], [0.1; 3])).unwrap();
    let points: Vec<[f32; 3]> = (0..5_u8).map(|k| [f32::from(k), 0.0, 1.0]).collect();
    chain.allow_obstacles(0, &[0, 1, 2, 3, 4]).unwrap();
    let empty: [[f32; 3]; 0] = [];
    let worlds = [
        World::of_points(&empty, 0.1).unwrap(),
        World::of_voxels(&empty, [0.1; 3]).unwrap(),
        World::of_points(&points, 0.1).unwrap(),
        World::of_voxels(&points, [0.1; 3]).unwrap(),
    ];
    for (number, world) in worlds.iter().enumerate() {
        assert_eq!(world.is_empty(), number < 2);
        for engine in engines() {
            for tolerance in [0.0, 0.1] {
                let asked = octosat::Configurations::new(&chain, &[]).among(world);
                let rows = clearances(&engine, asked.tolerance(tolerance));
                assert_eq!(rows, [ChainClearance::default()], "{number}");
                let mut hits = [true];
                engine.any_overlap(asked, &mut hits).unwrap();
                assert_eq!(hits, [false]);
            }
        }
    }
}

/// The next frame of a camera: others, fewer, none, and voxels instead.
#[test]
fn points_are_replaced() {
    let random = &mut Random::new(11);
    let Scene { chain, mut obstacles, .. } = scenes(2_050).swap_remove(2);
    for count in [2_050, 40] {
        obstacles.truncate(count);
        let solids = World::new(obstacles.iter().cloned()).unwrap();
        let mut world = solids.clone();
        let asked = Asked::new(random, 40);
        let answers = |world: &World| asked.answers(&fastest(), asked.in_world(&chain, world));
        for points in [2_100, 33, 1, 0, 5] {
            let cloud: Vec<[f32; 3]> =
                (0..points).map(|_| narrow(random.vector(-1.0, 1.0))).collect();
            for is_voxels in [true, false] {
                let mut fresh = solids.clone();
                for world in [&mut fresh, &mut world] {
                    match is_voxels {
                        true => world.set_voxels(&cloud, [0.02; 3]).unwrap(),
                        false => world.set_points(&cloud, 0.02).unwrap(),
                    }
                }
                assert_eq!(world.len(), count + points);
                answers(&world).assert_same(&answers(&fresh), "replaced");
            }
            if points == 0 {
                answers(&world).assert_same(&answers(&solids), "removed");
            }
        }
    }
}

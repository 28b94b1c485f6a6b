//! Both surface points of a contact are half a depth from its position along the normal, on the surfaces of the
//! boxes.

use octosat::{ContactCache, ContactKind, Manifold, Manifolds, Margin, PointLimit, PointOrigin};
use octosat_tests::{
    ContactSettings, World, add, along, dot, engines, length, octagons_at_the_tolerance,
    standard_worlds, wide,
};

use crate::bodies::{Bodies, Velocities};
use crate::closest::corner_to_corner;
use crate::common::MODES;
use crate::oracle::{Solid, minus};

/// Meters for each meter of the boxes, of their distance and of the coordinates of positions.
const ROUNDING: f64 = 3e-6;

/// What points may be off beyond rounding.
#[derive(Clone, Copy)]
struct Asked {
    origin: PointOrigin,
    /// How much the boxes may have moved, as a part of the smallest half extent.
    motion: f64,
}

/// Looks at all points; how many there are of each kind of manifold.
fn look(bodies: &Bodies, found: &Manifolds, asked: Asked) -> [usize; 6] {
    let mut kinds = [0; 6];
    assert_eq!(found.surfaces().len(), found.points().len());
    for touching in found.touching() {
        let Manifold { normal, .. } = *touching.manifold;
        kinds[touching.manifold.kind() as usize] += touching.points.len();
        let boxes = touching.pair.map(|index| Solid::new(bodies, index));
        let [a, b] = touching.pair.map(|index| index as usize);
        let centers = [a, b].map(|index| wide(bodies.centers[index]));
        let half = [a, b].map(|index| wide(bodies.half_extents[index]));
        let origin = match asked.origin {
            PointOrigin::World => [0.0; 3],
            PointOrigin::CenterOfA => centers[0],
        };
        let size = length(half[0]) + length(half[1]) + length(minus(centers[0], centers[1]));
        let smallest = half.concat().into_iter().fold(f64::INFINITY, f64::min);
        let moved = if touching.manifold.is_reused() { asked.motion * smallest } else { 0.0 };
        let rounding = ROUNDING * (size + length(minus(centers[0], origin)));
        for (point, surfaces) in touching.points.iter().zip(touching.surfaces) {
            let what = || format!("{:?} {point:?} {surfaces:?}", touching.manifold);
            let [on_a, on_b] = [surfaces.on_a, surfaces.on_b].map(wide);
            let [in_a, in_b] = [boxes[0].to_world(on_a), boxes[1].to_world(on_b)];
            let position = add(wide(point.position), origin);
            let half_way = 0.5 * f64::from(point.depth);
            for (surface, sign) in [(in_a, 1.0), (in_b, -1.0)] {
                let expected = along(position, sign * half_way, wide(normal));
                let off = minus(surface, expected);
                assert!(length(off) <= rounding + moved, "{off:?} {}", what());
                // Surfaces slide by the motion, and turn against each other by a part of it.
                let slide = 2.0 * asked.motion * moved;
                let along = dot(off, wide(normal)).abs();
                assert!(along <= rounding + slide, "{off:?} {}", what());
            }
            for (on_box, half) in [(on_a, half[0]), (on_b, half[1])] {
                let beyond = (0..3).map(|k| on_box[k].abs() - half[k]).fold(f64::MIN, f64::max);
                // Points are held in the rectangles with some slack; at most they are a fallback's.
                let is_on = touching.manifold.kind() == ContactKind::Fallback
                    || beyond.abs() <= rounding + 1e-5 * size;
                assert!(is_on, "{beyond} {}", what());
            }
        }
    }
    kinds
}

fn worlds(seed: u64) -> Vec<World> {
    let mut worlds = standard_worlds(500, seed);
    worlds.extend([octagons_at_the_tolerance(), corner_to_corner(200)]);
    worlds
}

fn settings() -> Vec<ContactSettings<'static>> {
    let margin = Margin::Uniform(0.03);
    let of = |limit| {
        [PointOrigin::World, PointOrigin::CenterOfA].map(|origin| ContactSettings {
            margin,
            limit,
            origin,
        })
    };
    [of(PointLimit::Four), of(PointLimit::Eight)].concat()
}

#[test]
fn stateless_points_are_on_both_surfaces() {
    let mut all = [0; 6];
    for world in worlds(47) {
        let bodies = Bodies::of_world(&world);
        for settings in settings() {
            for engine in engines() {
                let mut found = Manifolds::new();
                engine.manifolds(world.query(&settings).surfaces(), &mut found).expect("valid");
                let asked = Asked { origin: settings.origin, motion: 0.0 };
                let kinds = look(&bodies, &found, asked);
                all.iter_mut().zip(kinds).for_each(|(all, count)| *all += count);
                let mut without = Manifolds::new();
                engine.manifolds(world.query(&settings), &mut without).expect("valid");
                assert!(without.surfaces().is_empty() && found.previous().is_empty());
                let rows = [&without, &found].map(Manifolds::manifolds);
                let bits = rows.map(bytemuck::cast_slice::<_, u32>);
                assert!(bits[0] == bits[1], "asking for surfaces changes a row");
                assert_eq!(without.points(), found.points());
            }
        }
    }
    eprintln!("points of each kind: {all:?}");
    let [_, face, edge, closest, ..] = all;
    assert!(face > 10_000 && edge > 1_000 && closest > 1_000, "{all:?}");
}

#[test]
fn cached_points_are_on_both_surfaces() {
    for world in worlds(48) {
        for settings in settings() {
            for mode in MODES {
                for engine in engines() {
                    let mut bodies = Bodies::of_world(&world);
                    let velocities = Velocities::new(bodies.len(), 3, [3e-4, 3e-4, 0.0]);
                    let mut cache = ContactCache::new(mode);
                    for _ in 0..4 {
                        let ContactSettings { margin, limit, origin } = settings;
                        let query = bodies.query().margin(margin).limit(limit).origin(origin);
                        let found = engine.manifolds_cached(query, &mut cache).expect("valid");
                        look(&bodies, found, Asked { origin, motion: 0.01 });
                        bodies.advance(&velocities);
                    }
                }
            }
        }
    }
}

/// Relative to a's center they are as precise far from the origin as near it.
#[test]
fn far_from_the_origin_they_are_as_precise() {
    let near = Bodies::of_world(&standard_worlds(300, 49)[2]);
    let mut bodies = near.clone();
    for center in &mut bodies.centers {
        // On a grid of a 16th of a meter, which far coordinates keep.
        *center = center.map(|along| (along * 16.0).round() / 16.0 + 262_144.0);
    }
    for engine in engines() {
        for mode in MODES {
            let mut cache = ContactCache::new(mode);
            for _ in 0..3 {
                let query = bodies.query().margin(0.02).origin(PointOrigin::CenterOfA);
                let found = engine.manifolds_cached(query, &mut cache).expect("valid");
                look(&bodies, found, Asked { origin: PointOrigin::CenterOfA, motion: 0.01 });
                // Turns move points without losing digits.
                let turns = Velocities::new(bodies.len(), 3, [0.0, 2e-4, 0.0]);
                let mut turned = bodies.clone();
                turned.advance(&turns);
                let query = turned.query().margin(0.02).origin(PointOrigin::CenterOfA);
                let found = engine.manifolds_cached(query, &mut cache).expect("valid");
                look(&turned, found, Asked { origin: PointOrigin::CenterOfA, motion: 0.01 });
            }
        }
    }
}

//! Small shapes on large ones: what rounding and tolerances move is measured by the place where they touch, and not by
//! how far a floor extends beyond it.

use octosat_reference::convex::{
    ContactKind, ContactSettings, Manifold, Placed, PointLimit, Polyhedron, Pose, contacts,
    penetration,
};
use octosat_scenes::generate::Random;

use crate::{narrow, outside, wide};

/// Meters for each meter of reach and depth that a point on a surface may be off: 64 roundings of float32.
const OFF: f64 = 64.0 / 16_777_216.0;

/// A floor, and a beam.
const LARGE: [[f32; 3]; 2] = [[1000.0, 1.0, 1000.0], [1000.0, 0.1, 0.1]];

/// Shapes of about a decimeter.
fn small(random: &mut Random) -> [Polyhedron; 4] {
    let half_extents = narrow([0; 3].map(|_| random.range(0.05, 0.2)));
    [
        Polyhedron::cuboid(half_extents),
        Polyhedron::tetrahedron(half_extents),
        Polyhedron::icosahedron(half_extents),
        Polyhedron::prism(6, half_extents),
    ]
    .map(|shape| shape.expect("it is a polyhedron"))
}

/// Meters that each point's two surface points are off the surfaces, at most, as a multiple of what is allowed.
fn off(a: &Placed<'_>, b: &Placed<'_>, manifold: &Manifold) -> f64 {
    let reach = (b.center() - a.center()).length() + 0.6;
    let normal = wide(manifold.normal);
    let mut worst: f64 = 0.0;
    for point in &manifold.points {
        let depth = f64::from(point.depth);
        let allowed = OFF * (reach + f64::from(manifold.depth).max(0.0));
        for (placed, half) in [(a, 0.5 * depth), (b, -0.5 * depth)] {
            let surface = wide(point.position) + normal * half;
            worst = worst.max(outside(placed, surface).abs() / allowed);
        }
    }
    worst
}

#[test]
fn a_floor_costs_no_precision_where_it_is_not_touched() {
    let mut random = Random::new(71);
    let mut found = 0;
    for round in 0..400 {
        let large = Polyhedron::cuboid(LARGE[round % 2]).expect("it has volume");
        let below = Placed::new(&large, &Pose::IDENTITY);
        for shape in &small(&mut random) {
            let turn = if round % 3 == 0 { [0.0, 0.0, 0.0, 1.0] } else { random.rotation() };
            let tilted = Pose::new([0.0; 3], narrow(turn)).expect("it is a rotation");
            let tilted = Placed::new(shape, &tilted);
            let heights = tilted.vertices().iter().map(|vertex| vertex[1]);
            let lowest = heights.fold(f64::INFINITY, f64::min);
            let gap = random.choose(&[0.0, 1e-5, -1e-5, -1e-3, -0.01]);
            // On top of the floor, on top of the beam or over its edge.
            let center = [
                random.range(-0.5, 0.5),
                f64::from(LARGE[round % 2][1]) - lowest + gap,
                random.range(-0.2, 0.2),
            ];
            let at = Pose::new(narrow(center), narrow(turn)).expect("it is a rotation");
            let above = Placed::new(shape, &at);
            let margin = random.choose(&[0.0, 1e-4, 0.002]);
            let settings = ContactSettings::with_margin(narrow([margin])[0]).expect("a length");
            for [a, b] in [[&below, &above], [&above, &below]] {
                let every = contacts(a, b, &settings.limited_to(PointLimit::All));
                if every.kind == ContactKind::Separated {
                    continue;
                }
                found += 1;
                let what = || format!("{every:?} of {at:?}");
                assert!(every.kind != ContactKind::Fallback, "{}", what());
                if every.kind != ContactKind::Edge {
                    let off = off(a, b, &every);
                    assert!(off <= 1.0, "{off} {}", what());
                }
                let least = f64::from(penetration(a, b).depth);
                assert!(
                    f64::from(every.depth) <= 1.048 * least.max(0.0) + 1e-6,
                    "{least} {}",
                    what()
                );
            }
        }
    }
    assert!(found > 2000, "{found}");
}

//! Contacts of blocks on one grid that share a face, an edge or a corner exactly, turned by quarters: many
//! axes tie, and rounding alone chooses among them.

use octosat_reference::convex::{
    ContactKind, ContactSettings, DVec3, Placed, PointLimit, Polyhedron, Pose, contacts,
};
use octosat_scenes::generate::Random;

use crate::{gap, half_extents, narrow, wide};

/// What the grid's steps are, meters.
const STEP: f64 = 0.25;

/// What rounding and the slack of clipping may move a contact of such blocks by, meters.
const OFF: f64 = 2e-5;

/// Half a right angle's sine and cosine.
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Quarter turns about each axis and each diagonal.
const QUARTERS: [[f32; 4]; 8] = [
    [0.0, 0.0, 0.0, 1.0],
    [HALF, 0.0, 0.0, HALF],
    [0.0, HALF, 0.0, HALF],
    [0.0, 0.0, HALF, HALF],
    [HALF, HALF, 0.0, 0.0],
    [0.5, 0.5, 0.5, 0.5],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, -HALF, 0.0, HALF],
];

/// A block, its place and its quarter turn.
struct Block {
    shape: Polyhedron,
    pose: Pose,
    low: DVec3,
    high: DVec3,
}

impl Block {
    /// A block that reaches so far from its center along the world's axes.
    fn new(center: DVec3, reach: DVec3, random: &mut Random) -> Self {
        let rotation = QUARTERS[random.below(QUARTERS.len())];
        let pose = Pose::new(narrow(center), rotation).expect("a quarter turn is a rotation");
        // The axis of the block that lies along each axis of the world.
        let probe = Polyhedron::cuboid([1.0, 2.0, 3.0]).expect("it has volume");
        let placed = Placed::new(&probe, &pose);
        let mut half_extents = [0.0; 3];
        for k in 0..3 {
            let high = placed.vertices().iter().map(|corner| corner[k]).fold(0.0, f64::max);
            half_extents[usize::from(high > 1.5) + usize::from(high > 2.5)] = reach[k];
        }
        let shape = Polyhedron::cuboid(narrow(half_extents)).expect("it has volume");
        Self { shape, pose, low: center - reach, high: center + reach }
    }
}

/// Two blocks that touch along some axes and overlap along the others.
fn touching(random: &mut Random) -> [Block; 2] {
    // Bits of a number from 1 to 7, so that at least one axis is touched along.
    let touches = 1 + random.below(7);
    let mut steps = |least: f64, most: f64| STEP * random.range(least, most + 1.0).floor();
    let [reach_a, reach_b] = [0; 2].map(|_| [0; 3].map(|_| steps(1.0, 4.0)));
    let center_a = [0; 3].map(|_| steps(-16.0, 16.0));
    let mut center_b = center_a;
    for k in 0..3 {
        center_b[k] += if touches >> k & 1 == 1 {
            (reach_a[k] + reach_b[k]).copysign(steps(0.0, 1.0) - 0.1)
        } else {
            let most = reach_a[k].min(reach_b[k]) / STEP;
            steps(-most, most)
        };
    }
    [
        Block::new(center_a.into(), reach_a.into(), random),
        Block::new(center_b.into(), reach_b.into(), random),
    ]
}

#[test]
fn what_blocks_share_is_covered_by_their_contacts() {
    let mut random = Random::new(11);
    let settings = ContactSettings::with_margin(0.02).expect("it is a length");
    let mut shared_by = [0; 3];
    for round in 0..6000 {
        let [a, b] = touching(&mut random);
        let placed = [&a, &b].map(|block| Placed::new(&block.shape, &block.pose));
        let [low, high] = [0, 1].map(|end| {
            [0, 1, 2].map(|k| match end {
                0 => a.low[k].max(b.low[k]),
                _ => a.high[k].min(b.high[k]),
            })
        });
        let extended = (0..3).filter(|&k| high[k] - low[k] > 0.5 * STEP).count();
        shared_by[extended] += 1;
        for settings in [settings, settings.limited_to(PointLimit::All)] {
            for [first, second] in [[0, 1], [1, 0]] {
                let manifold = contacts(&placed[first], &placed[second], &settings);
                let what = || format!("{round}: {low:?} to {high:?}: {manifold:?}");
                assert_ne!(manifold.kind, ContactKind::Fallback, "{}", what());
                assert!(!manifold.points.is_empty(), "{}", what());
                let normal = wide(manifold.normal);
                assert!((normal.dot(normal) - 1.0).abs() < 1e-6, "{}", what());
                assert!(gap(&placed[first], &placed[second], normal) > -OFF, "{}", what());
                assert!(manifold.depth.abs() < 1e-5, "{}", what());
                // The points span what is shared: a face, an edge or a corner.
                for k in 0..3 {
                    let places = manifold.points.iter().map(|point| f64::from(point.position[k]));
                    let least = places.clone().fold(f64::INFINITY, f64::min);
                    let most = places.fold(f64::NEG_INFINITY, f64::max);
                    assert!((least - low[k]).abs() < OFF, "{}", what());
                    assert!((most - high[k]).abs() < OFF, "{}", what());
                }
            }
        }
    }
    assert!(shared_by.iter().all(|&rounds| rounds > 500), "{shared_by:?}");
}

/// Two blocks of tens of meters that share an edge in float32 and miss each other by less than rounding: the
/// ends of their edges are no distance apart.
#[test]
fn edges_at_no_distance_are_the_closest() {
    let faces: [[usize; 4]; 6] =
        [[0, 1, 2, 3], [0, 4, 5, 1], [0, 3, 6, 4], [1, 5, 7, 2], [3, 2, 7, 6], [4, 6, 7, 5]];
    let a = [
        [-32.0, 0.0, -16.0],
        [-32.0, 0.0, 0.0],
        [-32.0, 24.0, 0.0],
        [-32.0, 24.0, -16.0],
        [0.0, 0.0, -16.0],
        [0.0, 0.0, 0.0],
        [0.0, 24.0, -16.0],
        [0.0, 24.0, 0.0_f32],
    ];
    let b = [
        [-32.0, 32.0, -24.0],
        [-32.0, 16.0, -24.0],
        [-40.0, 16.0, -24.0],
        [-40.0, 32.0, -24.0],
        [-32.0, 32.0, -16.0],
        [-32.0, 16.0, -16.0],
        [-40.0, 32.0, -16.0],
        [-40.0, 16.0, -16.0_f32],
    ];
    let [a, b] = [a, b].map(|corners| Polyhedron::new(&corners, &faces).expect("it is a block"));
    let rotation = [0.07901673, 0.25749695, -0.53987855, -0.7974853];
    let pose = Pose::new([0.24181813, 3.191974, 1.289471], rotation).expect("it is a rotation");
    let [a, b] = [&a, &b].map(|shape| Placed::new(shape, &pose));
    let settings = ContactSettings::with_margin(0.02).expect("it is a length");
    for [first, second] in [[&a, &b], [&b, &a]] {
        let manifold = contacts(first, second, &settings);
        assert!(!manifold.points.is_empty(), "{manifold:?}");
        assert!(gap(first, second, wide(manifold.normal)) > -1e-4, "{manifold:?}");
        assert!(manifold.depth.abs() < 1e-5, "{manifold:?}");
    }
}

/// A cuboid whose faces are two triangles each.
fn triangulated(cuboid: &Polyhedron) -> Polyhedron {
    let triangles = cuboid.faces().iter().flat_map(|face| {
        let [a, b, c, d] = face.vertices() else { panic!("a cuboid has faces of four corners") };
        [[*a, *b, *c], [*a, *c, *d]]
    });
    let triangles: Vec<[usize; 3]> = triangles.collect();
    Polyhedron::new(cuboid.vertices(), &triangles).expect("faces in one plane are allowed")
}

#[test]
fn triangles_in_one_plane_are_one_face() {
    let mut random = Random::new(12);
    let settings = ContactSettings::with_margin(0.02).expect("it is a length");
    let settings = settings.limited_to(PointLimit::All);
    let mut patches = 0;
    for _ in 0..400 {
        let shapes = [0; 2].map(|_| {
            let whole = Polyhedron::cuboid(half_extents(&mut random)).expect("it has volume");
            [triangulated(&whole), whole]
        });
        // One on the other, turned about the vertical and now and then tilted.
        let reach = |shape: &Polyhedron| f64::from(shape.vertices()[7][2]);
        let height = reach(&shapes[0][1]) + reach(&shapes[1][1]) - random.range(-0.01, 0.02);
        let place = [random.range(-0.5, 0.5), random.range(-0.5, 0.5), height];
        let tilt = if random.below(2) == 0 { 0.0 } else { random.range(-0.03, 0.03) };
        let turn = [tilt, 0.0, random.range(-1.0, 1.0), 1.0];
        let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        let turn = narrow(turn.map(|part| part / length));
        let poses = [Pose::IDENTITY, Pose::new(narrow(place), turn).expect("it is a rotation")];
        let ask = |[a, b]: [usize; 2]| {
            let [a, b] =
                [Placed::new(&shapes[0][a], &poses[0]), Placed::new(&shapes[1][b], &poses[1])];
            contacts(&a, &b, &settings)
        };
        let whole = ask([1, 1]);
        for forms in [[0, 0], [0, 1], [1, 0]] {
            let found = ask(forms);
            let what = || format!("{whole:?} {found:?}");
            assert_eq!(
                (found.kind, found.points.len()),
                (whole.kind, whole.points.len()),
                "{}",
                what()
            );
            for point in &whole.points {
                let near = found.points.iter().any(|other| {
                    let off = |k: usize| (point.position[k] - other.position[k]).abs();
                    off(0).max(off(1)).max(off(2)) < 1e-5
                        && (point.depth - other.depth).abs() < 1e-6
                });
                assert!(near, "{point:?} {}", what());
            }
        }
        patches += usize::from(whole.points.len() >= 4);
    }
    assert!(patches > 100, "{patches}");
}

//! Hulls next to float64, to boxes, and to the points that they are made of.

use octosat::{
    BoxPose, Chain, ChainClearance, Configurations, Engine, Joint, OrientedBox, Solid, World,
};
use octosat_reference::float64::{HullShape, PlacedSolid, RigidFrame, SolidShape};
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

/// The answers about one solid that stands still among others, one by one.
struct Asked {
    hit: bool,
    clearance: f32,
}

fn ask(a: &Solid, b: &Solid) -> Asked {
    let mut chain = Chain::new("base");
    chain.attach(0, a.clone()).unwrap();
    let world = World::new([b.clone()]).unwrap();
    let question = Configurations::new(&chain, &[]).among(&world);
    let (engine, mut hits, mut rows) = (Engine::new(), [false], [ChainClearance::default()]);
    engine.any_overlap(question, &mut hits).unwrap();
    engine.least_clearances(question, &mut rows).unwrap();
    Asked { hit: hits[0], clearance: rows[0].clearance }
}

/// Some points, all within a length along each axis.
fn points(random: &mut Random, count: usize, length: f64) -> Vec<[f32; 3]> {
    (0..count).map(|_| narrow(random.vector(-length, length))).collect()
}

/// A solid in float64, of the points as they are kept.
fn exact(solid: &Solid, radius: f32) -> PlacedSolid {
    let points: Vec<[f64; 3]> = solid.points().iter().map(|point| point.map(f64::from)).collect();
    let BoxPose { center, rotation } = solid.pose();
    let frame = RigidFrame::new(center.map(f64::from), rotation.map(f64::from));
    PlacedSolid::new(SolidShape::Hull(HullShape::new(&points, radius.into())), frame)
}

/// Of every number of points up to 20, and of many: none that touch are free, clearances are at most the distance and not
/// much less, and no hit is across a gap that can be seen.
#[test]
fn hulls_are_those_of_float64() {
    let random = &mut Random::new(1);
    let counts = (1..=20).chain([50, 256]);
    let (mut hits, mut free) = (0, 0);
    for number in counts.flat_map(|count| [count; 40]) {
        let mut hull = |at: f64| {
            let given = points(random, number, 0.3);
            let pose = BoxPose::new(narrow(random.vector(-at, at)), narrow(random.rotation()));
            Solid::hull(pose, &given, 0.0)
        };
        let (a, b) = (hull(0.2), hull(0.6));
        let gap = exact(&a, 0.0).gap(&exact(&b, 0.0));
        let found = ask(&a, &b);
        let what = format!("{number} points: {gap:?}, {} {}", found.hit, found.clearance);
        assert!(found.hit || gap.most > 0.0, "{what}");
        assert!(!found.hit || gap.most < 1e-5, "{what}");
        assert!(f64::from(found.clearance) <= gap.most.max(0.0), "{what}");
        assert!(found.hit || f64::from(found.clearance) >= 0.9 * gap.most - 1e-5, "{what}");
        hits += usize::from(found.hit);
        free += usize::from(!found.hit);
    }
    assert!(hits > 100 && free > 100, "{hits}, {free}");
}

/// Whoever centers points must not lose one: those that are given are within the solid, wherever their middle is.
#[test]
fn a_hull_contains_the_points_that_it_is_made_of() {
    let random = &mut Random::new(2);
    let mut grown = 0;
    for _ in 0..400 {
        let [far, long] = [random.decades(6) * 1e4, random.decades(4)];
        let middle = random.vector(-10.0, 10.0);
        let given: Vec<[f32; 3]> = (0..1 + random.below(9))
            .map(|_| {
                let off = random.vector(-long, long);
                narrow([0, 1, 2].map(|k| middle[k] + off[k]))
            })
            .collect();
        let pose = BoxPose::new(narrow(random.vector(-far, far)), narrow(random.rotation()));
        let solid = Solid::hull(pose, &given, 0.0);
        let radius = f64::from(solid.half_extents()[0] - widest(&solid));
        grown += usize::from(radius > 0.0);
        let kept = exact(&solid, 0.0);
        let stored = World::new([solid]).unwrap().solids()[0].pose().rotation;
        let frame = RigidFrame::new(pose.center.map(f64::from), stored.map(f64::from));
        for point in &given {
            let shape = SolidShape::Hull(HullShape::new(&[point.map(f64::from)], 0.0));
            let gap = kept.gap(&PlacedSolid::new(shape, frame));
            // The half extents have the radius rounded once more.
            let rounding = 2e-7 * f64::from(widest_of(&kept));
            assert!(gap.least <= radius + rounding, "{gap:?} of {radius}");
        }
    }
    assert!(grown > 300, "{grown}");
}

/// How far the points of a hull reach along x.
fn widest(solid: &Solid) -> f32 {
    solid.points().iter().map(|point| point[0].abs()).fold(0.0, f32::max)
}

fn widest_of(solid: &PlacedSolid) -> f32 {
    let [half] = narrow([solid.shape.half_extents()[0]]);
    half
}

/// The corners of a box are that box, except where it nearly touches.
#[test]
fn corners_of_a_box_are_the_box() {
    let random = &mut Random::new(3);
    let mut hits = 0;
    for _ in 0..500 {
        let half_extents = narrow([0; 3].map(|_| 0.3 * random.unit()));
        let pose = BoxPose::new(narrow(random.vector(-0.4, 0.4)), narrow(random.rotation()));
        let corners: [[f32; 3]; 8] = std::array::from_fn(|corner| {
            std::array::from_fn(|k| {
                if corner >> k & 1 == 1 { half_extents[k] } else { -half_extents[k] }
            })
        });
        let (solid, hull) =
            (OrientedBox { pose, half_extents }.into(), Solid::hull(pose, &corners, 0.0));
        assert_eq!(hull.bounding_box(), OrientedBox { pose, half_extents });
        let other = OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.2, 0.1, 0.15]).into();
        let [of_box, of_hull] = [ask(&other, &solid), ask(&other, &hull)];
        if of_box.clearance.abs() > 1e-5 {
            assert_eq!(of_box.hit, of_hull.hit, "{} {}", of_box.clearance, of_hull.clearance);
        }
        assert!(of_hull.clearance >= of_box.clearance);
        hits += usize::from(of_box.hit);
    }
    assert!(hits > 50, "{hits}");
}

/// The center of the box around a hull may be outside of it, and those of two hulls that are apart in one place.
#[test]
fn hulls_with_one_center_may_be_apart() {
    let upright = BoxPose::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let plate = |corner: [f32; 3]| {
        // Three corners of a square: the fourth would be on the other side of the center.
        let far = |[x, y, z]: [f32; 3]| [[x, y, z], [-x, y, z], [x, -y, z], [0.1 * x, 0.1 * y, z]];
        Solid::hull(upright, &far(corner), 0.0)
    };
    let (a, b) = (
        plate([1.0, 1.0, 0.0]),
        Solid::hull(upright, &[[-0.9, -0.2, 0.0], [-0.2, -0.9, 0.0], [-0.9, -0.9, 0.0]], 0.0),
    );
    let gap = exact(&a, 0.0).gap(&exact(&b, 0.0)).most;
    let found = ask(&a, &b);
    assert!(
        gap > 0.1 && !found.hit && f64::from(found.clearance) > 0.9 * gap,
        "{gap} {}",
        found.clearance
    );
    let turned = |points: &[[f32; 3]]| Solid::hull(upright, points, 0.0);
    // Both boxes are the same; the hulls are opposite edges of a square.
    let (a, b) = (
        turned(&[[-1.0, -1.0, -1.0], [-1.0, 1.0, 1.0], [1.0, -1.0, 1.0]]),
        turned(&[[1.0, 1.0, 1.0], [1.0, 1.0, -1.0], [-1.0, 1.0, -1.0], [1.0, -1.0, -1.0]]),
    );
    let gap = exact(&a, 0.0).gap(&exact(&b, 0.0)).most;
    let found = ask(&a, &b);
    assert_eq!(a.pose().center.map(f32::to_bits), b.pose().center.map(f32::to_bits));
    assert!(found.hit == (gap <= 0.0), "{gap} {}", found.clearance);
}

#[test]
fn wrong_hulls_are_named() {
    let upright = BoxPose::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let why = |points: &[[f32; 3]], radius: f32| {
        let error = World::new([Solid::hull(upright, points, radius)]).unwrap_err();
        assert_eq!(error.index(), Some(0));
        error.to_string()
    };
    let one = [[0.0, 0.0, 0.0]];
    assert!(why(&[], 0.0).starts_with("hull 0: points list has 0 entries"), "{}", why(&[], 0.0));
    let many = vec![[0.0; 3]; 257];
    assert!(why(&many, 0.0).contains("257 entries, but must have 1 to 256"), "{}", why(&many, 0.0));
    assert!(why(&one, -1.0).contains("radius"), "{}", why(&one, -1.0));
    for wrong in [f32::NAN, f32::INFINITY, 3e12] {
        let points = [[0.0; 3], [0.0, wrong, 0.0], [1.0; 3]];
        let why = why(&points, 0.0);
        assert!(why.starts_with("hull 0: "), "{why}");
        assert!(why.contains("is not finite, or beyond 1e12 m"), "{why}");
    }
    let points = [[0.0; 3], [1.0; 3]];
    assert!(World::new([Solid::hull(upright, &points, 0.0)]).is_ok());
}

/// A rim of a cylinder next to an edge of a box, so near that the search goes from a point at the gap to others far away: what
/// rounding takes from the far ends must not hide that they are apart.
#[test]
fn a_cylinder_a_tenth_of_a_millimeter_from_a_box_is_free() {
    struct Near {
        half_extents: [f32; 3],
        rotation: [f32; 4],
        radius: f32,
        half_length: f32,
        center: [f32; 3],
        distance: f32,
    }
    let all = [
        Near {
            half_extents: [0.2755071, 0.1833379, 0.0513236],
            rotation: [-0.35725796, -0.40242058, 0.6938015, 0.47860613],
            radius: 0.28477648,
            half_length: 0.33254698,
            center: [-0.42093158, -0.022195816, -0.103858694],
            distance: 5.454e-4,
        },
        Near {
            half_extents: [0.059087038, 0.08808418, 0.12985925],
            rotation: [0.63918597, -0.08316007, 0.4218378, -0.6376351],
            radius: 0.0874438,
            half_length: 0.09911454,
            center: [-0.14054918, 0.111669205, 0.063952684],
            distance: 1.153e-4,
        },
    ];
    for Near { half_extents, rotation, radius, half_length, center, distance } in all {
        // The same solids along the axes of a joint, so that their numbers are rounded as the poses of arms are.
        let mut chain = Chain::new("base");
        let joint = Joint::prismatic("slide", [1.0, 0.0, 0.0]);
        let link = chain.add_link("link", 0, joint).unwrap();
        chain.attach(link, OrientedBox::new([0.0; 3], rotation, half_extents)).unwrap();
        let pose = BoxPose::new(center, [0.0, 0.0, 0.0, 1.0]);
        let world = World::new([Solid::cylinder(pose, radius, half_length)]).unwrap();
        let asked = Configurations::new(&chain, &[0.0]).among(&world);
        let (engine, mut hits, mut rows) = (Engine::new(), [true], [ChainClearance::default()]);
        engine.any_overlap(asked, &mut hits).unwrap();
        engine.least_clearances(asked, &mut rows).unwrap();
        assert!(!hits[0], "{distance}");
        let part = rows[0].clearance / distance;
        assert!(part > 0.9 && part < 1.001, "{part}");
    }
}

//! Pairs that rounding decides, among thousands of others, next to the same pairs alone.

use octosat::{
    Chain, ChainClearance, Configurations, Joint, JointMotion, JointMotions, Solid, World,
};
use octosat_check::chains::{CheckedChain, GivenSolid, without_pair};
use octosat_check::fastest;
use octosat_reference::float64::{PlacedSolid, ReferenceJoint, ReferenceJointKind, SolidShape};
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, boxed, columns, narrow, turn, upright};

use super::{clearances, rows};

/// All rows about a chain that stays where it is.
fn rows_of(
    chain: &Chain,
    joints: &[f32],
    obstacles: &[Solid],
) -> (bool, ChainClearance, JointMotion) {
    let world = World::new(obstacles.iter().cloned()).unwrap();
    let asked = Configurations::new(chain, joints).among(&world);
    let (mut hits, mut motions) = ([false], [JointMotion::default()]);
    fastest().any_overlap(asked, &mut hits).unwrap();
    fastest().joint_motions(JointMotions::new(asked, joints), &mut motions).unwrap();
    (hits[0], clearances(&fastest(), asked)[0], without_pair(motions[0]))
}

/// A box of some decades, aligned or turned.
fn any_box(random: &mut Random) -> GivenSolid {
    let half = [0; 3].map(|_| f64::from(narrow([random.decades(4)])[0]));
    let rotation = if random.one_in(3) { UPRIGHT } else { narrow(random.rotation()) };
    GivenSolid { shape: SolidShape::Box(half), center: [0.0; 3], rotation }
}

/// A box that touches another one along a direction, up to some roundings of both.
fn grazing(random: &mut Random, touched: &PlacedSolid, solid: GivenSolid) -> GivenSolid {
    let direction = match random.below(3) {
        0 => touched.frame.axes[random.below(3)],
        1 => random.choose(&[[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]),
        _ => random.direction(),
    };
    let far = solid.placed().farthest(direction.map(|component| -component));
    let tip = touched.farthest(direction);
    let size = touched.shape.bounding_radius() + solid.shape.bounding_radius();
    let off = size * 1e-7 * random.range(-20.0, 20.0);
    solid.at([0, 1, 2].map(|k| tip[k] - far[k] + off * direction[k]))
}

#[test]
fn obstacles_that_graze_a_link_are_in_a_tree_as_they_are_alone() {
    let random = &mut Random::new(14);
    let far: Vec<Solid> =
        (0..2_000_u16).map(|k| upright([f32::from(k), 9e3, 0.0], [0.1; 3]).into()).collect();
    let mut hits = 0;
    let count = rows(600);
    for number in 0..count {
        let mut arm = CheckedChain::new(1.0, 1.0);
        let joint = ReferenceJoint {
            kind: ReferenceJointKind::Turns,
            parent: 0,
            translation: [0.0; 3],
            rotation: random.rotation(),
            axis: [0.0, 0.0, 1.0],
            mimic: None,
        };
        arm.add(joint, 3.0).unwrap();
        arm.attach(1, &any_box(random)).unwrap();
        let value = random.choose(&[0.0, 1.1]);
        let touched = &arm.reference.solids(&[value])[0];
        let solid = any_box(random);
        let pair = [grazing(random, touched, solid).solid()];
        let joints = narrow([value]);
        let alone = rows_of(&arm.chain, &joints, &pair);
        let among = rows_of(&arm.chain, &joints, &[&far[..], &pair[..]].concat());
        hits += usize::from(alone.0);
        assert_eq!((alone.0, alone.2), (among.0, among.2), "{number}: {pair:?}");
        let [one, other] = [alone.1, among.1].map(|row| row.clearance.to_bits());
        assert_eq!(one, other, "{number}: {alone:?} {among:?}");
    }
    assert!(4 * hits > count && 4 * hits < 3 * count, "{hits} of {count}");
}

/// Tiny boxes in a plane that is far away for their size: their gaps are equal, but bounds of rounding grow with the
/// distance of the centers, and so clearances differ by that.
#[test]
fn clearances_of_a_wall_are_less_by_rounding_where_it_is_farther() {
    let mut chain = Chain::new("base");
    chain.attach(0, upright([0.0; 3], [1e-5; 3])).unwrap();
    let random = &mut Random::new(15);
    for turn_of_wall in [0.0, 1e-3, 0.1] {
        let mut wall: Vec<Solid> = Vec::new();
        for _ in 0..3_000 {
            let [_, y, z] = random.vector(-0.9, 0.9);
            wall.push(boxed([1.0, y, z], turn([1.0, 0.0, 0.0], turn_of_wall), [1e-5; 3]).into());
        }
        let least = |obstacles: &[Solid]| rows_of(&chain, &[], obstacles).1.clearance;
        let of_parts = wall.chunks(1_000).map(least).fold(f32::INFINITY, f32::min);
        assert_eq!(least(&wall).to_bits(), of_parts.to_bits());
    }
}

/// An obstacle whose corner points to a corner of a link: all axes of the pair show 1/√3 of the distance, but an axis of the
/// world shows all of it. Another obstacle is a little farther away by the axes of the pair.
#[test]
fn gaps_along_the_axes_of_the_world_do_not_hide_turned_boxes() {
    let root = 3.0_f64.sqrt();
    // The diagonal of the boxes is along x.
    let diagonal = turn([0.0, 1.0, -1.0], (1.0 / root).acos());
    let axis = columns(diagonal)[1];
    let (at, half) = (90.0, 0.05);
    let cube = |center| Solid::from(boxed(center, diagonal, [half; 3]));
    let mut chain = Chain::new("base");
    let slide = Joint::prismatic("slide", [1.0, 0.0, 0.0]).at([at, 0.0, 0.0]);
    let link = chain.add_link("slide", 0, slide).unwrap();
    chain.attach(link, boxed([0.0; 3], diagonal, [half; 3])).unwrap();
    // The first cut is between the near ones, along x.
    let far = |k: i16| {
        let x = f32::from(if k < 1_535 { -k } else { k });
        let [y, z] = if k % 7 == 3 { [0.0, 500.0] } else { [f32::from(k % 7 - 3) * 150.0, 0.0] };
        upright([x, y, z], [0.1; 3]).into()
    };
    let far: Vec<Solid> = (0..3_000).map(far).collect();
    for step in 0..60 {
        let distance = 1e-4 * 1.1_f64.powi(step);
        let corner = cube([at + 2.0 * half * root + distance, 0.0, 0.0]);
        for part in [1.001, 1.01, 1.05] {
            let off = 2.0 * half + part * distance / root;
            let face = cube([at - off * axis[0], -off * axis[1], -off * axis[2]]);
            let least = |obstacles: &[Solid]| {
                let world = World::new(obstacles.iter().cloned()).unwrap();
                clearances(&fastest(), Configurations::new(&chain, &[0.0]).among(&world))[0]
                    .clearance
            };
            let pair = [corner.clone(), face];
            let [of_pair, of_all] = [least(&pair), least(&[&pair[..], &far[..]].concat())];
            assert_eq!(
                of_pair.to_bits(),
                of_all.to_bits(),
                "{distance}, {part}: {of_pair} {of_all}"
            );
        }
    }
}

//! Obstacles in named scenes, of which most have a size that leaves half of the configurations free.

use octosat::{BoxPose, Chain, OrientedBox, Solid};
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, boxed, narrow, upright};

use super::arm;

/// A robot and what is around it.
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) chain: Chain,
    pub(super) obstacles: Vec<Solid>,
}

/// Where a base is that is far from the origin, in meters.
const FAR: [f64; 3] = [1_000.0, -800.0, 30.0];

/// Half the width of what is around the arm, in meters.
const WIDTH: f64 = 1.7;

/// Half the edge of a voxel.
pub(super) const HALF: f32 = 0.01;

/// All scenes, of this number of obstacles.
pub(super) fn scenes(count: usize) -> Vec<Scene> {
    let here = [0.0; 3];
    let scene = |name, base, is_round, obstacle: &dyn Fn(&mut Random, usize) -> Solid| {
        let random = &mut Random::new(7);
        let obstacles = (0..count).map(|number| obstacle(random, number)).collect();
        Scene { name, chain: arm(base, is_round), obstacles }
    };
    vec![
        scene("voxels", here, false, &|random, _| {
            upright(on_surface(random, here), [HALF; 3]).into()
        }),
        scene("far voxels", FAR, false, &|random, _| {
            upright(on_surface(random, FAR), [HALF; 3]).into()
        }),
        scene("turned", here, false, &|random, _| turned(random, here, WIDTH, 0.025)),
        scene("far and turned", FAR, false, &|random, _| turned(random, FAR, 2.0 * WIDTH, 0.02)),
        scene("duplicates", here, false, &|_, number| {
            turned(&mut Random::of_round(5, (number % 70) as u64), here, WIDTH, 0.15)
        }),
        scene("one point", here, false, &|random, number| {
            let half = [0; 3].map(|_| 0.4 * random.decades(3));
            let rotation = if number % 2 == 0 { random.rotation() } else { [0.0, 0.0, 0.0, 1.0] };
            boxed([0.5, 0.3, 0.6], rotation, half).into()
        }),
        scene("plane", here, false, &|random, _| {
            let [x, y, _] = random.vector(-WIDTH, WIDTH);
            upright(narrow([x, y, 0.2]), [0.004, 0.004, 0.0]).into()
        }),
        scene("line", here, false, &|random, _| {
            upright(narrow([0.4, 0.5, random.range(-WIDTH, WIDTH)]), [0.02, 0.02, 1e-4]).into()
        }),
        scene("plates", here, false, &|random, _| {
            let half = [0.04 * random.unit(), 0.04 * random.unit(), 0.0];
            boxed(random.vector(-WIDTH, WIDTH), random.rotation(), half).into()
        }),
        scene("huge and tiny", here, false, &|random, number| huge_or_tiny(random, number)),
        scene("round obstacles", here, true, &|random, number| round(random, number)),
        scene("round links", here, true, &|random, _| turned(random, here, WIDTH, 0.025)),
    ]
}

/// A point of a bumpy floor with a wall, at the center of a voxel.
pub(super) fn on_surface(random: &mut Random, around: [f64; 3]) -> [f32; 3] {
    let [x, y, z] = random.vector(-WIDTH, WIDTH);
    let bump = 0.3 * (2.0 * x).sin() * (3.0 * y).cos();
    let at =
        if random.one_in(3) { [0.7 + 0.1 * bump, y, 0.5 * z + 0.6] } else { [x, y, bump - 0.1] };
    let size = 2.0 * f64::from(HALF);
    let voxel = |k: usize| ((at[k] + around[k]) / size).floor() * size + f64::from(HALF);
    narrow([0, 1, 2].map(voxel))
}

fn turned(random: &mut Random, around: [f64; 3], width: f64, size: f64) -> Solid {
    let at = random.vector(-width, width);
    let half = [0; 3].map(|_| size * random.unit());
    boxed([0, 1, 2].map(|k| at[k] + around[k]), random.rotation(), half).into()
}

/// Mostly tiny boxes; a few are hundreds of meters long, with a corner or a side near the arm.
fn huge_or_tiny(random: &mut Random, number: usize) -> Solid {
    if number % 500 != 3 {
        let size = 0.1 * random.decades(4);
        return turned(random, [0.0; 3], WIDTH, size);
    }
    let half = 300.0 * random.unit() + 100.0;
    let rotation = random.rotation();
    let way = random.direction();
    // Beyond the corner, on a line through the arm.
    let far = 1.8 * half + random.unit();
    boxed(way.map(|component| component * far), rotation, [half; 3]).into()
}

/// Boxes, cylinders, capsules, balls and hulls, some of them without length.
fn round(random: &mut Random, number: usize) -> Solid {
    let pose = BoxPose::new(narrow(random.vector(-WIDTH, WIDTH)), narrow(random.rotation()));
    let [radius, length] = narrow([0.03 * random.unit(), 0.1 * random.unit()]);
    match number % 6 {
        0 => Solid::cylinder(pose, radius, length),
        1 => Solid::cylinder(pose, radius, 0.0),
        2 => Solid::capsule(pose, radius, length),
        3 => ball(pose.center, radius),
        4 => hull(random, pose, 0.1 * f64::from(radius)),
        _ => OrientedBox { pose, half_extents: [radius, length, radius] }.into(),
    }
}

/// A hull of up to eight points; of three, one has a radius.
fn hull(random: &mut Random, pose: BoxPose, radius: f64) -> Solid {
    let points: Vec<[f32; 3]> =
        (0..1 + random.below(8)).map(|_| narrow(random.vector(-0.06, 0.06))).collect();
    let [radius] = narrow([if random.one_in(3) { radius } else { 0.0 }]);
    Solid::hull(pose, &points, radius)
}

/// A point as a solid.
pub(super) fn ball(center: [f32; 3], radius: f32) -> Solid {
    Solid::capsule(BoxPose::new(center, UPRIGHT), radius, 0.0)
}

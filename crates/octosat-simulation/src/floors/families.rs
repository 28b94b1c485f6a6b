//! The slides of the table in the book. Each family has a slide for each margin, speed, yaw and place.

use super::run::Slide;
use super::tiles::{Along, any_rotation, between, frames, mover, road, tiles};
use crate::body::{Body, Pose};
use crate::tolerances::GRAVITY;
use crate::{DVec3, Quat, Vec3};

/// The expected end of the slides of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All keep their speed.
    Slide,
    /// All are stopped: something is in their way.
    Stop,
    /// Some trip, over something that is there.
    Trip,
    /// Anything: the energy, the height and the depth are of interest.
    Anything,
}

/// Slides of one kind, from 24 places.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in tables.
    pub name: &'static str,
    /// The expected end.
    pub wanted: Wanted,
    /// The margins, in meters.
    pub margins: &'static [f32],
    /// The speeds at the start, in meters per second.
    pub speeds: &'static [f32],
    /// How the bodies are turned about the vertical, in radians.
    pub yaws: &'static [f32],
    /// How far they move, in meters.
    way: f32,
    slide: fn(Along) -> Slide,
}

impl Family {
    /// From how many places a slide starts.
    pub const PLACES: u16 = 24;

    /// The slide from a place.
    #[must_use]
    pub fn slide(&self, margin: f32, speed: f32, yaw: f32, place: u16) -> Slide {
        (self.slide)(Along { margin, speed, place, yaw, way: self.way })
    }
}

const SLIDES: Family = Family {
    name: "",
    wanted: Wanted::Slide,
    margins: &[0.09, 0.02, 0.005],
    speeds: &[2.0, 10.0],
    yaws: &[0.2],
    way: 30.0,
    slide: |along| along.cube(road()),
};

/// The families, in the order of the book.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "flush tiles",
        margins: &[0.09, 0.02, 0.005, 0.001],
        speeds: &[1.0, 2.0, 5.0, 10.0, 20.0],
        yaws: &[0.0, 0.4],
        ..SLIDES
    },
    Family {
        name: "planks",
        slide: |along| along.slide(Vec3::new(0.4, 0.02, 0.25), road()),
        ..SLIDES
    },
    Family { name: "spinning", slide: spinning, yaws: &[0.1], ..SLIDES },
    Family {
        name: "thin tiles",
        slide: |along| along.cube(tiles(40, 1, Vec3::new(0.5, 0.02, 5.0), 0.0)),
        ..SLIDES
    },
    Family { name: "across a grid", slide: diagonal, yaws: &[0.4], way: 20.0, ..SLIDES },
    Family {
        name: "voxels of 0.1 m",
        slide: |along| along.cube(tiles(100, 15, Vec3::splat(0.05), 0.0)),
        yaws: &[0.4],
        way: 8.0,
        ..SLIDES
    },
    Family {
        name: "cubes of half 0.02 m",
        slide: |along| along.slide(Vec3::splat(0.02), road()),
        speeds: &[2.0, 10.0, 20.0],
        ..SLIDES
    },
    Family {
        name: "cubes of half 0.1 m",
        slide: |along| along.slide(Vec3::splat(0.1), road()),
        speeds: &[2.0, 10.0, 20.0],
        ..SLIDES
    },
    Family { name: "hopping cubes", slide: hopping, speeds: &[2.0, 10.0], ..SLIDES },
    Family { name: "heights off by 1e-6 m", slide: |along| uneven(along, 1e-6), ..SLIDES },
    Family { name: "heights off by 1e-5 m", slide: |along| uneven(along, 1e-5), ..SLIDES },
    Family { name: "heights off by 1e-4 m", slide: |along| uneven(along, 1e-4), ..SLIDES },
    Family { name: "T seams", slide: t_seams, yaws: &[0.4], way: 25.0, ..SLIDES },
    Family { name: "tiles of many sizes", slide: |along| mixed(along, false), ..SLIDES },
    Family { name: "and of many thicknesses", slide: |along| mixed(along, true), ..SLIDES },
    Family {
        name: "many thicknesses in a row",
        slide: thicknesses,
        margins: &[0.09, 0.02, 0.005, 0.001],
        speeds: &[2.0, 5.0, 10.0],
        yaws: &[0.4],
        ..SLIDES
    },
    Family {
        name: "sides open in part",
        slide: widths,
        margins: &[0.09, 0.02, 0.005, 0.001],
        speeds: &[2.0, 5.0, 10.0],
        yaws: &[0.4],
        ..SLIDES
    },
    Family { name: "turned floor", slide: turned, yaws: &[0.4], ..SLIDES },
    Family { name: "tiles turned against each other", slide: pinwheel, yaws: &[0.4], ..SLIDES },
    Family {
        name: "down a leaning wall",
        slide: leaning,
        yaws: &[0.0, 0.3],
        speeds: &[1.0],
        ..SLIDES
    },
    Family { name: "thrown at a wall", slide: thrown, yaws: &[0.0, 0.3], speeds: &[1.0], ..SLIDES },
    Family {
        name: "against the rim",
        wanted: Wanted::Stop,
        slide: rim,
        yaws: &[0.0],
        way: 10.0,
        ..SLIDES
    },
    Family { name: "up to a wall", wanted: Wanted::Stop, slide: wall, way: 15.0, ..SLIDES },
    Family {
        name: "up a step of 0.2 m",
        wanted: Wanted::Stop,
        slide: |along| step(along, 0.2),
        yaws: &[0.0],
        way: 15.0,
        ..SLIDES
    },
    Family {
        name: "up a step of 1 mm",
        wanted: Wanted::Trip,
        slide: |along| step(along, 0.001),
        yaws: &[0.0],
        way: 15.0,
        ..SLIDES
    },
    Family { name: "a missing tile", wanted: Wanted::Trip, slide: missing, yaws: &[0.0], ..SLIDES },
    Family { name: "off the rim", slide: off, yaws: &[0.0], way: 4.6, ..SLIDES },
    Family {
        name: "dropped on a grid",
        wanted: Wanted::Anything,
        slide: |along| dropped(along, tiles(40, 9, Vec3::splat(0.5), 0.0)),
        way: 15.0,
        ..SLIDES
    },
    Family {
        name: "dropped on one floor",
        wanted: Wanted::Anything,
        slide: |along| dropped(along, vec![one_floor()]),
        way: 15.0,
        ..SLIDES
    },
    Family { name: "onto one layer of 0.1 m", slide: |along| falling(along, 1), ..FALLS },
    Family { name: "onto two layers of 0.1 m", slide: |along| falling(along, 2), ..FALLS },
    Family { name: "onto ten layers of 0.1 m", slide: |along| falling(along, 10), ..FALLS },
];

const FALLS: Family = Family {
    wanted: Wanted::Anything,
    margins: &[0.02],
    speeds: &[10.0, 20.0, 40.0],
    yaws: &[0.0],
    ..SLIDES
};

fn one_floor() -> Body {
    Body::fixed(Vec3::new(40.0, 0.5, 5.0), Pose::at(20.0, -0.5, 0.0))
}

fn spinning(along: Along) -> Slide {
    let mut slide = along.cube(road());
    slide.mover.angular_velocity = Vec3::new(0.0, 3.0, 0.0);
    slide
}

fn diagonal(along: Along) -> Slide {
    let mut slide = along.cube(tiles(30, 30, Vec3::splat(0.5), 0.0));
    slide.wanted = along.speed * 0.5_f32.sqrt() * Vec3::new(1.0, 0.0, 0.9);
    slide.mover.linear_velocity = slide.wanted;
    slide.mover.center.z = -12.0;
    slide
}

fn hopping(along: Along) -> Slide {
    let mut slide = along.slide(Vec3::splat(0.05), tiles(40, 3, Vec3::splat(0.5), 0.0));
    slide.mover.angular_velocity = Vec3::new(1.0, 2.0, 3.0);
    slide.mover.center.y += 0.3;
    slide
}

fn uneven(along: Along, off: f32) -> Slide {
    let mut random = along.random(1);
    let mut floor = road();
    for tile in &mut floor {
        tile.center.y += f64::from(between(&mut random, -off, off));
    }
    Slide { tolerance: 3e-4, ..along.cube(floor) }
}

fn t_seams(along: Along) -> Slide {
    let mut floor = tiles(42, 9, Vec3::splat(0.5), 0.0);
    for tile in &mut floor {
        if tile.center.z.rem_euclid(2.0) > 0.5 {
            tile.center.x -= 0.5;
        }
    }
    let mut slide = along.cube(floor);
    slide.mover.center.z = 0.3;
    slide
}

/// A floor that is cut into 151 tiles.
fn mixed(along: Along, many_thicknesses: bool) -> Slide {
    let mut random = along.random(5);
    let mut rectangles = vec![[-2.0_f32, 38.0, -4.0, 4.0]];
    for _ in 0..150 {
        let area = |[left, right, near, far]: [f32; 4]| (right - left) * (far - near);
        let largest = (0..rectangles.len())
            .max_by(|&a, &b| area(rectangles[a]).total_cmp(&area(rectangles[b])))
            .unwrap_or_default();
        let [left, right, near, far] = rectangles.swap_remove(largest);
        // Sixty-fourths, so that centers and half extents are exact.
        let part = (between(&mut random, 0.3, 0.7) * 64.0).round() / 64.0;
        rectangles.extend(if right - left > far - near {
            let cut = left + part * (right - left);
            [[left, cut, near, far], [cut, right, near, far]]
        } else {
            let cut = near + part * (far - near);
            [[left, right, near, cut], [left, right, cut, far]]
        });
    }
    let floor = rectangles.iter().map(|[left, right, near, far]| {
        let height = if many_thicknesses { between(&mut random, 0.2, 0.8) } else { 0.5 };
        let half = Vec3::new((right - left) / 2.0, height, (far - near) / 2.0);
        Body::fixed(half, Pose::at((left + right) / 2.0, -height, (near + far) / 2.0))
    });
    along.cube(floor.collect())
}

fn thicknesses(along: Along) -> Slide {
    let mut random = along.random(5);
    let tile = |x: u16| {
        let height = between(&mut random, 0.2, 0.8);
        Body::fixed(Vec3::new(0.5, height, 5.0), Pose::at(f32::from(x), -height, 0.0))
    };
    along.cube((0..40).map(tile).collect())
}

fn widths(along: Along) -> Slide {
    let mut random = along.random(5);
    let tile = |x: u16| {
        let half = Vec3::new(0.5, 0.5, between(&mut random, 1.0, 3.0));
        Body::fixed(half, Pose::at(f32::from(x), -0.5, between(&mut random, -0.5, 0.5)))
    };
    along.cube((0..40).map(tile).collect())
}

/// Turns everything about the vertical.
fn turn(slide: &mut Slide, rotation: Quat) {
    for body in slide.fixed.iter_mut().chain([&mut slide.mover]) {
        body.center = rotation.as_dquat() * body.center;
        body.rotation = rotation * body.rotation;
        body.linear_velocity = rotation * body.linear_velocity;
    }
    slide.wanted = rotation * slide.wanted;
}

fn turned(along: Along) -> Slide {
    let mut slide = along.cube(tiles(40, 3, Vec3::new(0.5, 0.5, 1.0), 0.0));
    turn(&mut slide, Quat::from_rotation_y(0.7));
    slide
}

/// Square tiles, each turned by another multiple of a right angle and some upside down.
fn pinwheel(along: Along) -> Slide {
    let mut slide = along.cube(tiles(40, 3, Vec3::splat(0.5), 0.0));
    let quarter = std::f32::consts::FRAC_PI_2;
    for (number, tile) in (0_u8..).zip(&mut slide.fixed) {
        let upright = Quat::from_rotation_y(quarter * f32::from(number % 4));
        tile.rotation = upright * Quat::from_rotation_x(quarter * f32::from(number % 3));
    }
    turn(&mut slide, Quat::from_rotation_y(0.3));
    slide
}

/// How many frames a body falls along a wall.
const FALL_FRAMES: u16 = 140;

/// How far a wall leans, in radians.
const LEAN: f32 = 0.1;

fn leaning(along: Along) -> Slide {
    let lean = Quat::from_rotation_z(LEAN);
    let tile = |y: i16| {
        let center = lean * Vec3::new(-0.5, f32::from(y) + 0.5, 0.0);
        Body::fixed(Vec3::new(0.5, 0.5, 5.0), Pose { center, rotation: lean })
    };
    let center = lean * Vec3::new(0.25, -0.0371 * f32::from(along.place), 0.0);
    let rotation = lean * Quat::from_rotation_x(along.yaw);
    let seconds = f32::from(FALL_FRAMES) / 60.0;
    Slide {
        fixed: (-50..10).map(tile).collect(),
        mover: mover(Vec3::splat(0.25), center, rotation, Vec3::ZERO, Vec3::ZERO),
        frames: FALL_FRAMES.into(),
        wanted: lean * -Vec3::Y * (GRAVITY * LEAN.cos() * seconds),
        ..along.cube(Vec::new())
    }
}

fn thrown(along: Along) -> Slide {
    let tile =
        |y: i16| Body::fixed(Vec3::new(0.5, 0.5, 5.0), Pose::at(-0.5, f32::from(y) + 0.5, 0.0));
    let place = f32::from(along.place);
    let center = Vec3::new(0.3, -0.0371 * place, 0.0);
    let rotation = Quat::from_rotation_x(along.yaw) * Quat::from_rotation_z(0.02 * place);
    let velocity = Vec3::new(-2.0, 0.0, 0.0);
    Slide {
        fixed: (-50..10).map(tile).collect(),
        mover: mover(Vec3::splat(0.25), center, rotation, velocity, Vec3::ZERO),
        frames: FALL_FRAMES.into(),
        wanted: -Vec3::Y * (GRAVITY * f32::from(FALL_FRAMES) / 60.0),
        ..along.cube(Vec::new())
    }
}

fn rim(along: Along) -> Slide {
    let mut floor = road();
    floor.push(Body::fixed(Vec3::new(20.0, 0.5, 5.0), Pose::at(-20.0, -0.7, 0.0)));
    let mut slide = along.cube(floor);
    slide.mover.center = DVec3::new(-3.0, 0.05, 0.0);
    slide
}

fn wall(along: Along) -> Slide {
    let mut floor = tiles(10, 3, Vec3::splat(0.5), 0.0);
    for row in 0..3_u8 {
        for place in [-1.0, 0.0, 1.0] {
            let pose = Pose::at(10.0, f32::from(row) - 0.5, place);
            floor.push(Body::fixed(Vec3::splat(0.5), pose));
        }
    }
    along.cube(floor)
}

fn step(along: Along, height: f32) -> Slide {
    let mut floor = tiles(10, 1, Vec3::new(0.5, 0.5, 5.0), 0.0);
    floor.push(Body::fixed(Vec3::new(10.0, 0.5, 5.0), Pose::at(19.5, height - 0.5, 0.0)));
    along.cube(floor)
}

fn missing(along: Along) -> Slide {
    let mut floor = road();
    floor.remove(15);
    along.cube(floor)
}

fn off(along: Along) -> Slide {
    along.cube(tiles(5, 1, Vec3::new(0.5, 0.5, 5.0), 0.0))
}

fn dropped(along: Along, floor: Vec<Body>) -> Slide {
    let mut random = along.random(7);
    let mut slide = along.cube(floor);
    let mut spin = || between(&mut random, -3.0, 3.0);
    slide.mover.angular_velocity = Vec3::new(spin(), spin(), spin());
    slide.mover.rotation = any_rotation(&mut random);
    slide.mover.center.y = 1.25;
    slide.frames = frames(along.way, along.speed).max(180);
    slide
}

/// A body that falls at the speed, and moves along x at 2 m/s.
fn falling(along: Along, layers: u8) -> Slide {
    let mut random = along.random(70);
    let half = Vec3::new(0.5, 0.05, 0.5);
    let layer = |number| tiles(10, 5, half, -2.0 * half.y * f32::from(number));
    let mut slide = along.cube((0..layers).flat_map(layer).collect());
    slide.mover.center.y = 0.5 + f64::from(between(&mut random, 0.0, 0.4));
    slide.wanted = Vec3::new(2.0, 0.0, 0.0);
    slide.mover.linear_velocity = slide.wanted - along.speed * Vec3::Y;
    slide.mover.rotation = match along.place % 2 {
        0 => Quat::IDENTITY,
        _ => any_rotation(&mut random),
    };
    slide.frames = 100;
    slide
}

//! Boxes that slide without friction over floors of many boxes: at seams that cannot be touched they keep their speed.

use glam::{Quat, Vec3};
use octosat_engine::{Body, FRAME, World};
use octosat_scenes::generate::{Random, narrow};

use crate::Outcome;
use crate::measure::{energy_of, frames_in};
use crate::scenes::{DENSITY, between};

/// From how many places a body starts.
pub(crate) const PLACES: u8 = 24;

/// How far apart they are, in meters: no multiple of a tile.
const PLACE_STEP: f32 = 0.0371;

/// Meters per second squared.
const GRAVITY: f32 = 9.81;

/// What the slides of a family should come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All keep their speed.
    Slide,
    /// All are stopped: something is in their way.
    Stop,
    /// Some trip, over something that is there.
    Trip,
    /// All stay on the floor.
    Stay,
}

/// A body that moves over fixed ones.
#[derive(Clone, Debug)]
pub(crate) struct Slide {
    pub(crate) fixed: Vec<Body>,
    mover: Body,
    frames: u16,
    /// The velocity that it has in the end if nothing stops it.
    wanted: Vec3,
}

/// The end of a slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slid {
    /// The part of the wanted velocity that the body has in the end.
    pub(crate) kept: f32,
    /// The horizontal speed across the wanted velocity, in meters per second.
    pub(crate) sideways: f32,
    /// The height of the center in the end, in meters.
    pub(crate) height: f32,
    /// The energy that it gained at most, as a part of its energy of motion at the start, or of that at 4.5 cm/s.
    pub(crate) gain: f32,
}

impl Slide {
    /// Lets the body slide.
    pub(crate) fn run(&self) -> Outcome<Slid> {
        let mut world = World::default();
        for body in &self.fixed {
            world.add(body.clone())?;
        }
        let mover = world.add(self.mover.clone())?;
        let energy = |body: &Body| energy_of(body) + GRAVITY * body.center.y;
        let mut gain = f32::MIN;
        for _ in 0..self.frames {
            world.step()?;
            let body = world.body(mover).ok_or("it was added")?;
            gain = gain.max(energy(body) - energy(&self.mover));
        }
        let Body { center, velocity, .. } = world.body(mover).ok_or("it was added")?;
        let across = self.wanted.cross(Vec3::Y).normalize_or_zero();
        Ok(Slid {
            kept: velocity.dot(self.wanted) / self.wanted.length_squared(),
            sideways: velocity.dot(across).abs(),
            height: center.y,
            gain: gain / energy_of(&self.mover).max(1e-3),
        })
    }
}

/// Slides of one kind, from several places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) wanted: Wanted,
    /// The speeds at the start, in meters per second.
    pub(crate) speeds: &'static [f32],
    /// How the bodies are turned about the vertical, in radians.
    yaw: f32,
    /// How far they move, in meters.
    way: f32,
    slide: fn(Along) -> Slide,
}

impl Family {
    /// The slide from a place.
    pub(crate) fn slide(&self, speed: f32, place: u8) -> Slide {
        (self.slide)(Along { speed, place, yaw: self.yaw, way: self.way })
    }

    const fn new(name: &'static str, wanted: Wanted, slide: fn(Along) -> Slide) -> Self {
        Self { name, wanted, speeds: &[2.0, 10.0], yaw: 0.2, way: 30.0, slide }
    }

    const fn turned(self, yaw: f32) -> Self {
        Self { yaw, ..self }
    }

    const fn way(self, way: f32) -> Self {
        Self { way, ..self }
    }

    const fn at(self, speeds: &'static [f32]) -> Self {
        Self { speeds, ..self }
    }
}

/// The families.
pub(crate) const FAMILIES: &[Family] = {
    use Wanted::{Slide, Stay, Stop, Trip};
    const FALLS: &[f32] = &[10.0, 20.0];
    &[
        Family::new("flush tiles", Slide, |along| along.cube(road()))
            .turned(0.4)
            .at(&[1.0, 2.0, 5.0, 10.0, 20.0]),
        Family::new("planks", Slide, |along| along.slide(Vec3::new(0.4, 0.02, 0.25), road())),
        Family::new("spinning", Slide, spinning),
        Family::new("thin tiles", Slide, |along| {
            along.cube(tiles(40, 1, Vec3::new(0.5, 0.02, 5.0)))
        }),
        Family::new("across a grid", Slide, diagonal).turned(0.4).way(20.0),
        Family::new("voxels of 0.1 m", Slide, |along| {
            along.cube(tiles(100, 15, Vec3::splat(0.05)))
        })
        .turned(0.4)
        .way(8.0),
        Family::new("cubes of half 0.02 m", Slide, |along| along.slide(Vec3::splat(0.02), road())),
        Family::new("cubes of half 0.1 m", Slide, |along| along.slide(Vec3::splat(0.1), road())),
        Family::new("hopping cubes", Slide, hopping),
        Family::new("heights off by 1e-5 m", Slide, uneven),
        Family::new("T seams", Slide, t_seams).turned(0.4).way(25.0),
        Family::new("tiles of many sizes", Slide, |along| mixed(along, false)),
        Family::new("and of many thicknesses", Slide, |along| mixed(along, true)),
        Family::new("sides open in part", Slide, widths).turned(0.4),
        Family::new("tiles turned against each other", Slide, pinwheel).turned(0.4),
        Family::new("down a leaning wall", Slide, leaning).at(&[1.0]),
        Family::new("against the rim", Stop, rim).turned(0.0).way(10.0),
        Family::new("up to a wall", Stop, wall).way(15.0),
        Family::new("up a step of 0.2 m", Stop, |along| step(along, 0.2)).turned(0.0).way(15.0),
        Family::new("up a step of 1 mm", Trip, |along| step(along, 0.001)).turned(0.0).way(15.0),
        Family::new("a missing tile", Trip, missing).turned(0.0),
        Family::new("onto one layer of 0.1 m", Stay, |along| falling(along, 1)).at(FALLS),
        Family::new("onto ten layers of 0.1 m", Stay, |along| falling(along, 10)).at(FALLS),
    ]
};

/// How a body slides along x.
#[derive(Clone, Copy, Debug)]
struct Along {
    speed: f32,
    place: u8,
    yaw: f32,
    way: f32,
}

impl Along {
    /// A random source of the place.
    fn random(self) -> Random {
        Random::new(5 + 31 * u64::from(self.place))
    }

    /// A box of these half extents that rests on a floor and slides.
    fn slide(self, half: Vec3, fixed: Vec<Body>) -> Slide {
        let center = Vec3::new(0.5 + PLACE_STEP * f32::from(self.place), half.y, 0.0);
        let mut mover = Body::cuboid(center, half, DENSITY);
        (mover.velocity, mover.friction) = (self.speed * Vec3::X, 0.0);
        mover.rotation = Quat::from_rotation_y(self.yaw);
        let (wanted, frames) = (mover.velocity, frames_in(self.way / self.speed));
        Slide { fixed, mover, frames, wanted }
    }

    /// The same for a cube of half a meter.
    fn cube(self, fixed: Vec<Body>) -> Slide {
        self.slide(Vec3::splat(0.25), fixed)
    }
}

/// A box of a floor.
fn tile(half: Vec3, center: Vec3) -> Body {
    Body::cuboid(center, half, 0.0)
}

/// `along` × `across` tiles in the plane below y = 0, of which the first is at x = 0 and the middle ones at z = 0.
fn tiles(along: u8, across: u8, half: Vec3) -> Vec<Body> {
    let place = |x: u8, z: u8| {
        let z = f32::from(z) - f32::from(across / 2);
        tile(half, Vec3::new(f32::from(x) * 2.0 * half.x, -half.y, z * 2.0 * half.z))
    };
    (0..along).flat_map(|x| (0..across).map(move |z| place(x, z))).collect()
}

/// Forty wide tiles in a row.
fn road() -> Vec<Body> {
    tiles(40, 1, Vec3::new(0.5, 0.5, 5.0))
}

fn spinning(along: Along) -> Slide {
    let mut slide = along.cube(road());
    slide.mover.spin = 3.0 * Vec3::Y;
    slide
}

fn diagonal(along: Along) -> Slide {
    let mut slide = along.cube(tiles(30, 30, Vec3::splat(0.5)));
    slide.wanted = along.speed * 0.5_f32.sqrt() * Vec3::new(1.0, 0.0, 0.9);
    slide.mover.velocity = slide.wanted;
    slide.mover.center.z = -12.0;
    slide
}

fn hopping(along: Along) -> Slide {
    let mut slide = along.slide(Vec3::splat(0.05), tiles(40, 3, Vec3::splat(0.5)));
    slide.mover.spin = Vec3::new(1.0, 2.0, 3.0);
    slide.mover.center.y += 0.3;
    slide
}

fn uneven(along: Along) -> Slide {
    let (mut random, mut floor) = (along.random(), road());
    floor.iter_mut().for_each(|tile| tile.center.y += between(&mut random, -1e-5, 1e-5));
    along.cube(floor)
}

fn t_seams(along: Along) -> Slide {
    let mut floor = tiles(42, 9, Vec3::splat(0.5));
    let shifted = floor.iter_mut().filter(|tile| tile.center.z.rem_euclid(2.0) > 0.5);
    shifted.for_each(|tile| tile.center.x -= 0.5);
    let mut slide = along.cube(floor);
    slide.mover.center.z = 0.3;
    slide
}

/// A floor that is cut into 151 tiles.
fn mixed(along: Along, of_many_thicknesses: bool) -> Slide {
    let mut random = along.random();
    let mut rectangles = vec![[-2.0_f32, 38.0, -4.0, 4.0]];
    for _ in 0..150 {
        let area = |[left, right, near, far]: [f32; 4]| (right - left) * (far - near);
        let largest = (0..rectangles.len())
            .max_by(|&a, &b| area(rectangles[a]).total_cmp(&area(rectangles[b])));
        let [left, right, near, far] = rectangles.swap_remove(largest.unwrap_or_default());
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
        let height = if of_many_thicknesses { between(&mut random, 0.2, 0.8) } else { 0.5 };
        let half = Vec3::new((right - left) / 2.0, height, (far - near) / 2.0);
        tile(half, Vec3::new((left + right) / 2.0, -height, (near + far) / 2.0))
    });
    along.cube(floor.collect())
}

fn widths(along: Along) -> Slide {
    let mut random = along.random();
    let of_any_width = |x: u8| {
        let half = Vec3::new(0.5, 0.5, between(&mut random, 1.0, 3.0));
        tile(half, Vec3::new(x.into(), -0.5, between(&mut random, -0.5, 0.5)))
    };
    along.cube((0..40).map(of_any_width).collect())
}

/// Square tiles, each turned by another multiple of a right angle and some upside down, on a floor that is turned.
fn pinwheel(along: Along) -> Slide {
    let mut slide = along.cube(tiles(40, 3, Vec3::splat(0.5)));
    let quarter = std::f32::consts::FRAC_PI_2;
    for (number, tile) in (0_u8..).zip(&mut slide.fixed) {
        let upright = Quat::from_rotation_y(quarter * f32::from(number % 4));
        tile.rotation = upright * Quat::from_rotation_x(quarter * f32::from(number % 3));
    }
    let turn = Quat::from_rotation_y(0.3);
    for body in slide.fixed.iter_mut().chain([&mut slide.mover]) {
        (body.center, body.rotation) = (turn * body.center, turn * body.rotation);
        body.velocity = turn * body.velocity;
    }
    slide.wanted = turn * slide.wanted;
    slide
}

fn leaning(along: Along) -> Slide {
    const LEAN: f32 = 0.1; // radians
    const FRAMES: u16 = 140;
    let lean = Quat::from_rotation_z(LEAN);
    let of_wall = |y: i8| {
        let center = lean * Vec3::new(-0.5, f32::from(y) + 0.5, 0.0);
        let mut tile = tile(Vec3::new(0.5, 0.5, 5.0), center);
        tile.rotation = lean;
        tile
    };
    let mut slide = along.cube((-50..10).map(of_wall).collect());
    slide.mover.center = lean * Vec3::new(0.25, -PLACE_STEP * f32::from(along.place), 0.0);
    slide.mover.rotation = lean * Quat::from_rotation_x(along.yaw);
    (slide.mover.velocity, slide.frames) = (Vec3::ZERO, FRAMES);
    slide.wanted = lean * -Vec3::Y * (GRAVITY * LEAN.cos() * FRAME * f32::from(FRAMES));
    slide
}

fn rim(along: Along) -> Slide {
    let mut floor = road();
    floor.push(tile(Vec3::new(20.0, 0.5, 5.0), Vec3::new(-20.0, -0.7, 0.0)));
    let mut slide = along.cube(floor);
    slide.mover.center = Vec3::new(-3.0, 0.05, 0.0);
    slide
}

fn wall(along: Along) -> Slide {
    let mut floor = tiles(10, 3, Vec3::splat(0.5));
    for row in 0..3_u8 {
        let center = |z| Vec3::new(10.0, f32::from(row) - 0.5, z);
        floor.extend([-1.0, 0.0, 1.0].map(|z| tile(Vec3::splat(0.5), center(z))));
    }
    along.cube(floor)
}

fn step(along: Along, height: f32) -> Slide {
    let mut floor = tiles(10, 1, Vec3::new(0.5, 0.5, 5.0));
    floor.push(tile(Vec3::new(10.0, 0.5, 5.0), Vec3::new(19.5, height - 0.5, 0.0)));
    along.cube(floor)
}

fn missing(along: Along) -> Slide {
    let mut floor = road();
    floor.remove(15);
    along.cube(floor)
}

/// A body that falls at the speed, and moves along x at 2 m/s.
fn falling(along: Along, layers: u8) -> Slide {
    let mut random = along.random();
    let half = Vec3::new(0.5, 0.05, 0.5);
    let layer = |number: u8| {
        let mut layer = tiles(10, 5, half);
        layer.iter_mut().for_each(|tile| tile.center.y -= 2.0 * half.y * f32::from(number));
        layer
    };
    let mut slide = along.cube((0..layers).flat_map(layer).collect());
    slide.mover.center.y = 0.5 + between(&mut random, 0.0, 0.4);
    slide.wanted = 2.0 * Vec3::X;
    slide.mover.velocity = slide.wanted - along.speed * Vec3::Y;
    if along.place % 2 == 1 {
        slide.mover.rotation = Quat::from_array(random.rotation().map(narrow));
    }
    slide.frames = 100;
    slide
}

/// Whether a slide came to what is wanted; of one that may trip, whether it did.
pub(crate) fn is_as_wanted(wanted: Wanted, slid: &Slid) -> bool {
    let came = match wanted {
        Wanted::Slide => (0.999..1.01).contains(&slid.kept) && slid.sideways < 1e-3,
        Wanted::Stop | Wanted::Trip => slid.kept < 0.9,
        // What falls fast is held where it hits for up to a frame, a part of its energy that is left out here.
        Wanted::Stay => return (0.2..0.45).contains(&slid.height),
    };
    came && slid.gain < 5e-3
}

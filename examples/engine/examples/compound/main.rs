//! A compound: a table of five boxes and one body, which stands on a floor on four points and carries a cube.
#![expect(clippy::print_stdout, reason = "this program prints")]

mod four;
#[cfg(test)]
mod tests;

use glam::{Mat3, Vec3};
use octosat::{BoxPose, BoxStore, ContactCache, Engine, OrientedBox, Query};
use octosat_engine::{
    Body, Key, Point, Result, Shape,
    solver::{Substeps, solve},
};

use crate::four::reduce;

const WOOD: f32 = 500.0; // kilograms per cubic meter
const WITHIN: f32 = 0.01; // meters up to which there are contacts before boxes touch

/// A box of a body, along the axes of the body.
struct Part {
    body: usize,
    /// From the center of the body to that of the box.
    center: Vec3,
    half_extents: Vec3,
}

/// A floor, a table and a cube: bodies, their boxes and contact points.
#[derive(Default)]
pub(crate) struct Scene {
    engine: Engine,
    cache: ContactCache,
    pub(crate) bodies: Vec<Body>,
    parts: Vec<Part>,
    pub(crate) points: Vec<Point>,
}

impl Scene {
    /// The table stands on the floor, and the cube on the table.
    pub(crate) fn new() -> Self {
        let mut scene = Self::default();
        let floor = Vec3::new(2.0, 0.1, 2.0);
        scene.add(Vec3::new(0.0, -0.1, 0.0), &[[Vec3::ZERO, floor]], 0.0);
        let leg = |x, z| [Vec3::new(x, 0.35, z), Vec3::new(0.05, 0.35, 0.05)];
        let top = [Vec3::new(0.0, 0.725, 0.0), Vec3::new(0.6, 0.025, 0.4)];
        let table = [top, leg(-0.5, -0.3), leg(-0.5, 0.3), leg(0.5, -0.3), leg(0.5, 0.3)];
        scene.add(Vec3::ZERO, &table, WOOD);
        scene.add(Vec3::new(0.3, 0.95, 0.1), &[[Vec3::ZERO, Vec3::splat(0.2)]], WOOD);
        scene
    }

    /// Adds a body of boxes that do not overlap, each with its center and half extents.
    fn add(&mut self, origin: Vec3, boxes: &[[Vec3; 2]], density: f32) {
        let mass = |half_extents: Vec3| density * 8.0 * half_extents.element_product();
        let sum: f32 = boxes.iter().map(|&[_, half_extents]| mass(half_extents)).sum();
        // The center of mass becomes that of the body.
        let middle: Vec3 = boxes.iter().map(|&[center, half]| mass(half) * center).sum();
        let middle = if sum > 0.0 { middle / sum } else { middle };
        let (mut inertia, mut around) = (Mat3::ZERO, Vec3::ZERO);
        for &[center, half_extents] in boxes {
            let (own, arm) = (half_extents * half_extents / 3.0, center - middle);
            let own = Mat3::from_diagonal(Vec3::splat(own.element_sum()) - own);
            let outer = Mat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
            let arms = Mat3::from_diagonal(Vec3::splat(arm.length_squared())) - outer;
            inertia += (own + arms) * mass(half_extents);
            around = around.max(arm.abs() + half_extents);
            self.parts.push(Part { body: self.bodies.len(), center: arm, half_extents });
        }
        let mut body = Body::new(Shape::Cuboid, origin + middle, around, sum, inertia);
        body.id = u32::try_from(self.bodies.len()).expect("three bodies");
        self.bodies.push(body);
    }

    /// Moves the bodies by a frame.
    pub(crate) fn step(&mut self) -> Result<()> {
        let mut boxes = BoxStore::new();
        for part in &self.parts {
            let body = &self.bodies[part.body];
            let center = body.center + body.rotation * part.center;
            let pose = BoxPose::new(center.into(), body.rotation.into());
            boxes.insert(OrientedBox { pose, half_extents: part.half_extents.into() })?;
        }
        let owner = |index: u32| self.parts[index as usize].body;
        let all = 0..u32::try_from(self.parts.len())?;
        let pairs = all.clone().flat_map(|a| all.clone().map(move |b| [a, b]));
        let pairs: Vec<_> = pairs.filter(|&[a, b]| owner(a) < owner(b)).collect();
        self.cache.next_frame();
        self.engine.manifolds_cached(Query::new(&boxes, &pairs).within(WITHIN), &mut self.cache)?;
        let mut points = Vec::new();
        for link in self.cache.links().contacts() {
            let [a, b] = link.touching.pair;
            let bodies = [a, b].map(owner);
            let ids = bodies.map(|body| self.bodies[body].id);
            let normal = link.touching.manifold.normal.into();
            for at in link.touching.points {
                // The feature of a point of compounds says which parts touch, too.
                let feature = u64::from(a) << 48 | u64::from(b) << 32 | u64::from(at.feature.0);
                let key = Key { bodies: ids, feature };
                let last = self.points.iter().find(|point| point.key == key);
                let (position, depth) = (at.position.into(), at.depth);
                let (impulse, is_new) =
                    (last.map_or(Vec3::ZERO, |last| last.impulse), last.is_none());
                points.push(Point { key, bodies, normal, position, depth, impulse, is_new });
            }
        }
        self.points = reduce(points);
        let moving: Vec<u32> = self.bodies.iter().map(|body| body.id).collect();
        solve(&mut self.bodies, &moving, &mut self.points, Substeps::default());
        Ok(())
    }
}

fn main() -> Result<()> {
    let mut scene = Scene::new();
    for _ in 0..120 {
        scene.step()?;
    }
    for point in &scene.points {
        println!("{}: {} newton seconds", point.position, point.impulse.length());
    }
    Ok(())
}

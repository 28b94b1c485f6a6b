//! The world: bodies, their shapes in stores of octosat, and the steps of a frame.

use std::collections::{BTreeMap, HashMap};

use glam::Vec3;
use octosat::{
    AxisAlignedBox, BoxStore, ContactCache, CoveredFaces, Engine, Query, Ray, RayHit, Side, Sphere,
    covered_faces,
};

use crate::Result;
use crate::body::{Body, Shape};
use crate::contacts::{Key, Point};
use crate::pairs::{around, meets, sweep};
use crate::sleep::{sleep, wake, wake_islands};
use crate::solver::{Substeps, solve};

/// How far flush tiles may be off each other, in meters: more than the rounding of coordinates up to a kilometer.
const FLUSH: f32 = 1e-4;

/// Bodies, and what is known of their contacts. A body has the same index in all lists.
#[derive(Debug, Default)]
pub struct World {
    pub(crate) engine: Engine,
    pub(crate) bodies: Vec<Body>,
    pub(crate) indices: HashMap<u32, usize>, // by id
    next_id: u32,
    pub(crate) boxes: BoxStore,    // of each body, or in a ball
    pub(crate) balls: Vec<Sphere>, // of each body, or around it
    pub(crate) cache: ContactCache,
    pub(crate) covered: Option<CoveredFaces>, // of boxes that never move; none after a change
    pub(crate) impulses: BTreeMap<Key, Vec3>, // of the last frame, and of bodies that sleep
    /// The substeps of a frame.
    pub substeps: Substeps,
    /// The contact points of the last frame, with their impulses.
    pub points: Vec<Point>,
}

impl World {
    /// Adds a body, and returns its id.
    ///
    /// # Errors
    /// If a number of it is not finite.
    pub fn add(&mut self, mut body: Body) -> Result<u32> {
        body.id = self.next_id;
        self.boxes.insert(body.as_box())?;
        self.covered = None;
        self.indices.insert(body.id, self.bodies.len());
        self.bodies.push(body);
        self.next_id += 1;
        Ok(self.next_id - 1)
    }

    /// Removes a body, and wakes what is near. Its impulses end with the next frame.
    ///
    /// # Errors
    /// If a body has left the numbers that octosat takes.
    pub fn remove(&mut self, id: u32) -> Result<Option<Body>> {
        let Some(index) = self.indices.remove(&id) else { return Ok(None) };
        let bounds = self.place()?;
        let near = (0..bounds.len()).filter(|&other| meets(&bounds[index], &bounds[other]));
        wake_islands(&mut self.bodies, near);
        // The last body takes the index of the removed one, and the cache must know.
        let (removed, last) = (u32::try_from(index)?, u32::try_from(self.bodies.len() - 1)?);
        self.cache.swap_remove(Side::Both, removed, last)?;
        self.boxes.swap_remove(removed);
        self.covered = None;
        let body = self.bodies.swap_remove(index);
        if let Some(moved) = self.bodies.get(index) {
            self.indices.insert(moved.id, index);
        }
        Ok(Some(body))
    }

    /// All bodies.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// A body.
    pub fn body(&self, id: u32) -> Option<&Body> {
        Some(&self.bodies[*self.indices.get(&id)?])
    }

    /// A body, to change it: it and its island wake. If it never moves by itself, all islands wake, because any may rest on
    /// it, and covered faces are found again.
    pub fn body_mut(&mut self, id: u32) -> Option<&mut Body> {
        let index = *self.indices.get(&id)?;
        if self.bodies[index].is_movable() {
            wake_islands(&mut self.bodies, [index]);
        } else {
            let all = 0..self.bodies.len();
            wake_islands(&mut self.bodies, all);
            self.covered = None;
        }
        Some(&mut self.bodies[index])
    }

    /// Moves the bodies by a frame.
    ///
    /// # Errors
    /// If a body has left the numbers that octosat takes.
    pub fn step(&mut self) -> Result<()> {
        self.points.clear();
        if !self.bodies.iter().any(|body| body.is_awake() || body.is_driven()) {
            return Ok(());
        }
        let bounds = self.place()?;
        let mut pairs = sweep(&self.bodies, &bounds);
        wake(&mut self.bodies, &pairs);
        pairs.retain(|pair| pair.iter().any(|&index| self.bodies[index as usize].is_awake()));
        self.points = self.contact_points(&pairs)?;
        solve(&mut self.bodies, &mut self.points, self.substeps);
        self.stop_bullets()?;
        self.keep_impulses();
        sleep(&mut self.bodies, &self.points);
        Ok(())
    }

    /// The body that a ray hits first, and how far away, in lengths of its direction.
    ///
    /// # Errors
    /// If the ray has no direction.
    pub fn pick(&mut self, from: Vec3, along: Vec3) -> Result<Option<(u32, f32)>> {
        self.place()?;
        let ray = Ray::new(from.into(), along.into())?;
        let [mut of_boxes, mut of_balls] = [(); 2].map(|()| vec![RayHit::MISS; self.bodies.len()]);
        self.engine.hits(Query::each(&self.boxes, &ray), &mut of_boxes)?;
        self.engine.hits(Query::each(&self.balls, &ray), &mut of_balls)?;
        // The cube in a ball is also hit, but later.
        let hits = self.bodies.iter().zip(&of_boxes);
        let of_balls = self.bodies.iter().zip(&of_balls);
        let hits = hits.chain(of_balls.filter(|(body, _)| body.shape == Shape::Ball));
        let hits = hits.filter(|(_, hit)| hit.hits()).map(|(body, hit)| (body.id, hit.entry));
        Ok(hits.min_by(|(_, one), (_, other)| one.total_cmp(other)))
    }

    /// Copies the bodies into the stores, and returns their AABBs.
    pub(crate) fn place(&mut self) -> Result<Vec<AxisAlignedBox>> {
        let Self { engine, bodies, boxes, balls, covered, .. } = self;
        boxes.set_poses_from_iter(bodies.iter().map(|body| body.as_box().pose))?;
        let ball = |body: &Body| Sphere::new(body.center.into(), body.reach());
        *balls = bodies.iter().map(ball).collect::<Result<_, _>>()?;
        if covered.is_none() {
            let mut fixed = boxes.clone();
            let moves = |body: &Body| body.is_movable() || body.is_driven();
            for (index, _) in (0..).zip(&*bodies).filter(|(_, body)| moves(body)) {
                fixed.set_half_extents(index, [0.0; 3])?;
            }
            *covered = Some(covered_faces(&fixed, FLUSH)?);
        }
        let mut bounds = vec![AxisAlignedBox::default(); boxes.len()];
        engine.aabbs(&*boxes, &mut bounds)?;
        for (bounds, body) in bounds.iter_mut().zip(&*bodies) {
            if body.shape == Shape::Ball {
                *bounds = around(body, body.center)?;
            }
        }
        Ok(bounds)
    }
}

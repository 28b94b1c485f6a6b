//! The world: bodies, their shapes in stores of octosat, and the steps of a frame.

use std::collections::{BTreeMap, HashMap};

use glam::{Quat, Vec3};
use octosat::{
    AxisAlignedBox, BoxStore, ContactCache, CoveredFaces, Engine, OrientedBox, Query, Ray, RayHit,
    Side, Sphere, covered_faces,
};

use crate::Result;
use crate::body::{Body, Shape};
use crate::contacts::{Key, Point};
use crate::pairs::around;
use crate::sleep::{sleep, wake, wake_islands};
use crate::solver::{Substeps, solve};

/// How far flush tiles may be off each other, in meters: more than the rounding of coordinates up to a kilometer.
const FLUSH: f32 = 1e-4;

/// How far away fixed bodies are picked, in meters.
const RANGE: f32 = 4_000.0;

/// Bodies, and what is known of their contacts. A body has the same index in all lists.
#[derive(Debug, Default)]
pub struct World {
    pub(crate) engine: Engine,
    pub(crate) bodies: Vec<Body>,
    pub(crate) indices: HashMap<u32, usize>, // by id
    next_id: u32,
    pub(crate) boxes: BoxStore,    // of each body, or in a ball
    pub(crate) balls: Vec<Sphere>, // of each body, or around it
    pub(crate) ends: BoxStore,     // the same boxes at the end of a frame, for bullets
    pub(crate) moving: Vec<u32>,   // the indices of the bodies that move
    pub(crate) fixed: Vec<u32>,    // and of the others
    pub(crate) obstacles: Option<octosat::World>, // the fixed bodies; none after a change, as below
    pub(crate) cache: ContactCache,
    pub(crate) covered: Option<CoveredFaces>, // of the fixed boxes
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
        // The last body takes the index of the removed one, and the cache must know.
        let (removed, last) = (u32::try_from(index)?, u32::try_from(self.bodies.len() - 1)?);
        let bounds = self.place()?;
        let pairs = self.pairs(&bounds)?.into_iter().filter(|pair| pair.contains(&removed));
        wake_islands(&mut self.bodies, pairs.flatten().map(|index| index as usize));
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
        let bounds = self.place()?;
        let mut moving = self.moving.iter().map(|&index| &self.bodies[index as usize]);
        if !moving.any(|body| body.is_awake() || body.is_driven()) {
            return Ok(());
        }
        let mut pairs = self.pairs(&bounds)?;
        wake(&mut self.bodies, &pairs);
        pairs.retain(|pair| pair.iter().any(|&index| self.bodies[index as usize].is_awake()));
        self.points = self.contact_points(&pairs)?;
        solve(&mut self.bodies, &self.moving, &mut self.points, self.substeps);
        self.stop_bullets()?;
        self.keep_impulses();
        sleep(&mut self.bodies, &self.moving, &self.points);
        Ok(())
    }

    /// The body that a ray hits first, and how far away, in lengths of its direction.
    ///
    /// # Errors
    /// If the ray has no direction.
    pub fn pick(&mut self, from: Vec3, along: Vec3) -> Result<Option<(u32, f32)>> {
        self.place()?;
        let ray = [Ray::new(from.into(), along.into())?];
        // A thin box along the ray, wider than rounding moves its end.
        let along = (along / along.abs().max_element()).normalize();
        let (center, half) = (from + 0.5 * RANGE * along, [0.5 * RANGE, 0.0, 0.0]);
        let rotation = Quat::from_rotation_arc(Vec3::X, along);
        let thin = OrientedBox::new(center.into(), rotation.into(), half);
        let near = self.near_fixed(&[thin], 1e-5 * RANGE)?.into_iter().map(|[_, index]| index);
        let list: Vec<_> = near.chain(self.moving.clone()).map(|index| [index, 0]).collect();
        let [mut of_boxes, mut of_balls] = [(); 2].map(|()| vec![RayHit::MISS; list.len()]);
        self.engine.hits(Query::new((&self.boxes, &ray), &list), &mut of_boxes)?;
        self.engine.hits(Query::new((&self.balls, &ray), &list), &mut of_balls)?;
        // The cube in a ball is also hit, but later.
        let bodies = list.iter().map(|&[index, _]| &self.bodies[index as usize]);
        let of_balls = bodies.clone().zip(&of_balls).filter(|(body, _)| body.shape == Shape::Ball);
        let hits = bodies.zip(&of_boxes).chain(of_balls).filter(|(_, hit)| hit.hits());
        let hits = hits.map(|(body, hit)| (body.id, hit.entry));
        Ok(hits.min_by(|(_, one), (_, other)| one.total_cmp(other)))
    }

    /// Copies bodies that move into the stores, and returns their AABBs; fixed ones only after a change of any.
    pub(crate) fn place(&mut self) -> Result<Vec<AxisAlignedBox>> {
        let Self { engine, bodies, boxes, balls, moving, fixed, obstacles, covered, .. } = self;
        if covered.is_none() {
            bodies.iter_mut().for_each(Body::begin_frame);
            boxes.set_poses_from_iter(bodies.iter().map(|body| body.as_box().pose))?;
            balls.resize(bodies.len(), Sphere::new([0.0; 3], 0.0)?);
            let all = 0..u32::try_from(bodies.len())?;
            (*fixed, *moving) = all.partition(|&index| bodies[index as usize].is_fixed());
            let solid = |&index: &u32| bodies[index as usize].as_box().into();
            *obstacles = Some(octosat::World::new(fixed.iter().map(solid))?);
            self.ends = boxes.clone();
            let mut fixed = boxes.clone();
            for &index in &*moving {
                fixed.set_half_extents(index, [0.0; 3])?;
            }
            *covered = Some(covered_faces(&fixed, FLUSH)?);
        }
        let placed: Vec<_> = moving.iter().map(|&index| bodies[index as usize].as_box()).collect();
        let mut store = BoxStore::new();
        store.extend_from_boxes(&placed)?;
        let mut bounds = vec![AxisAlignedBox::default(); placed.len()];
        engine.aabbs(&store, &mut bounds)?;
        for (&index, bounds) in moving.iter().zip(&mut bounds) {
            let body = &bodies[index as usize];
            boxes.set_pose(index, body.as_box().pose)?;
            balls[index as usize] = Sphere::new(body.center.into(), body.reach())?;
            if body.shape == Shape::Ball {
                *bounds = around(body, body.center)?;
            }
        }
        Ok(bounds)
    }
}

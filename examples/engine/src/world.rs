//! The world: bodies, their shapes in stores of octosat, and the steps of a frame.

use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, Instant};

use glam::Vec3;
use octosat::{
    AxisAlignedBox, BoxPose, BoxStore, ContactCache, CoveredFaces, Engine, OrientedBox, Ray,
    RayHit, ShapePairs, ShapeQuery, Side, Sphere, covered_faces,
};

use crate::body::{Body, Shape};
use crate::contacts::{Point, WITHIN};
use crate::four::reduce;
use crate::impulses::Impulses;
use crate::pairs::{BALL, Bounded, FIXED, GROUND, MOVING, ShapeRef, sweep};
use crate::sleep::{sleep, wake, wake_islands};
use crate::solver::solve;

/// How far flush tiles may be off each other, in meters: more than the rounding of coordinates up to a kilometer.
const FLUSH: f32 = 1e-4;

/// A store of boxes, and for each its body and which part of the body it is.
#[derive(Debug, Default)]
pub(crate) struct Boxes {
    pub(crate) store: BoxStore,
    pub(crate) owners: Vec<(usize, usize)>,
}

/// Bodies, and what is known of their contacts.
#[derive(Debug, Default)]
pub struct World {
    pub(crate) engine: Engine,
    pub(crate) bodies: Vec<Body>,
    indices: HashMap<u32, usize>, // of bodies, by id
    next_id: u32,
    pub(crate) boxes: [Boxes; 2], // that never move, and that do
    pub(crate) balls: Vec<Sphere>,
    ball_owners: Vec<usize>,
    pub(crate) caches: [ContactCache; 2], // fixed boxes against moving ones, and moving against moving
    pub(crate) covered: Option<CoveredFaces>, // of the fixed boxes; none after a change
    pub(crate) impulses: Impulses,
    points: Vec<Point>,
    /// How long the last frame took to find contacts: octosat, and the impulses that they start with.
    pub contact_time: Duration,
}

/// The pose of a box of a body.
fn pose(body: &Body, part: usize) -> BoxPose {
    let center = body.center + body.rotation * body.parts()[part].center;
    BoxPose::new(center.into(), body.rotation.into())
}

impl World {
    /// Adds a body, and returns its id.
    ///
    /// # Errors
    /// If a number of it is not finite.
    pub fn add(&mut self, mut body: Body) -> Result<u32, Box<dyn Error>> {
        body.id = self.next_id;
        let kind = usize::from(body.is_movable());
        for (number, part) in body.parts().iter().enumerate() {
            let half_extents = part.half_extents.into();
            self.boxes[kind]
                .store
                .insert(OrientedBox { pose: pose(&body, number), half_extents })?;
            self.boxes[kind].owners.push((self.bodies.len(), number));
        }
        self.covered.take_if(|_| kind == 0);
        self.indices.insert(body.id, self.bodies.len());
        self.bodies.push(body);
        self.next_id += 1;
        Ok(self.next_id - 1)
    }

    /// Removes a body, and wakes what is near. Its impulses end with the next frame.
    ///
    /// # Errors
    /// Never, as long as caches and stores have the same boxes.
    pub fn remove(&mut self, id: u32) -> Result<Option<Body>, Box<dyn Error>> {
        let Some(index) = self.indices.remove(&id) else { return Ok(None) };
        self.wake_around(index)?;
        let kind = usize::from(self.bodies[index].is_movable());
        let Boxes { store, owners } = &mut self.boxes[kind];
        for place in
            (0..owners.len()).rev().filter(|&place| owners[place].0 == index).collect::<Vec<_>>()
        {
            // The last box takes the index of the removed one, and the caches must know.
            let (removed, last) = (u32::try_from(place)?, u32::try_from(owners.len() - 1)?);
            store.swap_remove(removed);
            owners.swap_remove(place);
            self.caches[0].swap_remove([Side::A, Side::B][kind], removed, last)?;
            if kind == 1 {
                self.caches[1].swap_remove(Side::Both, removed, last)?;
            }
        }
        self.covered.take_if(|_| kind == 0);
        // The last body takes the index of the removed one, too.
        let body = self.bodies.swap_remove(index);
        if let Some(moved) = self.bodies.get(index) {
            self.indices.insert(moved.id, index);
            let owners = self.boxes.iter_mut().flat_map(|boxes| &mut boxes.owners);
            owners.filter(|(body, _)| *body == self.bodies.len()).for_each(|owner| owner.0 = index);
        }
        Ok(Some(body))
    }

    /// A body.
    #[must_use]
    pub fn body(&self, id: u32) -> Option<&Body> {
        Some(&self.bodies[*self.indices.get(&id)?])
    }

    /// A body, to change it: it and its island wake.
    pub fn body_mut(&mut self, id: u32) -> Option<&mut Body> {
        let index = *self.indices.get(&id)?;
        wake_islands(&mut self.bodies, [index]);
        Some(&mut self.bodies[index])
    }

    /// All bodies.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The contact points of the last frame, with their impulses.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Moves the bodies by a frame.
    ///
    /// # Errors
    /// If a body has left the numbers that octosat takes.
    pub fn step(&mut self) -> Result<(), Box<dyn Error>> {
        self.points.clear();
        if !self.bodies.iter().any(Body::is_awake) {
            return Ok(());
        }
        self.place()?;
        let mut pairs = sweep(&mut self.bounded()?, &self.bodies);
        wake(&mut self.bodies, &pairs);
        pairs.retain(|pair| pair.iter().any(|side| self.bodies[side.body].is_awake()));
        let start = Instant::now();
        let points = self.contact_points(&pairs)?;
        self.contact_time = start.elapsed();
        self.points = reduce(points);
        solve(&mut self.bodies, &mut self.points);
        self.stop_bullets()?;
        let Self { bodies, indices, impulses, .. } = self;
        let rests = |id| indices.get(&id).is_some_and(|&index| !bodies[index].is_awake());
        impulses.end_frame(&self.points, rests);
        sleep(bodies, &self.points);
        Ok(())
    }

    /// The body that a ray hits first, and how far away, in lengths of its direction.
    ///
    /// # Errors
    /// If the ray has no direction.
    pub fn pick(&mut self, from: Vec3, along: Vec3) -> Result<Option<(u32, f32)>, Box<dyn Error>> {
        self.place()?;
        let ray = Ray::new(from.into(), along.into())?;
        let mut hits: Vec<(usize, RayHit)> = Vec::new();
        for boxes in &self.boxes {
            let mut rows = vec![RayHit::MISS; boxes.owners.len()];
            self.engine.hits(ShapeQuery::each(&boxes.store, &ray), &mut rows)?;
            hits.extend(boxes.owners.iter().map(|&(body, _)| body).zip(rows));
        }
        let list: Vec<[u32; 2]> = (0..).zip(&self.balls).map(|(ball, _)| [ball, 0]).collect();
        let mut rows = vec![RayHit::MISS; list.len()];
        self.engine.hits(ShapePairs::new(&self.balls, &[ray], &list), &mut rows)?;
        hits.extend(self.ball_owners.iter().copied().zip(rows));
        let first = hits.iter().min_by(|(_, one), (_, other)| one.entry.total_cmp(&other.entry));
        let first = first.filter(|(_, hit)| hit.hits());
        Ok(first.map(|&(body, hit)| (self.bodies[body].id, hit.entry)))
    }

    /// Copies poses into the stores.
    pub(crate) fn place(&mut self) -> Result<(), Box<dyn Error>> {
        let Self { bodies, boxes: [fixed, moving], balls, ball_owners, covered, .. } = self;
        let poses = moving.owners.iter().map(|&(body, part)| pose(&bodies[body], part));
        moving.store.set_poses_from_iter(poses)?;
        (*balls, *ball_owners) = Default::default();
        for (index, body) in bodies.iter().enumerate() {
            if let Shape::Ball(radius) = body.shape {
                balls.push(Sphere::new(body.center.into(), radius)?);
                ball_owners.push(index);
            }
        }
        if covered.is_none() {
            *covered = Some(covered_faces(&fixed.store, FLUSH)?);
        }
        Ok(())
    }

    /// All shapes with their AABBs, grown by half the distance up to which there are contacts.
    pub(crate) fn bounded(&self) -> Result<Vec<Bounded>, Box<dyn Error>> {
        let mut shapes = Vec::new();
        let mut push = |kind, index, (body, part), low: Vec3, high: Vec3| {
            let shape = ShapeRef { kind, index, body, part };
            shapes.push(Bounded { shape, low: low - 0.5 * WITHIN, high: high + 0.5 * WITHIN });
        };
        let is_ground = |body: &Body| matches!(body.shape, Shape::Ground);
        if let Some(body) = self.bodies.iter().position(is_ground) {
            push(GROUND, 0, (body, 0), Vec3::NEG_INFINITY, Vec3::INFINITY.with_y(0.0));
        }
        for (kind, Boxes { store, owners }) in [FIXED, MOVING].into_iter().zip(&self.boxes) {
            let mut bounds = vec![AxisAlignedBox::default(); owners.len()];
            self.engine.aabbs(store, &mut bounds)?;
            for ((index, bounds), &owner) in (0..).zip(&bounds).zip(owners) {
                push(kind, index, owner, bounds.min().into(), bounds.max().into());
            }
        }
        for ((index, ball), &owner) in (0..).zip(&self.balls).zip(&self.ball_owners) {
            let (center, radius) = (Vec3::from(ball.center()), Vec3::splat(ball.radius()));
            push(BALL, index, (owner, 0), center - radius, center + radius);
        }
        Ok(shapes)
    }

    /// Wakes the islands whose AABBs meet those of a body.
    fn wake_around(&mut self, index: usize) -> Result<(), Box<dyn Error>> {
        self.place()?;
        let shapes = self.bounded()?;
        let own = shapes.iter().filter(|shape| shape.shape.body == index);
        let near = own.flat_map(|own| shapes.iter().filter(|other| own.meets(other)));
        wake_islands(&mut self.bodies, near.map(|other| other.shape.body));
        Ok(())
    }
}

//! The contacts of the boxes of a step, found by one call, with what is needed to find a pair's row again.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hashbrown::HashTable;
use octosat::{Contacts, Engine, EngineOptions, Error, Manifold, Manifolds, Query, SurfacePoints};
use rapier3d::math::{Pose, Vector};
use rapier3d::parry::shape::Cuboid;
use rapier3d::prelude::PhysicsWorld;

use crate::boxes::Boxes;
use crate::forecast::{Configuration, Forecast};

/// The contacts of a step's pairs of boxes.
#[derive(Debug)]
pub struct Batch {
    engine: Engine,
    boxes: Boxes,
    forecast: Option<Forecast>,
    pairs: Vec<[u32; 2]>,
    rows: Vec<Row>,
    manifolds: Manifolds,
    margin: f32,
    /// Numbers of rows, by the hashes of their poses.
    table: HashTable<usize>,
    missed: AtomicU64,
    counts: Counts,
}

/// What a pair is found again by, and whether it was.
#[derive(Debug)]
struct Row {
    pos12: Pose,
    /// Where the forecast has the pair.
    place: usize,
    is_asked: AtomicBool,
}

/// What happened since the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Pairs that octosat computed.
    pub computed: u64,
    /// Those of them that rapier asked for.
    pub asked: u64,
    /// Questions about boxes that were left to parry.
    pub missed: u64,
}

/// The contacts of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The row.
    pub manifold: &'a Manifold,
    /// Its points on both boxes.
    pub surfaces: &'a [SurfacePoints],
    /// Its points in the world, with depths and features.
    pub points: &'a [octosat::ContactPoint],
    /// The poses of both boxes.
    pub poses: [&'a Pose; 2],
}

impl Batch {
    /// A batch without pairs; with a forecast it computes only pairs that rapier is expected to ask for.
    ///
    /// # Errors
    /// If there is no engine with these options.
    pub fn new(options: EngineOptions, forecast: Option<Forecast>) -> Result<Self, Error> {
        Ok(Self {
            engine: Engine::with(options)?,
            boxes: Boxes::default(),
            forecast,
            pairs: Vec::new(),
            rows: Vec::new(),
            manifolds: Manifolds::new(),
            margin: 0.0,
            table: HashTable::new(),
            missed: AtomicU64::new(0),
            counts: Counts::default(),
        })
    }

    /// Finds the contacts of a world's pairs of boxes, before its step.
    ///
    /// # Errors
    /// If a box is rejected; there are no rows then, and all contacts are left to parry.
    pub fn find(&mut self, world: &PhysicsWorld) -> Result<(), Box<dyn std::error::Error>> {
        self.note_asked();
        self.pairs.clear();
        self.rows.clear();
        self.table.clear();
        self.boxes.read(&world.colliders)?;
        self.margin = world.integration_parameters.prediction_distance();
        self.list(world);
        let query = Query::new(self.boxes.store(), &self.pairs).within(self.margin);
        let contacts = Contacts::new(query).surfaces(true);
        if let Err(error) = self.engine.manifolds(contacts, &mut self.manifolds) {
            self.rows.clear();
            return Err(error.into());
        }
        for number in 0..self.rows.len() {
            let pos12 = self.rows[number].pos12;
            // Of rows that are the same, one is enough.
            if self.find_row(&pos12, self.extents(number)).is_none() {
                let hash_of = |&number: &usize| hash(&self.rows[number].pos12);
                self.table.insert_unique(hash(&pos12), number, hash_of);
            }
        }
        self.counts.computed += self.rows.len() as u64;
        Ok(())
    }

    /// The row of a pair, if there is one of exactly this relative pose, these extents and at least this margin.
    ///
    /// Contacts in the boxes' frames depend on nothing else, so the row of another pair cannot do harm.
    pub fn row(&self, pos12: &Pose, shapes: [&Cuboid; 2], prediction: f32) -> Option<usize> {
        let found = self.find_row(pos12, shapes.map(|shape| shape.half_extents));
        let found = found.filter(|_| prediction <= self.margin);
        match found {
            Some(row) => self.rows[row].is_asked.store(true, Ordering::Relaxed),
            None => {
                self.missed.fetch_add(1, Ordering::Relaxed);
            }
        }
        found
    }

    fn find_row(&self, pos12: &Pose, extents: [Vector; 2]) -> Option<usize> {
        let is_same = |&row: &usize| self.rows[row].pos12 == *pos12 && self.extents(row) == extents;
        self.table.find(hash(pos12), is_same).copied()
    }

    fn extents(&self, row: usize) -> [Vector; 2] {
        self.pairs[row].map(|number| self.boxes.body(number).half_extents)
    }

    /// The contacts of a row.
    pub fn answer(&self, row: usize) -> Answer<'_> {
        let manifold = &self.manifolds.manifolds()[row];
        let points = manifold.first as usize..manifold.first as usize + usize::from(manifold.len);
        Answer {
            manifold,
            surfaces: &self.manifolds.surfaces()[points.clone()],
            points: &self.manifolds.points()[points],
            poses: self.pairs[row].map(|number| &self.boxes.body(number).pose),
        }
    }

    /// What happened up to the last step.
    pub fn counts(&self) -> Counts {
        let asked = self.rows.iter().filter(|row| row.is_asked.load(Ordering::Relaxed)).count();
        Counts {
            asked: self.counts.asked + asked as u64,
            missed: self.missed.load(Ordering::Relaxed),
            ..self.counts
        }
    }

    /// Lists rapier's pairs of boxes.
    fn list(&mut self, world: &PhysicsWorld) {
        let Self { boxes, forecast, pairs, rows, .. } = self;
        if let Some(forecast) = forecast {
            forecast.start();
        }
        for pair in world.narrow_phase.contact_pairs() {
            let [Some(a), Some(b)] = [boxes.number(pair.collider1), boxes.number(pair.collider2)]
            else {
                continue;
            };
            let bodies = [boxes.body(a), boxes.body(b)];
            let now = Configuration::of(bodies.map(|body| &body.pose));
            let mut place = 0;
            if let Some(forecast) = forecast {
                if !forecast.add(pair, bodies, &now, &world.integration_parameters) {
                    continue;
                }
                place = forecast.place();
            }
            pairs.push([a, b]);
            rows.push(Row { pos12: now.pos12, place, is_asked: AtomicBool::new(false) });
        }
    }

    /// Takes stock of the last step, before its rows go.
    fn note_asked(&mut self) {
        for (row, &pair) in self.rows.iter_mut().zip(&self.pairs) {
            if !*row.is_asked.get_mut() {
                continue;
            }
            self.counts.asked += 1;
            if let Some(forecast) = &mut self.forecast {
                let poses = pair.map(|number| &self.boxes.body(number).pose);
                forecast.note(row.place, Configuration::of(poses));
            }
        }
    }
}

impl Answer<'_> {
    /// The normal in the frames of both boxes, out of each.
    pub fn local_normals(&self) -> [Vector; 2] {
        let normal = Vector::from(self.manifold.normal);
        let [a, b] = self.poses;
        [a.rotation.inverse() * normal, b.rotation.inverse() * -normal]
    }
}

/// A hash of a relative pose. Its bits repeat in almost no other, so a product per number is enough.
fn hash(pose: &Pose) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let numbers = pose.translation.to_array().into_iter().chain(pose.rotation.to_array());
    let hash = numbers.fold(0_u64, |hash, number| {
        (hash.rotate_left(17) ^ u64::from(number.to_bits())).wrapping_mul(FACTOR)
    });
    // The table uses the lowest and the highest bits.
    hash ^ (hash >> 32)
}

//! The narrow phase: octosat finds contact points, and the store of impulses knows how they start.

use std::error::Error;

use glam::Vec3;
use octosat::{
    ContactCache, Contacts, HalfSpace, HalfSpaceContacts, Query, QueryError, ShapePairs,
    ShapeQuery, SphereContact,
};

use crate::impulses::Key;
use crate::pairs::{BALL, FIXED, GROUND, MOVING, ShapeRef};
use crate::world::World;

/// Distance in meters up to which there are contacts before shapes touch.
pub(crate) const WITHIN: f32 = 0.01;

/// A contact point between two bodies.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// What stays the same from frame to frame.
    pub key: Key,
    /// The indices of both bodies.
    pub bodies: [usize; 2],
    /// Unit vector from the first body to the second.
    pub normal: Vec3,
    /// Half-way between both surfaces.
    pub position: Vec3,
    /// How deep they overlap here; negative for a gap.
    pub depth: f32,
    /// The impulse on the second body in a substep: at first that of the last frame.
    pub impulse: Vec3,
    /// Whether it began the frame without an impulse of the last one.
    pub is_new: bool,
}

/// Where a contact point is, and how deep.
struct Place {
    position: Vec3,
    depth: f32,
}

/// The contact points of a frame while they are found.
struct Found<'a> {
    world: &'a World,
    ground: [HalfSpace; 1],
    points: Vec<Point>,
}

impl Found<'_> {
    /// Adds a point that is new, or continues the point with the feature `last`.
    fn add(&mut self, pair: [ShapeRef; 2], [feature, last]: [u32; 2], normal: Vec3, place: Place) {
        let bodies = pair.map(|side| side.body);
        let ids = bodies.map(|body| self.world.bodies[body].id);
        let key = |feature| Key { bodies: ids, parts: pair.map(|side| side.part), feature };
        let (key, start) = (key(feature), self.world.impulses.start(&key(last)));
        let (impulse, is_new) = (start.unwrap_or_default(), start.is_none());
        let Place { position, depth } = place;
        self.points.push(Point { key, bodies, normal, position, depth, impulse, is_new });
    }

    /// Boxes on the ground: up to four corners each. A corner keeps its number.
    fn on_ground(&mut self, pairs: &[[ShapeRef; 2]]) -> Result<(), QueryError> {
        let list: Vec<_> =
            pairs.iter().map(|[ground, of_box]| [of_box.index, ground.index]).collect();
        let mut rows = vec![HalfSpaceContacts::default(); list.len()];
        let query = ShapeQuery::new(&self.world.boxes[1].store, &self.ground, &list).within(WITHIN);
        self.world.engine.manifolds(query, &mut rows)?;
        for (row, &pair) in rows.iter().zip(pairs) {
            for at in row.iter() {
                let place = Place { position: at.position.into(), depth: at.depth };
                self.add(pair, [at.corner.into(); 2], Vec3::Y, place);
            }
        }
        Ok(())
    }

    /// Boxes on boxes. The cache knows which point a point continues, also if its feature has changed.
    fn of_boxes(
        &mut self,
        pairs: &[[ShapeRef; 2]],
        cache: &mut ContactCache,
    ) -> Result<(), QueryError> {
        let list: Vec<_> = pairs.iter().map(|pair| pair.map(|side| side.index)).collect();
        let [fixed, moving] = self.world.boxes.each_ref().map(|boxes| &boxes.store);
        let contacts = if pairs[0][0].kind == FIXED {
            // With covered faces, what slides over flush tiles does not trip at the seams.
            let query = Query::new([fixed, moving], &list).within(WITHIN);
            Contacts::new(query).covered([self.world.covered.as_ref(), None])
        } else {
            Contacts::new(Query::new(moving, &list).within(WITHIN))
        };
        cache.next_frame();
        self.world.engine.manifolds_cached(contacts, cache)?;
        let links = cache.links();
        let last = links.last_manifolds().points();
        for link in links.contacts() {
            let touching = link.touching;
            for (at, predecessor) in touching.points.iter().zip(link.predecessors()) {
                // After sleep the cache does not know the point, but the store of impulses may.
                let before = predecessor.map_or(at.feature, |place| last[place as usize].feature);
                let place = Place { position: at.position.into(), depth: at.depth };
                let normal = touching.manifold.normal.into();
                self.add(pairs[touching.index], [at.feature.0, before.0], normal, place);
            }
        }
        Ok(())
    }

    /// Balls on anything: one point each.
    fn of_balls(&mut self, pairs: &[[ShapeRef; 2]]) -> Result<(), QueryError> {
        let list: Vec<_> = pairs.iter().map(|pair| pair.map(|side| side.index)).collect();
        let mut rows = vec![SphereContact::default(); list.len()];
        let World { engine, boxes, balls, .. } = self.world;
        match pairs[0][0].kind {
            GROUND => engine.manifolds(ShapePairs::new(&self.ground, balls, &list), &mut rows)?,
            BALL => engine.manifolds(ShapePairs::new(balls, balls, &list), &mut rows)?,
            kind => {
                let store = &boxes[kind - FIXED].store;
                engine.manifolds(ShapeQuery::new(store, balls, &list), &mut rows)?;
            }
        }
        // Every row is filled, however far apart.
        for (row, &pair) in rows.iter().zip(pairs).filter(|(row, _)| row.depth > -WITHIN) {
            let normal = Vec3::from(row.normal);
            let position = Vec3::from(row.point) - 0.5 * row.depth * normal;
            self.add(pair, [0; 2], normal, Place { position, depth: row.depth });
        }
        Ok(())
    }
}

impl World {
    /// The contact points of pairs, which are sorted by kinds.
    pub(crate) fn contact_points(
        &mut self,
        pairs: &[[ShapeRef; 2]],
    ) -> Result<Vec<Point>, Box<dyn Error>> {
        let mut caches = std::mem::take(&mut self.caches);
        let ground = [HalfSpace::new([0.0, 1.0, 0.0], 0.0)?];
        let mut found = Found { world: self, ground, points: Vec::new() };
        for pairs in pairs.chunk_by(|[a, b], [c, d]| (a.kind, b.kind) == (c.kind, d.kind)) {
            match pairs[0].map(|side| side.kind) {
                [GROUND, MOVING] => found.on_ground(pairs)?,
                [kind, MOVING] => found.of_boxes(pairs, &mut caches[kind - FIXED])?,
                _ => found.of_balls(pairs)?,
            }
        }
        let points = found.points;
        self.caches = caches;
        Ok(points)
    }
}

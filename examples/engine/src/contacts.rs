//! The narrow phase: octosat finds contact points, and the impulses of the last frame are where they start.

use glam::Vec3;
use octosat::{ContactCache, Contacts, HalfSpace, HalfSpaceContacts, Query, SphereContact};

use crate::Result;
use crate::body::Shape;
use crate::world::World;

/// Distance in meters up to which there are contacts before shapes touch.
pub(crate) const WITHIN: f32 = 0.01;

/// What stays the same while a contact point goes on: ids of bodies, which no removal changes, and what touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// The ids of both bodies.
    pub bodies: [u32; 2],
    /// The feature of the point: of octosat for boxes, the corner for the ground, zero for balls.
    pub feature: u64,
}

/// A contact point between two bodies.
#[derive(Clone, Copy, Debug, Default)]
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

/// The ground: all that is below y = 0.
fn ground() -> Result<HalfSpace> {
    Ok(HalfSpace::new([0.0, 1.0, 0.0], 0.0)?)
}

impl World {
    /// The contact points of pairs that are sorted by shapes: one query for each two shapes.
    pub(crate) fn contact_points(&mut self, pairs: &[[u32; 2]]) -> Result<Vec<Point>> {
        let mut cache = std::mem::take(&mut self.cache);
        let mut points = Vec::new();
        let shapes = |pair: &[u32; 2]| pair.map(|index| self.bodies[index as usize].shape);
        for pairs in pairs.chunk_by(|one, other| shapes(one) == shapes(other)) {
            points.extend(match shapes(&pairs[0]) {
                [_, Shape::Ball] => self.of_balls(pairs)?,
                [Shape::Ground, _] => self.on_ground(pairs)?,
                _ => self.of_boxes(pairs, &mut cache)?,
            });
        }
        self.cache = cache;
        Ok(points)
    }

    /// Boxes on the ground: up to four corners each. A corner keeps its number.
    fn on_ground(&self, pairs: &[[u32; 2]]) -> Result<Vec<Point>> {
        let list: Vec<_> = pairs.iter().map(|&[_, of_box]| [of_box, 0]).collect();
        let mut rows = vec![HalfSpaceContacts::default(); list.len()];
        let ground = [ground()?];
        let query = Query::new((&self.boxes, &ground), &list).within(WITHIN);
        self.engine.manifolds(query, &mut rows)?;
        let (mut points, normal) = (Vec::new(), Vec3::Y);
        for (row, &pair) in rows.iter().zip(pairs) {
            for at in row.iter() {
                let start = self.start(pair, [at.corner.into(); 2]);
                let position = at.position.into();
                points.push(Point { normal, position, depth: at.depth, ..start });
            }
        }
        Ok(points)
    }

    /// Boxes on boxes. The cache knows which point a point continues, also if its feature has changed.
    fn of_boxes(&self, pairs: &[[u32; 2]], cache: &mut ContactCache) -> Result<Vec<Point>> {
        // With covered faces, what slides over flush tiles does not trip at the seams.
        let contacts = Contacts::new(Query::new(&self.boxes, pairs).within(WITHIN));
        cache.next_frame();
        self.engine.manifolds_cached(contacts.covered(self.covered.as_ref()), cache)?;
        let links = cache.links();
        let last = links.last_manifolds().points();
        let mut points = Vec::new();
        for link in links.contacts() {
            let normal = link.touching.manifold.normal.into();
            for (at, predecessor) in link.touching.points.iter().zip(link.predecessors()) {
                // After sleep the cache does not know the point, but the kept impulses may.
                let before = predecessor.map_or(at.feature, |place| last[place as usize].feature);
                let start = self.start(link.touching.pair, [at.feature.0, before.0]);
                let position = at.position.into();
                points.push(Point { normal, position, depth: at.depth, ..start });
            }
        }
        Ok(points)
    }

    /// Balls on anything: one point each.
    fn of_balls(&self, pairs: &[[u32; 2]]) -> Result<Vec<Point>> {
        let Self { engine, boxes, balls, .. } = self;
        let mut rows = vec![SphereContact::default(); pairs.len()];
        match self.bodies[pairs[0][0] as usize].shape {
            Shape::Ground => {
                let list: Vec<_> = pairs.iter().map(|&[_, ball]| [0, ball]).collect();
                engine.manifolds(Query::new((&[ground()?], balls), &list), &mut rows)?;
            }
            Shape::Cuboid => engine.manifolds(Query::new((boxes, balls), pairs), &mut rows)?,
            Shape::Ball => engine.manifolds(Query::new((balls, balls), pairs), &mut rows)?,
        }
        let mut points = Vec::new();
        // Every row is filled, however far apart.
        for (row, &pair) in rows.iter().zip(pairs).filter(|(row, _)| row.depth > -WITHIN) {
            let (normal, depth) = (Vec3::from(row.normal), row.depth);
            let position = Vec3::from(row.point) - 0.5 * depth * normal;
            points.push(Point { normal, position, depth, ..self.start(pair, [0; 2]) });
        }
        Ok(points)
    }

    /// Begins a point that is new, or continues the point with the feature `last`.
    fn start(&self, pair: [u32; 2], [feature, last]: [u32; 2]) -> Point {
        let bodies = pair.map(|index| index as usize);
        let ids = bodies.map(|index| self.bodies[index].id);
        let key = |feature: u32| Key { bodies: ids, feature: feature.into() };
        let kept = self.impulses.get(&key(last)).copied();
        let (impulse, is_new) = (kept.unwrap_or_default(), kept.is_none());
        Point { key: key(feature), bodies, impulse, is_new, ..Point::default() }
    }

    /// Keeps the impulses of the frame for the next one. Of the others, those between bodies that all rest stay.
    pub(crate) fn keep_impulses(&mut self) {
        let Self { bodies, indices, impulses, points, .. } = self;
        let rests = |id: &u32| indices.get(id).is_some_and(|&index| !bodies[index].is_awake());
        impulses.retain(|key, _| key.bodies.iter().all(rests));
        impulses.extend(points.iter().map(|point| (point.key, point.impulse)));
    }
}

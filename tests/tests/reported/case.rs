//! A case, and the helper that asks every engine everything about it and compares.

use std::fmt;

use octosat::{
    BoxStore, ContactKind, ContactPoint, Engine, Manifold, Manifolds, Penetration, PointLimit,
    Query,
};
use octosat_check::engines;
use octosat_tests::{Vector, length, wide};

use crate::solids::{Motion, Point, Solid, distance, minus, store};

/// The unit roundoff of float32.
pub(crate) const ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Roundoffs by which a separation can be off, for each meter of the pair's size: the error bound of the book.
const SEPARATION: f64 = 50.0;

/// Four times the deviation of a quaternion that was rounded to float32, in roundoffs: the other part of that bound.
const DEVIATION: f64 = 17.5;

/// Roundoffs by which depths and places of contacts can be off, for each meter of reach and depth: the contact bound.
const CONTACT: f64 = 64.0;

/// Roundoffs by which rounding the boxes themselves can move places and depths, for each meter of reach: the book's
/// bound between a pair and the moved pair.
pub(crate) const ROUNDED_BOXES: f64 = 16.0;

/// Contact bounds by which a point can be away from the vertex or the crossing of its feature: those of two surfaces,
/// for edges that cross at 45 degrees or more.
const FEATURE: f64 = 2.0 * std::f64::consts::SQRT_2;

/// Roundoffs by which a position in the world is off in addition, for each meter of its distance from the origin.
const WORLD: f64 = 4.0;

/// Roundoffs by which a normal of a face, or of edges that cross at 45 degrees or more, can be turned: √2 times those of
/// the axes of a, 5, and of the axes of b along them, 26. [`ROUNDED_BOXES`] come in addition.
pub(crate) const TURN: f64 = 44.0;

/// By how much, relatively, the distance of separated boxes can exceed their largest separation along the axes.
pub(crate) const LARGEST_RATIO: f64 = 1.732_051;

/// What contacts a pair must have.
#[derive(Clone, Debug)]
pub(crate) enum Contacts {
    /// Nothing is said about them.
    Unasked,
    /// None within the margin.
    None,
    /// So many, anywhere.
    Count(ContactKind, usize),
    /// All candidates, of which four are chosen if there are more.
    At(ContactKind, Vec<Point>),
}

/// Two boxes, and what is right of them.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    source: &'static str,
    geometry: &'static str,
    pub(crate) boxes: [Solid; 2],
    within: f64,
    /// Directions of the least translation; several if it is a tie.
    pub(crate) normals: Vec<Vector>,
    /// How deep the boxes overlap, or minus their distance.
    pub(crate) depth: f64,
    pub(crate) contacts: Contacts,
    /// The depth is minus the distance of closest points; along the axes the boxes are nearer.
    pub(crate) is_distance: bool,
    /// All numbers are exact in float32, so touching is decided.
    pub(crate) is_exact: bool,
    is_moved: bool,
}

/// How far answers of a pair may be from those by hand, in meters.
pub(crate) struct Bounds {
    pub(crate) separation: f64,
    pub(crate) contact: f64,
    pub(crate) place: f64,
    /// The distance of the centers.
    pub(crate) between: f64,
    /// All half extents.
    pub(crate) extents: f64,
    /// One rounding of each center.
    pub(crate) far: f64,
}

impl Case {
    /// A case by its source and a sentence of geometry.
    pub(crate) fn new(source: &'static str, geometry: &'static str, boxes: [Solid; 2]) -> Self {
        Self {
            source,
            geometry,
            boxes,
            within: 0.0,
            normals: Vec::new(),
            depth: f64::NAN,
            contacts: Contacts::Unasked,
            is_distance: false,
            is_exact: false,
            is_moved: false,
        }
    }

    pub(crate) fn within(self, within: f64) -> Self {
        Self { within, ..self }
    }

    /// The least translation, or minus the largest separation.
    pub(crate) fn depth(self, normal: Vector, depth: f64) -> Self {
        Self { normals: vec![normal], depth, ..self }
    }

    /// The same for a tie of several directions.
    pub(crate) fn depth_along(self, normals: &[Vector], depth: f64) -> Self {
        Self { normals: normals.to_vec(), depth, ..self }
    }

    /// All candidates for contact points.
    pub(crate) fn touching(self, kind: ContactKind, points: &[Point]) -> Self {
        Self { contacts: Contacts::At(kind, points.to_vec()), ..self }
    }

    /// Contacts of this number, anywhere.
    pub(crate) fn count(self, kind: ContactKind, points: usize) -> Self {
        Self { contacts: Contacts::Count(kind, points), ..self }
    }

    /// The single contact between closest points.
    pub(crate) fn closest(self, normal: Vector, point: Point) -> Self {
        let contacts = Contacts::At(ContactKind::Closest, vec![point]);
        Self { normals: vec![normal], depth: point.depth, contacts, is_distance: true, ..self }
    }

    /// The single contact between closest points, anywhere on parallel edges.
    pub(crate) fn closest_anywhere(self, normal: Vector, distance: f64) -> Self {
        let contacts = Contacts::Count(ContactKind::Closest, 1);
        Self { normals: vec![normal], depth: -distance, contacts, is_distance: true, ..self }
    }

    /// No contact, because the closest points are farther apart than the margin.
    pub(crate) fn beyond(self, distance: f64) -> Self {
        Self { depth: -distance, contacts: Contacts::None, is_distance: true, ..self }
    }

    /// No contact within the margin.
    pub(crate) fn apart(self) -> Self {
        Self { contacts: Contacts::None, ..self }
    }

    /// All numbers are exact in float32: touching boxes overlap.
    pub(crate) fn exactly(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// Asks every engine, in both orders, as given and after the usual rigid motion.
    pub(crate) fn check(&self) {
        self.check_after(&[Motion::NONE]);
        self.check_after(&[Motion::usual()]);
    }

    /// Asks every engine, in both orders, after each of these motions.
    pub(crate) fn check_after(&self, motions: &[Motion]) {
        assert!(self.depth.is_finite(), "{}", self.shown(&motions));
        for motion in motions {
            let moved = self.moved(motion);
            let swapped = moved.swapped();
            for case in [moved, swapped] {
                engines().iter().for_each(|engine| case.check_with(engine));
            }
        }
    }

    fn moved(&self, motion: &Motion) -> Self {
        let is_moved = motion.rotation[3] < 1.0 || length(motion.translation) > 0.0;
        let contacts = match &self.contacts {
            Contacts::At(kind, points) => {
                Contacts::At(*kind, points.iter().map(|point| point.moved(motion)).collect())
            }
            other => other.clone(),
        };
        Self {
            boxes: self.boxes.map(|given| given.moved(motion)),
            normals: self.normals.iter().map(|&normal| motion.direction(normal)).collect(),
            contacts,
            is_exact: self.is_exact && !is_moved,
            is_moved,
            ..self.clone()
        }
    }

    fn swapped(&self) -> Self {
        let [a, b] = self.boxes;
        let normals = self.normals.iter().map(|&normal| minus(normal)).collect();
        Self { boxes: [b, a], normals, ..self.clone() }
    }

    /// What a failing check prints.
    pub(crate) fn shown(&self, answer: &dyn fmt::Debug) -> String {
        format!("{}: {}\n{answer:?}\n{self:?}", self.source, self.geometry)
    }

    fn bounds(&self) -> Bounds {
        let [a, b] = &self.boxes;
        let between = distance(a.center, b.center);
        let extents = self.boxes.map(|given| given.half.iter().sum::<f64>());
        let reach = between + extents[0].min(extents[1]) + self.depth.abs();
        let far = ROUNDOFF * (length(a.center) + length(b.center));
        let contact = (CONTACT + ROUNDED_BOXES) * ROUNDOFF * reach + far;
        let extents = extents[0] + extents[1];
        let separation = (SEPARATION + DEVIATION) * ROUNDOFF * (between + extents) + far;
        let place = FEATURE * contact + WORLD * far;
        Bounds { separation, contact, place, between, extents, far }
    }

    /// How far a contact point may be from its vertex or crossing, meters.
    pub(crate) fn place_bound(&self) -> f64 {
        self.bounds().place
    }

    fn check_with(&self, engine: &Engine) {
        let (boxes, bounds) = (store(&self.boxes), self.bounds());
        self.check_overlap(engine, &boxes, &bounds);
        self.check_penetration(engine, &boxes, &bounds);
        self.check_certain(engine, &boxes, &bounds);
        self.check_distance(engine, &boxes, &bounds);
        for limit in [PointLimit::Four, PointLimit::Eight] {
            let found = contacts(engine, self.query(&boxes), limit);
            self.check_contacts(&found.manifolds()[0], found.of(0), limit);
        }
    }

    fn query<'a>(&self, boxes: &'a BoxStore) -> Query<'a> {
        Query::new(boxes, &[[0, 1]]).within(octosat_scenes::generate::narrow(self.within))
    }

    fn check_overlap(&self, engine: &Engine, boxes: &BoxStore, bounds: &Bounds) {
        let mut found = [false; 2];
        engine.overlaps(Query::new(boxes, &[[0, 1]]), &mut found[..1]).unwrap();
        engine.overlaps(self.query(boxes), &mut found[1..]).unwrap();
        if self.is_exact || self.depth.abs() > bounds.separation {
            assert_eq!(found[0], self.depth >= 0.0, "{}", self.shown(engine));
        }
        if self.is_exact || (self.depth + self.within).abs() > bounds.separation {
            // The margin is compared with the largest separation along the axes, which closest points may exceed.
            let is_within = self.depth >= -self.within;
            assert!(
                found[1] == is_within || self.is_distance && !is_within,
                "{}",
                self.shown(engine)
            );
        }
    }

    fn check_penetration(&self, engine: &Engine, boxes: &BoxStore, bounds: &Bounds) {
        let mut rows = [Penetration::default()];
        engine.penetrations(self.query(boxes), &mut rows).unwrap();
        let (depth, normal) = (f64::from(rows[0].depth), wide(rows[0].normal));
        assert!(self.is_depth(depth, bounds), "{}", self.shown(&rows));
        if self.is_exact && !self.is_distance {
            assert!((depth - self.depth).abs() <= 0.0, "{}", self.shown(&rows));
        }
        if !self.is_distance && self.depth + self.within > bounds.separation {
            assert!(self.is_normal(normal, bounds), "{}", self.shown(&rows));
        }
    }

    /// Whether a row's depth is that of the pair. Boxes whose closest points are on no axis are farther apart.
    fn is_depth(&self, depth: f64, bounds: &Bounds) -> bool {
        if self.is_distance {
            let least = self.depth - bounds.contact;
            return (least..=self.depth / LARGEST_RATIO + bounds.contact).contains(&depth);
        }
        (depth - self.depth).abs() <= bounds.contact
    }

    fn is_normal(&self, normal: Vector, bounds: &Bounds) -> bool {
        let share = bounds.contact / self.depth.abs();
        let turn = if self.is_distance {
            // Closest points that the bound allows are this far from the exact ones.
            share + (2.0 * share).sqrt()
        } else {
            (TURN + ROUNDED_BOXES) * ROUNDOFF
        };
        self.normals.is_empty()
            || self.normals.iter().any(|&expected| distance(normal, expected) <= turn)
    }

    fn check_contacts(&self, row: &Manifold, points: &[ContactPoint], limit: PointLimit) {
        let bounds = self.bounds();
        let depths: Vec<f64> = match &self.contacts {
            Contacts::At(_, points) => points.iter().map(|point| point.depth).collect(),
            _ => vec![self.depth],
        };
        let is_undecided = |depth: &f64| (depth + self.within).abs() <= bounds.contact;
        if !self.is_exact && depths.iter().any(is_undecided) {
            let is_allowed = self.is_moved || matches!(self.contacts, Contacts::Unasked);
            assert!(is_allowed, "{}", self.shown(&row));
            return;
        }
        let kind = match &self.contacts {
            Contacts::Unasked => return,
            Contacts::None => ContactKind::Separated,
            Contacts::Count(kind, _) | Contacts::At(kind, _) => *kind,
        };
        let shown = || self.shown(&(row, points));
        assert_eq!(row.kind(), kind, "{}", shown());
        assert!(self.is_depth(f64::from(row.depth), &bounds), "{}", shown());
        match &self.contacts {
            Contacts::Unasked | Contacts::None => assert!(points.is_empty(), "{}", shown()),
            Contacts::Count(_, count) => {
                // Of more candidates than the limit, all are there if eight are.
                let is_more = limit == PointLimit::Eight && points.len() > *count;
                assert!(is_more || points.len() == *count, "{}", shown());
                assert!(self.is_normal(wide(row.normal), &bounds), "{}", shown());
            }
            Contacts::At(_, expected) => {
                assert!(self.is_normal(wide(row.normal), &bounds), "{}", shown());
                let is_all = expected.len() <= limit.points();
                assert!(are_points(points, expected, bounds.place, is_all), "{}", shown());
                let count = expected.len().min(4);
                let is_count = limit == PointLimit::Eight || points.len() == count;
                assert!(is_count, "{}", shown());
            }
        }
    }
}

/// The contacts of a query.
pub(crate) fn contacts<'q>(
    engine: &Engine,
    contacts: impl Into<octosat::Contacts<'q>>,
    limit: PointLimit,
) -> Manifolds {
    let mut found = Manifolds::new();
    engine.manifolds(contacts.into().limit(limit), &mut found).unwrap();
    found
}

/// Whether each point found is one of those expected, and if `is_all` each of those is found.
fn are_points(found: &[ContactPoint], expected: &[Point], bound: f64, is_all: bool) -> bool {
    let is_same = |one: &ContactPoint, other: &Point| {
        distance(wide(one.position), other.position) <= bound
            && (f64::from(one.depth) - other.depth).abs() <= bound
    };
    found.iter().all(|one| expected.iter().any(|other| is_same(one, other)))
        && (!is_all || expected.iter().all(|other| found.iter().any(|one| is_same(one, other))))
}

//! Segments with a radius.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;

use super::checks::{check_lengths, check_radius};
use super::lanes::shape_of_rows;
use super::line::three;
use super::normals::away_from;
use crate::error::Error;

/// A capsule: all points within a radius of a segment, which is called its core. In meters, world coordinates.
///
/// If both ends are the same point, the capsule is a ball; if the radius is zero, it is a segment. Two rows: the
/// start and the radius; the end and a number that the engine writes as zero and ignores.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Capsule, CapsuleContacts, Engine, OrientedBox, Query};
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]))?;
/// // It lies on top, and reaches over the side.
/// let capsule = Capsule::new([0.5, 0.0, 1.375], [2.5, 0.0, 1.375], 0.5)?;
/// let mut rows = [CapsuleContacts::default()];
/// Engine::new().manifolds(Query::each(&boxes, &capsule).within(0.01), &mut rows)?;
/// assert_eq!((rows[0].normal, rows[0].depth, rows[0].len()), ([0.0, 0.0, 1.0], 0.125, 2));
/// let start = rows[0].iter().next().expect("there are two");
/// assert_eq!((start.position, start.depth, start.feature), ([0.5, 0.0, 1.0], 0.125, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Capsule {
    start: Row,
    end: Row,
}

impl Capsule {
    /// The capsule around the segment between two points.
    ///
    /// # Errors
    /// A value that is not finite or beyond 1e12 m, or a negative radius.
    pub fn new(start: [f32; 3], end: [f32; 3], radius: f32) -> Result<Self, Error> {
        check_lengths("start", &start)?;
        check_lengths("end", &end)?;
        check_radius(radius)?;
        let row = |[x, y, z]: [f32; 3], last| Row([x + 0.0, y + 0.0, z + 0.0, last]);
        Ok(Self { start: row(start, radius + 0.0), end: row(end, 0.0) })
    }

    /// The start of the core, in meters.
    #[must_use]
    pub fn start(&self) -> [f32; 3] {
        three(self.start)
    }

    /// The end of the core, in meters.
    #[must_use]
    pub fn end(&self) -> [f32; 3] {
        three(self.end)
    }

    /// The radius, in meters.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.start.0[3]
    }

    /// The unit direction from the nearest place of the core to a point, for example to the place where a line enters.
    ///
    /// At a point of the core, it is the perpendicular direction nearest to +y, or to +x if the core is within 45° of
    /// the y axis.
    #[must_use]
    pub fn normal_at(&self, point: [f32; 3]) -> [f32; 3] {
        away_from([self.start(), self.end()], point)
    }
}

/// Capsules in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleLanes<F> {
    pub(crate) start: [F; 3],
    pub(crate) end: [F; 3],
    pub(crate) radius: F,
}

impl<F: Copy> CapsuleLanes<F> {
    #[inline(always)]
    fn of_rows([start, end]: [[F; 4]; 2]) -> Self {
        let [x, y, z, radius] = start;
        Self { start: [x, y, z], end: [end[0], end[1], end[2]], radius }
    }
}

shape_of_rows!(Capsule: "capsules", CapsuleLanes, |isa, rows| CapsuleLanes::of_rows(rows));

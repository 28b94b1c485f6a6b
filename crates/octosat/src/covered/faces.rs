//! The covered faces of a list of boxes, checked when they are made.

use alloc::vec::Vec;

use octosat_rows::{CoveredRectangle, Face};

use crate::error::{Error, ErrorKind};

/// How far the squared length of a rectangle's direction may be off one, without unit.
const COVERED_DIRECTION_TOLERANCE: f32 = 1e-5;

/// The faces of a list of boxes that neighbors cover, wholly or in part.
///
/// Make it with [`covered_faces`](crate::covered_faces), or from bits of your own, and pass it to
/// [`Contacts::covered`](crate::Contacts::covered). The bits of a box are those of its faces, [`Face::bit`]: bit 2k for the
/// face on the negative side of axis k, and bit 2k + 1 for the face on the positive side.
///
/// # Example
/// ```
/// use octosat::{BoxStore, Contacts, CoveredFaces, Engine, Face, Manifolds, OrientedBox, Query};
///
/// // Two flush tiles, and a box on the first of them that reaches a hair into the side of the second.
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut boxes = BoxStore::new();
/// boxes.insert(OrientedBox::new([0.0, -1.0, 0.0], upright, [1.0; 3]))?;
/// boxes.insert(OrientedBox::new([2.0, -1.0, 0.0], upright, [1.0; 3]))?;
/// boxes.insert(OrientedBox::new([0.501, 0.498, 0.0], upright, [0.5; 3]))?;
/// let query = Query::new(&boxes, &[[1, 2]]);
///
/// let mut manifolds = Manifolds::new();
/// Engine::new().manifolds(query, &mut manifolds)?;
/// // The least overlap is along the tile's side: a bump.
/// assert_eq!(manifolds.manifolds()[0].normal, [-1.0, 0.0, 0.0]);
///
/// // The first tile's face along +x and the second one's along −x cover each other.
/// let covered = CoveredFaces::of_masks(&[
///     Face::positive(0).bit(),
///     Face::negative(0).bit(),
///     0,
/// ])?;
/// Engine::new().manifolds(Contacts::new(query).covered(&covered), &mut manifolds)?;
/// assert_eq!(manifolds.manifolds()[0].normal, [0.0, 1.0, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoveredFaces {
    masks: Vec<u8>,
    /// For each box its mask, and in the same bits of the next byte the other faces that have rectangles: one value, so
    /// that a query looks once.
    bits: Vec<u16>,
    rectangles: Vec<CoveredRectangle>,
}

/// The bits of a mask that stand for a face.
const FACE_BITS: u8 = 0b0011_1111;

impl CoveredFaces {
    /// The faces with these bits, one mask per box, are covered wholly, and none in part.
    ///
    /// # Errors
    /// If a mask has bit 6 or 7.
    pub fn of_masks(masks: &[u8]) -> Result<Self, Error> {
        Self::of_parts(masks, &[])
    }

    /// The same, and others are covered in part by these rectangles, in ascending order of their boxes and faces.
    ///
    /// [`Self::masks`] and [`Self::rectangles`] return both again.
    ///
    /// # Errors
    /// If a mask has bit 6 or 7, or a rectangle is of no face, is out of order, or has a value that is no length or
    /// direction.
    pub fn of_parts(masks: &[u8], rectangles: &[CoveredRectangle]) -> Result<Self, Error> {
        if let Some(index) = masks.iter().position(|mask| mask & !FACE_BITS != 0) {
            let mask = masks[index];
            let why = format_args!("masks[{index}] is {mask:#010b}, but a box has six faces");
            return Err(Error::new(ErrorKind::Argument, why).in_list("masks", index));
        }
        let mut before = (0, Face::default());
        for (place, rectangle) in rectangles.iter().enumerate() {
            let problem = problem(rectangle, masks.len());
            let problem = problem.or((key(rectangle) < before).then_some("is out of order"));
            if let Some(problem) = problem {
                let why = format_args!("rectangles[{place}] {problem}");
                return Err(Error::new(ErrorKind::Argument, why).in_list("rectangles", place));
            }
            before = key(rectangle);
        }
        Ok(Self::from_checked(masks.to_vec(), rectangles.to_vec()))
    }

    /// Faces that were found or checked.
    pub(super) fn from_checked(masks: Vec<u8>, rectangles: Vec<CoveredRectangle>) -> Self {
        let mut bits: Vec<u16> = masks.iter().copied().map(u16::from).collect();
        for CoveredRectangle { index, face, .. } in &rectangles {
            if masks[*index as usize] & face.bit() == 0 {
                bits[*index as usize] |= u16::from(face.bit()) << 8;
            }
        }
        Self { masks, bits, rectangles }
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.masks.len()
    }

    /// Whether there are no boxes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    /// The bits of the faces that are covered wholly, one mask per box.
    #[must_use]
    pub fn masks(&self) -> &[u8] {
        &self.masks
    }

    /// The rectangles of the faces that are covered in part, in ascending order of their boxes and faces.
    #[must_use]
    pub fn rectangles(&self) -> &[CoveredRectangle] {
        &self.rectangles
    }

    /// The bits of each box: in byte 0 of the faces that are covered wholly, and in byte 1 of those in part.
    pub(crate) fn bits(&self) -> &[u16] {
        &self.bits
    }

    /// Whether all points, in the coordinates of a face, lie on its rectangles; there are points and rectangles.
    pub(crate) fn holds_all(
        &self,
        index: u32,
        face: Face,
        mut points: impl Iterator<Item = [f32; 2]>,
    ) -> bool {
        let start = self.rectangles.partition_point(|of| key(of) < (index, face));
        let rest = &self.rectangles[start..];
        let len = rest.partition_point(|of| key(of) == (index, face));
        points.all(|point| rest[..len].iter().any(|rectangle| holds(rectangle, point)))
    }
}

/// What orders rectangles: the box, and the number of the face.
fn key(rectangle: &CoveredRectangle) -> (u32, Face) {
    (rectangle.index, rectangle.face)
}

/// What is wrong with a rectangle, given the number of boxes.
fn problem(rectangle: &CoveredRectangle, boxes: usize) -> Option<&'static str> {
    let [x, y] = rectangle.direction;
    let length_squared = x * x + y * y;
    if rectangle.index as usize >= boxes {
        return Some("is of a box that does not exist");
    }
    if rectangle.face.axis().is_none() {
        return Some("is of a face that does not exist");
    }
    if !rectangle.center.iter().all(|coordinate| coordinate.is_finite()) {
        return Some("has a center that is not finite");
    }
    let deviation = (length_squared - 1.0).abs();
    if deviation.is_nan() || deviation > COVERED_DIRECTION_TOLERANCE {
        return Some("has a direction that is not of unit length");
    }
    if !rectangle.half_extents.iter().all(|&extent| extent >= 0.0 && extent.is_finite()) {
        return Some("has a half extent that is not finite and at least zero");
    }
    None
}

/// Whether a point of the face lies on the rectangle.
fn holds(rectangle: &CoveredRectangle, [u, v]: [f32; 2]) -> bool {
    let CoveredRectangle { center, direction: [x, y], half_extents, .. } = *rectangle;
    let [u, v] = [u - center[0], v - center[1]];
    (u * x + v * y).abs() <= half_extents[0] && (v * x - u * y).abs() <= half_extents[1]
}

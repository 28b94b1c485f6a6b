//! Boxes at times of their motion, which every query about pairs of boxes takes; and the directions of axes.

use octosat::Query;
#[cfg(feature = "motion")]
use octosat::{BoxView, Motions, Sides};
use octosat_rows::Axis;

use crate::boxes::OctosatBoxes;
use crate::call::call;
#[cfg(feature = "motion")]
use crate::error::OCTOSAT_BAD_ARGUMENT;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, reference};
#[cfg(feature = "motion")]
use crate::pointers::{list, optional_list};
use crate::settings::{Settings, defaults};

/// Boxes at a time of their motion: with the times of a cast or of an impact, a query is about the boxes at their hits.
/// Begin with `OCTOSAT_MOVED_DEFAULTS`, and set either `motions` or `ends`.
///
/// No position in the world is rounded: box b is moved as seen from box a. Points in the world lie where the boxes are
/// at their times; a box a whose pair has a displacement stands still.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatMoved {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 0: one displacement per pair: how far box b moves as seen from box a. 1: one per box: how far the box moves. 2:
    /// one for all pairs: how far every box b moves as seen from box a.
    pub per_box: u32,
    /// When each pair is looked at: 0 is the start of the step, and 1 its end.
    pub times: *const f32,
    /// How many there are: one per pair.
    pub time_count: usize,
    /// The displacements x, y, z in meters, world coordinates, of the whole step: of the pairs, of the boxes a, or
    /// of all pairs. Null if there are `ends`.
    pub motions: *const [f32; 3],
    /// How many there are.
    pub motion_count: usize,
    /// The displacements of the boxes b if the query has two lists and `per_box` is 1; else null.
    pub motions_of_b: *const [f32; 3],
    /// How many there are.
    pub motion_count_of_b: usize,
    /// The same boxes at the end of the step, for boxes that also turn, as in `octosat_impacts`: those of the only
    /// list, or the boxes a. Null if there are `motions`.
    pub ends: *const OctosatBoxes,
    /// The boxes b at the end of the step if the query has two lists. Null: they rest.
    pub ends_of_b: *const OctosatBoxes,
}

impl Default for OctosatMoved {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatMoved {
    const NAME: &str = "OctosatMoved";
    const DEFAULTS: &str = "OCTOSAT_MOVED_DEFAULTS";
    const FIRST_BYTES: usize = 8 + size_of::<[usize; 8]>();
}

const _: () = assert!(size_of::<OctosatMoved>() == OctosatMoved::FIRST_BYTES);

#[cfg(feature = "motion")]
impl OctosatMoved {
    /// The same query at these times; `others` are its boxes b if it has two lists.
    ///
    /// # Safety
    /// Pointers must be null or valid for `'a`.
    pub(crate) unsafe fn of<'a>(
        &self,
        query: Query<'a>,
        others: *const OctosatBoxes,
    ) -> Result<Query<'a>, Failure> {
        // SAFETY: the caller's, here and below.
        unsafe {
            let times = list(self.times, self.time_count, "query.moved.times")?;
            if self.ends.is_null() {
                let given = GivenMotions {
                    name: "query.moved",
                    per_box: self.per_box,
                    motions: (self.motions, self.motion_count),
                    motions_of_b: (self.motions_of_b, self.motion_count_of_b),
                };
                return Ok(query.moved(given.read()?, times));
            }
            if !(self.motions.is_null() && self.motions_of_b.is_null()) || self.per_box != 0 {
                let text = "query.moved has motions or ends, and the pointer to the other is null";
                return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
            }
            let ends = ends("query.moved.ends", [self.ends, self.ends_of_b], others)?;
            Ok(query.moved_to(ends, times))
        }
    }
}

#[cfg(not(feature = "motion"))]
impl OctosatMoved {
    /// Fails.
    ///
    /// # Safety
    /// Always safe.
    pub(crate) unsafe fn of<'a>(
        &self,
        _: Query<'a>,
        _: *const OctosatBoxes,
    ) -> Result<Query<'a>, Failure> {
        Err(Failure::feature("query.moved", "motion"))
    }
}

/// The displacements of a caller: pointers and how many there are.
#[cfg(feature = "motion")]
pub(crate) struct GivenMotions {
    /// The structure that has them.
    pub(crate) name: &'static str,
    pub(crate) per_box: u32,
    pub(crate) motions: (*const [f32; 3], usize),
    pub(crate) motions_of_b: (*const [f32; 3], usize),
}

#[cfg(feature = "motion")]
impl GivenMotions {
    /// The displacements.
    ///
    /// # Safety
    /// Pointers must be null or valid for `'a`.
    pub(crate) unsafe fn read<'a>(&self) -> Result<Motions<'a>, Failure> {
        let Self { name, per_box, motions, motions_of_b } = self;
        // SAFETY: the caller's, here and below.
        let of_a = unsafe { list(motions.0, motions.1, &format!("{name}.motions")) }?;
        let of_b = format!("{name}.motions_of_b");
        // SAFETY: as above.
        let of_b = unsafe { optional_list(motions_of_b.0, motions_of_b.1, &of_b) }?;
        match (per_box, of_b) {
            (0, None) => Ok(Motions::per_pair(of_a)),
            (1, None) => Ok(Motions::per_box(of_a)),
            (1, Some(of_b)) => Ok(Motions::per_box([of_a, of_b])),
            (2, None) => match *of_a {
                [motion] => Ok(Motions::uniform(motion)),
                _ => Err(Failure::length(&format!("{name}.motions"), of_a.len(), 1)),
            },
            (0 | 2, Some(_)) => {
                let text = format!(
                    "{name}.motions_of_b is for displacements per box, and {name}.per_box is {per_box}"
                );
                Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
            }
            (&other, _) => Err(Failure::setting(&format!("{name}.per_box"), other, "0, 1 or 2")),
        }
    }
}

/// The boxes at the end of a step: of one list, or of two if there are others, which rest if their ends are null.
///
/// # Safety
/// Pointers must be null or valid for `'a`.
#[cfg(feature = "motion")]
pub(crate) unsafe fn ends<'a>(
    name: &str,
    [of_a, of_b]: [*const OctosatBoxes; 2],
    others: *const OctosatBoxes,
) -> Result<Sides<BoxView<'a>>, Failure> {
    let of_b = if of_b.is_null() { others } else { of_b };
    // SAFETY: the caller's, here and below.
    unsafe {
        let of_a = reference(of_a, name)?.view()?;
        Ok(match of_b.as_ref() {
            Some(of_b) => [of_a, of_b.view()?].into(),
            None => of_a.into(),
        })
    }
}

/// Writes the unit direction of an axis in the world, on the side of `toward`: of boxes a and b of these rotations.
/// Zeros for edges whose angle has a sine below 1e-9, and for numbers that are not finite.
///
/// For a hit of a cast, `toward` is minus the motion of b as seen from a: the direction then points from a to b.
///
/// # Safety
/// Pointers must be null or valid: rotations for four numbers, `toward` and `out` for three.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_axis_normal(
    axis: Axis,
    rotation_a: *const [f32; 4],
    rotation_b: *const [f32; 4],
    toward: *const [f32; 3],
    out: *mut [f32; 3],
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let rotation_a = *reference(rotation_a, "rotation_a")?;
            let rotation_b = *reference(rotation_b, "rotation_b")?;
            let toward = *reference(toward, "toward")?;
            let normal = axis.normal([rotation_a, rotation_b], toward);
            *exclusive(out, "out")? = normal.unwrap_or_default();
            Ok(())
        })
    }
}

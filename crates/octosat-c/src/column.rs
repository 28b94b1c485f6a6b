//! Columns: the centers, rotations and half extents of a caller's boxes, in the formats that engines have.

use core::ffi::c_void;
use core::marker::PhantomData;

use octosat::{BoxError, BoxPose, Column};

use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_BOX};

/// What a row of an `OctosatColumn` holds.
pub type OctosatFormat = u32;

/// Three floats.
pub const OCTOSAT_F32X3: OctosatFormat = 0;
/// Four floats. The fourth of a center or of half extents is not used.
pub const OCTOSAT_F32X4: OctosatFormat = 1;
/// Three doubles.
pub const OCTOSAT_F64X3: OctosatFormat = 2;
/// Four doubles. The fourth of a center or of half extents is not used.
pub const OCTOSAT_F64X4: OctosatFormat = 3;
/// A matrix of 12 floats, three rows of four: a rotation, and a translation in the fourth column. With a stride of
/// 64 bytes, the matrix may have a fourth row.
pub const OCTOSAT_F32_ROWS_3X4: OctosatFormat = 4;
/// A matrix of 12 floats, four columns of three: a rotation, then a translation.
pub const OCTOSAT_F32_COLUMNS_4X3: OctosatFormat = 5;
/// A matrix of 16 floats, four columns of four, as OpenGL has it: the last row is 0, 0, 0, 1.
pub const OCTOSAT_F32_COLUMNS_4X4: OctosatFormat = 6;

/// Where a value of each box is found: rows at equal distances.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatColumn {
    /// The first row. May have any alignment, if it is not lent.
    pub data: *const c_void,
    /// Bytes from a row to the next; 0 stands for the size of a row.
    pub stride: usize,
    /// What a row holds.
    pub format: OctosatFormat,
}

/// Where the boxes are: one center and one rotation per box.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatPoses {
    /// Centers; or matrices, box to world, which are whole poses.
    pub centers: OctosatColumn,
    /// Unit quaternions x, y, z, w, box to world. With matrices, its data is null.
    pub rotations: OctosatColumn,
    /// What is subtracted from centers and translations, in double precision, before they are rounded to floats: a
    /// point near the boxes of a large world; zeros elsewhere.
    pub origin: [f64; 3],
}

/// How the numbers of a format are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    numbers: usize,
    bytes: usize,
}

impl Format {
    fn of(format: OctosatFormat) -> Option<Self> {
        let (numbers, bytes) = match format {
            OCTOSAT_F32X3 => (3, 4),
            OCTOSAT_F32X4 => (4, 4),
            OCTOSAT_F64X3 => (3, 8),
            OCTOSAT_F64X4 => (4, 8),
            OCTOSAT_F32_ROWS_3X4 | OCTOSAT_F32_COLUMNS_4X3 => (12, 4),
            OCTOSAT_F32_COLUMNS_4X4 => (16, 4),
            _ => return None,
        };
        Some(Self { numbers, bytes })
    }

    fn is_matrix(self) -> bool {
        self.numbers > 4
    }
}

/// The rows of a column, which may be read for `'a`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    /// Invariant: from `row * stride` bytes behind here on, the numbers of a row may be read, for every row below
    /// `len`.
    first: *const u8,
    stride: usize,
    format: Format,
    kind: OctosatFormat,
    len: usize,
    read: PhantomData<&'a [f32]>,
}

impl<'a> Rows<'a> {
    /// The rows of a column, of which there are `len`.
    ///
    /// # Safety
    /// The data must be null or valid for reading so many rows for `'a`.
    pub(crate) unsafe fn of(
        column: OctosatColumn,
        len: usize,
        name: &str,
    ) -> Result<Self, Failure> {
        let bad = |text| Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
        let Some(format) = Format::of(column.format) else {
            return bad(format!("the format of {name} is {}, which does not exist", column.format));
        };
        if column.data.is_null() && len > 0 {
            return Err(Failure::null(name));
        }
        let size = format.numbers * format.bytes;
        let stride = if column.stride == 0 { size } else { column.stride };
        if stride < size {
            return bad(format!(
                "the stride of {name} is {stride} bytes, less than a row of {size}"
            ));
        }
        if len.checked_mul(stride).is_none_or(|bytes| isize::try_from(bytes).is_err()) {
            return bad(format!("{len} rows of {name} at a stride of {stride} fit no memory"));
        }
        let (first, kind) = (column.data.cast(), column.format);
        Ok(Self { first, stride, format, kind, len, read: PhantomData })
    }

    /// The rows of a column of half extents, of which there are `len`.
    ///
    /// # Safety
    /// As for [`of`](Self::of).
    pub(crate) unsafe fn of_half_extents(
        column: OctosatColumn,
        len: usize,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's.
        let rows = unsafe { Self::of(column, len, "half_extents") }?;
        if rows.format.is_matrix() {
            let text = "the format of half_extents is one of matrices";
            return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
        }
        Ok(rows)
    }

    /// The first numbers of a row.
    ///
    /// # Panics
    /// If there is no such row, or it has fewer numbers.
    fn numbers<const N: usize>(&self, row: usize) -> [f64; N] {
        assert!(row < self.len && N <= self.format.numbers, "a number that the column has");
        let first = self.first.wrapping_add(row * self.stride);
        if self.format.bytes == 8 {
            // SAFETY: the invariant of `first`, and the row is at least so long.
            unsafe { first.cast::<[f64; N]>().read_unaligned() }
        } else {
            // SAFETY: as above.
            unsafe { first.cast::<[f32; N]>().read_unaligned() }.map(f64::from)
        }
    }

    /// Three lengths, rounded to floats.
    pub(crate) fn lengths(&self, row: usize) -> [f32; 3] {
        self.numbers::<3>(row).map(rounded)
    }

    /// The rows as a column that the engine reads in place.
    pub(crate) fn lend<const W: usize>(&self, name: &str) -> Result<Column<'a, W>, Failure> {
        let width = self.format.numbers;
        let column = if self.format.bytes == 4 {
            // SAFETY: the invariant of `first`; that the rows are in one allocation and are not written is what
            // callers who lend promise.
            unsafe { Column::from_raw(self.first.cast(), self.len, self.stride, width) }
        } else {
            None
        };
        column.ok_or_else(|| {
            let text = format!(
                "{name} cannot be lent: rows of {W} or four floats can, aligned to 4 bytes, at a stride of a \
                 multiple of 4; other rows can be assigned"
            );
            Failure::new(OCTOSAT_BAD_ARGUMENT, text)
        })
    }
}

/// The poses of boxes in any format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseRows<'a> {
    centers: Rows<'a>,
    /// None if the centers are matrices.
    rotations: Option<Rows<'a>>,
    origin: [f64; 3],
}

impl PoseRows<'_> {
    /// The poses of so many boxes.
    ///
    /// # Safety
    /// The data of both columns must be null or valid for reading so many rows as long as the poses are used.
    pub(crate) unsafe fn of(poses: &OctosatPoses, len: usize) -> Result<Self, Failure> {
        // SAFETY: the caller's.
        let centers = unsafe { Rows::of(poses.centers, len, "poses.centers") }?;
        let rotations = if centers.format.is_matrix() {
            if !poses.rotations.data.is_null() {
                let text = "poses.rotations has data, but poses.centers has matrices";
                return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
            }
            None
        } else {
            // SAFETY: the caller's.
            let rotations = unsafe { Rows::of(poses.rotations, len, "poses.rotations") }?;
            if rotations.format.numbers != 4 {
                let text = "the format of poses.rotations does not have four numbers";
                return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
            }
            Some(rotations)
        };
        Ok(Self { centers, rotations, origin: poses.origin })
    }

    /// The pose of each box; fails at the first matrix that is no rotation and translation.
    pub(crate) fn read(&self, to: &mut Vec<BoxPose>) -> Result<(), Failure> {
        to.clear();
        to.reserve(self.centers.len);
        for row in 0..self.centers.len {
            to.push(self.pose(row)?);
        }
        Ok(())
    }

    fn pose(&self, row: usize) -> Result<BoxPose, Failure> {
        let center =
            |numbers: [f64; 3]| core::array::from_fn(|k| rounded(numbers[k] - self.origin[k]));
        let of_columns = |columns: [[f64; 3]; 4]| {
            let [x, y, z, translation] = columns;
            BoxPose::from_rotation_matrix(center(translation), [x, y, z].map(|c| c.map(rounded)))
                .map_err(|mut error: BoxError| {
                    error.index = row;
                    error.into()
                })
        };
        let centers = &self.centers;
        match (&self.rotations, centers.kind) {
            (Some(rotations), _) => {
                let rotation = rotations.numbers::<4>(row).map(rounded);
                Ok(BoxPose::new(center(centers.numbers(row)), rotation))
            }
            (None, OCTOSAT_F32_ROWS_3X4) => {
                let numbers: [f64; 12] = centers.numbers(row);
                of_columns(core::array::from_fn(|column| {
                    [0, 4, 8].map(|first| numbers[first + column])
                }))
            }
            (None, OCTOSAT_F32_COLUMNS_4X3) => {
                let numbers: [f64; 12] = centers.numbers(row);
                of_columns(core::array::from_fn(|column| {
                    [0, 1, 2].map(|k| numbers[3 * column + k])
                }))
            }
            (None, _) => {
                let numbers: [f64; 16] = centers.numbers(row);
                // Compared as bits, but for the signs of zeros.
                let last = [3, 7, 11, 15].map(|last| numbers[last] + 0.0);
                if last.map(f64::to_bits) != [0.0, 0.0, 0.0, 1.0].map(f64::to_bits) {
                    let text = format!("matrix {row} has a last row other than zeros and a one");
                    return Err(Failure::new(OCTOSAT_BAD_BOX, text).at(row));
                }
                of_columns(core::array::from_fn(|column| {
                    [0, 1, 2].map(|k| numbers[4 * column + k])
                }))
            }
        }
    }
}

/// A number as a float; beyond the range of floats it is infinite, which every check rejects.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
fn rounded(value: f64) -> f32 {
    value as f32
}

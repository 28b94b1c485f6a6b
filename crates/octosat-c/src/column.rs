//! Columns: the centers, rotations and half extents of a caller's boxes, in the formats that engines have.

use core::ffi::c_void;
use core::marker::PhantomData;

use octosat::{BoxError, BoxPose, Column};

use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_BOX, OCTOSAT_BAD_LENGTH};

/// What a row of an `OctosatColumn` holds.
pub type OctosatFormat = u32;

/// Three floats.
pub const OCTOSAT_F32X3: OctosatFormat = 0;
/// Four floats: a quaternion x, y, z, w; or a vector whose fourth is not used.
pub const OCTOSAT_F32X4: OctosatFormat = 1;
/// Three doubles.
pub const OCTOSAT_F64X3: OctosatFormat = 2;
/// Four doubles, as `OCTOSAT_F32X4`.
pub const OCTOSAT_F64X4: OctosatFormat = 3;
/// Four floats: a quaternion w, x, y, z. Some engines put w first; look twice, since no check can notice it.
pub const OCTOSAT_F32_WXYZ: OctosatFormat = 4;
/// Four doubles: a quaternion w, x, y, z.
pub const OCTOSAT_F64_WXYZ: OctosatFormat = 5;
/// A matrix of 12 floats, three rows of four: a rotation, and a translation in the fourth column.
pub const OCTOSAT_F32_ROWS_3X4: OctosatFormat = 6;
/// A matrix of 16 floats, four rows of four; the last is 0, 0, 0, 1.
pub const OCTOSAT_F32_ROWS_4X4: OctosatFormat = 7;
/// A matrix of 12 floats, four columns of three: a rotation, then a translation.
pub const OCTOSAT_F32_COLUMNS_4X3: OctosatFormat = 8;
/// A matrix of 16 floats, four columns of four, as OpenGL has it; the last row is 0, 0, 0, 1.
pub const OCTOSAT_F32_COLUMNS_4X4: OctosatFormat = 9;
/// A rotation as three rows of three floats, then a translation: 12 floats, as Godot's `Transform3D`.
pub const OCTOSAT_F32_BASIS_3X3: OctosatFormat = 10;
/// A rotation as three rows of four floats, then a translation of four, of which the last are not used: 16 floats, as
/// Bullet's `btTransform`.
pub const OCTOSAT_F32_BASIS_3X4: OctosatFormat = 11;

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
    kind: Kind,
}

/// What the numbers of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A vector, or a quaternion x, y, z, w.
    Plain,
    /// A quaternion w, x, y, z.
    RealFirst,
    /// A rotation and a translation.
    Matrix(MatrixLayout),
}

/// Where the numbers of a matrix stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MatrixLayout {
    /// From a row of the rotation to the next.
    row: usize,
    /// From a column of the rotation to the next.
    column: usize,
    /// The first of the translation.
    translation: usize,
    /// From one of the translation to the next.
    step: usize,
    /// The row that must be 0, 0, 0, 1, if there is one: the first number, and from one to the next.
    last_row: Option<[usize; 2]>,
}

impl Format {
    fn of(format: OctosatFormat) -> Option<Self> {
        let matrix = |row, column, translation, step, last_row| {
            Kind::Matrix(MatrixLayout { row, column, translation, step, last_row })
        };
        let (numbers, bytes, kind) = match format {
            OCTOSAT_F32X3 => (3, 4, Kind::Plain),
            OCTOSAT_F32X4 => (4, 4, Kind::Plain),
            OCTOSAT_F64X3 => (3, 8, Kind::Plain),
            OCTOSAT_F64X4 => (4, 8, Kind::Plain),
            OCTOSAT_F32_WXYZ => (4, 4, Kind::RealFirst),
            OCTOSAT_F64_WXYZ => (4, 8, Kind::RealFirst),
            OCTOSAT_F32_ROWS_3X4 => (12, 4, matrix(4, 1, 3, 4, None)),
            OCTOSAT_F32_ROWS_4X4 => (16, 4, matrix(4, 1, 3, 4, Some([12, 1]))),
            OCTOSAT_F32_COLUMNS_4X3 => (12, 4, matrix(1, 3, 9, 1, None)),
            OCTOSAT_F32_COLUMNS_4X4 => (16, 4, matrix(1, 4, 12, 1, Some([3, 4]))),
            OCTOSAT_F32_BASIS_3X3 => (12, 4, matrix(3, 1, 9, 1, None)),
            OCTOSAT_F32_BASIS_3X4 => (16, 4, matrix(4, 1, 12, 1, None)),
            _ => return None,
        };
        Some(Self { numbers, bytes, kind })
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
        Ok(Self { first: column.data.cast(), stride, format, len, read: PhantomData })
    }

    /// The rows of a column of vectors, of which there are `len`.
    ///
    /// # Safety
    /// As for [`of`](Self::of).
    pub(crate) unsafe fn of_vectors(
        column: OctosatColumn,
        len: usize,
        name: &str,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's.
        let rows = unsafe { Self::of(column, len, name) }?;
        if rows.format.kind == Kind::Plain {
            return Ok(rows);
        }
        let text = format!("the format of {name} is not one of vectors");
        Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
    }

    /// The first numbers of a row.
    ///
    /// # Panics
    /// If there is no such row, or it has fewer numbers.
    fn numbers<const N: usize>(&self, row: usize) -> [f64; N] {
        core::array::from_fn(|place| self.number(row, place))
    }

    /// One number of a row.
    ///
    /// # Panics
    /// If there is no such row or number.
    fn number(&self, row: usize, place: usize) -> f64 {
        assert!(row < self.len && place < self.format.numbers, "a number that the column has");
        let number = self.first.wrapping_add(row * self.stride + place * self.format.bytes);
        if self.format.bytes == 8 {
            // SAFETY: the invariant of `first`, and the row has this number.
            unsafe { number.cast::<f64>().read_unaligned() }
        } else {
            // SAFETY: as above.
            f64::from(unsafe { number.cast::<f32>().read_unaligned() })
        }
    }

    /// The quaternion x, y, z, w of a row.
    fn quaternion(&self, row: usize) -> [f32; 4] {
        let mut numbers = self.numbers::<4>(row).map(rounded);
        if self.format.kind == Kind::RealFirst {
            numbers.rotate_left(1);
        }
        numbers
    }

    /// Three lengths, rounded to floats.
    pub(crate) fn lengths(&self, row: usize) -> [f32; 3] {
        self.numbers::<3>(row).map(rounded)
    }

    /// The rows as a column that the engine reads in place.
    pub(crate) fn lend<const W: usize>(&self, name: &str) -> Result<Column<'a, W>, Failure> {
        let width = self.format.numbers;
        let column = if self.format.bytes == 4 && self.format.kind == Kind::Plain {
            // SAFETY: the invariant of `first`; that the rows are in one allocation and are not written is what
            // callers who lend promise.
            unsafe { Column::from_raw(self.first.cast(), self.len, self.stride, width) }
        } else {
            None
        };
        column.ok_or_else(|| {
            let text = format!(
                "{name} cannot be lent: rows of at least {W} floats can, aligned to 4 bytes, at a stride of a \
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
    turns: Turns<'a>,
    origin: [f64; 3],
}

/// Where the rotations are.
#[derive(Clone, Copy, Debug)]
enum Turns<'a> {
    Quaternions(Rows<'a>),
    /// In the centers, which are matrices.
    Matrices(MatrixLayout),
}

impl PoseRows<'_> {
    /// The poses of so many boxes.
    ///
    /// # Safety
    /// The data of both columns must be null or valid for reading so many rows as long as the poses are used.
    pub(crate) unsafe fn of(poses: &OctosatPoses, len: usize) -> Result<Self, Failure> {
        let bad = |text: &str| Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
        // SAFETY: the caller's.
        let centers = unsafe { Rows::of(poses.centers, len, "poses.centers") }?;
        let turns = match centers.format.kind {
            Kind::Matrix(_) if !poses.rotations.data.is_null() => {
                return bad("poses.rotations has data, but poses.centers has matrices");
            }
            Kind::Matrix(layout) => Turns::Matrices(layout),
            Kind::RealFirst => return bad("the format of poses.centers is one of quaternions"),
            Kind::Plain => {
                // SAFETY: the caller's.
                let rotations = unsafe { Rows::of(poses.rotations, len, "poses.rotations") }?;
                if rotations.format.numbers != 4 {
                    return bad("the format of poses.rotations does not have four numbers");
                }
                Turns::Quaternions(rotations)
            }
        };
        if poses.origin.iter().any(|component| !component.is_finite()) {
            return bad("poses.origin is not finite");
        }
        Ok(Self { centers, turns, origin: poses.origin })
    }

    /// The pose of each box; fails at the first matrix that is no rotation and translation.
    pub(crate) fn read(&self, to: &mut Vec<BoxPose>) -> Result<(), Failure> {
        to.clear();
        reserve(to, self.centers.len)?;
        for row in 0..self.centers.len {
            to.push(match self.turns {
                Turns::Quaternions(rotations) => {
                    let rotation = rotations.quaternion(row);
                    BoxPose::new(self.seen(self.centers.numbers(row)), rotation)
                }
                Turns::Matrices(layout) => self.of_matrix(row, layout)?,
            });
        }
        Ok(())
    }

    /// A place as seen from the origin.
    fn seen(&self, place: [f64; 3]) -> [f32; 3] {
        core::array::from_fn(|k| rounded(place[k] - self.origin[k]))
    }

    fn of_matrix(&self, row: usize, layout: MatrixLayout) -> Result<BoxPose, Failure> {
        let number = |place: usize| self.centers.number(row, place);
        if let Some([first, step]) = layout.last_row {
            // Compared as bits, but for the signs of zeros.
            let last = [0, 1, 2, 3].map(|k| (number(first + step * k) + 0.0).to_bits());
            if last != [0.0, 0.0, 0.0, 1.0].map(f64::to_bits) {
                let text = format!("matrix {row} has a last row other than zeros and a one");
                return Err(Failure::new(OCTOSAT_BAD_BOX, text).at(row));
            }
        }
        let place = [0, 1, 2].map(|k| number(layout.translation + layout.step * k));
        let axes = [0, 1, 2].map(|column| {
            [0, 1, 2].map(|k| rounded(number(layout.row * k + layout.column * column)))
        });
        BoxPose::from_rotation_matrix(self.seen(place), axes).map_err(|mut error: BoxError| {
            error.index = row;
            error.into()
        })
    }
}

/// Makes room for so many values, or fails if there is no memory for them.
pub(crate) fn reserve<T>(list: &mut Vec<T>, count: usize) -> Result<(), Failure> {
    list.try_reserve_exact(count).map_err(|_| {
        Failure::new(OCTOSAT_BAD_LENGTH, format!("there is no memory for a list of {count}"))
    })
}

/// A number as a float; beyond the range of floats it is infinite, which every check rejects.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
fn rounded(value: f64) -> f32 {
    value as f32
}

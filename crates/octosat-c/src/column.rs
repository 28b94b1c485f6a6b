//! Columns: centers, rotations and half extents of a caller's boxes, in the formats that physics engines use.

use core::ffi::c_void;
use core::marker::PhantomData;

use octosat::{BoxPose, Column};

use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_BOX, OCTOSAT_BAD_LENGTH};

/// The format of the rows of an `OctosatColumn`.
pub type OctosatFormat = u32;

/// Three floats.
pub const OCTOSAT_F32X3: OctosatFormat = 0;
/// Four floats: a quaternion x, y, z, w, or a vector whose fourth float is not read.
pub const OCTOSAT_F32X4: OctosatFormat = 1;
/// Three doubles.
pub const OCTOSAT_F64X3: OctosatFormat = 2;
/// Four doubles: a quaternion x, y, z, w, or a vector whose fourth double is not read.
pub const OCTOSAT_F64X4: OctosatFormat = 3;
/// Four floats: a quaternion w, x, y, z. Some engines store w first. No check can detect a wrong order.
pub const OCTOSAT_F32_WXYZ: OctosatFormat = 4;
/// Four doubles: a quaternion w, x, y, z.
pub const OCTOSAT_F64_WXYZ: OctosatFormat = 5;
/// A matrix of 12 floats, three rows of four: a rotation in the first three columns, a translation in the fourth.
pub const OCTOSAT_F32_ROWS_3X4: OctosatFormat = 6;
/// A matrix of 16 floats, four rows of four. The last row is 0, 0, 0, 1.
pub const OCTOSAT_F32_ROWS_4X4: OctosatFormat = 7;
/// A matrix of 12 floats, four columns of three: a rotation, then a translation.
pub const OCTOSAT_F32_COLUMNS_4X3: OctosatFormat = 8;
/// A matrix of 16 floats, four columns of four, as in OpenGL. The last row is 0, 0, 0, 1.
pub const OCTOSAT_F32_COLUMNS_4X4: OctosatFormat = 9;
/// 12 floats: a rotation as three rows of three, then a translation, as in Godot's `Transform3D`.
pub const OCTOSAT_F32_BASIS_3X3: OctosatFormat = 10;
/// 16 floats: a rotation as three rows of four, then a translation of four, as in Bullet's `btTransform`. The fourth
/// float of each four is not read.
pub const OCTOSAT_F32_BASIS_3X4: OctosatFormat = 11;
/// Two floats, for rectangles: a vector, or a rotation as cosine and sine.
pub const OCTOSAT_F32X2: OctosatFormat = 12;
/// Two doubles, for rectangles.
pub const OCTOSAT_F64X2: OctosatFormat = 13;

/// An array with one row per box, at equal distances.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatColumn {
    /// The first row. Any alignment is allowed, except for `octosat_boxes_lend`.
    pub data: *const c_void,
    /// The number of bytes from one row to the next; 0 means the size of a row.
    pub stride: usize,
    /// The format of a row.
    pub format: OctosatFormat,
}

/// The poses of boxes: one center and one rotation per box.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatPoses {
    /// Centers, or matrices from the frame of the box to the world. A matrix holds center and rotation.
    pub centers: OctosatColumn,
    /// Unit quaternions, box to world. If `centers` holds matrices, the data of this column is null.
    pub rotations: OctosatColumn,
    /// A point that is subtracted from centers and translations in double precision, before these are rounded to
    /// floats. In a large world, choose a point near the boxes; otherwise, leave zeros.
    pub origin: [f64; 3],
}

impl OctosatPoses {
    /// Fails unless the origin is finite.
    pub(crate) fn check_origin(&self) -> Result<(), Failure> {
        if self.origin.iter().all(|component| component.is_finite()) {
            return Ok(());
        }
        Err(Failure::new(OCTOSAT_BAD_ARGUMENT, "poses.origin is not finite"))
    }
}

/// The storage of the numbers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Format {
    numbers: usize,
    bytes: usize,
    kind: Kind,
}

/// The meaning of the numbers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A vector, or a quaternion x, y, z, w.
    Plain,
    /// A quaternion w, x, y, z.
    RealFirst,
    /// A rotation and a translation.
    Matrix(MatrixLayout),
}

/// The positions of the numbers of a matrix in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MatrixLayout {
    /// The distance from one row of the rotation to the next.
    row: usize,
    /// The distance from one column of the rotation to the next.
    column: usize,
    /// The position of the first number of the translation.
    translation: usize,
    /// The distance from one number of the translation to the next.
    step: usize,
    /// The position of the first number of the row that must be 0, 0, 0, 1, and the distance from one of its numbers to
    /// the next; `None` for a matrix without this row.
    last_row: Option<[usize; 2]>,
}

impl Format {
    fn of(format: OctosatFormat) -> Option<Self> {
        let matrix = |row, column, translation, step, last_row| {
            Kind::Matrix(MatrixLayout { row, column, translation, step, last_row })
        };
        let (numbers, bytes, kind) = match format {
            OCTOSAT_F32X2 => (2, 4, Kind::Plain),
            OCTOSAT_F64X2 => (2, 8, Kind::Plain),
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

/// The rows of a column, readable for `'a`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    /// Invariant: for every row below `len`, the numbers of the row are readable at `first + row * stride` bytes.
    first: *const u8,
    stride: usize,
    format: Format,
    len: usize,
    read: PhantomData<&'a [f32]>,
}

impl<'a> Rows<'a> {
    /// The `len` rows of a column.
    ///
    /// # Safety
    /// The data must be null or valid for reading `len` rows for `'a`.
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

    /// The `len` rows of a column of vectors with at least `N` numbers.
    ///
    /// # Safety
    /// As for [`of`](Self::of).
    pub(crate) unsafe fn of_vectors<const N: usize>(
        column: OctosatColumn,
        len: usize,
        name: &str,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's.
        let rows = unsafe { Self::of(column, len, name) }?;
        rows.check_vectors::<N>(name)?;
        Ok(rows)
    }

    /// Fails unless the rows are vectors with at least `N` numbers.
    fn check_vectors<const N: usize>(&self, name: &str) -> Result<(), Failure> {
        if self.format.kind == Kind::Plain && self.format.numbers >= N {
            return Ok(());
        }
        let text = format!("the format of {name} is not one of vectors of {N} numbers");
        Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
    }

    /// Whether a row has this number of numbers.
    pub(crate) fn has_width(&self, numbers: usize) -> bool {
        self.format.numbers == numbers
    }

    /// The first numbers of a row.
    ///
    /// # Panics
    /// If there is no such row, or it has fewer numbers.
    pub(crate) fn numbers<const N: usize>(&self, row: usize) -> [f64; N] {
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

    /// The first numbers of a row, rounded to floats.
    ///
    /// # Panics
    /// As for [`numbers`](Self::numbers).
    pub(crate) fn floats<const N: usize>(&self, row: usize) -> [f32; N] {
        self.numbers(row).map(rounded)
    }

    /// The rows as a column that the engine reads in place.
    pub(crate) fn lend<const W: usize>(&self, name: &str) -> Result<Column<'a, W>, Failure> {
        let width = self.format.numbers;
        let column = if self.format.bytes == 4 && self.format.kind == Kind::Plain {
            // SAFETY: the invariant of `first`. Callers of `octosat_boxes_lend` promise that the rows are in one
            // allocation and are not written.
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

/// The poses of a caller's boxes, in any format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PoseRows<'a> {
    centers: Rows<'a>,
    turns: Turns<'a>,
    origin: [f64; 3],
}

/// The rotations of the poses.
#[derive(Clone, Copy, Debug)]
enum Turns<'a> {
    Quaternions(Rows<'a>),
    /// The column of centers holds matrices, which contain the rotations.
    Matrices(MatrixLayout),
}

impl PoseRows<'_> {
    /// The poses of `len` boxes.
    ///
    /// # Safety
    /// The data of both columns must be null or valid for reading `len` rows as long as the poses are used.
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
                centers.check_vectors::<3>("poses.centers")?;
                // SAFETY: the caller's.
                let rotations = unsafe { Rows::of(poses.rotations, len, "poses.rotations") }?;
                if rotations.format.numbers != 4 {
                    return bad("the format of poses.rotations does not have four numbers");
                }
                Turns::Quaternions(rotations)
            }
        };
        poses.check_origin()?;
        Ok(Self { centers, turns, origin: poses.origin })
    }

    /// Reads the pose of each box. Fails at the first matrix that is not a rotation and a translation.
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

    /// A position relative to the origin.
    fn seen(&self, place: [f64; 3]) -> [f32; 3] {
        core::array::from_fn(|k| rounded(place[k] - self.origin[k]))
    }

    /// Reads the matrix of each box as three rows. Returns false if the poses are not matrices, or one of them has a wrong
    /// last row.
    pub(crate) fn read_matrices(&self, to: &mut Vec<[[f32; 4]; 3]>) -> Result<bool, Failure> {
        let Turns::Matrices(layout) = self.turns else { return Ok(false) };
        to.clear();
        reserve(to, self.centers.len)?;
        for row in 0..self.centers.len {
            if !self.is_affine(row, layout) {
                return Ok(false);
            }
            let (center, [x, y, z]) = self.parts(row, layout);
            to.push([0, 1, 2].map(|k| [x[k], y[k], z[k], center[k]]));
        }
        Ok(true)
    }

    /// Whether a matrix has no last row, or one of zeros and a one.
    fn is_affine(&self, row: usize, layout: MatrixLayout) -> bool {
        layout.last_row.is_none_or(|[first, step]| {
            // Bits are compared; adding zero turns -0 into 0 first.
            let last = [0, 1, 2, 3].map(|k| self.centers.number(row, first + step * k) + 0.0);
            last.map(f64::to_bits) == [0.0, 0.0, 0.0, 1.0].map(f64::to_bits)
        })
    }

    /// The translation of a matrix, relative to the origin, and its columns.
    fn parts(&self, row: usize, layout: MatrixLayout) -> ([f32; 3], [[f32; 3]; 3]) {
        let number = |place: usize| self.centers.number(row, place);
        let place = [0, 1, 2].map(|k| number(layout.translation + layout.step * k));
        let axes = [0, 1, 2].map(|column| {
            [0, 1, 2].map(|k| rounded(number(layout.row * k + layout.column * column)))
        });
        (self.seen(place), axes)
    }

    fn of_matrix(&self, row: usize, layout: MatrixLayout) -> Result<BoxPose, Failure> {
        if !self.is_affine(row, layout) {
            let text = format!("matrix {row} has a last row other than zeros and a one");
            return Err(Failure::new(OCTOSAT_BAD_BOX, text).at(row));
        }
        let (center, axes) = self.parts(row, layout);
        Ok(BoxPose::from_rotation_matrix(center, axes).map_err(|error| error.at(row))?)
    }
}

/// Reserves memory for `count` values, or fails if there is not enough memory.
pub(crate) fn reserve<T>(list: &mut Vec<T>, count: usize) -> Result<(), Failure> {
    list.try_reserve_exact(count).map_err(|_| {
        Failure::new(OCTOSAT_BAD_LENGTH, format!("there is no memory for a list of {count}"))
    })
}

/// Rounds a number to a float. A number beyond the range of floats becomes infinite, and every check rejects it.
#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
pub(crate) fn rounded(value: f64) -> f32 {
    value as f32
}

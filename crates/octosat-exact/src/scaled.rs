//! The float32 numbers of a pair as integers times powers of two.

use crate::number::{Integer, three};
use crate::projection::Given;
use crate::stored::StoredBox;

/// An odd integer times two to a power, or zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odd {
    pub(crate) value: i64,
    pub(crate) exponent: i32,
}

impl Odd {
    /// A float; it must be finite. IEEE 754-2019, section 3.4.
    pub(crate) fn of(float: f32) -> Self {
        let bits = float.to_bits();
        let fraction = i64::from(bits & 0x7f_ffff);
        let (whole, exponent) = match bits >> 23 & 0xff {
            0 => (fraction, -149),
            biased => (fraction | 1 << 23, biased.cast_signed() - 150),
        };
        if whole == 0 {
            return Self { value: 0, exponent: 0 };
        }
        let zeros = whole.trailing_zeros();
        let value = whole >> zeros;
        let value = if float.is_sign_negative() { -value } else { value };
        Self { value, exponent: exponent + zeros.cast_signed() }
    }

    fn bits(self) -> u32 {
        u64::BITS - self.value.unsigned_abs().leading_zeros()
    }
}

/// A value that is shifted to the left, to the exponent of its group.
#[derive(Clone, Copy, Debug, Default)]
struct Shifted {
    value: i64,
    left: u32,
}

impl Shifted {
    fn integer<T: Integer>(&self) -> T {
        T::shifted(self.value, self.left)
    }
}

/// Numbers with one exponent.
#[derive(Clone, Copy, Debug)]
struct Group<const N: usize> {
    values: [Shifted; N],
    /// All values are multiplied with two to this power.
    exponent: i32,
    /// All magnitudes are below two to this power.
    bits: u32,
}

impl<const N: usize> Group<N> {
    fn new(floats: [f32; N]) -> Self {
        let odd = floats.map(Odd::of);
        let nonzero = || odd.iter().filter(|number| number.value != 0);
        let exponent = nonzero().map(|number| number.exponent).min().unwrap_or(0);
        let left = |number: &Odd| (number.exponent - exponent).cast_unsigned();
        let bits = nonzero().map(|number| number.bits() + left(number)).max().unwrap_or(0);
        let shifted = |number: Odd| match number.value {
            0 => Shifted::default(),
            value => Shifted { value, left: left(&number) },
        };
        Self { values: odd.map(shifted), exponent, bits }
    }
}

/// The numbers of two boxes and of a motion: all lengths with one exponent, each quaternion with its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled {
    /// The centers of a and b, the half extents of a and b, the motion.
    lengths: Group<15>,
    rotations: [Group<4>; 2],
}

impl Scaled {
    pub(crate) fn new(a: &StoredBox, b: &StoredBox, motion: [f32; 3]) -> Self {
        let vectors = [a.center(), b.center(), a.half_extents(), b.half_extents(), motion];
        let mut lengths = [0.0; 15];
        for (place, length) in lengths.iter_mut().zip(vectors.as_flattened()) {
            *place = *length;
        }
        Self {
            lengths: Group::new(lengths),
            rotations: [a.rotation(), b.rotation()].map(Group::new),
        }
    }

    /// Bits of the largest length.
    pub(crate) fn length_bits(&self) -> u32 {
        self.lengths.bits
    }

    /// Bits of the largest component of either quaternion.
    pub(crate) fn rotation_bits(&self) -> [u32; 2] {
        [self.rotations[0].bits, self.rotations[1].bits]
    }

    /// The unit of lengths is two to this power, meters.
    pub(crate) fn length_exponent(&self) -> i32 {
        self.lengths.exponent
    }

    fn vector<T: Integer>(&self, which: usize) -> [T; 3] {
        three(|k| self.lengths.values[3 * which + k].integer())
    }

    fn rotation<T: Integer>(&self, which: usize) -> [T; 4] {
        let [x, y, z, w] = &self.rotations[which].values;
        [x.integer(), y.integer(), z.integer(), w.integer()]
    }

    pub(crate) fn given<T: Integer>(&self) -> Given<T> {
        let centers: [[T; 3]; 2] = [self.vector(0), self.vector(1)];
        Given {
            offset: three(|k| centers[1][k].minus(&centers[0][k])),
            half_extents: [self.vector(2), self.vector(3)],
            rotations: [self.rotation(0), self.rotation(1)],
        }
    }

    pub(crate) fn motion<T: Integer>(&self) -> [T; 3] {
        self.vector(4)
    }
}

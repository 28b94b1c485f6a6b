//! Which point of the last frame's contact a point continues: the point of the same feature, wherever it is, else the
//! nearest one that is left over, if it is near enough.
//!
//! If vertices of two boxes nearly meet, rounding decides whether the point there is the vertex of one, the vertex of
//! the other, or a crossing of edges. The force there is the same, so such a point continues the nearest one.

use crate::contacts::{ContactPoint, Manifold};

/// How near a point must be to a point of the last frame to continue it if neither has kept its feature: a part of the
/// size of the smaller box, which is its three half extents, rounded down to a power of two.
///
/// It is 0.8 to 1.6 % of the half extents: much more than rounding, and much less than the distance of two vertices.
/// Walls of boxes, whose vertices lie on each other, drift seven times as far if points are matched by features alone.
const SAME_PLACE: f32 = 1.0 / 64.0;

/// The place of a predecessor that does not exist.
pub(super) const NEW_POINT: u32 = u32::MAX;

/// How many features a word holds; most contacts have no more points.
pub(super) const WORD: usize = 4;

/// The features of up to eight points, 16 bits each, with ones behind the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Features([u64; 2]);

/// Which point of the last frame's contact each point continues, by its number: four bits per point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Order(u32);

/// An order by features alone, and the points that it leaves over, as sets of bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Matched {
    pub(super) order: Order,
    /// The points of this frame that continue none.
    missing: u32,
    /// The points of the last frame that none continues.
    free: u32,
}

impl Features {
    /// The features of a row whose points begin at the front of `points`.
    #[inline(always)]
    pub(super) fn new(points: &[ContactPoint], len: u8) -> Self {
        let len = usize::from(len);
        let Some(four) = points.first_chunk::<WORD>().filter(|_| len <= WORD) else {
            return Self::of_many(&points[..len]);
        };
        // What is behind the last point is covered by ones.
        let [a, b, c, d] = [0, 1, 2, 3].map(|k: usize| u64::from(four[k].feature.0));
        let half = 8 * len;
        // In two steps: a shift by all 64 bits would overflow.
        Self([a | b << 16 | c << 32 | d << 48 | u64::MAX << half << half, u64::MAX])
    }

    #[cold]
    fn of_many(points: &[ContactPoint]) -> Self {
        let mut words = [u64::MAX; 2];
        for (k, point) in points.iter().enumerate() {
            let shift = 16 * (k % WORD);
            words[k / WORD] &= !(0xFFFF << shift) | u64::from(point.feature.0) << shift;
        }
        Self(words)
    }

    /// The number of the point with this feature in a word; [`WORD`] if none has it.
    #[inline(always)]
    fn number_in(word: u64, feature: u64) -> u32 {
        const ONES: u64 = 0x0001_0001_0001_0001;
        // Zero where they are the same. The lowest field that is zero sets its highest bit, those below it do not:
        // Knuth, "Combinatorial Algorithms, Part 1", section 7.1.3.
        let differences = word ^ (feature * ONES);
        let zeros = differences.wrapping_sub(ONES) & !differences & (ONES << 15);
        zeros.trailing_zeros() / 16
    }
}

impl Order {
    /// No point continues another.
    pub(super) const NONE: Self = Self(0x8888_8888);
    /// Each point continues the point of the same number.
    pub(super) const SAME: Self = Self(0x7654_3210);
    /// The number that stands for no point; its bit is set in no other number.
    const NOTHING: u32 = 8;

    /// The place of the point that point `k` continues, given the place of the last contact's first; [`NEW_POINT`] if it
    /// continues none.
    #[inline(always)]
    pub(super) fn place(self, k: usize, first: u32) -> u32 {
        const { assert!(NEW_POINT == u32::MAX, "all bits") };
        let number = self.0 >> (4 * k) & 0xF;
        // Without a branch: all bits are set if there is none.
        (first + number) | (number >> 3).wrapping_neg()
    }

    /// The same order, in which point `k`, which continued none, continues a point.
    fn with(self, k: u32, number: u32) -> Self {
        Self(self.0 ^ (number ^ Self::NOTHING) << (4 * k))
    }
}

impl Matched {
    /// Finds the points of the same features among `last_len` points.
    #[inline(always)]
    pub(super) fn by_features(now: Features, last: Features, [len, last_len]: [u8; 2]) -> Self {
        if len.max(last_len) as usize > WORD {
            return Self::by_many_features(now, last, [len, last_len]);
        }
        let (mut order, mut found, mut used) = (0, 0, 0);
        for k in 0..WORD {
            let feature = now.0[0] >> (16 * k) & 0xFFFF;
            let number = Features::number_in(last.0[0], feature);
            used |= 1 << number;
            found |= (number >> 2 ^ 1) << k;
            // Four stands for no point here, and eight in an order.
            order |= (number + (number & 4)) << (4 * k);
        }
        let [all, all_last] = [len, last_len].map(|len| (1 << len) - 1);
        Self { order: Order(order), missing: all & !found, free: all_last & !used }
    }

    #[cold]
    fn by_many_features(now: Features, last: Features, [len, last_len]: [u8; 2]) -> Self {
        let [mut missing, mut free] = [len, last_len].map(|len| (1 << len) - 1);
        let mut order = Order::NONE;
        for k in 0..u32::from(len) {
            let feature = now.0[k as usize / WORD] >> (16 * (k % 4)) & 0xFFFF;
            let [low, high] = last.0.map(|word| Features::number_in(word, feature));
            let number = if low < 4 { low } else { 4 + high };
            if number < u32::from(last_len) {
                order = order.with(k, number);
                missing &= !(1 << k);
                free &= !(1 << number);
            }
        }
        Self { order, missing, free }
    }

    /// Whether points are left over on both sides.
    #[inline(always)]
    pub(super) fn leaves_some(self) -> bool {
        (self.missing != 0) & (self.free != 0)
    }

    /// The order in which the points that are left over, one after the other, continue the nearest point that is left over,
    /// if it is nearer than [`SAME_PLACE`] times the size of the smaller box.
    ///
    /// `POINTS` is at least the number of points of either contact. All distances are computed, which takes fewer instructions
    /// than to pick some.
    #[inline(always)]
    pub(super) fn with_nearest<const POINTS: usize>(
        self,
        row: &Manifold,
        now: &[ContactPoint; POINTS],
        last: &[ContactPoint; POINTS],
    ) -> Order {
        let Self { mut order, mut missing, mut free } = self;
        let same_place = same_place_squared(row);
        while (missing != 0) & (free != 0) {
            let k = missing.trailing_zeros();
            missing &= missing - 1;
            let point = &now[k as usize % POINTS];
            let squared = last.each_ref().map(|other| distance_squared(point, other));
            let is_near =
                |(number, squared): (usize, &f32)| u32::from(*squared < same_place) << number;
            let near = free & squared.iter().enumerate().map(is_near).fold(0, |all, one| all | one);
            if near != 0 {
                let number = nearest_of(near, &squared);
                order = order.with(k, number);
                free &= !(1 << number);
            }
        }
        order
    }
}

/// The number of the nearest of some points, the first of equals. Mostly there is one.
#[inline(always)]
fn nearest_of(numbers: u32, squared: &[f32]) -> u32 {
    let (mut nearest, mut rest) = (numbers.trailing_zeros(), numbers & (numbers - 1));
    while rest != 0 {
        let number = rest.trailing_zeros();
        rest &= rest - 1;
        if squared[number as usize] < squared[nearest as usize] {
            nearest = number;
        }
    }
    nearest
}

/// The square of the distance below which points are at the same place, in square meters.
fn same_place_squared(row: &Manifold) -> f32 {
    let size = f32::from_bits(u32::from(row.size_exponent) << 23);
    let distance = SAME_PLACE * size;
    distance * distance
}

fn distance_squared(now: &ContactPoint, last: &ContactPoint) -> f32 {
    let between = |k: usize| now.position[k] - last.position[k];
    let [x, y, z] = [between(0), between(1), between(2)];
    x * x + y * y + z * z
}

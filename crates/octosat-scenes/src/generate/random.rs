//! The random numbers from which scenes are made.

/// A small seeded generator: splitmix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014, section 4).
///
/// The numbers are the same on every platform and in every version of this crate.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator whose numbers depend on the seed alone.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The generator of one round of a search, whatever the rounds before it drew.
    #[must_use]
    pub fn of_round(seed: u64, number: u64) -> Self {
        Self::new(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Sixty-four random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number at least 0 and below 1, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        const SCALE: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * SCALE
    }

    /// A number at least `low` and at most `high`.
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A whole number below `bound`, or zero if that is zero.
    pub fn below(&mut self, bound: usize) -> usize {
        let value = self.next_u64() % (bound as u64).max(1);
        // The remainder is below a `usize`, so the conversion cannot fail.
        usize::try_from(value).unwrap_or(0)
    }

    /// True once in `times` calls, on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the choices.
    ///
    /// # Panics
    /// Without choices.
    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// A number below one, with fewer than `most` zeros after its point, each number of zeros equally often.
    pub fn decades(&mut self, most: usize) -> f64 {
        let zeros = self.below(most);
        (0..zeros).fold(self.range(0.1, 1.0), |number, _| number * 0.1)
    }

    /// Three numbers of the same range.
    pub fn vector(&mut self, low: f64, high: f64) -> [f64; 3] {
        [0; 3].map(|_| self.range(low, high))
    }

    /// A unit quaternion x, y, z, w, uniform over all rotations.
    ///
    /// By rejection from the cube around the unit ball (Marsaglia, "Choosing a Point from the
    /// Surface of a Sphere", 1972): a third of the tries succeed.
    pub fn rotation(&mut self) -> [f64; 4] {
        loop {
            let point = [0; 4].map(|_| self.range(-1.0, 1.0));
            let squared: f64 = point.iter().map(|c| c * c).sum();
            if (0.01..=1.0).contains(&squared) {
                let length = squared.sqrt();
                return point.map(|c| c / length);
            }
        }
    }

    /// A unit vector, uniform over all directions.
    pub fn direction(&mut self) -> [f64; 3] {
        loop {
            let point = self.vector(-1.0, 1.0);
            let squared: f64 = point.iter().map(|c| c * c).sum();
            if (0.01..=1.0).contains(&squared) {
                let length = squared.sqrt();
                return point.map(|c| c / length);
            }
        }
    }

    /// Puts a slice in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

//! Orders of boxes and pairs, which decide how well CPU caches work.

use super::numbers::{box_index, whole};
use super::random::Random;
use super::scene::Scene;

/// Steps along each axis of the Morton curve: 21 bits, so that three fit a 64-bit key.
const MORTON_STEPS: f64 = 2_097_151.0;

impl Scene {
    /// The same scene with its pairs in random order, the boxes as they are.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        Random::new(seed).shuffle(&mut self.pairs);
        self
    }

    /// The same scene with its boxes renumbered along a Morton curve through their centers and its
    /// pairs sorted: neighbors in space become neighbors in memory.
    #[must_use]
    pub fn spatially_ordered(mut self) -> Self {
        let keys = morton_keys(&self.position);
        let mut order: Vec<usize> = (0..self.position.len()).collect();
        order.sort_unstable_by_key(|&index| (keys[index], index));
        let numbers = self.reorder_boxes(&order);
        for pair in &mut self.pairs {
            let [a, b] = pair.map(|old| numbers[old as usize]);
            *pair = [a.min(b), a.max(b)];
        }
        self.pairs.sort_unstable();
        self
    }

    /// Puts the boxes in another order, given by their old numbers; the pairs stay as they are.
    ///
    /// Returns the new number of each box.
    fn reorder_boxes(&mut self, order: &[usize]) -> Vec<u32> {
        self.half_extents = order.iter().map(|&old| self.half_extents[old]).collect();
        self.position = order.iter().map(|&old| self.position[old]).collect();
        self.rotation = order.iter().map(|&old| self.rotation[old]).collect();
        let mut numbers = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            numbers[old] = box_index(new);
        }
        numbers
    }
}

/// The place of each center on a Morton curve through the bounds of all (Morton, "A Computer
/// Oriented Geodetic Data Base", 1966).
fn morton_keys(position: &[[f32; 3]]) -> Vec<u64> {
    let low: [f32; 3] = std::array::from_fn(|axis| {
        position.iter().fold(f32::INFINITY, |low, center| low.min(center[axis]))
    });
    let spread = position.iter().fold(0.0, |spread: f64, center| {
        (0..3).fold(spread, |s, axis| s.max(f64::from(center[axis]) - f64::from(low[axis])))
    });
    let scale = if spread > 0.0 { MORTON_STEPS / spread } else { 0.0 };
    let step = |center: &[f32; 3], axis: usize| {
        whole((f64::from(center[axis]) - f64::from(low[axis])) * scale) as u64
    };
    position
        .iter()
        .map(|center| (0..3).fold(0, |key, axis| key | spread_bits(step(center, axis)) << axis))
        .collect()
}

/// Moves bit k of a 21-bit number to bit 3k.
fn spread_bits(value: u64) -> u64 {
    (0..21).fold(0, |spread, bit| spread | (value >> bit & 1) << (3 * bit))
}

//! Boxes seen from above: rectangles in the plane of x and y.

use octosat::{BoxStore, Rectangle, RectangleStore};

use crate::vector::narrow;

/// The square of cosine and sine of half the turn below which a box has none about z: it is upside
/// down, and its stored quaternion tells nothing about z but noise.
const NO_TURN: f64 = 1e-12;

/// The rectangle of each box: x and y of its centre and of its half extents, turned as the box is about
/// z.
///
/// It is the box' outline from above where the box stands upright. For one that leans it is what the
/// box would be if it were put upright by the shortest way (the twist about z of its rotation).
pub(super) fn rectangles(boxes: &BoxStore) -> RectangleStore {
    let rows = boxes.centers().iter().zip(boxes.rotations()).zip(boxes.half_extents());
    let all: Vec<Rectangle> = rows
        .map(|((center, rotation), half_extents)| {
            let [[x, y, ..], [h, k, ..]] = [*center, *half_extents];
            Rectangle::new([x, y], turn_about_z(*rotation), [h, k])
        })
        .collect();
    let mut store = RectangleStore::with_capacity(all.len());
    // What a store of boxes takes, this one takes too; if it did not, its pairs would be refused.
    if store.extend_from_boxes(&all).is_err() {
        store.clear();
    }
    store
}

/// Cosine and sine of the turn about z of a unit quaternion: of twice the angle of w and z.
fn turn_about_z([_, _, z, w]: [f32; 4]) -> [f32; 2] {
    let [z, w] = [z, w].map(f64::from);
    let squared = w * w + z * z;
    if squared < NO_TURN {
        return [1.0, 0.0];
    }
    [narrow((w * w - z * z) / squared), narrow(2.0 * w * z / squared)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_about_z_are_kept_and_others_taken_out() {
        let bits = |rotation| turn_about_z(rotation).map(f32::to_bits);
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let of = |turn: [f32; 2]| turn.map(f32::to_bits);
        assert_eq!(bits([0.0, 0.0, 0.0, 1.0]), of([1.0, 0.0]));
        assert_eq!(bits([0.0, 0.0, half, half]), of([0.0, 1.0]));
        assert_eq!(bits([0.0, 0.0, 1.0, 0.0]), of([-1.0, 0.0]));
        // Upside down: no turn about z. Tipped over by a right angle, then turned by one.
        assert_eq!(bits([1.0, 0.0, 0.0, 0.0]), of([1.0, 0.0]));
        assert_eq!(bits([0.5, 0.5, 0.5, 0.5]), of([0.0, 1.0]));
    }
}

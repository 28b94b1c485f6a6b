//! A store made of the last frame of a recording, whose arrays are given back meanwhile.
//!
//! A store takes more memory than the arrays that it is made of. Where a recording has a single frame
//! both together would be the most that a run ever needs, more than its inputs and results.

use octosat::BoxError;
use octosat_scenes::{Frame, RecordingParts};

use crate::choices::Basis;
use crate::stores::Store;

/// Fewest boxes of a block: enough that a block's arrays have pages of their own, which go back to
/// the system one by one, and few beside any recording whose memory matters.
const FEWEST_BOXES: usize = 1 << 14;

/// Most blocks: where shortening an array copies it, that is done so many times at most.
const MOST_BLOCKS: usize = 64;

/// The arrays of some boxes.
struct Block {
    half_extents: Vec<[f32; 3]>,
    positions: Vec<[f32; 3]>,
    rotations: Vec<[f32; 4]>,
}

/// A store of the last frame. Its poses and all half extents are taken out of the parts.
pub(super) fn store_of_last_frame(
    parts: &mut RecordingParts,
    basis: Basis,
) -> Result<Store, BoxError> {
    let boxes = parts.half_extents.len();
    let mut blocks = blocks(parts, boxes);
    let mut store = Store::with_capacity(basis, boxes);
    while let Some(block) = blocks.pop() {
        let Block { half_extents, positions, rotations } = &block;
        store.extend(half_extents, Frame { positions, rotations, pairs: &[] })?;
    }
    Ok(store)
}

/// The boxes in blocks, the first of them last: a vector can be shortened at its end only.
fn blocks(parts: &mut RecordingParts, boxes: usize) -> Vec<Block> {
    let length = boxes.div_ceil(MOST_BLOCKS).max(FEWEST_BOXES);
    let mut blocks = Vec::with_capacity(boxes.div_ceil(length));
    while !parts.half_extents.is_empty() {
        let count = (parts.half_extents.len() - 1) % length + 1;
        blocks.push(Block {
            half_extents: take_last(&mut parts.half_extents, count),
            positions: take_last(&mut parts.position, count),
            rotations: take_last(&mut parts.rotation, count),
        });
    }
    blocks
}

/// Moves the last items to a vector of their own, and gives back their memory.
fn take_last<T>(items: &mut Vec<T>, count: usize) -> Vec<T> {
    let rest = items.len() - count;
    if rest == 0 {
        return std::mem::take(items);
    }
    let last = items.split_off(rest);
    items.shrink_to_fit();
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_the_last_frame_and_the_rest_stays() {
        for boxes in [0, 1, FEWEST_BOXES - 1, FEWEST_BOXES, FEWEST_BOXES + 1, 3 * FEWEST_BOXES] {
            let number = |index: usize| f32::from(u16::try_from(index % 1000).unwrap());
            let row = |index| [number(index); 3];
            let mut parts = RecordingParts {
                half_extents: (0..boxes).map(row).collect(),
                position: (0..2 * boxes).map(row).collect(),
                rotation: (0..2 * boxes).map(|index| [number(index); 4]).collect(),
                ..RecordingParts::default()
            };
            let whole = parts.clone();
            let mut blocks = blocks(&mut parts, boxes);
            assert_eq!(blocks.len(), boxes.div_ceil(FEWEST_BOXES));
            let (mut half_extents, mut positions) = (Vec::new(), Vec::new());
            while let Some(block) = blocks.pop() {
                assert_eq!(block.rotations.len(), block.positions.len());
                half_extents.extend(block.half_extents);
                positions.extend(block.positions);
            }
            assert_eq!(half_extents, whole.half_extents);
            assert_eq!(positions, whole.position[boxes..]);
            assert_eq!(parts.position, whole.position[..boxes]);
            assert_eq!(parts.rotation, whole.rotation[..boxes]);
        }
    }
}

//! Copies of boxes, each on a cache line of its own.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;

use super::{BoxStore, sweep};
use crate::view::BoxView;

/// One box on one cache line: centre, rotation, half extents and a row of zeros.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(64))]
struct Record([Row; 4]);

/// The rows of a record that hold the centre, the rotation and the half extents.
const PLACES: [usize; 3] = [0, 1, 2];

/// Boxes copied from a [`BoxStore`], each on a cache line of 64 bytes of its own.
///
/// A box out of order then costs one access to memory instead of the three of the store's columns.
/// Worth it for pairs in random order over more boxes than the core's own cache (L2) holds, some
/// thirty thousand: on one thread of a server CPU with 1 MiB of L2 such a pair took 17 ns instead
/// of 27 over 60 000 boxes, 24 to 40 instead of 50 over 200 000 and about 50 instead of 130 over a
/// million. Fewer boxes, or pairs in spatial order (see
/// [`sort_spatially`](BoxStore::sort_spatially)), gain nothing. Copying costs 5 to 10 ns a box, so
/// there should be at least as many pairs as boxes. Results are the same bits.
///
/// # Example
/// ```
/// use octosat::{BoxRecords, BoxStore, Engine, Margin};
/// let upright = [[0.0, 0.0, 0.0, 1.0]; 2];
/// let mut boxes = BoxStore::from_slices(&[[0.0; 3], [3.0, 0.0, 0.0]], &upright, &[[1.0; 3]; 2])?;
/// let mut records = BoxRecords::new();
/// let mut hits = [false];
/// for step in [3.0, 2.5, 2.0] {
///     boxes.set_poses(&[[0.0; 3], [step, 0.0, 0.0]], &upright)?;
///     records.copy_from_boxes(&boxes);
///     Engine::new().overlap(&records, &[[0, 1]], Margin::None, &mut hits)?;
/// }
/// assert_eq!(hits, [true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxRecords {
    // Invariant: the rows at `PLACES` of every record were checked by a store.
    records: Vec<Record>,
}

impl BoxRecords {
    /// No records.
    #[must_use]
    pub const fn new() -> Self {
        Self { records: Vec::new() }
    }

    /// Records of the boxes of a store, in its order.
    #[must_use]
    pub fn from_boxes(boxes: &BoxStore) -> Self {
        let mut records = Self::new();
        records.copy_from_boxes(boxes);
        records
    }

    /// Replaces every record by those of a store, in its order; the memory is used again.
    ///
    /// Large copies use the thread pool with the feature `parallel`.
    pub fn copy_from_boxes(&mut self, boxes: &BoxStore) {
        let columns = [boxes.centers(), boxes.rotations(), boxes.half_extents()];
        self.records.clear();
        sweep::extend_records(&mut self.records, columns, |[center, rotation, half_extents]| {
            Record([center, rotation, half_extents, Row::default()])
        });
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A view of the records.
    #[must_use]
    pub fn view(&self) -> BoxView<'_> {
        BoxView::of_checked_records::<4>(bytemuck::cast_slice(&self.records), PLACES)
    }
}

#[cfg(test)]
mod tests {
    use super::super::boxes::tests::boxes;
    use super::*;

    fn store(count: usize) -> BoxStore {
        let mut store = BoxStore::new();
        let few = boxes(count.min(1000));
        let many: Vec<_> = few.iter().copied().cycle().take(count).collect();
        store.extend_from_boxes(&many).unwrap();
        store
    }

    fn bits(view: BoxView<'_>) -> Vec<[Option<[u32; 4]>; 3]> {
        let columns = view.columns::<3>();
        let row = |column, at| columns.row(column, at).map(|row| row.0.map(f32::to_bits));
        (0..view.len()).map(|at| [0, 1, 2].map(|column| row(column, at))).collect()
    }

    #[test]
    fn records_hold_the_bits_of_the_store_below_and_above_the_split() {
        for count in [0, 1, 3000, 70_000] {
            let store = store(count);
            let records = BoxRecords::from_boxes(&store);
            assert_eq!((records.len(), records.is_empty()), (count, count == 0));
            assert_eq!(bits(records.view()), bits(store.view()));
        }
    }

    #[test]
    fn a_record_is_a_cache_line() {
        assert_eq!((size_of::<Record>(), align_of::<Record>()), (64, 64));
    }

    #[test]
    fn copying_again_uses_the_memory_again() {
        let mut records = BoxRecords::from_boxes(&store(70_000));
        let memory = (records.records.as_ptr(), records.records.capacity());
        for count in [70_000, 20, 66_000, 0] {
            let store = store(count);
            records.copy_from_boxes(&store);
            assert_eq!(bits(records.view()), bits(store.view()));
            assert_eq!((records.records.as_ptr(), records.records.capacity()), memory);
        }
        assert_eq!(records, BoxRecords::default());
    }
}

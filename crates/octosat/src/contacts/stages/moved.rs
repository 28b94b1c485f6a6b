//! Contacts of boxes that have moved: the stages see box a at the origin, and positions in the world get its center.

use octosat_lanes::Isa;

use super::chunk::{ChunkStages, Scratch};
use super::output::ChunkResults;
use super::run_chunk;
use crate::call::batches::Batches;
use crate::call::queue::MAX_CHUNK;
use crate::contacts::{Manifold, PointOrigin};
use crate::moved::at_times::MovedRows;
use crate::moved::pairs::MovedPairs;

/// Manifolds of a chunk of pairs at their times, as [`run_chunk`].
pub(crate) fn run_moved<I: Isa, S: ChunkStages>(
    isa: I,
    query: S,
    chunk: &Batches<'_, MovedPairs<'_>>,
    out: &mut ChunkResults<'_>,
    scratch: &mut Scratch,
) -> bool {
    let mut moved = scratch.moved.take().unwrap_or_else(bytemuck::zeroed_box);
    let have_points =
        moved.with(isa, chunk, |chunk| run_chunk::<I, S>(isa, query, chunk, out, scratch));
    let all_finite = match out.options.origin {
        PointOrigin::World => place(&moved, scratch.touched(), out),
        PointOrigin::CenterOfA => true,
    };
    scratch.moved = Some(moved);
    have_points & all_finite
}

/// Adds the centers of a to the positions of some rows. Returns whether all positions are finite; other rows have no
/// points.
fn place(moved: &MovedRows<MAX_CHUNK>, rows: &[u32], out: &mut ChunkResults<'_>) -> bool {
    let mut all_finite = true;
    for &position in rows {
        let row = &mut out.manifolds[position as usize];
        if row.len == 0 {
            continue;
        }
        let [x, y, z] = moved.center_of_a(position as usize);
        let first = (row.first - out.first_place) as usize;
        let mut is_finite = true;
        for point in &mut out.points[first..first + usize::from(row.len)] {
            let [of_x, of_y, of_z] = point.position;
            point.position = [of_x + x, of_y + y, of_z + z];
            is_finite &= point.position.iter().all(|component| component.is_finite());
        }
        if !is_finite {
            *row = Manifold::NOT_FINITE;
            all_finite = false;
        }
    }
    all_finite
}

//! The answers of a run as the columns of a results file.

use std::path::Path;

use octosat_convex::{Feature, Manifold, Penetration, Placed};
use octosat_scenes::ResultsWriter;

use super::kernels::code;
use crate::failure::Failure;

/// Corners of a box, and edges: what the numbers of features are made of.
const CORNERS: usize = 8;
const EDGES: usize = 12;

/// The arrays of a results file.
#[derive(Debug, Default)]
pub(super) struct Columns {
    depth: Vec<f32>,
    axis: Vec<u8>,
    normal: Vec<[f32; 3]>,
    axes_tested: Vec<u32>,
    contact_normal: Vec<[f32; 3]>,
    contact_ends: Vec<u64>,
    point: Vec<[f32; 3]>,
    contact_depth: Vec<f32>,
    feature: Vec<u32>,
}

impl Columns {
    /// Appends a pair's answers.
    pub(super) fn push(&mut self, [a, b]: [&Placed<'_>; 2], answer: &Answer) {
        let Answer { found, axes_tested, manifold } = answer;
        self.depth.push(found.depth);
        self.axis.push(code(found.axis, a, b));
        self.normal.push(found.normal);
        self.axes_tested.push(*axes_tested);
        self.contact_normal.push(manifold.normal);
        for point in &manifold.points {
            self.point.push(point.position);
            self.contact_depth.push(point.depth);
            self.feature.push(number(point.feature));
        }
        self.contact_ends.push(self.point.len() as u64);
    }

    /// Writes the arrays.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut file = ResultsWriter::create(path, self.depth.len())?;
        file.overlap(self.depth.iter().map(|&depth| depth >= 0.0))?;
        file.depth(self.depth.iter().copied())?;
        file.axis(self.axis.iter().copied())?;
        file.normal(self.normal.iter().copied())?;
        file.axes_tested(self.axes_tested.iter().copied())?;
        file.contact_normal(self.contact_normal.iter().copied())?;
        let ends = &self.contact_ends;
        let offset = |row: usize| row.checked_sub(1).map_or(0, |pair| ends[pair]);
        file.contact_offsets((0..ends.len() + 1).map(offset))?;
        file.contact_point(self.point.iter().copied())?;
        file.contact_depth(self.contact_depth.iter().copied())?;
        file.contact_feature(self.feature.iter().copied())?;
        Ok(file.finish()?)
    }
}

/// What is answered about a pair of boxes.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) found: Penetration,
    pub(super) axes_tested: u32,
    pub(super) manifold: Manifold,
}

/// The number of a feature of two boxes: 0..8 corners of a, 8..16 corners of b, then 16 + 12·i + j for
/// edge i of a across edge j of b.
fn number(feature: Feature) -> u32 {
    let number = match feature {
        Feature::VertexOfA { vertex } => vertex,
        Feature::VertexOfB { vertex } => CORNERS + vertex,
        Feature::Edges { a, b } => 2 * CORNERS + EDGES * a + b,
    };
    u32::try_from(number).unwrap_or(u32::MAX)
}

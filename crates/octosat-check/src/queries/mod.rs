//! The queries, one file each, in the order in which reports name them.

pub(crate) mod answers;
mod images;
pub mod rounds;
pub mod shapes;

pub mod all_pairs;
pub mod cached;
pub mod casts;
pub mod covered;
pub mod distances;
pub mod groups;
pub mod impacts;
pub mod intersections;
pub mod moved;
pub mod pairs;
pub mod rectangles;
pub mod verdicts;

pub mod aabbs;
pub mod capsules;
pub mod frustum;
pub mod half_space;
pub mod lines;
pub mod round_pairs;
pub mod shape_casts;
pub mod spheres;

pub mod boxes_among;
pub mod configurations;
pub mod joint_motions;
pub mod link_pairs;
pub mod own_points;

use crate::Checked;

/// Every query.
pub const ALL: &[&dyn Checked] = &[
    &pairs::Pairs,
    &cached::Cached,
    &covered::Covered,
    &verdicts::Verdicts,
    &casts::Casts,
    &distances::Distances,
    &intersections::Intersections,
    &all_pairs::AllPairs,
    &groups::Grouped::Lists,
    &groups::Grouped::Products,
    &impacts::Impacts,
    &moved::Moved,
    &half_space::HalfSpaces,
    &spheres::Spheres,
    &capsules::Capsules,
    &aabbs::Aabbs,
    &frustum::Views,
    &lines::LinesOfSight,
    &round_pairs::RoundPairs,
    &shape_casts::ShapeCasts,
    &rectangles::Rectangles,
    &configurations::ConfigurationsOfChains,
    &joint_motions::JointMotionsOfChains,
    &link_pairs::LinkPairsOfChains,
    &own_points::OwnPointsOfChains,
    &boxes_among::BoxesAmongWorlds,
];

/// The query of a name.
pub fn by_name(name: &str) -> Option<&'static dyn Checked> {
    ALL.iter().copied().find(|query| query.facts().name == name)
}

//! What several of the cross-crate tests use: geometry, frames, and boxes for stores.
//!
//! Meters, world space, unit quaternions x, y, z, w that take a box to the world.
#![forbid(unsafe_code)]

mod boxes;
mod errors;
mod frames;
mod geometry;
pub mod moving;
mod stores;
pub mod story;

pub use boxes::{UPRIGHT, boxed, neighbors, of_bits, plain, store_of, upright};
pub use errors::{named, sentence, wrong_length};
pub use frames::{frame_of, octagon_boxes, standard_frames};
pub use geometry::{
    NO_TURN, Quaternion, Vector, add, along, columns, cross, cube_rotations, dot, length, narrow,
    normalized, product, rotate, turn, wide,
};
pub use stores::{Boxes, MANY, on_one_thread_and_split, quaternions, store_bits};

/// The examples of texts are tests.
macro_rules! examples {
    ($($name:ident: $text:literal;)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!($text)]
        struct $name;
    )*};
}

examples! {
    ReadmeExamples: "../../README.md";
    BoxesChapter: "../../docs/src/boxes.md";
    PairsChapter: "../../docs/src/pairs.md";
    GroupsChapter: "../../docs/src/groups.md";
    ContactsChapter: "../../docs/src/contacts.md";
    CacheChapter: "../../docs/src/cache.md";
    CertainChapter: "../../docs/src/certain.md";
    DistancesChapter: "../../docs/src/distances.md";
    IntersectionsChapter: "../../docs/src/intersections.md";
    MotionChapter: "../../docs/src/motion.md";
    ThreadsChapter: "../../docs/src/threads.md";
    LargeWorldsChapter: "../../docs/src/large-worlds.md";
    SettingsChapter: "../../docs/src/settings.md";
    ShapesChapter: "../../docs/src/shapes.md";
    MovingChapter: "../../docs/src/moving.md";
    SourcesChapter: "../../docs/src/sources.md";
    CoveredChapter: "../../docs/src/covered.md";
    RectanglesChapter: "../../docs/src/rectangles.md";
    EngineChapter: "../../docs/src/engine.md";
    TutorialChapter: "../../docs/src/tutorial.md";
    RobotsChapter: "../../docs/src/robots.md";
}

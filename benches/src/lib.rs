//! What the benchmarks share: worlds to ask about, the code that is asked, and the check that its
//! answers are right before anything is timed.
#![forbid(unsafe_code)]

mod contacts;
mod contender;
mod measure;
mod plane;
mod shapes;
mod verify;
mod world;

pub use contacts::{CONTACT_MARGIN, Case, RestingScene, Run, verify_contacts};
pub use contender::{
    Contender, Layout, ask_manifolds, contenders, manifold_query, missing_backends, unit_contenders,
};
pub use measure::{Measurements, on_every_world, settings};
pub use plane::Plane;
pub use shapes::{Asked, Question, ShapeWorld, Shapes, measure_question};
pub use verify::{
    verify_corrected_note, verify_overlap, verify_penetration, verify_rows, verify_textbook,
};
pub use world::{Order, World, sizes};

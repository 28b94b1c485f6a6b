//! Chains and worlds of the engine together with their float64 references, built from the same numbers.
//!
//! `solids`: one solid for both; `checked`: a chain and a world for both, and the pairs of a configuration; `arms`:
//! random chains; `obstacles`: random worlds.

mod arms;
mod checked;
mod obstacles;
mod solids;

pub use arms::{ChainKind, ChainPlan, TURN, random_chain};
pub use checked::{Case, CheckedChain, CheckedWorld, Other, SolidPair};
pub use obstacles::random_world;
pub use solids::{GivenSolid, Shapes, any_rotation, random_solid};

//! Chains and worlds for the engine and for the float64 reference alike, made of the boxes of a case and of a seed.
//!
//! `solids`: one solid for both; `checked`: a chain and a world for both; `links`: the joints and solids of a chain;
//! `motions`: from one configuration to another, with a time; `obstacles`: a world around a chain, some of whose
//! obstacles touch a solid at such a time; `crowds`: many of them; `padding`: how near
//! they may come; `world`: all of it, for a query; `placed`: the pairs of a configuration.

mod checked;
mod crowds;
mod links;
mod motions;
mod obstacles;
mod padding;
mod placed;
mod solids;
mod world;

pub use checked::{CheckedChain, CheckedWorld, GivenChain, GivenLinkSolid};
pub use links::ChainKind;
pub use motions::{Motion, TURN, without_pair};
pub use padding::GivenPadding;
pub use placed::{Other, PAIR_ERROR, Placed, REFERENCE_ERROR, SolidPair};
pub use solids::GivenSolid;
pub use world::{ChainWorld, MOST_SOLIDS};

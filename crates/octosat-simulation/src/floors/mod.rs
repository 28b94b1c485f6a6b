//! Boxes that slide without friction over floors of many boxes: which lose their speed at seams that cannot be touched.
//!
//! `tiles`: floors and what slides over them. `run`: one slide from start to end, with covered faces or without.
//! `families`: the slides of the table in the book, each from 24 places. [`Stack`]: stacks on such floors. [`floor_times`] and
//! [`search_time`]: what covered faces cost.

mod families;
mod run;
mod stacks;
mod tiles;
mod time;

pub use families::{FAMILIES, Family, Wanted};
pub use run::{Phase, Slid, Slide, distance_run};
pub use stacks::{Stack, StackResult};
pub use time::{FloorTimes, floor_times, search_time};

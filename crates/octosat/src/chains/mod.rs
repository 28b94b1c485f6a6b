//! Robots: links that joints connect, from joint values to answers about whole configurations.
//!
//! Reading order is data-flow order. `joint` and `solid`: what a chain is made of; `model`: [`Chain`], with the frames
//! that its joint values move, `placement`, poses in float64, `way`, sums over the joints before a frame, and `rounding`,
//! which rejects solids at coordinates of a map; `pairs`: the solids of a chain that are looked at together, and those that
//! it holds, found by `attached` and `ancestors`; `world`: [`World`], each `obstacle` prepared once, in `leaves` or, if there
//! are many, as a `crowd` in a tree; `questions`: what a caller asks, and `padding`, how near others may come. `sine`,
//! `poses`: joint values become the poses of solids, one configuration per lane, with the room of `scratch`, and `boxes` those of a store; `body`: a solid in lanes;
//! `near`: which of them touch, of others than boxes by `ball` and, with the points of `simplex`, by `apart`. `parts`: solids
//! of a crowd in lanes, which `visits` finds for one solid and `visitors` for all of a chain. `overlaps`, `clearances` and
//! `motions`: the three answers, with what is `found` of parts of motions, and `link_pairs`: which links touch how often;
//! `calls`: their methods of the engine. `boxes_among`: boxes of a list that ask a world; `own_points`: which points are on the robot itself.

mod ancestors;
mod apart;
mod attached;
mod ball;
mod body;
mod boxes;
mod boxes_among;
mod calls;
mod clearances;
mod crowd;
mod found;
mod joint;
mod leaves;
mod link_pairs;
mod look;
mod model;
mod motions;
mod near;
mod obstacle;
mod overlaps;
mod own_points;
mod padding;
mod pairs;
mod parts;
mod placement;
mod poses;
mod questions;
mod reach;
mod rounding;
mod scratch;
mod simplex;
mod sine;
mod solid;
mod visitors;
mod visits;
mod way;
mod world;

pub use boxes_among::BoxesAmong;
pub use joint::Joint;
pub use model::Chain;
pub use own_points::OwnPoints;
pub use questions::{Configurations, JointMotions};
pub use solid::{Solid, SolidKind};
pub use world::World;

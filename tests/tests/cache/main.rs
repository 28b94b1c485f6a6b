//! Contacts from frame to frame: a cache has the rows of a query without one, and continues pairs and points as the slow
//! model of `octosat-reference` does, on every backend and any number of threads.
#![forbid(unsafe_code)]

mod follow;
mod worlds;

mod calls;
mod lists;
mod motion;
mod parts;
mod points;
mod sides;

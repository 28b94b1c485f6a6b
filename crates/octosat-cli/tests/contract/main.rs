//! The command line as scripts see it: exit statuses, JSON, result files and refusals.

mod bench;
mod boxwise;
mod cache;
mod commands;
mod common;
mod contacts;
mod convex;
mod crafted;
mod damage;
mod drawing;
mod limits;
mod queries;
mod refusals;
mod results;
mod usage;

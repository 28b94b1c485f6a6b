//! The command line as scripts see it: exit statuses, JSON, result files and one-line errors.

mod boxwise;
mod broken;
mod checks;
mod common;
mod crafted;
mod drawing;
mod limits;
mod results;
mod usage;

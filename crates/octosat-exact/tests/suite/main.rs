//! The crate from outside: against paper, and against an oracle that projects all vertices.

mod oracle;
mod pairs;

mod casts;
mod errors;
mod hand;
mod vertices;

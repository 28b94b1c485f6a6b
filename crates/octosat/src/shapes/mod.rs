//! What boxes are asked about besides each other.

pub(crate) mod frustum;

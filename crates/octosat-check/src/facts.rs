//! What is known of a query before it is asked.

use crate::boxes::Basis;

/// What is known of a query before it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, for the help of the command line.
    pub about: &'static str,
    /// The bases in which it can be asked.
    pub bases: &'static [Basis],
    /// Whether it takes a margin.
    pub takes_margin: bool,
    /// Meters: the margin of a recording's frames if none is given.
    pub usual_margin: f32,
    /// Meters: what is documented of the answers holds for boxes with an extent of at least this, or of none.
    pub smallest_length: f32,
    /// What its rows are, in the plural.
    pub rows: &'static str,
    /// Whether rows are boxes against something: lists for several threads then repeat the boxes.
    pub has_rows_of_boxes: bool,
    /// Rows that keep several threads busy: the engine splits a call from 200 µs of work on.
    pub fewest_threaded: usize,
    /// Whether engines remember frames, so that all frames are asked in one order.
    pub remembers: bool,
}

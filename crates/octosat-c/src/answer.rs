//! What all queries have in common: an engine, and an array with one value per row, or with room for rows.

use bytemuck::{Pod, cast_slice};
use octosat::{Engine, Error, Query};

use crate::call::call;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, exclusive_list, output, reference};
use crate::query::{OctosatQuery, query};

/// The parameters of every query: the engine, the array for the results with its length, and the error.
pub(crate) struct Answer<T> {
    pub(crate) engine: *const OctosatEngine,
    pub(crate) out: *mut T,
    pub(crate) count: usize,
    pub(crate) error: *mut OctosatError,
}

impl<T: Pod> Answer<T> {
    /// Runs a query. `read` reads the query of the caller and its number of rows, and `ask` fills the rows.
    ///
    /// # Safety
    /// Pointers must be null or valid.
    pub(crate) unsafe fn fill<Q>(
        self,
        read: impl FnOnce() -> Result<(Q, usize), Failure>,
        ask: impl FnOnce(&Engine, Q, &mut [T]) -> Result<(), Failure>,
    ) -> OctosatStatus {
        let Self { engine, out, count, error } = self;
        // SAFETY: the caller's, here and below.
        unsafe {
            call(error, || {
                let engine = &reference(engine, "engine")?.engine;
                let (query, rows) = read()?;
                ask(engine, query, output(out, count, rows)?)
            })
        }
    }

    /// Runs a query about pairs of boxes whose rows are the engine's.
    ///
    /// # Safety
    /// Pointers must be null or valid, and so must the pointers in the query.
    pub(crate) unsafe fn rows<'a>(
        self,
        asked: *const OctosatQuery,
        ask: impl FnOnce(&Engine, Query<'a>, &mut [T]) -> Result<(), Error>,
    ) -> OctosatStatus {
        // SAFETY: the caller's.
        unsafe { self.fill_pairs(asked, |engine, query, out| Ok(ask(engine, query, out)?)) }
    }

    /// Runs a query about pairs of boxes.
    ///
    /// # Safety
    /// Pointers must be null or valid, and so must the pointers in the query.
    pub(crate) unsafe fn fill_pairs<'a>(
        self,
        asked: *const OctosatQuery,
        ask: impl FnOnce(&Engine, Query<'a>, &mut [T]) -> Result<(), Failure>,
    ) -> OctosatStatus {
        // SAFETY: the caller's, here and below.
        unsafe {
            let read = || query(asked).map(|query| (query, query.pairs().len()));
            self.fill(read, ask)
        }
    }
}

impl Answer<u8> {
    /// Runs a query about pairs of boxes with a boolean per row.
    ///
    /// # Safety
    /// As [`rows`](Self::rows).
    pub(crate) unsafe fn bools<'a>(
        self,
        asked: *const OctosatQuery,
        ask: impl FnOnce(&Engine, Query<'a>, &mut [bool]) -> Result<(), Error>,
    ) -> OctosatStatus {
        let fill = |engine: &Engine, query, out: &mut [u8]| {
            write_bools(out, |bools| Ok(ask(engine, query, bools)?))
        };
        // SAFETY: the caller's.
        unsafe { self.fill_pairs(asked, fill) }
    }
}

/// The parameters of a query whose number of rows the caller does not know: the engine, the array with its room, where the
/// number is written, and the error.
pub(crate) struct ListAnswer<T> {
    pub(crate) engine: *const OctosatEngine,
    pub(crate) out: *mut T,
    pub(crate) room: usize,
    pub(crate) found: *mut usize,
    pub(crate) error: *mut OctosatError,
}

impl<T: Pod> ListAnswer<T> {
    /// Runs a query. `read` reads the query of the caller, and `ask` lists the rows, in the layout of `T`. As many as there
    /// is room for are written.
    ///
    /// # Safety
    /// Pointers must be null or valid.
    pub(crate) unsafe fn fill<Q, R: Pod>(
        self,
        read: impl FnOnce() -> Result<Q, Failure>,
        ask: impl FnOnce(&Engine, Q, &mut Vec<R>) -> Result<(), Error>,
    ) -> OctosatStatus {
        const { assert!(size_of::<R>() == size_of::<T>() && align_of::<R>() == align_of::<T>()) };
        let Self { engine, out, room, found, error } = self;
        // SAFETY: the caller's, here and below.
        unsafe {
            call(error, || {
                let engine = &reference(engine, "engine")?.engine;
                let query = read()?;
                let out = exclusive_list(out, room, "out")?;
                let found = exclusive(found, "found")?;
                let mut rows = Vec::new();
                ask(engine, query, &mut rows)?;
                let written = rows.len().min(room);
                out[..written].copy_from_slice(cast_slice(&rows[..written]));
                *found = rows.len();
                Ok(())
            })
        }
    }
}

/// Writes booleans as bytes through a buffer, because the caller's memory may hold bytes that are not valid booleans.
pub(crate) fn write_bools(
    out: &mut [u8],
    fill: impl FnOnce(&mut [bool]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut few = [false; 64];
    let mut many = Vec::new();
    let bools = if let Some(few) = few.get_mut(..out.len()) {
        few
    } else {
        many.resize(out.len(), false);
        many.as_mut_slice()
    };
    fill(bools)?;
    out.copy_from_slice(cast_slice(bools));
    Ok(())
}

/// Writes rows through a buffer, because the engine's rows have another layout or a larger alignment.
pub(crate) fn write_rows<R: Copy + Default, T>(
    out: &mut [T],
    fill: impl FnOnce(&mut [R]) -> Result<(), Failure>,
    written: impl Fn(&R) -> T,
) -> Result<(), Failure> {
    let mut rows = vec![R::default(); out.len()];
    fill(&mut rows)?;
    for (to, from) in out.iter_mut().zip(&rows) {
        *to = written(from);
    }
    Ok(())
}

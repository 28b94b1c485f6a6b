//! A cache as bytes, so that a saved world continues with the same bits.
//!
//! The bytes belong to one version and one byte order, and end with their hash. Other bytes are rejected.

use core::fmt;

use bytemuck::{Pod, Zeroable, cast_slice};

use super::blocks::BoxBlocks;
use super::boxes::{BoxMotions, Motion};
use super::past::{FORGOTTEN, PairState};
use super::places::{NEW, check_slots};
use super::{CacheMode, ContactCache, Settings};
use crate::backend::Rounding;
use crate::contacts::lists::Manifolds;
use crate::contacts::points::{NEW_POINT, PointDetail, SurfacePoints};
use crate::contacts::{ContactPoint, Manifold, PointLimit, PointOrigin};

/// The first bytes of a saved cache, in the byte order of the machine.
const MAGIC: [u32; 4] =
    [u32::from_le_bytes(*b"octo"), u32::from_le_bytes(*b"sat "), 0x0102_0304, 1];

/// Why bytes were rejected as a saved cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes are something else, or were saved by another version or on a machine with another byte order.
    NotACache,
    /// The bytes are too few, too many or changed.
    Damaged,
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotACache => "the bytes are not a contact cache of this version and byte order",
            Self::Damaged => "the bytes of the contact cache are damaged",
        })
    }
}

impl core::error::Error for RestoreError {}

/// The numbers at the front of a saved cache.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: [u32; 4],
    boxes: u64,
    pairs: u64,
    points: u64,
    slots: u64,
    /// The mode now and in the last call: one if manifolds are reused; and the motion.
    reuses: [u32; 2],
    motions: [f32; 2],
    /// One if a call was made; then its settings, each one or zero.
    called: u32,
    eight: u32,
    center_of_a: u32,
    surfaces: u32,
    fused: u32,
    ascends: u32,
    one_margin: u32,
    margin: f32,
}

impl ContactCache {
    /// Saves the cache as bytes: the state that the next call needs, and the contacts of the last call.
    ///
    /// The predecessors of these contacts are not saved. Only the same version of the crate, on a machine with the
    /// same byte order, can restore the bytes.
    ///
    /// # Example
    /// ```
    /// use octosat::ContactCache;
    /// let cache = ContactCache::default();
    /// let bytes = cache.save();
    /// assert_eq!(ContactCache::restore(&bytes)?.save(), bytes);
    /// assert!(ContactCache::restore(&bytes[1..]).is_err());
    /// # Ok::<(), octosat::RestoreError>(())
    /// ```
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let Manifolds { pairs, manifolds, points, .. } = &self.now;
        let called = self.settings.is_some();
        let slots = self.places.slots();
        let modes = [self.mode, self.settings.map_or(self.mode, |asked| asked.mode)];
        let count = |len: usize| if called { len as u64 } else { 0 };
        let header = Header {
            magic: MAGIC,
            boxes: count(self.boxes.motions.len()),
            pairs: count(pairs.len()),
            points: count(points.len),
            slots: count(slots.len()),
            reuses: modes.map(|mode| u32::from(mode != CacheMode::Steady)),
            motions: modes.map(CacheMode::motion),
            called: u32::from(called),
            eight: u32::from(self.settings.is_some_and(|asked| asked.limit == PointLimit::Eight)),
            center_of_a: u32::from(
                self.settings.is_some_and(|asked| asked.origin == PointOrigin::CenterOfA),
            ),
            surfaces: u32::from(self.settings.is_some_and(|asked| asked.surfaces)),
            fused: u32::from(self.settings.is_some_and(|asked| asked.rounding == Rounding::Fused)),
            ascends: u32::from(self.places.ascends()),
            one_margin: u32::from(self.settings.is_some_and(|asked| asked.margin.is_some())),
            margin: self.settings.and_then(|asked| asked.margin).unwrap_or(0.0),
        };
        let mut bytes = bytemuck::bytes_of(&header).to_vec();
        if called {
            let boxes = self.boxes.motions.len();
            bytes.extend_from_slice(cast_slice(&self.boxes.motions));
            bytes.extend_from_slice(cast_slice(&self.boxes.smallest[..boxes]));
            for blocks in [&self.boxes.seen, &self.boxes.anchors] {
                bytes.extend_from_slice(cast_slice(blocks.blocks()));
            }
            bytes.extend_from_slice(cast_slice(pairs));
            bytes.extend_from_slice(cast_slice(manifolds));
            for &state in &self.states {
                bytes.extend_from_slice(bytemuck::bytes_of(&PairState { place: NEW, ..state }));
            }
            bytes.extend_from_slice(cast_slice(slots));
            bytes.extend_from_slice(cast_slice(&self.margins));
            bytes.extend_from_slice(cast_slice(points.points()));
            bytes.extend_from_slice(cast_slice(points.surfaces()));
        }
        let hash = hash(&bytes);
        bytes.extend_from_slice(&hash.to_ne_bytes());
        bytes
    }

    /// Restores a saved cache. The next call has the same results as with the cache that was saved.
    ///
    /// [`last_manifolds`](Self::last_manifolds) are empty, and the points of [`manifolds`](Self::manifolds) have no
    /// predecessors.
    ///
    /// # Errors
    /// If the bytes are not exactly those of a cache saved by this version on a machine with this byte order.
    pub fn restore(bytes: &[u8]) -> Result<Self, RestoreError> {
        let magic = bytes.get(..size_of_val(&MAGIC)).ok_or(RestoreError::NotACache)?;
        if magic != cast_slice::<u32, u8>(&MAGIC) {
            return Err(RestoreError::NotACache);
        }
        let (content, found) = bytes.split_last_chunk().ok_or(RestoreError::Damaged)?;
        if hash(content) != u64::from_ne_bytes(*found) {
            return Err(RestoreError::Damaged);
        }
        let mut reader = Reader(content);
        let cache = reader.cache().ok_or(RestoreError::Damaged)?;
        if reader.0.is_empty() { Ok(cache) } else { Err(RestoreError::Damaged) }
    }
}

/// A hash of 64 bits, made as Fowler, Noll and Vo make FNV-1a, but of words of 8 bytes and with a rotation, so that
/// every bit of a word reaches all others.
fn hash(bytes: &[u8]) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        hash =
            (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
    }
    hash ^ bytes.len() as u64
}

/// Bytes that are read from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// This many values, if there are as many.
    fn take<T: Pod>(&mut self, len: u64) -> Option<Vec<T>> {
        let size = usize::try_from(len).ok()?.checked_mul(size_of::<T>())?;
        let (front, rest) = self.0.split_at_checked(size)?;
        self.0 = rest;
        Some(bytemuck::pod_collect_to_vec(front))
    }

    /// A cache whose numbers do not contradict each other.
    fn cache(&mut self) -> Option<ContactCache> {
        let header: Header = self.take(1)?[0];
        let mode = |which: usize| match header.reuses[which] {
            1 => CacheMode::Reuse { motion: header.motions[which] },
            _ => CacheMode::Steady,
        };
        let mut cache = ContactCache::new(mode(0));
        if header.called == 0 {
            return Some(cache);
        }
        let chosen = |flag: u32| flag == 1;
        let settings = Settings {
            mode: mode(1),
            limit: if chosen(header.eight) { PointLimit::Eight } else { PointLimit::Four },
            origin: if chosen(header.center_of_a) {
                PointOrigin::CenterOfA
            } else {
                PointOrigin::World
            },
            surfaces: chosen(header.surfaces),
            margin: chosen(header.one_margin).then_some(header.margin),
            rounding: if chosen(header.fused) { Rounding::Fused } else { Rounding::Exact },
        };
        cache.settings = Some(settings);
        cache.boxes = self.boxes(header.boxes)?;
        cache.now.pairs = self.take(header.pairs)?;
        cache.now.manifolds = self.take(header.pairs)?;
        cache.states = self.take(header.pairs)?;
        let slots: Vec<u32> = self.take(header.slots)?;
        check_slots(Some(&slots), slots.len()).ok()?;
        cache.places.restore(slots, chosen(header.ascends));
        cache.margins = self.take(if header.one_margin == 1 { 0 } else { header.pairs })?;
        self.points(&header, &mut cache.now)?;
        cache.forgotten_pairs = cache.states.iter().any(|state| state.hint == FORGOTTEN);
        Some(cache)
    }

    fn boxes(&mut self, len: u64) -> Option<BoxMotions> {
        let motions: Vec<Motion> = self.take(len)?;
        let mut boxes = BoxMotions::default();
        boxes.resize(motions.len());
        boxes.motions = motions;
        let smallest: Vec<f32> = self.take(len)?;
        boxes.smallest[..smallest.len()].copy_from_slice(&smallest);
        let needed = BoxBlocks::needed(boxes.motions.len()) as u64;
        boxes.seen = BoxBlocks::from_blocks(self.take(needed)?);
        boxes.anchors = BoxBlocks::from_blocks(self.take(needed)?);
        Some(boxes)
    }

    fn points(&mut self, header: &Header, out: &mut Manifolds) -> Option<()> {
        let detail = PointDetail { surfaces: header.surfaces == 1, previous: true };
        let points: Vec<ContactPoint> = self.take(header.points)?;
        let surfaces = if detail.surfaces { header.points } else { 0 };
        let surfaces: Vec<SurfacePoints> = self.take(surfaces)?;
        let is_inside = |row: &Manifold| {
            row.len <= 8 && row.first as usize + usize::from(row.len) <= points.len()
        };
        if !out.manifolds.iter().all(is_inside) {
            return None;
        }
        // Points are copied four at a time, so there is room behind the last.
        out.points.empty(points.len() + 8, detail);
        out.points.len = points.len();
        out.points.points[..points.len()].copy_from_slice(&points);
        out.points.previous.fill(NEW_POINT);
        if !surfaces.is_empty() {
            out.points.surfaces[..surfaces.len()].copy_from_slice(&surfaces);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cache after one call with one pair of this slot.
    fn with_slot(slot: u32) -> ContactCache {
        let mut cache = ContactCache::default();
        cache.settings = Some(Settings {
            mode: cache.mode,
            limit: PointLimit::Four,
            origin: PointOrigin::World,
            surfaces: false,
            margin: Some(0.0),
            rounding: Rounding::Exact,
        });
        cache.now.pairs.push([0, 1]);
        cache.now.manifolds.push(Manifold::default());
        cache.states.push(PairState::NEW);
        cache.places.restore(vec![slot], false);
        cache
    }

    #[test]
    fn slots_that_no_call_accepts_are_damage() {
        let restored = |slot| ContactCache::restore(&with_slot(slot).save()).map(|_| ());
        assert_eq!(restored(7), Ok(()));
        // The next call would ask for four bytes per slot up to this one.
        assert_eq!(restored(u32::MAX - 15), Err(RestoreError::Damaged));
    }
}

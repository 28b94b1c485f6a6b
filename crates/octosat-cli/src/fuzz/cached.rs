//! Sequences of frames through caches, and their failures as recordings.

use octosat_scenes::generate::Random;
use octosat_scenes::{Frame, Recording, RecordingParts};

use super::motion::{Sequence, Step};
use crate::cache::CacheChoice;
use crate::check::{CachedFrame, CachedFrames, Checker, Difference, Listing, Listings, Tally};
use crate::choices::Basis;
use crate::failure::Failure;
use crate::stores::{Query, Store};

/// How sequences are checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct CachedCheck<'a> {
    pub(super) basis: Basis,
    pub(super) caches: &'a [CacheChoice],
    pub(super) threads: &'a [usize],
}

/// What was found in a sequence.
pub(super) struct CachedFindings {
    /// The first thing, and its frame.
    pub(super) difference: Option<(usize, Difference)>,
    pub(super) judged: Tally,
}

impl CachedCheck<'_> {
    /// Checks frame after frame, until something is found.
    pub(super) fn check(
        self,
        sequence: &Sequence,
        random: &mut Random,
    ) -> Result<CachedFindings, Failure> {
        let mut checker = Checker::new(&[self.basis], self.threads)?;
        let mut frames = CachedFrames::new(&checker, self.basis, self.caches)?;
        let orderly = sequence.is_orderly();
        let most = sequence.steps.iter().map(|step| step.pairs.len()).max().unwrap_or(0);
        let copies = match self.threads.len() {
            1 => 0,
            _ if orderly => Listings::copies(most),
            _ => 1,
        };
        let mut difference = None;
        for (number, step) in sequence.steps.iter().enumerate() {
            let store = step.store(self.basis)?;
            let mut listings = Listings::of_frame(&step.pairs, copies, false);
            if orderly {
                let mut rows = listings.sequential.rows;
                random.shuffle(&mut rows);
                listings.sequential = Listing::of_rows(&step.pairs, rows);
            }
            let query = Query { store: &store, pairs: &step.pairs, margin: step.setting.margin };
            checker.check_cached(
                &mut frames,
                &CachedFrame {
                    query,
                    setting: step.setting,
                    surfaces: step.surfaces,
                    changes: &step.changes,
                    listings: &listings,
                    slots: step.slots.as_deref().filter(|_| orderly),
                },
            )?;
            if let Some(first) = checker.take_differences().into_iter().next() {
                difference = Some((number, first));
                break;
            }
        }
        Ok(CachedFindings { difference, judged: checker.into_report().mirrored_manifolds() })
    }
}

impl Step {
    fn store(&self, basis: Basis) -> Result<Store, Failure> {
        let frame =
            Frame { positions: &self.position, rotations: &self.rotation, pairs: &self.pairs };
        Store::new(basis, &self.half_extents, frame).map_err(Failure::new)
    }

    /// Two boxes alone, and the pair of them as often as it is there.
    fn alone(&self, pair: [u32; 2]) -> Self {
        let [a, b] = pair.map(|index| index as usize);
        let count = self.pairs.iter().filter(|&&other| other == pair).count();
        Self {
            half_extents: vec![self.half_extents[a], self.half_extents[b]],
            position: vec![self.position[a], self.position[b]],
            rotation: vec![self.rotation[a], self.rotation[b]],
            pairs: vec![[0, 1]; count],
            slots: None,
            ..self.clone()
        }
    }
}

impl Sequence {
    /// The frames up to a failure; those of its pair alone, and fewer of them, if these show it.
    ///
    /// Only of a sequence that a recording holds.
    pub(super) fn smallest(
        &self,
        failed: usize,
        pair: usize,
        check: CachedCheck<'_>,
    ) -> Result<Self, Failure> {
        let whole = Self { steps: self.steps[..=failed].to_vec(), ..self.clone() };
        let Some(&pair) = self.steps[failed].pairs.get(pair) else { return Ok(whole) };
        for first in (0..=failed).rev() {
            let steps = whole.steps[first..].iter().map(|step| step.alone(pair)).collect();
            let alone = Self { steps, ..self.clone() };
            let found = check.check(&alone, &mut Random::new(0))?;
            if found.difference.is_some() {
                return Ok(alone);
            }
        }
        Ok(whole)
    }

    /// The recording of a sequence; one that no recording holds keeps its first extents and loses its later boxes.
    pub(super) fn into_recording(self) -> Result<Recording, Failure> {
        let boxes = self.steps.iter().map(|step| step.position.len()).min().unwrap_or(0);
        let mut parts = RecordingParts { pair_offsets: vec![0], ..RecordingParts::default() };
        for step in &self.steps {
            if parts.half_extents.is_empty() {
                parts.half_extents.extend_from_slice(&step.half_extents[..boxes]);
            }
            parts.position.extend_from_slice(&step.position[..boxes]);
            parts.rotation.extend_from_slice(&step.rotation[..boxes]);
            let there = step.pairs.iter().filter(|pair| pair.iter().all(|&i| (i as usize) < boxes));
            parts.pairs.extend(there.map(|&[a, b]| [a.min(b), a.max(b)]));
            parts.pair_offsets.push(parts.pairs.len() as u64);
        }
        Recording::new(parts).map_err(Failure::new)
    }
}

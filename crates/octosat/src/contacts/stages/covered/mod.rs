//! Contacts that leave no covered face; see [`Contacts::covered`](crate::Contacts::covered).
//!
//! Queries with covered faces share all stages with others, and change what is between them:
//!
//! 1. The usual axis is found as always (`allowed`: or a face of a box with covered faces). Pairs whose normal leaves a
//!    covered face (`leaving`) are excluded, and get the best axis that leaves none.
//! 2. If a normal leaves a face that is covered in part, its contact is clipped first (`parts`). If all points lie on the
//!    rectangles of the face, it counts as covered for this pair, which then is excluded, too.
//! 3. Excluded pairs have only contacts that clipping shows: none that other pairs get if it shows nothing.

mod allowed;
mod leaving;
mod parts;

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES, Mask, Singles};

use self::allowed::{Replacement, no_axis, preferring_own, settled};
use self::leaving::{B_SHIFT, is_covered, is_partly_covered, left_faces};
use super::axis::{ContactAxis, contact_axis, face_and_best};
use super::chunk::{ChunkStages, ClosestCandidate, CoveredScratch, FoundAxes, Scratch, Stages};
use crate::axes::choice::{BestAxis, face_normal, is_edge_axis, local_normal};
use crate::contacts::{ContactKind, ContactStatus, Manifold};
use crate::covered::CoveredFaces;

/// The covered faces of a query: those of the boxes a, and those of the boxes b.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithCovered<'a>(pub(crate) [Option<&'a CoveredFaces>; 2]);

/// The most faces of a pair that can be covered in part.
const FACES: usize = 12;

/// The state of a pair whose contact may be of any kind.
const USUAL: i32 = 0;

/// The state of a pair that has another axis than the usual one, and only contacts that its faces show.
const EXCLUDED: i32 = 1;

/// The state of such a pair that has the contact of its closest points if its faces show none.
const PERHAPS_CLOSEST: i32 = 2;

/// The state of an excluded pair whose faces have shown no contact.
const UNSUPPORTED: i32 = 3;

impl WithCovered<'_> {
    /// The bits of the faces of a pair: of a in the lower half, and of b in the upper one.
    #[inline(always)]
    fn bits_of(self, pair: [u32; 2]) -> i32 {
        let of_box = |side: usize| {
            let bits = self.0[side].and_then(|faces| faces.bits().get(pair[side] as usize));
            bits.copied().map_or(0, i32::from)
        };
        of_box(0) | of_box(1) << B_SHIFT
    }

    /// The bits of the pairs at some positions; none past the last pair.
    #[inline(always)]
    fn bits_at<I: Isa>(self, isa: I, pairs: &[[u32; 2]], positions: &[u32]) -> I::Integer {
        let mut bits = [0; MAX_LANES];
        for (bits, &position) in bits.iter_mut().zip(positions).take(I::LANES) {
            *bits = pairs.get(position as usize).map_or(0, |&pair| self.bits_of(pair));
        }
        isa.load_integers(&bits)
    }
}

impl ChunkStages for WithCovered<'_> {
    const IN_PLACE: bool = false;

    #[inline(always)]
    fn columns<I: Isa>(
        self,
        isa: I,
        found: &FoundAxes<'_, I>,
        scratch: &mut Scratch,
    ) -> [I::Real; 4] {
        let &FoundAxes { pairs, positions, within, frame, face, best } = found;
        let bits = self.bits_at(isa, pairs, positions);
        if (!bits.equals(isa.splat_integer(0))).bits() == 0 {
            return face_and_best(face, best);
        }
        let ContactAxis { axis: usual, .. } = contact_axis(isa, frame, face, best);
        let axis = preferring_own(isa, frame, usual, bits);
        // The normal of the usual axis is not used, so it is not computed.
        let normal = if is_edge_axis(isa, axis.code).bits() == 0 {
            face_normal(isa, frame, axis.code)
        } else {
            local_normal(isa, frame, axis.code)
        };
        let left = left_faces(isa, frame, normal);
        let is_excluded = is_covered(isa, left, bits);
        let excluded = within & is_excluded;
        let suspect = within & (is_partly_covered(isa, left, bits) & !is_excluded);
        let waits = excluded | suspect;
        if waits.bits() != 0 {
            let bits = Singles::from_bits(bits);
            let [separation, code] = usual.to_columns();
            scratch.covered.excluded.push_at(isa, excluded, positions, [bits, separation, code]);
            if suspect.bits() != 0 {
                let [own_separation, own_code] = axis.to_columns();
                let values = [bits, separation, code, own_separation, own_code];
                scratch.covered.suspects.push_at(isa, suspect, positions, values);
            }
        }
        // Pairs that wait for an axis have none.
        settled(isa, axis.or_if(waits, no_axis(isa)))
    }

    fn replace_axes<I: Isa>(self, stages: &mut Stages<'_, '_, '_, '_, I>) {
        let covered = &mut stages.scratch.covered;
        covered.excluded.forget_copies();
        covered.suspects.forget_copies();
        covered.replaced.clear();
        if covered.excluded.len() + covered.suspects.len() > 0 {
            covered.states.fill(USUAL);
            self.find_axes(stages);
        }
    }

    fn replace_contacts<I: Isa>(self, stages: &mut Stages<'_, '_, '_, '_, I>) {
        if stages.scratch.covered.replaced.len() > 0 {
            stages.isa.enter_rarely(
                #[inline(always)]
                || stages.take_unsupported(),
            );
        }
    }

    #[inline(always)]
    fn allowed<I: Isa>(self, isa: I, candidate: &ClosestCandidate<'_, I>) -> I::Mask {
        self.allowed_closest(isa, candidate)
    }
}

impl CoveredScratch {
    /// Whether the pairs at these positions have a state.
    #[inline(always)]
    fn have_state<I: Isa>(&self, isa: I, positions: &[u32], state: i32) -> I::Mask {
        let mut states = [0; MAX_LANES];
        for (state, &position) in states.iter_mut().zip(positions) {
            *state = self.states[position as usize];
        }
        isa.load_integers(&states).equals(isa.splat_integer(state))
    }

    /// Stores the axes of a batch of pairs.
    #[inline(always)]
    fn store_axes<I: Isa>(&mut self, isa: I, positions: &[u32], axis: BestAxis<I::Real>) {
        let mut columns = const { [[0.0; MAX_LANES]; 4] };
        for (column, values) in columns.iter_mut().zip(settled(isa, axis)) {
            isa.store(values, column);
        }
        for (lane, &position) in positions.iter().enumerate().take(I::LANES) {
            self.axes[position as usize] = columns.map(|column| column[lane]);
        }
    }
}

impl WithCovered<'_> {
    /// Finds the axes of the pairs that wait for one.
    fn find_axes<I: Isa>(self, stages: &mut Stages<'_, '_, '_, '_, I>) {
        let isa = stages.isa;
        // A pair is excluded again only if another face of it is covered.
        for _ in 0..=FACES {
            isa.enter_rarely(
                #[inline(always)]
                || stages.find_allowed_axes(),
            );
            if stages.scratch.covered.suspects.len() == 0 {
                break;
            }
            isa.enter_rarely(
                #[inline(always)]
                || self.cover_parts(stages),
            );
        }
        isa.enter_rarely(
            #[inline(always)]
            || stages.settle_axes(),
        );
    }
}

impl<I: Isa> Stages<'_, '_, '_, '_, I> {
    /// Finds the best allowed axes of the excluded pairs.
    #[inline(always)]
    fn find_allowed_axes(&mut self) {
        let isa = self.isa;
        self.scratch.covered.excluded.pad::<I>();
        let mut next = 0;
        while next < self.scratch.covered.excluded.len() {
            let excluded = &self.scratch.covered.excluded;
            let positions = excluded.copy_of_positions::<I>(next);
            let [bits, separation, code] = excluded.values(isa, next);
            let sides = self.chunk.load_at(isa, &positions[..I::LANES]);
            let farthest = self.chunk.lengths_at(isa, &positions[..I::LANES]);
            let frame = &self.frame(&sides);
            let usual = BestAxis::from_columns([separation, code]);
            let Replacement { axis, is_usual, perhaps_closest } =
                Replacement::<I>::of(isa, frame, bits.to_bits(), usual, farthest);
            let normal = local_normal(isa, frame, axis.code);
            let left = left_faces(isa, frame, normal);
            let exists = no_axis(isa).separation.less(axis.separation);
            let suspect = exists & is_partly_covered(isa, left, bits.to_bits());
            let covered = &mut self.scratch.covered;
            if suspect.bits() != 0 {
                let [own_separation, own_code] = axis.to_columns();
                let values = [bits, separation, code, own_separation, own_code];
                covered.suspects.push_at(isa, suspect, &positions, values);
            }
            // Without another axis, the faces are clipped along the usual one, as if they were beyond `within`: this
            // keeps a place for a point.
            let beyond = (farthest + farthest) + isa.splat(1.0);
            let place = BestAxis { separation: beyond, code: usual.code };
            let axis = axis.or_if(perhaps_closest & !exists, place);
            covered.store_axes(isa, &positions, axis);
            let [usual, excluded, closest] = [USUAL, EXCLUDED, PERHAPS_CLOSEST].map(
                #[inline(always)]
                |state| isa.splat_integer(state),
            );
            let states = IntegerLanes::select(perhaps_closest, closest, excluded);
            let mut stored = [0; MAX_LANES];
            isa.store_integers(IntegerLanes::select(is_usual, usual, states), &mut stored);
            for (&position, state) in positions.iter().zip(stored).take(I::LANES) {
                covered.states[position as usize] = state;
            }
            next += I::LANES;
        }
        self.scratch.covered.excluded.clear();
        self.scratch.covered.suspects.forget_copies();
    }

    /// Gives the pairs that wait their axes, keeps the rows of excluded pairs, and removes pairs that have no axis.
    #[inline(always)]
    fn settle_axes(&mut self) {
        let (isa, none) = (self.isa, no_axis(self.isa).separation);
        let covered = &mut self.scratch.covered;
        let rows = &mut *self.out.manifolds;
        self.scratch.touching.replace(
            isa,
            #[inline(always)]
            |positions, columns| {
                let waits = columns[2].at_most(none);
                if waits.bits() == 0 {
                    return (!waits, columns);
                }
                let mut axes = const { [[0.0; MAX_LANES]; 4] };
                for (lane, &lane_position) in positions.iter().enumerate() {
                    if waits.bits() >> lane & 1 == 1 {
                        let position = lane_position as usize;
                        for (column, value) in axes.iter_mut().zip(covered.axes[position]) {
                            column[lane] = value;
                        }
                        if covered.states[position] != USUAL {
                            rows[position] = without_contact(rows[position]);
                            if covered.axes[position][2] > f32::MIN {
                                covered.rows[position] = rows[position];
                                covered.replaced.push_one(lane_position, []);
                            }
                        }
                    }
                }
                let mut settled = columns;
                for (column, values) in settled.iter_mut().zip(&axes) {
                    *column = Lanes::select(waits, isa.load(values), *column);
                }
                (none.less(settled[2]), settled)
            },
        );
        covered.replaced.forget_copies();
    }

    /// Takes contacts from excluded pairs whose faces show none: along another axis than that of least overlap, they may
    /// not lie over each other at all, or be farther apart there than `within`. Those that are apart have the contact of
    /// their closest points, if its direction leaves no covered face.
    #[inline(always)]
    fn take_unsupported(&mut self) {
        let (isa, covered) = (self.isa, &mut self.scratch.covered);
        let unseen = &mut self.scratch.unseen;
        unseen.replace(
            isa,
            #[inline(always)]
            |positions, values| (covered.have_state(isa, positions, USUAL), values),
        );
        for &position in covered.replaced.all() {
            let row = &mut self.out.manifolds[position as usize];
            if row.len == 0 {
                continue;
            }
            let start = (row.first - self.out.first_place) as usize;
            let points = &self.out.points[start..start + usize::from(row.len)];
            let limit = -self.chunk.length_of(position as usize);
            let is_made_up = match row.kind() {
                ContactKind::Fallback | ContactKind::Separated => true,
                _ if row.depth < 0.0 => row.depth < limit,
                _ => points.iter().all(|point| point.depth <= limit),
            };
            if !is_made_up {
                continue;
            }
            let (empty, state) =
                (covered.rows[position as usize], &mut covered.states[position as usize]);
            if *state == PERHAPS_CLOSEST {
                let code = f32::from_bits(empty.axis.number().cast_unsigned());
                unseen.push_one(position, [code, f32::INFINITY]);
                *row = Manifold {
                    first: row.first,
                    len: 1,
                    size_exponent: row.size_exponent,
                    ..empty
                };
            } else {
                *state = UNSUPPORTED;
                *row = empty;
            }
        }
        self.scratch.touching.replace(
            isa,
            #[inline(always)]
            |positions, values| (!covered.have_state(isa, positions, UNSUPPORTED), values),
        );
    }
}

/// The row of an excluded pair without contact. The zero of boxes that touch is positive in every row.
fn without_contact(row: Manifold) -> Manifold {
    let status = if row.depth >= 0.0 { ContactStatus::COVERED } else { row.status };
    Manifold { depth: row.depth + 0.0, status, ..row }
}

//! What a cache remembers of contacts, found with maps: which contact of this frame continues which of the last one, and
//! which point continues which.
//!
//! The k-th contact of a pair continues the k-th contact that the pair had. A point continues the point of the same
//! feature. The points left over continue, in their order, the nearest point that is left over and within a small
//! distance.

use std::collections::{BTreeMap, VecDeque};

/// A point of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkedPoint {
    /// Meters.
    pub position: [f32; 3],
    /// The number of the features that touch.
    pub feature: u32,
}

/// A pair in contact.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkedContact {
    /// The numbers of the boxes.
    pub pair: [u32; 2],
    /// The exponent, as in the bits of a float32, of the sum of the half extents of the smaller box.
    pub size: u8,
    /// The points, at least one.
    pub points: Vec<LinkedPoint>,
}

/// The contacts of a frame.
#[derive(Clone, Debug, Default)]
pub struct ContactFrame {
    contacts: Vec<LinkedContact>,
    is_forgotten: Vec<bool>,
}

/// What goes on from one frame to the next. Contacts are given by their indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameLinks {
    /// For each contact of this frame, the contact of the last frame that it continues.
    pub last: Vec<Option<usize>>,
    /// The contacts of this frame that continue none.
    pub began: Vec<usize>,
    /// The contacts of the last frame that none continues.
    pub ended: Vec<usize>,
}

impl ContactFrame {
    /// A frame with these contacts, in the order of its list of pairs.
    #[must_use]
    pub fn new(contacts: Vec<LinkedContact>) -> Self {
        let is_forgotten = vec![false; contacts.len()];
        Self { contacts, is_forgotten }
    }

    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &[LinkedContact] {
        &self.contacts
    }

    /// Lets the contacts of a box end. `sides`: which of a and b the index belongs to.
    pub fn forget_box(&mut self, sides: [bool; 2], index: u32) {
        self.forget(|pair| pair.iter().zip(sides).any(|(&own, is_asked)| is_asked && own == index));
    }

    /// Lets the contacts of a pair end.
    pub fn forget_pair(&mut self, pair: [u32; 2]) {
        self.forget(|own| own == pair);
    }

    /// Gives box k the number `new_numbers[k]`. Boxes with the number `u32::MAX` and boxes beyond the end are removed,
    /// with their contacts.
    pub fn renumber_boxes(&mut self, sides: [bool; 2], new_numbers: &[u32]) {
        let new = |index| usize::try_from(index).ok().and_then(|index| new_numbers.get(index));
        self.renumber(sides, |index| new(index).copied().filter(|&new| new != u32::MAX));
    }

    /// Removes a box and its contacts. The last box gets its number.
    pub fn swap_remove(&mut self, sides: [bool; 2], index: u32, last: u32) {
        self.renumber(sides, |own| match own {
            _ if own == index || own > last => None,
            _ if own == last => Some(index),
            _ => Some(own),
        });
    }

    /// How this frame goes on from the last one.
    #[must_use]
    pub fn links(&self, last: &Self) -> FrameLinks {
        let mut known: BTreeMap<[u32; 2], VecDeque<usize>> = BTreeMap::new();
        for (index, contact) in last.contacts.iter().enumerate() {
            if !last.is_forgotten[index] {
                known.entry(contact.pair).or_default().push_back(index);
            }
        }
        let mut links = FrameLinks::default();
        let mut goes_on = vec![false; last.contacts.len()];
        for (index, contact) in self.contacts.iter().enumerate() {
            let continued = known.get_mut(&contact.pair).and_then(VecDeque::pop_front);
            links.last.push(continued);
            match continued {
                Some(old) => goes_on[old] = true,
                None => links.began.push(index),
            }
        }
        links.ended = (0..last.contacts.len()).filter(|&old| !goes_on[old]).collect();
        links
    }

    fn forget(&mut self, is_gone: impl Fn([u32; 2]) -> bool) {
        for (contact, is_forgotten) in self.contacts.iter().zip(&mut self.is_forgotten) {
            *is_forgotten |= is_gone(contact.pair);
        }
    }

    fn renumber(&mut self, sides: [bool; 2], new: impl Fn(u32) -> Option<u32>) {
        let contacts = std::mem::take(&mut self.contacts).into_iter();
        let contacts = contacts.zip(std::mem::take(&mut self.is_forgotten));
        for (mut contact, is_forgotten) in contacts {
            let mut indices = contact.pair.iter_mut().zip(sides).filter(|(_, is_asked)| *is_asked);
            let is_kept = indices.all(|(index, _)| {
                let renumbered = new(*index);
                *index = renumbered.unwrap_or(*index);
                renumbered.is_some()
            });
            if is_kept {
                self.contacts.push(contact);
                self.is_forgotten.push(is_forgotten);
            }
        }
    }
}

/// Distances up to this are equal, in meters: their squares underflow in float32.
const SMALLEST_DISTANCE: f64 = 1e-18;

/// A distance may be off by this share of itself (dimensionless): some roundings of its square.
const DISTANCE_ROUNDING: f64 = 1e-5;

/// A point left over continues another within this share of the largest power of two that is not above the sum of the
/// half extents of the smaller box (dimensionless).
const SAME_PLACE: f64 = 1.0 / 64.0;

/// What is wrong with the reported predecessors of a contact's points: for each the index among the points of the
/// contact that is continued. Distances that are equal except for rounding are free.
#[must_use]
pub fn predecessor_fault(
    now: &LinkedContact,
    last: Option<&LinkedContact>,
    reported: &[Option<usize>],
) -> Option<String> {
    if reported.len() != now.points.len() {
        return Some("not one predecessor for each point".into());
    }
    let old = last.map_or(&[][..], |last| &last.points);
    let nearby = SAME_PLACE * (f64::from(now.size) - 127.0).exp2();
    let same: Vec<Option<usize>> =
        now.points.iter().map(|point| same_feature(point, old)).collect();
    let mut free: Vec<usize> =
        (0..old.len()).filter(|place| !same.contains(&Some(*place))).collect();
    for (place, (&reported, &same)) in reported.iter().zip(&same).enumerate() {
        if same.is_some() {
            if reported != same {
                return Some(format!("point {place} continues {reported:?}, not {same:?}"));
            }
            continue;
        }
        let away = |number: &usize| distance(&now.points[place], &old[*number]);
        let nearest = free.iter().map(away).fold(f64::INFINITY, f64::min);
        let farthest = (nearest.min(nearby) * (1.0 + DISTANCE_ROUNDING)).max(SMALLEST_DISTANCE);
        let is_right = match reported {
            Some(number) => free.contains(&number) && away(&number) <= farthest,
            None => nearest >= nearby * (1.0 - DISTANCE_ROUNDING) || nearby <= SMALLEST_DISTANCE,
        };
        if !is_right {
            return Some(format!(
                "point {place} continues {reported:?}, the nearest is {nearest} m away, of {nearby} m"
            ));
        }
        free.retain(|number| Some(*number) != reported);
    }
    None
}

fn same_feature(point: &LinkedPoint, old: &[LinkedPoint]) -> Option<usize> {
    old.iter().position(|old| old.feature == point.feature)
}

/// Meters between two points.
fn distance(one: &LinkedPoint, other: &LinkedPoint) -> f64 {
    let squares = one.position.iter().zip(other.position);
    squares.map(|(&x, y)| (f64::from(x) - f64::from(y)).powi(2)).sum::<f64>().sqrt()
}

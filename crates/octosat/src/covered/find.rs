//! Finds the covered faces of boxes: each face is a polygon, from which the rectangles of neighbors are subtracted.

use alloc::vec;
use alloc::vec::Vec;

use octosat_rows::{CoveredRectangle, Face};

use super::faces::CoveredFaces;
use super::pairs::{Bounds, Entry, cell_width};
use super::touching::{Cover, Half, Plane, Solid, dot};
use crate::boxes::view::BoxView;
use crate::error::Error;
use crate::threads;

/// The part of a face's area up to which what is left of it counts as nothing, without unit: rounding in `f64`.
const OPEN_AREA: f64 = 1e-12;

/// Finds the faces of boxes that their neighbors in the same list cover, wholly or in part.
///
/// A face is covered wholly if the union of its neighbors leaves no part of it open. A neighbor covers a face where it
/// touches the face's plane from outside, or crosses it, to within `tolerance` meters. Neighbors may be turned against
/// each other within that plane, and have any sizes. The tolerance must be larger than the spacing of `f32` at the
/// boxes' coordinates, which is 6e-5 m at 1 km, and far smaller than the thinnest box; 1e-4 m suits most worlds. List
/// only boxes that are solid and do not move against each other. Call it again after edits.
///
/// Boxes that are not finite, in an unchecked view, cover nothing. Long lists are shared by the threads of the rayon
/// pool in which the call is made; the result does not depend on their number.
///
/// # Errors
/// If the tolerance is negative or not finite.
///
/// # Example
/// ```
/// use octosat::{BoxStore, OrientedBox, covered_faces};
///
/// let upright = [0.0, 0.0, 0.0, 1.0];
/// let mut tiles = BoxStore::new();
/// for x in [0.0, 1.0, 2.0] {
///     tiles.insert(OrientedBox::new([x, 0.0, 0.0], upright, [0.5; 3]))?;
/// }
/// assert_eq!(covered_faces(&tiles, 1e-4)?.masks(), [0b10, 0b11, 0b01]); // +x; both; −x
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn covered_faces<'a>(
    boxes: impl Into<BoxView<'a>>,
    tolerance: f32,
) -> Result<CoveredFaces, Error> {
    if !(tolerance >= 0.0 && tolerance.is_finite()) {
        return Err(Error::of_tolerance(tolerance));
    }
    let (boxes, tolerance) = (boxes.into(), f64::from(tolerance));
    let solids = each(boxes.len(), |index| Solid::of(&boxes, index));
    let solid_bounds = |solid: &Solid| Bounds::of(solid, tolerance);
    let bounds = each(solids.len(), |index| solids[index].as_ref().map(solid_bounds));
    let width = cell_width(&bounds);
    let mut entries: Vec<Entry> = lists(bounds.len(), |index, list| {
        let keys = bounds[index].iter().flat_map(|bounds| bounds.keys(width));
        list.extend(keys.map(|key| Entry { key, index: as_index(index) }));
    });
    threads::sort(&mut entries);
    let cells: Vec<&[Entry]> = entries.chunk_by(|a, b| a.key == b.key).collect();
    let solid = |index: u32| solids[index as usize].as_ref();
    let bounds_of = |index: u32| bounds[index as usize].as_ref();
    let mut contacts: Vec<Contact> = lists(cells.len(), |cell, list| {
        for (place, &Entry { index: first, key }) in cells[cell].iter().enumerate() {
            for &Entry { index: second, .. } in &cells[cell][place + 1..] {
                let Some((one, other)) = bounds_of(first).zip(bounds_of(second)) else { continue };
                if one.meet(other) && one.common_key(other, width) == key && first != second {
                    for [index, neighbor] in [[first, second], [second, first]] {
                        let Some((own, other)) = solid(index).zip(solid(neighbor)) else {
                            continue;
                        };
                        let seen = own.neighbor(other, tolerance);
                        let covers = (0..6)
                            .filter(|&face| seen.cover(usize::from(face)).is_some())
                            .map(Face::from_code);
                        list.extend(covers.map(|face| Contact { index, face, neighbor }));
                    }
                }
            }
        }
    });
    threads::sort(&mut contacts);
    contacts.dedup();
    let faces: Vec<&[Contact]> =
        contacts.chunk_by(|a, b| (a.index, a.face) == (b.index, b.face)).collect();
    let found = each(faces.len(), |number| {
        let &[Contact { index, face, .. }, ..] = faces[number] else { return Found::Open };
        let Some(own) = solid(index) else { return Found::Open };
        let covers = || {
            faces[number].iter().filter_map(|contact| {
                own.neighbor(solid(contact.neighbor)?, tolerance).cover(usize::from(face.code()))
            })
        };
        let half = own.half_sides(usize::from(face.code() / 2));
        // Most faces of tiles have one neighbor.
        if half.iter().all(|&side| side > 0.0) && covers().any(|cover| cover.holds_face(half)) {
            return Found::Covered;
        }
        open_part(half, covers().collect())
    });
    Ok(assembled(boxes.len(), &faces, found))
}

/// The masks and the rectangles of what is known of the faces that have neighbors.
fn assembled(boxes: usize, faces: &[&[Contact]], found: Vec<Found>) -> CoveredFaces {
    let mut masks = vec![0; boxes];
    let mut rectangles = Vec::new();
    for (contacts, found) in faces.iter().zip(found) {
        let Contact { index, face, .. } = contacts[0];
        match found {
            Found::Open => {}
            Found::Covered => masks[index as usize] |= face.bit(),
            Found::Partly(covers) => {
                rectangles.extend(covers.iter().map(|cover| cover.rectangle(index, face)));
            }
        }
    }
    CoveredFaces::from_checked(masks, rectangles)
}

/// A face that a neighbor covers, at least in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contact {
    index: u32,
    face: Face,
    neighbor: u32,
}

/// What is known of a face.
enum Found {
    Open,
    Covered,
    Partly(Vec<Cover>),
}

impl Cover {
    #[expect(clippy::cast_possible_truncation, reason = "rounded to the precision of boxes")]
    fn rectangle(&self, index: u32, face: Face) -> CoveredRectangle {
        let rounded = |pair: [f64; 2]| pair.map(|component| component as f32);
        CoveredRectangle {
            index,
            face,
            reserved: [0; 3],
            center: rounded(self.center),
            direction: rounded(self.direction),
            half_extents: rounded(self.half_extents),
        }
    }
}

/// Whether rectangles leave a part of a face open.
fn open_part([u, v]: Half, covers: Vec<Cover>) -> Found {
    let area = 4.0 * u * v;
    if area <= 0.0 {
        return Found::Open;
    }
    let mut open = vec![vec![[-u, -v], [u, -v], [u, v], [-u, v]]];
    for cover in &covers {
        open = open.into_iter().flat_map(|polygon| without(polygon, cover)).collect();
        open.retain(|polygon| area_of(polygon) > OPEN_AREA * area);
        if open.is_empty() {
            return Found::Covered;
        }
    }
    Found::Partly(covers)
}

/// What is left of a convex polygon without a rectangle: convex pieces, one beyond each side at most.
fn without(mut polygon: Vec<Plane>, cover: &Cover) -> Vec<Vec<Plane>> {
    let mut pieces = Vec::new();
    for (out, distance) in cover.sides() {
        let [mut inside, mut outside] = [Vec::new(), Vec::new()];
        let height = |point: Plane| dot(out, point) - distance;
        for (place, &from) in polygon.iter().enumerate() {
            let to = polygon[(place + 1) % polygon.len()];
            let [start, end] = [height(from), height(to)];
            if start <= 0.0 {
                inside.push(from);
            }
            if start >= 0.0 {
                outside.push(from);
            }
            if start * end < 0.0 {
                let part = start / (start - end);
                let crossing = [0, 1].map(|k| from[k] + (to[k] - from[k]) * part);
                inside.push(crossing);
                outside.push(crossing);
            }
        }
        if outside.len() >= 3 {
            pieces.push(outside);
        }
        if inside.len() < 3 {
            break;
        }
        polygon = inside;
    }
    pieces
}

/// The area of a convex polygon.
fn area_of(polygon: &[Plane]) -> f64 {
    let Some((&[x, y], rest)) = polygon.split_first() else { return 0.0 };
    let doubled: f64 = rest
        .windows(2)
        .map(|two| (two[0][0] - x) * (two[1][1] - y) - (two[0][1] - y) * (two[1][0] - x))
        .sum();
    0.5 * doubled.abs()
}

/// The index of a box; stores and views hold no more than 32 bits can number.
#[expect(clippy::cast_possible_truncation, reason = "indices of boxes have 32 bits")]
fn as_index(number: usize) -> u32 {
    number as u32
}

/// Lists up to this length are not shared by threads, and parts of longer ones have this length.
const SHORT: usize = 1024;

/// The values of the numbers below `len`.
fn each<T: Send>(len: usize, value: impl Fn(usize) -> T + Sync) -> Vec<T> {
    lists(len, |number, list| list.push(value(number)))
}

/// The lists that the numbers below `len` append to, one after the other.
fn lists<T: Send>(len: usize, append: impl Fn(usize, &mut Vec<T>) + Sync) -> Vec<T> {
    let mut parts: Vec<Vec<T>> = Vec::new();
    parts.resize_with(len.div_ceil(SHORT), Vec::new);
    let workers = if len > SHORT { threads::available() } else { 1 };
    threads::share(workers, parts.iter_mut().enumerate(), |(part, list)| {
        let start = part * SHORT;
        (start..len.min(start + SHORT)).for_each(|number| append(number, list));
    });
    parts.into_iter().flatten().collect()
}

//! The triangles of a mesh, and what all formats check.

use std::collections::HashMap;

use super::space::{Affine, LARGEST, Vector};

/// The most triangles of a file: instances of COLLADA can multiply those that a short text has.
const MOST_TRIANGLES: usize = 1 << 22;

/// The triangles of a mesh: points, and three indices of points per triangle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Triangles {
    pub(crate) points: Vec<Vector>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Triangles {
    /// Adds a point, and returns its index.
    pub(crate) fn add_point(&mut self, point: Vector) -> Result<u32, String> {
        let index = u32::try_from(self.points.len()).map_err(|_| too_many())?;
        self.points.push(point);
        Ok(index)
    }

    /// Adds a polygon as triangles that share its first corner.
    ///
    /// If the polygon is not convex, the triangles cover more than the polygon, and nothing outside its hull.
    pub(crate) fn add_polygon(&mut self, corners: &[u32]) -> Result<(), String> {
        let [first, rest @ ..] = corners else { return Ok(()) };
        if self.triangles.len() + rest.len() > MOST_TRIANGLES {
            return Err(too_many());
        }
        self.triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
        Ok(())
    }

    /// Adds the triangles of another mesh, moved.
    pub(crate) fn add(&mut self, other: &Self, place: &Affine) -> Result<(), String> {
        let points = self.points.len() + other.points.len();
        if self.triangles.len() + other.triangles.len() > MOST_TRIANGLES
            || points > 3 * MOST_TRIANGLES
        {
            return Err(too_many());
        }
        let first = u32::try_from(self.points.len()).map_err(|_| too_many())?;
        self.points.extend(other.points.iter().map(|&point| place.apply(point)));
        let moved = other.triangles.iter().map(|triangle| triangle.map(|index| first + index));
        self.triangles.extend(moved);
        Ok(())
    }

    /// The same triangles, with each point once and without points that no triangle has.
    pub(crate) fn compact(&self) -> Result<Self, String> {
        self.finish(&Affine::scale([1.0; 3]))
    }

    /// The same triangles, moved, with each point once and without points that no triangle has.
    ///
    /// An error if there are no triangles, or a coordinate is not finite.
    pub(crate) fn finish(&self, place: &Affine) -> Result<Self, String> {
        let mut index_of: HashMap<[u64; 3], u32> = HashMap::new();
        let mut finished = Self::default();
        let mut new_index = vec![None; self.points.len()];
        for triangle in &self.triangles {
            let mut corners = [0; 3];
            for (corner, &index) in corners.iter_mut().zip(triangle) {
                let known = new_index.get_mut(index as usize).ok_or_else(no_such_point)?;
                *corner = match *known {
                    Some(index) => index,
                    None => {
                        let point = finite(self.points[index as usize])?;
                        let point = finite(place.apply(point))?;
                        let next = u32::try_from(finished.points.len()).map_err(|_| too_many())?;
                        let index = *index_of.entry(point.map(f64::to_bits)).or_insert(next);
                        if index == next {
                            finished.points.push(point);
                        }
                        *known.insert(index)
                    }
                };
            }
            finished.triangles.push(corners);
        }
        if finished.triangles.is_empty() {
            return Err("there are no triangles".to_owned());
        }
        Ok(finished)
    }
}

/// A point with one bit pattern for zero; an error if it is not finite or too large.
fn finite(point: Vector) -> Result<Vector, String> {
    if point.iter().all(|coordinate| coordinate.abs() <= LARGEST) {
        return Ok(point.map(|coordinate| coordinate + 0.0));
    }
    Err(format!("a vertex is {point:?}, but coordinates must be finite and below {LARGEST:e}"))
}

fn too_many() -> String {
    format!("there are too many triangles; at most {MOST_TRIANGLES} are read")
}

fn no_such_point() -> String {
    "a triangle has a vertex that does not exist".to_owned()
}

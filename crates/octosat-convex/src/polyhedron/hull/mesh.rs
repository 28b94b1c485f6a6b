//! Triangles of a hull algorithm, and the faces that triangles in one plane make.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::error::PolyhedronError;
use crate::polyhedron::solid::Polyhedron;
use crate::pose::narrow;

/// A closed surface of triangles.
pub(super) struct Mesh {
    pub(super) corners: Vec<DVec3>,
    pub(super) triangles: Vec<[usize; 3]>,
}

impl Mesh {
    /// Makes the polyhedron whose faces are the largest patches of triangles in one plane, within a part of
    /// the largest distance of a corner from the shape's origin.
    pub(super) fn polyhedron(&self, part: f64) -> Result<Polyhedron, PolyhedronError> {
        let patches = self.patches(part);
        let count = patches.iter().copied().max().map_or(0, |last| last + 1);
        let loops: Vec<Vec<usize>> =
            (0..count).map(|patch| self.outline(&patches, patch)).collect();
        // Corners inside a patch are in no outline, so the remaining corners are renumbered.
        let mut numbers = BTreeMap::new();
        let mut corners = Vec::new();
        let faces: Vec<Vec<usize>> = loops
            .iter()
            .map(|outline| {
                let renumber = |&corner: &usize| {
                    *numbers.entry(corner).or_insert_with(|| {
                        corners.push(narrow(self.corners[corner]));
                        corners.len() - 1
                    })
                };
                outline.iter().map(renumber).collect()
            })
            .collect();
        Polyhedron::new(&corners, &faces)
    }

    /// The number of the patch of each triangle.
    ///
    /// A patch grows from its largest triangle, whose plane is known best, and takes neighbors that lie in
    /// that plane completely.
    fn patches(&self, part: f64) -> Vec<usize> {
        let neighbors = self.neighbors();
        let mut order: Vec<usize> = (0..self.triangles.len()).collect();
        order.sort_by(|&p, &q| self.area(q).length().total_cmp(&self.area(p).length()));
        let reach = self.corners.iter().map(|&corner| corner.length()).fold(0.0, f64::max);
        let slack = part * reach;
        let mut patches = vec![None; self.triangles.len()];
        let mut count = 0;
        for &seed in &order {
            if patches[seed].is_some() {
                continue;
            }
            let normal = self.area(seed);
            let mut waiting = vec![seed];
            while let Some(triangle) = waiting.pop() {
                let fits = triangle == seed
                    || self.lies_in(triangle, seed, slack)
                        && self.area(triangle).dot(normal) >= 0.0;
                if patches[triangle].is_none() && fits {
                    patches[triangle] = Some(count);
                    waiting.extend(neighbors[triangle]);
                }
            }
            count += 1;
        }
        patches.into_iter().flatten().collect()
    }

    /// Whether a triangle's corners lie within `slack` of another's plane.
    fn lies_in(&self, triangle: usize, other: usize, slack: f64) -> bool {
        let area = self.area(other);
        if area.length() == 0.0 {
            return false;
        }
        let normal = area.normalize();
        let foot = self.corner(other, 0);
        let near = |k| normal.dot(self.corner(triangle, k) - foot).abs() <= slack;
        (0..3).all(near)
    }

    /// For each triangle, the three triangles that share an edge with it, or itself at a hole.
    fn neighbors(&self) -> Vec<[usize; 3]> {
        let mut along = BTreeMap::new();
        for (number, triangle) in self.triangles.iter().enumerate() {
            for k in 0..3 {
                along.insert([triangle[k], triangle[(k + 1) % 3]], number);
            }
        }
        let beyond = |number: usize| {
            let triangle = self.triangles[number];
            [0, 1, 2].map(|k| *along.get(&[triangle[(k + 1) % 3], triangle[k]]).unwrap_or(&number))
        };
        (0..self.triangles.len()).map(beyond).collect()
    }

    /// The vertices around a patch, counterclockwise: the sides of its triangles that it uses in one
    /// direction only, joined end to end.
    fn outline(&self, patches: &[usize], patch: usize) -> Vec<usize> {
        let mut next = BTreeMap::new();
        let mut inner = Vec::new();
        for (number, triangle) in self.triangles.iter().enumerate() {
            if patches[number] != patch {
                continue;
            }
            for k in 0..3 {
                inner.push([triangle[k], triangle[(k + 1) % 3]]);
            }
        }
        for &[from, to] in &inner {
            if !inner.contains(&[to, from]) {
                next.insert(from, to);
            }
        }
        let mut outline = Vec::new();
        let mut corner = next.keys().next().copied();
        while let Some(from) = corner {
            corner = next.remove(&from);
            if corner.is_some() {
                outline.push(from);
            }
        }
        outline
    }

    /// A corner of a triangle in float64.
    fn corner(&self, triangle: usize, k: usize) -> DVec3 {
        self.corners[self.triangles[triangle][k]]
    }

    /// Twice the area of a triangle, along its normal.
    fn area(&self, triangle: usize) -> DVec3 {
        let [p, q, r] = [0, 1, 2].map(|k| self.corner(triangle, k));
        (q - p).cross(r - p)
    }
}

//! One shape for all boxes, or a list of boxes and shapes.

/// What the boxes of a query are asked against.
///
/// # Example
/// ```
/// use octosat::{Against, Sphere};
/// let spheres = [Sphere::new([0.0; 3], 1.0)?, Sphere::new([5.0, 0.0, 0.0], 2.0)?];
/// // Box 7 with the second sphere, then box 2 with the first.
/// let pairs = [[7, 1], [2, 0]];
/// let some = Against::Pairs { shapes: &spheres, pairs: &pairs };
/// let all_with_the_first = Against::One(&spheres[0]);
/// # let _ = (some, all_with_the_first);
/// # Ok::<(), octosat::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Against<'a, S> {
    /// Every box with this one shape: row i is box i.
    One(&'a S),
    /// A list of boxes and shapes: row p is pair p.
    Pairs {
        /// The shapes.
        shapes: &'a [S],
        /// Index pairs: a box, then a shape.
        pairs: &'a [[u32; 2]],
    },
}

impl<S> Against<'_, S> {
    /// The number of rows that a query of so many boxes has.
    pub(crate) fn rows(&self, boxes: usize) -> usize {
        match self {
            Self::One(_) => boxes,
            Self::Pairs { pairs, .. } => pairs.len(),
        }
    }
}

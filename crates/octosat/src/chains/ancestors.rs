//! The last frame that moves two frames, in few steps however many joints are before them.

use alloc::vec::Vec;

/// The frames before each frame; none is the base.
///
/// In addition to the frame before it, a frame has a jump to one farther before, so that a way to the base has about as many
/// steps as its length has digits. E. Myers, "An applicative random-access stack", 1983.
#[derive(Clone, Debug, Default)]
pub(super) struct Ancestors {
    frames: Vec<Ancestor>,
}

/// What is before a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Ancestor {
    parent: Option<usize>,
    jump: Option<usize>,
    /// The number of frames from the base to this one.
    depth: usize,
}

impl Ancestors {
    /// Adds the next frame.
    pub(super) fn push(&mut self, parent: Option<usize>) {
        let before = self.of(parent);
        let jump = self.of(before.jump);
        let is_as_long = before.depth - jump.depth == jump.depth - self.of(jump.jump).depth;
        let jump = if is_as_long && parent.is_some() { jump.jump } else { parent };
        self.frames.push(Ancestor { parent, jump, depth: before.depth + 1 });
    }

    /// The last frame that moves both frames.
    pub(super) fn common(&self, mut a: Option<usize>, mut b: Option<usize>) -> Option<usize> {
        while a != b {
            let [of_a, of_b] = [a, b].map(|frame| self.of(frame));
            if of_a.depth < of_b.depth {
                (a, b) = (b, a);
            } else if of_a.depth > of_b.depth {
                let is_far = self.of(of_a.jump).depth < of_b.depth;
                a = if is_far { of_a.parent } else { of_a.jump };
            } else if of_a.jump == of_b.jump {
                [a, b] = [of_a.parent, of_b.parent];
            } else {
                [a, b] = [of_a.jump, of_b.jump];
            }
        }
        a
    }

    fn of(&self, frame: Option<usize>) -> Ancestor {
        frame.map_or(Ancestor::default(), |frame| self.frames[frame])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a frame moves another one, or is the same.
    fn moves(parents: &[Option<usize>], frame: Option<usize>, mut other: Option<usize>) -> bool {
        while other != frame {
            let Some(next) = other else { return false };
            other = parents[next];
        }
        true
    }

    #[test]
    fn the_last_frame_that_moves_both_is_that_of_a_walk_to_the_base() {
        let mut ancestors = Ancestors::default();
        let mut parents = Vec::new();
        for frame in 0..120_usize {
            // A long arm with some that begin on it and at the base.
            let parent = if frame % 9 == 5 { frame.checked_sub(13) } else { frame.checked_sub(1) };
            parents.push(parent);
            ancestors.push(parent);
        }
        for a in 0..parents.len() {
            for b in (0..parents.len()).map(Some).chain([None]) {
                let mut walked = Some(a);
                while !moves(&parents, walked, b) {
                    walked = walked.and_then(|frame| parents[frame]);
                }
                assert_eq!(ancestors.common(Some(a), b), walked, "{a}, {b:?}");
            }
        }
    }
}

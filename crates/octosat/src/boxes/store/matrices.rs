//! Matrices to poses, four at a time in `f64`.

use octosat_lanes::{DOUBLES, Isa, Mask};

use super::oriented::BoxPose;
use crate::backend::token::Job;
use crate::boxes::frame::{are_rotations, quaternion_of_columns};
use crate::boxes::rotation::flush;

/// The columns of a matrix, each with its component of the last row.
pub(super) type Columns = [[f32; 4]; 4];

/// Whether the last row is (0, 0, 0, 1).
#[inline(always)]
pub(super) fn is_affine([x, y, z, w]: &Columns) -> bool {
    (x[3] == 0.0) & (y[3] == 0.0) & (z[3] == 0.0) & (w[3] - 1.0 == 0.0)
}

/// The translation.
#[inline(always)]
pub(super) fn center_of([.., [x, y, z, _]]: &Columns) -> [f32; 3] {
    [*x, *y, *z]
}

/// Computes whether all matrices are surely accepted, or the poses of accepted ones.
pub(super) struct Matrices<'a, M, C, A> {
    pub(super) matrices: &'a [M],
    pub(super) columns: &'a C,
    /// Whether a center is accepted.
    pub(super) accepts: A,
    /// Where to write poses, instead of checking; there may be fewer than matrices.
    pub(super) poses: Option<&'a mut [BoxPose]>,
}

impl<M: Copy, C: Fn(&M) -> Columns, A: Fn([f32; 3]) -> bool> Job for Matrices<'_, M, C, A> {
    type Output = bool;

    fn run<I: Isa>(self, isa: I) -> bool {
        let fours = self.matrices.chunks(DOUBLES);
        isa.enter(
            #[inline(always)]
            || {
                let mut fine = true;
                if let Some(poses) = self.poses {
                    for (four, poses) in fours.zip(poses.chunks_mut(DOUBLES)) {
                        convert(isa, &four_of(four, self.columns), poses);
                    }
                } else {
                    for four in fours {
                        let four = four_of(four, self.columns);
                        let rotations = are_rotations(isa, axes(isa, &four)).bits();
                        fine &= rotations == (1 << DOUBLES) - 1;
                        for matrix in &four {
                            fine &= is_affine(matrix) & (self.accepts)(center_of(matrix));
                        }
                    }
                }
                fine
            },
        )
    }
}

/// Up to four matrices; the first one fills up the rest.
#[inline(always)]
fn four_of<M: Copy>(matrices: &[M], columns: impl Fn(&M) -> Columns) -> [Columns; DOUBLES] {
    let filled;
    // Copied only if there are fewer: with a copy of each, all takes half as long again.
    let [a, b, c, d] = match matrices.try_into() {
        Ok(four) => four,
        Err(_) => {
            filled = filled_out_of_line(matrices);
            &filled
        }
    };
    [columns(a), columns(b), columns(c), columns(d)]
}

/// The last matrices of a list, filled up with the first one of them.
#[cold]
#[inline(never)]
fn filled_out_of_line<M: Copy>(matrices: &[M]) -> [M; DOUBLES] {
    let mut filled = [matrices[0]; DOUBLES];
    filled[..matrices.len()].copy_from_slice(matrices);
    filled
}

/// The axes of four matrices, one matrix per lane.
#[inline(always)]
fn axes<I: Isa>(isa: I, [a, b, c, d]: &[Columns; DOUBLES]) -> [[I::Double; 3]; 3] {
    let mut axes = [[isa.splat_double(0.0); 3]; 3];
    for (k, axis) in axes.iter_mut().enumerate() {
        for (row, lanes) in axis.iter_mut().enumerate() {
            *lanes = isa.widen(&[a[k][row], b[k][row], c[k][row], d[k][row]]);
        }
    }
    axes
}

#[inline(always)]
fn convert<I: Isa>(isa: I, four: &[Columns; DOUBLES], poses: &mut [BoxPose]) {
    let [x, y, z, w] = quaternion_of_columns(isa.splat_double(1.0), axes(isa, four));
    let rotation = [isa.narrow(x), isa.narrow(y), isa.narrow(z), isa.narrow(w)];
    for (lane, (pose, matrix)) in poses.iter_mut().zip(four).enumerate() {
        *pose = BoxPose::new(center_of(matrix), rotation.map(|part| flush(part[lane], 1.0)));
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use octosat_lanes::{Portable, Scalar};

    use super::*;
    use crate::boxes::rotation::tests::samples;

    fn compare<I: Isa>(isa: I, matrices: &[Columns]) {
        let job =
            |poses| Matrices { matrices, columns: &|m: &Columns| *m, accepts: |_| true, poses };
        let mut poses = vec![BoxPose::IDENTITY; matrices.len()];
        assert!(job(None).run(isa));
        assert!(job(Some(&mut poses)).run(isa));
        for (matrix, pose) in matrices.iter().zip(poses) {
            let [x, y, z, _] = matrix.map(|[x, y, z, _]| [x, y, z]);
            assert_eq!(Ok(pose), BoxPose::from_rotation_matrix(center_of(matrix), [x, y, z]));
        }
    }

    #[test]
    fn every_backend_converts_lists_of_every_length_to_the_same_poses() {
        let of = |rotation| {
            let axes = BoxPose::new([0.0; 3], rotation).rotation_matrix().unwrap();
            let [x, y, z] = axes.map(|[x, y, z]| [x, y, z, 0.0]);
            [x, y, z, [rotation[0], -rotation[1], 2.0, 1.0]]
        };
        let matrices: Vec<Columns> = samples(500, 1.0).into_iter().map(of).collect();
        for count in (0..=17).chain([500]) {
            compare(Scalar, &matrices[..count]);
            compare(Portable, &matrices[..count]);
            #[cfg(target_arch = "x86_64")]
            {
                let matrices = &matrices[..count];
                octosat_lanes::Avx2::detect().into_iter().for_each(|isa| compare(isa, matrices));
                octosat_lanes::Avx512::detect().into_iter().for_each(|isa| compare(isa, matrices));
            }
        }
    }
}

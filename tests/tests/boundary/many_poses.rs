//! Poses of many boxes at once have the bits and the errors of poses that are set one by one.
//!
//! Rows lie at the limits of every tolerance, and matrices are converted by a formula of this file, too.

use core::array::from_fn;

use octosat::{BoxPose, BoxStore, Error, OrientedBox};
use octosat_scenes::generate::Random;
use octosat_tests::{columns, cube_rotations, narrow, store_bits, wide};

/// Rows per test.
const ROWS: usize = 100_000;

/// Numbers that are tiny, too large or not numbers.
const SPECIAL: [f32; 14] = [
    0.0,
    -0.0,
    1e-45,
    -1e-38,
    9.313_225e-10,
    9.313_226e-10,
    -9.313_225e-10,
    1e-4,
    1e12,
    1.000_001e12,
    3e38,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// Whether a store accepts a pose.
fn is_accepted(pose: BoxPose) -> bool {
    BoxStore::new().insert(OrientedBox { pose, half_extents: [1.0; 3] }).is_ok()
}

/// Rows at the limits, from a fixed sequence.
struct Source {
    random: Random,
    cube: Vec<[f64; 4]>,
}

impl Source {
    fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), cube: cube_rotations() }
    }

    /// A number that is accepted as a part of a rotation or center, or any.
    fn special(&mut self) -> f32 {
        let count = if self.random.one_in(2) { 8 } else { SPECIAL.len() };
        self.random.choose(&SPECIAL[..count])
    }

    fn center(&mut self) -> [f32; 3] {
        if self.random.one_in(30) {
            return from_fn(|_| self.special());
        }
        narrow(self.random.vector(-9.0, 9.0))
    }

    /// A rotation in any direction, or along axes.
    fn turn(&mut self) -> [f64; 4] {
        if self.random.one_in(8) { self.random.choose(&self.cube) } else { self.random.rotation() }
    }

    /// A length whose square is off one by nearly one of some limits.
    fn length(&mut self, limits: &[f64]) -> f64 {
        (1.0 + self.random.choose(limits) + self.random.range(-3e-7, 3e-7)).sqrt()
    }

    fn rotation(&mut self) -> [f32; 4] {
        let length = self.length(&[0.0, 0.0, 0.0, 4e-7, -4e-7, 1e-3, -1e-3]);
        let mut rotation = narrow(self.turn().map(|part| part * length));
        if self.random.one_in(10) {
            rotation[self.random.below(4)] = self.special();
        }
        rotation
    }

    /// The axes of a matrix: at the limits of length and shear, mirrored, or with special numbers.
    fn axes(&mut self) -> [[f32; 3]; 3] {
        let mut axes = columns(self.turn());
        for at in 0..3 {
            let length = self.length(&[0.0, 0.0, 0.0, 0.99e-3, 1e-3, -1e-3]);
            let shear = self.random.choose(&[0.0, 0.0, 0.0, 0.99e-3, 1e-3, -1e-3]);
            let shear = shear * (1.0 + self.random.range(-2e-3, 2e-3));
            let other = axes[(at + 1) % 3];
            axes[at] = from_fn(|k| length * axes[at][k] + shear * other[k]);
        }
        let mut axes = axes.map(narrow);
        let axis = self.random.below(3);
        match self.random.below(20) {
            0 => axes[axis][self.random.below(3)] = self.special(),
            1 => axes[axis] = axes[axis].map(|part| -part),
            2 => axes[axis] = [0.0; 3],
            _ => {}
        }
        axes
    }

    /// The length of a list: mostly none to 17.
    fn list(&mut self) -> usize {
        if self.random.one_in(200) { 1000 + self.random.below(300) } else { self.random.below(18) }
    }
}

fn store_of(count: usize) -> BoxStore {
    let upright = [0.0, 0.0, 0.0, 1.0];
    BoxStore::from_slices(&vec![[5.0; 3]; count], &vec![upright; count], &vec![[0.5; 3]; count])
        .unwrap()
}

/// The store after its boxes were moved one by one, or the text of the first error.
fn one_by_one(poses: &[Result<BoxPose, String>]) -> Result<BoxStore, String> {
    let mut store = store_of(poses.len());
    for (index, pose) in (0..).zip(poses) {
        let pose = pose.clone().map_err(|text| format!("given box {index}: {text}"))?;
        store.set_pose(index, pose).map_err(|error| format!("given {error}"))?;
    }
    Ok(store)
}

/// Compares a call with the boxes moved one by one; on error nothing may have moved.
fn compare(
    expected: &Result<BoxStore, String>,
    count: usize,
    call: impl FnOnce(&mut BoxStore) -> Result<(), Error>,
) {
    let mut store = store_of(count);
    let result = call(&mut store).map_err(|error| error.to_string());
    match expected {
        Ok(expected) => {
            assert_eq!(result, Ok(()));
            assert_eq!(store_bits(&store), store_bits(expected));
        }
        Err(text) => {
            assert_eq!(result.as_ref(), Err(text));
            assert_eq!(store_bits(&store), store_bits(&store_of(count)));
        }
    }
}

#[test]
fn many_poses_are_those_set_one_by_one() {
    let mut source = Source::new(1);
    let (mut rows, mut moved, mut rejected) = (0, 0, 0);
    while rows < ROWS {
        let count = source.list();
        // Lists of clean rotations, of any, or of clean ones with one that is not.
        let odd = source.random.below(3 * count.max(1));
        let poses: Vec<_> = (0..count)
            .map(|at| {
                loop {
                    let (center, rotation) = (source.center(), source.rotation());
                    let pose = BoxPose::new(center, rotation);
                    if is_accepted(pose) || at == odd {
                        break (center, rotation);
                    }
                }
            })
            .collect();
        let (centers, rotations): (Vec<_>, Vec<_>) = poses.into_iter().unzip();
        let poses = centers.iter().zip(&rotations).map(|(c, r)| BoxPose::new(*c, *r));
        let expected = one_by_one(&poses.clone().map(Ok).collect::<Vec<_>>());
        *(if expected.is_ok() { &mut moved } else { &mut rejected }) += 1;
        compare(&expected, count, |store| store.set_poses(&centers, &rotations));
        compare(&expected, count, |store| store.set_poses_from_iter(poses));
        let far: Vec<[f64; 3]> = centers.iter().map(|center| wide(*center)).collect();
        compare(&expected, count, |store| store.set_poses_from_origin([0.0; 3], &far, &rotations));
        rows += count;
    }
    assert!(moved > 2_000 && rejected > 500, "{moved} {rejected}");
}

/// The rounded quaternion of a rotation matrix: Gram and Schmidt, then Shepperd with branches.
fn quaternion(axes: [[f32; 3]; 3]) -> [f32; 4] {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let unit = |a: [f64; 3]| {
        let scale = 1.0 / dot(a, a).sqrt();
        a.map(|part| part * scale)
    };
    let without = |a: [f64; 3], b: [f64; 3]| {
        let part = dot(a, b);
        unit(from_fn(|k| a[k] - part * b[k]))
    };
    let [x, y, z] = axes.map(|axis| unit(wide(axis)));
    let y = without(y, x);
    let axes = [x, y, without(without(z, x), y)];
    let diagonal = [0, 1, 2].map(|k| axes[k][k]);
    let trace = diagonal[0] + diagonal[1] + diagonal[2];
    let k = (1..3).fold(0, |best, k| if diagonal[k] > diagonal[best] { k } else { best });
    let mut quaternion = [0.0; 4];
    if trace >= diagonal[k] {
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            quaternion[k] = axes[i][j] - axes[j][i];
        }
        quaternion[3] = 1.0 + trace;
    } else {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        quaternion[k] = 1.0 + diagonal[k] - diagonal[i] - diagonal[j];
        quaternion[i] = axes[k][i] + axes[i][k];
        quaternion[j] = axes[k][j] + axes[j][k];
        quaternion[3] = axes[i][j] - axes[j][i];
    }
    let [x, y, z, w] = quaternion;
    let scale = 1.0 / (x * x + y * y + z * z + w * w).sqrt();
    narrow(quaternion.map(|part| part * scale))
        .map(|part: f32| if part.abs() < 0.5_f32.powi(30) { 0.0 } else { part })
}

#[test]
fn many_matrices_are_those_converted_one_by_one() {
    let mut source = Source::new(2);
    let (mut rows, mut moved, mut rejected) = (0, 0, 0);
    while rows < ROWS {
        let count = source.list();
        let odd = source.random.below(3 * count.max(1));
        let mut last_rows = vec![[0.0_f32, -0.0, 0.0, 1.0]; count];
        let matrices: Vec<([f32; 3], [[f32; 3]; 3])> = (0..count)
            .map(|at| {
                loop {
                    let (center, axes) = (source.center(), source.axes());
                    let pose = BoxPose::from_rotation_matrix(center, axes);
                    let fine = pose.is_ok_and(is_accepted);
                    if fine || at == odd {
                        break (center, axes);
                    }
                }
            })
            .collect();
        let poses = matrices.iter().map(|&(center, axes)| {
            let pose = BoxPose::from_rotation_matrix(center, axes);
            if let Ok(pose) = pose {
                assert_eq!(pose.rotation.map(f32::to_bits), quaternion(axes).map(f32::to_bits));
            }
            // Without "box 0: ".
            pose.map_err(|error| error.to_string()[7..].to_owned())
        });
        let mut poses: Vec<_> = poses.collect();
        if count > 0 && source.random.one_in(20) {
            let at = source.random.below(count);
            last_rows[at][source.random.below(4)] = [1e-45, 2.0, f32::NAN][source.random.below(3)];
            poses[at] = Err("transform has a last row other than zeros and a one".to_owned());
        }
        let expected = one_by_one(&poses);
        *(if expected.is_ok() { &mut moved } else { &mut rejected }) += 1;
        let full = matrices.iter().zip(&last_rows).map(|((center, [x, y, z]), last)| {
            let all = [x, y, z, center];
            from_fn(|k| [all[k][0], all[k][1], all[k][2], last[k]])
        });
        let full: Vec<[[f32; 4]; 4]> = full.collect();
        let rows_of = |m: &[[f32; 4]; 4]| from_fn(|row| from_fn(|column| m[column][row]));
        let full_rows: Vec<[[f32; 4]; 4]> = full.iter().map(rows_of).collect();
        let doubles: Vec<_> = full_rows.iter().map(|m| m.map(wide)).collect();
        compare(&expected, count, |store| store.set_poses_from_column_major(&full));
        compare(&expected, count, |store| store.set_poses_from_row_major(&full_rows));
        compare(&expected, count, |store| store.set_poses_from_row_major(&doubles));
        if last_rows.iter().all(|last| last[..3] == [0.0; 3] && last[3] - 1.0 == 0.0) {
            let short: Vec<[[f32; 4]; 3]> = full_rows.iter().map(|m| from_fn(|k| m[k])).collect();
            compare(&expected, count, |store| store.set_poses_from_row_major(&short));
            let short: Vec<[[f64; 3]; 4]> =
                full.iter().map(|m| m.map(|column| from_fn(|k| f64::from(column[k])))).collect();
            compare(&expected, count, |store| store.set_poses_from_column_major(&short));
        }
        rows += count;
    }
    assert!(moved > 2_000 && rejected > 500, "{moved} {rejected}");
}

#[test]
fn of_two_bad_rows_the_first_is_named() {
    let good = [[1.0, 0.0, 0.0, 2.0], [0.0, 1.0, 0.0, 3.0], [0.0, 0.0, 1.0, 4.0]];
    let mut mirrored = good;
    mirrored[2][2] = -1.0;
    let mut far = good;
    far[1][3] = 2e12;
    for count in 2..=17 {
        for first in 0..count - 1 {
            for (bad, other) in [(mirrored, far), (far, mirrored)] {
                let mut matrices = vec![good; count];
                (matrices[first], matrices[count - 1]) = (bad, other);
                let mut store = store_of(count);
                let error = store.set_poses_from_row_major(&matrices).unwrap_err();
                assert_eq!((error.list(), error.index()), (Some("given box"), Some(first)));
                assert_eq!(error.to_string().contains("center"), bad == far, "{error}");
                let (mut centers, mut rotations) =
                    (vec![[1.0; 3]; count], vec![[0.0, 0.0, 0.0, 1.0]; count]);
                if bad == far {
                    centers[first][1] = 2e12;
                } else {
                    rotations[first][0] = f32::NAN;
                }
                rotations[count - 1][3] = 0.5;
                let error = store.set_poses(&centers, &rotations).unwrap_err();
                assert_eq!((error.list(), error.index()), (Some("given box"), Some(first)));
                assert_eq!(error.to_string().contains("center"), bad == far, "{error}");
                assert_eq!(store_bits(&store), store_bits(&store_of(count)));
            }
        }
    }
}

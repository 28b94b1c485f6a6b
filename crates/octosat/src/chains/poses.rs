//! Joint values become the poses of frames and solids, one configuration per lane.

use alloc::vec::Vec;

use octosat_lanes::{Column, Columns, Exact, Isa, MAX_LANES};

use super::model::{Chain, Frame, LinkSolid};
use super::near::splat;
use super::questions::Configurations;
use super::reach::FrameMotion;
use super::sine::sine_cosine;
use crate::axes::basis::rotation_matrix;
use crate::axes::frame::Rows;

/// The poses of the frames and the solids of a chain, in lanes.
pub(super) struct Poses<I: Isa> {
    frames: Vec<FramePose<I>>,
    pub(super) solids: Vec<Pose<I>>,
}

/// Where a frame is: its origin and its rotation in the world, also as a matrix.
#[derive(Clone, Copy)]
struct FramePose<I: Isa> {
    pose: Pose<I>,
    matrix: [[I::Real; 3]; 3],
}

/// A position and a rotation in the world.
#[derive(Clone, Copy)]
pub(super) struct Pose<I: Isa> {
    pub(super) center: [I::Real; 3],
    pub(super) rotation: [I::Real; 4],
}

impl<I: Isa> Poses<I> {
    /// Room for the poses of a chain.
    #[inline(always)]
    pub(super) fn new(isa: I, chain: &Chain) -> Self {
        let world = FramePose::of_world(isa);
        let mut frames = Vec::new();
        frames.resize(chain.frames.len(), world);
        let mut solids = Vec::new();
        solids.resize(chain.solids.len(), world.pose);
        Self { frames, solids }
    }

    /// Computes all poses, given the value of each frame.
    #[inline(always)]
    pub(super) fn fill(&mut self, isa: I, chain: &Chain, value: impl Fn(usize) -> I::Real) {
        let world = FramePose::of_world(isa);
        for (number, frame) in chain.frames.iter().enumerate() {
            let before = frame.parent.map_or(world, |parent| self.frames[parent]);
            self.frames[number] = before.moved(isa, frame, value(number));
        }
        for (number, solid) in chain.solids.iter().enumerate() {
            let frame = solid.frame.map_or(world, |frame| self.frames[frame]);
            self.solids[number] = frame.solid(isa, solid);
        }
    }
}

impl<I: Isa> FramePose<I> {
    #[inline(always)]
    fn of_world(isa: I) -> Self {
        let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
        Self {
            pose: Pose { center: [zero; 3], rotation: [zero, zero, zero, one] },
            matrix: [[one, zero, zero], [zero, one, zero], [zero, zero, one]],
        }
    }

    /// The next frame, which turns about its z axis or slides along it.
    #[inline(always)]
    fn moved(&self, isa: I, frame: &Frame, value: I::Real) -> Self {
        let mut center = self.at(isa, frame.translation);
        let before = product(isa, self.pose.rotation, frame.rotation);
        if frame.slides {
            let rotation = unit(isa, before);
            let matrix = rotation_matrix::<I, Exact>(isa, rotation);
            for (k, component) in center.iter_mut().enumerate() {
                *component = *component + matrix[k][2] * value;
            }
            return Self { pose: Pose { center, rotation }, matrix };
        }
        let half = sine_cosine(isa, value * isa.splat(0.5));
        let ([x, y, z, w], s, c) = (before, half.sine, half.cosine);
        let rotation = unit(isa, [x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s]);
        Self { pose: Pose { center, rotation }, matrix: rotation_matrix::<I, Exact>(isa, rotation) }
    }

    /// The pose of a solid in this frame.
    #[inline(always)]
    fn solid(&self, isa: I, LinkSolid { solid, .. }: &LinkSolid) -> Pose<I> {
        let center = self.at(isa, solid.pose.center);
        let rotation = solid.pose.rotation;
        if is_identity(rotation) {
            return Pose { center, rotation: self.pose.rotation };
        }
        Pose { center, rotation: unit(isa, product(isa, self.pose.rotation, rotation)) }
    }

    /// A point of this frame in the world.
    #[inline(always)]
    fn at(&self, isa: I, point: [f32; 3]) -> [I::Real; 3] {
        let mut center = self.pose.center;
        for (k, &coordinate) in point.iter().enumerate() {
            if coordinate != 0.0 {
                let coordinate = isa.splat(coordinate);
                for (i, component) in center.iter_mut().enumerate() {
                    *component = *component + self.matrix[i][k] * coordinate;
                }
            }
        }
        center
    }
}

impl<I: Isa> Pose<I> {
    /// The rows of a box of these half extents.
    #[inline(always)]
    pub(super) fn rows(&self, isa: I, [i, j, k]: [f32; 3]) -> Rows<I, 3> {
        let ([x, y, z], zero) = (self.center, isa.splat(0.0));
        [[x, y, z, zero], self.rotation, [isa.splat(i), isa.splat(j), isa.splat(k), zero]]
    }
}

fn is_identity([x, y, z, _]: [f32; 4]) -> bool {
    x == 0.0 && y == 0.0 && z == 0.0
}

/// The product of a rotation in lanes and a fixed one, with fewer operations for the common fixed ones.
#[inline(always)]
fn product<I: Isa>(isa: I, rotation: [I::Real; 4], fixed: [f32; 4]) -> [I::Real; 4] {
    let [x, y, z, w] = rotation;
    let [p, q, r, s] = splat(isa, fixed);
    if is_identity(fixed) {
        return rotation;
    }
    if fixed[1] == 0.0 && fixed[2] == 0.0 {
        return [x * s + w * p, y * s + z * p, z * s - y * p, w * s - x * p];
    }
    [
        ((w * p + x * s) + y * r) - z * q,
        ((w * q + y * s) + z * p) - x * r,
        ((w * r + z * s) + x * q) - y * p,
        ((w * s - x * p) - y * q) - z * r,
    ]
}

/// A quaternion of about unit length, nearer to it: one step of Newton's method for the inverse root.
#[inline(always)]
fn unit<I: Isa>(isa: I, [x, y, z, w]: [I::Real; 4]) -> [I::Real; 4] {
    let squared = (x * x + y * y) + (z * z + w * w);
    let scale = isa.splat(1.5) - isa.splat(0.5) * squared;
    [x * scale, y * scale, z * scale, w * scale]
}

/// The joint values of one batch: a value per frame.
pub(super) struct JointLanes<I: Isa> {
    values: Vec<I::Real>,
}

impl<I: Isa> JointLanes<I> {
    #[inline(always)]
    pub(super) fn new(isa: I, chain: &Chain) -> Self {
        let mut values = Vec::new();
        values.resize(chain.values(), isa.splat(0.0));
        Self { values }
    }

    /// Computes the poses of the configurations from one on.
    #[inline(always)]
    pub(super) fn pose(
        &mut self,
        isa: I,
        &Configurations { chain, joints, .. }: &Configurations<'_>,
        first: usize,
        poses: &mut Poses<I>,
    ) {
        self.load(isa, joints, first);
        poses.fill(
            isa,
            chain,
            #[inline(always)]
            |frame| self.still(isa, &chain.frames[frame]).value,
        );
    }

    /// Loads rows of joint values from one on, and the last one again for the lanes past it.
    #[inline(always)]
    fn load(&mut self, isa: I, joints: &[f32], first: usize) {
        let width = self.values.len();
        let rows = &joints[first * width..];
        if width >= 4 && rows.len() >= I::LANES * width {
            return self.load_block(isa, rows);
        }
        let mut lanes = [0.0; MAX_LANES];
        let last = (rows.len() / width).min(I::LANES) - 1;
        for (number, value) in self.values.iter_mut().enumerate() {
            for (lane, to) in lanes[..I::LANES].iter_mut().enumerate() {
                *to = rows[lane.min(last) * width + number];
            }
            *value = isa.load(&lanes);
        }
    }

    /// Loads whole rows, four columns at a time; the last four begin earlier if the width is no multiple of four.
    #[inline(always)]
    fn load_block(&mut self, isa: I, rows: &[f32]) {
        let width = self.values.len();
        for start in (0..width).step_by(4) {
            let start = start.min(width - 4);
            let column = Column::<4>::strided(&rows[start..], width);
            let columns = column.and_then(|column| Columns::new([column]));
            let columns = columns.expect("rows are at least four wide");
            let [block] = isa.load_block(&columns, 0);
            self.values[start..start + 4].copy_from_slice(&block);
        }
    }

    /// The value of a frame, and how far rounding is off it.
    #[inline(always)]
    pub(super) fn still(&self, isa: I, frame: &Frame) -> FrameMotion<I> {
        let (value, zero) = (self.values[frame.value], isa.splat(0.0));
        FrameMotion { value, change: zero, rounding: zero }.of_frame(isa, frame)
    }
}

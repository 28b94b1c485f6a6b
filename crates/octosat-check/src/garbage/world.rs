//! Boxes and shapes of garbage, among some that are valid.

use bytemuck::Pod;
use glam::{DMat3, DQuat};
use octosat::tolerances::MAX_LENGTH;
use octosat::{
    AxisAlignedBox, Capsule, CoveredFaces, CoveredRectangle, Face, Frustum, HalfSpace,
    PerspectiveView, Ray, Segment, Sphere,
};
use octosat_scenes::generate::{Random, narrow};

use crate::{Boxes, Rows, short};

/// Boxes, and shapes of each kind, of most worlds.
const FEW: usize = 12;

/// The same in one world of `MANY_ONE_IN`, whose lists are longer than a chunk of a kernel.
const MANY: usize = 30;
const MANY_ONE_IN: usize = 60;

/// The most rows of most lists.
const MOST_ROWS: usize = 40;

/// Numbers that rows of boxes often hold, so that some are equal.
const USUAL: [f32; 7] = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0];

/// Meters: a length whose square loses digits to the spacing of the smallest numbers of `f32`.
const SHORT: f32 = 1e-20;

/// Meters: a direction as short as this is none to a ray.
const SHORTER_THAN_RAYS: f32 = 1e-13;

/// Meters: a length that boxes and shapes reject, as longer than `MAX_LENGTH`.
const TOO_LONG: f32 = 1e13;

/// Meters: a length whose square `f32` just holds, and one whose square is infinite.
const SQUARES: [f32; 2] = [1e19, 1.9e19];

/// Meters: a length whose product with [`TOO_LONG`] is infinite.
const FAR_TOO_LONG: f32 = 1e30;

/// Numbers at the ends of what `f32` holds, and numbers that are none.
const EXTREME: [f32; 18] = [
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::from_bits(0xffc0_0000),
    f32::from_bits(0x7fc0_0123),
    f32::from_bits(0x7f80_0001),
    f32::from_bits(1),
    f32::from_bits(0x8000_0001),
    f32::MIN_POSITIVE,
    SHORT,
    SHORTER_THAN_RAYS,
    TOO_LONG,
    -TOO_LONG,
    SQUARES[0],
    SQUARES[1],
    FAR_TOO_LONG,
];

/// Margins, meters: finite and at least zero, as queries demand.
const MARGINS: [f32; 6] = [0.0, 0.0, 0.02, 1.0, TOO_LONG, f32::MAX];

/// Meters: boxes that are larger, or smaller down to points.
const GROWTHS: [f32; 8] = [0.0, 0.01, 1.0, 5e12, f32::MAX, -0.01, -1.0, f32::MIN];

/// Meters: the most that displacements have along an axis. Nothing, lengths whose squares vanish in `f32`, lengths far
/// shorter and longer than boxes, and the longest that queries take.
const PATHS: [f32; 6] = [0.0, 1.0, 1e-30, 1e-6, 1e6, MAX_LENGTH];

/// Everything that queries take. Column k of a kind belongs to box or shape k.
pub(super) struct World {
    /// With axes, for both bases.
    pub(super) boxes: Boxes,
    /// Centers and rotations at the end of a step.
    pub(super) ends: [Rows; 2],
    /// Displacements, which are checked.
    pub(super) motions: Vec<[f32; 3]>,
    pub(super) half_spaces: Vec<HalfSpace>,
    pub(super) spheres: Vec<Sphere>,
    pub(super) capsules: Vec<Capsule>,
    pub(super) aabbs: Vec<AxisAlignedBox>,
    pub(super) segments: Vec<Segment>,
    pub(super) rays: Vec<Ray>,
    /// Poses and half extents of rectangles.
    pub(super) rectangles: (Rows, Vec<[f32; 2]>),
    /// Views, which are checked.
    pub(super) frusta: Vec<Frustum>,
    /// Covered faces, which are checked.
    pub(super) faces: CoveredFaces,
    /// Meters.
    pub(super) margin: f32,
    /// Meters on every side.
    pub(super) growth: f32,
}

impl World {
    pub(super) fn new(random: &mut Random) -> Self {
        let count = if random.one_in(MANY_ONE_IN) { MANY } else { FEW };
        let mut boxes = Boxes {
            centers: Rows::new(),
            rotations: Rows::new(),
            half_extents: Rows::new(),
            axes: Some([Rows::new(), Rows::new(), Rows::new()]),
        };
        let mut ends = [Rows::new(), Rows::new()];
        let mut poses = Rows::new();
        let mut sides = Vec::new();
        for _ in 0..count {
            let (start, end) = (valid_box(random), valid_box(random));
            let [center, rotation, half] = garbled(random, start);
            let [end_center, end_rotation, _] = garbled(random, end);
            boxes.centers.push(center);
            boxes.rotations.push(rotation);
            boxes.half_extents.push(half);
            ends[0].push(end_center);
            ends[1].push(end_rotation);
            let axes = valid_axes(random);
            let axes = garbled(random, axes);
            let columns = boxes.axes.iter_mut().flatten();
            columns.zip(axes).for_each(|(column, axis)| column.push(axis));
            let [angle, x, y] = [6.3, 1.5, 1.5].map(|most| random.range(-most, most));
            let pose = [narrow(x), narrow(y), narrow(angle.cos()), narrow(angle.sin())];
            let half = valid_box(random)[2];
            let [pose, [long, wide, ..]] = garbled(random, [pose, half]);
            poses.push(pose);
            sides.push([long, wide]);
        }
        Self {
            boxes,
            ends,
            motions: (0..count).map(|_| motion(random)).collect(),
            half_spaces: shapes(random, count),
            spheres: shapes(random, count),
            capsules: shapes(random, count),
            aabbs: shapes(random, count),
            segments: shapes(random, count),
            rays: shapes(random, count),
            rectangles: (poses, sides),
            frusta: frusta(),
            faces: covered(random, count),
            margin: random.choose(&MARGINS),
            growth: random.choose(&GROWTHS),
        }
    }

    /// A list of different rows: in most worlds some, in others almost all there are.
    pub(super) fn rows(&self, random: &mut Random) -> Vec<[u32; 2]> {
        let count = self.boxes.len();
        let mut rows: Vec<[u32; 2]> =
            (0..short(count)).flat_map(|a| (0..short(count)).map(move |b| [a, b])).collect();
        random.shuffle(&mut rows);
        let most = if count > FEW { rows.len() } else { MOST_ROWS };
        rows.truncate(1 + random.below(most));
        rows
    }

    /// The boxes of a row, by their bits.
    pub(super) fn words(&self, row: [u32; 2]) -> String {
        let of = |index: u32| {
            let Boxes { centers, rotations, half_extents, .. } = &self.boxes;
            let of = [centers, rotations, half_extents]
                .map(|rows| rows[index as usize].map(f32::to_bits));
            format!("{index}: {of:08x?}")
        };
        format!(
            "margin {}, grown {}, boxes {} and {}",
            self.margin,
            self.growth,
            of(row[0]),
            of(row[1])
        )
    }
}

/// Center, rotation and half extents of a valid box near the origin.
fn valid_box(random: &mut Random) -> [[f32; 4]; 3] {
    let usual = |random: &mut Random, low: f64, high: f64| {
        if random.one_in(2) {
            return random.vector(low, high).map(narrow);
        }
        [(); 3].map(|()| random.choose(&USUAL).clamp(narrow(low), narrow(high)))
    };
    let [x, y, z] = usual(random, -1.5, 1.5);
    let [h, k, l] = usual(random, 0.0, 1.5);
    let turned = random.rotation().map(narrow);
    let rotation = if random.one_in(2) { turned } else { [0.0, 0.0, 0.0, 1.0] };
    [[x, y, z, 0.0], rotation, [h, k, l, 0.0]]
}

/// The axes of a valid pre-scaled box.
fn valid_axes(random: &mut Random) -> [[f32; 4]; 3] {
    let [_, rotation, half] = valid_box(random);
    let axes = DMat3::from_quat(DQuat::from_array(rotation.map(f64::from)).normalize());
    std::array::from_fn(|k| {
        let [x, y, z] = (f64::from(half[k]) * axes.col(k)).to_array().map(narrow);
        [x, y, z, half[k]]
    })
}

/// Rows of which none, one number, one row or all are garbage, or one row is longer or shorter by a factor.
fn garbled<const N: usize>(random: &mut Random, mut rows: [[f32; 4]; N]) -> [[f32; 4]; N] {
    let row = random.below(N);
    match random.below(6) {
        0 | 1 => {}
        2 => rows[row][random.below(4)] = number(random),
        3 => rows[row] = [(); 4].map(|()| number(random)),
        4 => {
            let factor = number(random);
            rows[row] = rows[row].map(|part| part * factor);
        }
        _ => rows = rows.map(|row| row.map(|_| number(random))),
    }
    rows
}

/// Any number, and some that are none.
fn number(random: &mut Random) -> f32 {
    match random.below(5) {
        0 => random.choose(&USUAL),
        1 => random.choose(&EXTREME),
        2 | 3 => {
            let exponent = random.range(-45.0, 38.6);
            narrow(random.choose(&[1.0, -1.0]) * 10_f64.powf(exponent))
        }
        _ => narrow(random.range(-2.0, 2.0)),
    }
}

/// Shapes of garbage; some are valid by chance.
fn shapes<S: Pod>(random: &mut Random, count: usize) -> Vec<S> {
    let mut shapes = vec![S::zeroed(); count];
    for shape in &mut shapes {
        let is_tame = random.one_in(2);
        for word in bytemuck::cast_slice_mut::<S, f32>(std::slice::from_mut(shape)) {
            let tame = is_tame && !random.one_in(8);
            *word = if tame { narrow(random.range(-1.5, 1.5)) } else { number(random) };
        }
    }
    shapes
}

/// A displacement of any length that queries take.
fn motion(random: &mut Random) -> [f32; 3] {
    let most = random.choose(&PATHS);
    if random.one_in(3) {
        return [(); 3].map(|()| most * random.choose(&USUAL).clamp(-1.0, 1.0));
    }
    random.vector((-most).into(), most.into()).map(narrow)
}

/// Masks, and rectangles that are larger than the faces.
fn covered(random: &mut Random, count: usize) -> CoveredFaces {
    let masks: Vec<u8> = (0..count).map(|_| random.choose(&[0, 0, 1, 4, 7, 44, 63])).collect();
    let mut rectangles = Vec::new();
    for index in 0..count {
        if !random.one_in(3) {
            continue;
        }
        rectangles.push(CoveredRectangle {
            index: short(index),
            face: Face::negative(random.choose(&[0, 1, 2])),
            reserved: [0; 3],
            center: [0.0, 0.0],
            direction: [1.0, 0.0],
            half_extents: random.choose(&[[5.0, 5.0], [0.25, 0.5]]),
        });
    }
    CoveredFaces::of_parts(&masks, &rectangles).expect("masks and rectangles are valid")
}

/// A camera and a cube.
fn frusta() -> Vec<Frustum> {
    let view = PerspectiveView {
        eye: [0.0, 0.0, 3.0],
        target: [0.0; 3],
        up: [0.0, 1.0, 0.0],
        vertical_angle: 1.0,
        aspect: 1.5,
        near: 0.1,
        far: 100.0,
    };
    let mut cube = [[0.0, 0.0, 0.0, 1.0]; 6];
    for (number, plane) in cube.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    [Frustum::perspective(&view), Frustum::from_planes(cube)]
        .map(|view| view.expect("it is valid"))
        .into()
}

//! The scenes: the same boxes for every engine and contender.

/// A box of a scene, before it is given to an engine.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Where it starts, in meters.
    pub position: [f32; 3],
    /// How it is turned: a unit quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Half its edge lengths, in meters.
    pub half_extents: [f32; 3],
    /// Whether it moves.
    pub is_dynamic: bool,
}

/// The rotation of a box that is not turned.
pub const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Which scene to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Boxes of different sizes, turned at random, that fall on a heap.
    Pile,
    /// A brick wall of eight rows that stands.
    Wall,
    /// One pyramid of cubes on one ground: the scene "Large Pyramid 3D" of avian's benchmarks, if it has 5,050 boxes.
    Pyramid,
    /// Pyramids of 55 cubes in rows one above the other: "Many Pyramids 3D" of avian's benchmarks, if it has 5,500 boxes.
    Pyramids,
}

/// How a scene is called.
const NAMES: [(&str, Scene); 4] = [
    ("pile", Scene::Pile),
    ("wall", Scene::Wall),
    ("pyramid", Scene::Pyramid),
    ("pyramids", Scene::Pyramids),
];

impl Scene {
    /// The scene of this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, scene)| *scene)
    }

    /// The parts into which a solver divides a step; none if its default is meant.
    pub fn substeps(self) -> Option<u32> {
        matches!(self, Self::Pyramid | Self::Pyramids).then_some(4)
    }

    /// The bodies of the scene with as many moving boxes, the fixed ones first. Pyramids are complete, so they may have
    /// more boxes.
    pub fn bodies(self, boxes: usize) -> Vec<Body> {
        let place = match self {
            Self::Pile => fallen,
            Self::Wall => brick,
            Self::Pyramid => return large_pyramid(boxes),
            Self::Pyramids => return many_pyramids(boxes),
        };
        let ground = fixed([0.0, -1.0, 0.0], [200.0, 1.0, 200.0]);
        std::iter::once(ground).chain((0..boxes).map(|index| place(index, boxes))).collect()
    }
}

/// A box that does not move.
fn fixed(position: [f32; 3], half_extents: [f32; 3]) -> Body {
    Body { position, rotation: UPRIGHT, half_extents, is_dynamic: false }
}

/// A box of the pile: a column of square layers, each box turned and shifted within its cell.
fn fallen(index: usize, boxes: usize) -> Body {
    const CELL: f32 = 1.3;
    let side = ((boxes as f32 / 2.0).cbrt().ceil() as usize).max(1);
    let (layer, in_layer) = (index / (side * side), index % (side * side));
    let mut random = Random(index as u64);
    let middle = 0.5 * side as f32;
    let cell =
        [(in_layer % side) as f32 - middle, layer as f32 + 0.5, (in_layer / side) as f32 - middle];
    Body {
        position: cell.map(|coordinate| coordinate * CELL + 0.1 * random.number()),
        rotation: random.rotation(),
        half_extents: [0.3; 3].map(|extent| extent + 0.1 * random.number()),
        is_dynamic: true,
    }
}

/// A brick of the wall, a quarter of a brick off the row below, so that the ends stand, too. A millimeter of air is
/// between neighbors.
fn brick(index: usize, boxes: usize) -> Body {
    const ROWS: usize = 8;
    const HALF: [f32; 3] = [0.4, 0.15, 0.2];
    let columns = boxes.div_ceil(ROWS);
    let (row, column) = (index / columns, index % columns);
    let shift = if row % 2 == 0 { 0.0 } else { 0.5 * HALF[0] };
    let x = (column as f32 - columns as f32 * 0.5) * (2.0 * HALF[0] + 0.001) + shift;
    Body {
        position: [x, HALF[1] * (2 * row + 1) as f32, 0.0],
        rotation: UPRIGHT,
        half_extents: HALF,
        is_dynamic: true,
    }
}

/// A pyramid on a ground of 800 m. Its cubes overlap by a hundredth when it begins.
fn large_pyramid(boxes: usize) -> Vec<Body> {
    let base = (1..).find(|base| base * (base + 1) / 2 >= boxes).unwrap_or(1);
    let ground = fixed([0.0, -20.0, 0.0], [400.0, 20.0, 400.0]);
    std::iter::once(ground).chain(pyramid(base, [0.0; 2], 0.99)).collect()
}

/// Ten pyramids to a plate, and plates one above the other.
fn many_pyramids(boxes: usize) -> Vec<Body> {
    const BASE: usize = 10;
    const COLUMNS: usize = 10;
    let across = (BASE + 1) as f32;
    let half_width = 0.5 * COLUMNS as f32 * across;
    let rows = boxes.div_ceil(COLUMNS * BASE * (BASE + 1) / 2);
    let height = |row: usize| row as f32 * across;
    let plates =
        (0..rows).map(|row| fixed([0.0, height(row), 0.0], [half_width, 0.005, half_width]));
    let places = (0..rows).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
    let pyramids = places.flat_map(|(row, column)| {
        let middle = across * (column as f32 + 0.5) - half_width;
        pyramid(BASE, [middle, height(row)], 1.0)
    });
    plates.chain(pyramids).collect()
}

/// A pyramid of cubes with edges of a meter, from the middle of its base. Rows are this far apart, in meters.
fn pyramid(base: usize, [x, y]: [f32; 2], rows_apart: f32) -> impl Iterator<Item = Body> {
    let places = (0..base).flat_map(move |row| (row..base).map(move |column| (row, column)));
    places.map(move |(row, column)| Body {
        position: [
            x + column as f32 - 0.5 * (row + base - 1) as f32,
            y + (row as f32 + 0.5) * rows_apart,
            0.0,
        ],
        rotation: UPRIGHT,
        half_extents: [0.5; 3],
        is_dynamic: true,
    })
}

/// Numbers that are the same in every run, after Steele, Lea and Flood's `SplitMix64`.
struct Random(u64);

impl Random {
    /// A number from -1 to 1.
    fn number(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Any rotation, though some are more likely than others.
    fn rotation(&mut self) -> [f32; 4] {
        let quaternion = [self.number(), self.number(), self.number(), 1.5];
        let length = quaternion.iter().map(|part| part * part).sum::<f32>().sqrt();
        quaternion.map(|part| part / length)
    }
}

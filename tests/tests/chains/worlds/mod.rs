//! Worlds of many obstacles, points and voxels, next to worlds of their parts, next to solids, and next to float64.

mod errors;
mod exact;
mod grazing;
mod parts;
mod points;
mod poses;
mod same;
mod scenes;

use octosat::{
    BoxPose, Chain, ChainClearance, Configurations, Engine, Joint, JointMotion, JointMotions,
    OrientedBox, Solid, World,
};
use octosat_check::chains::without_pair;
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, upright};

/// How many configurations a scene is asked about: so many, or what `OCTOSAT_ROWS` says.
fn rows(usual: usize) -> usize {
    std::env::var("OCTOSAT_ROWS").map_or(usual, |rows| rows.parse().unwrap())
}

/// More obstacles than a world keeps in leaves.
const MANY: usize = 2_001;

/// The points of a link that is a hull.
const WEDGE: [[f32; 3]; 5] = [
    [0.05, 0.0, -0.1],
    [-0.05, 0.04, -0.1],
    [-0.05, -0.04, -0.1],
    [0.0, 0.03, 0.12],
    [0.0, -0.03, 0.1],
];

/// The joints of an arm.
const JOINTS: usize = 5;

/// An arm with a base somewhere, whose tool holds a box; if it is round, three of its links are a cylinder, a capsule and a hull.
fn arm(base: [f64; 3], is_round: bool) -> Chain {
    let mut arm = Chain::new("world");
    let mut link = arm.add_link("base", 0, Joint::fixed("place").at(base)).unwrap();
    let axes =
        [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8], [1.0, 0.0, 0.0]];
    for (number, axis) in axes.into_iter().enumerate() {
        let joint = Joint::revolute(format!("joint {number}"), axis).at([0.0, 0.0, 0.32]);
        link = arm.add_link(format!("link {number}"), link, joint).unwrap();
        let pose = BoxPose::new([0.0, 0.0, 0.16], [0.0, 0.0, 0.0, 1.0]);
        let solid = match number {
            1 if is_round => Solid::cylinder(pose, 0.05, 0.12),
            3 if is_round => Solid::capsule(pose, 0.04, 0.1),
            4 if is_round => Solid::hull(pose, &WEDGE, 0.005),
            _ => OrientedBox { pose, half_extents: [0.05, 0.04, 0.12] }.into(),
        };
        arm.attach(link, solid).unwrap();
    }
    arm.hold(link, upright([0.02, 0.0, 0.36], [0.1, 0.02, 0.002]), &[]).unwrap();
    arm
}

/// Configurations of an arm, and those that motions from them end in.
struct Asked {
    starts: Vec<f32>,
    ends: Vec<f32>,
}

/// All rows about them.
struct Answers {
    hits: Vec<bool>,
    clearances: Vec<ChainClearance>,
    motions: Vec<JointMotion>,
}

impl Asked {
    fn new(random: &mut Random, rows: usize) -> Self {
        let mut asked = Self { starts: Vec::new(), ends: Vec::new() };
        for _ in 0..rows {
            let length = random.decades(3);
            for _ in 0..JOINTS {
                let start = random.range(-2.5, 2.5);
                asked.starts.extend(narrow([start]));
                asked.ends.extend(narrow([start + length * random.range(-1.0, 1.0)]));
            }
        }
        asked
    }

    fn len(&self) -> usize {
        self.starts.len() / JOINTS
    }

    /// The first of them.
    fn first(&self, len: usize) -> Self {
        let [starts, ends] =
            [&self.starts, &self.ends].map(|values| values[..len * JOINTS].to_vec());
        Self { starts, ends }
    }

    fn in_world<'a>(&'a self, chain: &'a Chain, world: &'a World) -> Configurations<'a> {
        Configurations::new(chain, &self.starts).among(world)
    }

    fn answers(&self, engine: &Engine, asked: Configurations<'_>) -> Answers {
        let mut hits = vec![false; self.len()];
        engine.any_overlap(asked, &mut hits).unwrap();
        let mut motions = vec![JointMotion::default(); self.len()];
        engine.joint_motions(JointMotions::new(asked, &self.ends), &mut motions).unwrap();
        Answers { hits, clearances: clearances(engine, asked), motions }
    }
}

fn clearances(engine: &Engine, asked: Configurations<'_>) -> Vec<ChainClearance> {
    let mut rows = vec![ChainClearance::default(); asked.len()];
    engine.least_clearances(asked, &mut rows).unwrap();
    rows
}

impl Answers {
    /// The same rows; pairs may be others, of which one is reported where clearances are equal or several touch.
    fn assert_same_numbers(&self, other: &Self, what: &str) {
        let differs = |row: &usize| {
            let [one, two] = [self, other].map(|rows| rows.clearances[*row].clearance.to_bits());
            one != two
                || self.hits[*row] != other.hits[*row]
                || without_pair(self.motions[*row]) != without_pair(other.motions[*row])
        };
        self.assert_none(other, differs, what);
    }

    /// The same rows.
    fn assert_same(&self, other: &Self, what: &str) {
        let differs = |row: &usize| self.row(*row) != other.row(*row);
        self.assert_none(other, differs, what);
    }

    fn assert_none(&self, other: &Self, differs: impl FnMut(&usize) -> bool, what: &str) {
        assert_eq!(self.hits.len(), other.hits.len());
        let different: Vec<usize> = (0..self.hits.len()).filter(differs).collect();
        if let Some(&row) = different.first() {
            let rows = [self, other].map(|rows| rows.row(row));
            panic!("{what}: {} rows differ, first {row}: {rows:?}", different.len());
        }
    }

    fn row(&self, row: usize) -> (bool, ChainClearance, JointMotion) {
        (self.hits[row], self.clearances[row], self.motions[row])
    }

    /// Not all rows are alike.
    fn assert_various(&self, what: &str) {
        let hits = self.hits.iter().filter(|&&hit| hit).count();
        let free = self.motions.iter().filter(|row| row.is_free()).count();
        let [hits, free] = [hits, free].map(|count| 100 * count / self.hits.len());
        assert!((2..98).contains(&hits) && (2..98).contains(&free), "{what}: {hits} %, {free} %");
    }
}

//! A chain in its world, made of the boxes of a case and of a seed.

use octosat::{Configurations, JointMotions};
use octosat_reference::OrientedBox;
use octosat_reference::float64::PlacedSolid;
use octosat_scenes::generate::{Random, narrow};

use super::checked::{CheckedChain, CheckedWorld};
use super::crowds::Crowd;
use super::links::{ChainKind, ChainPlan, chain_of};
use super::motions::Motion;
use super::obstacles::{Placing, Touched};
use super::padding::GivenPadding;
use super::placed::Placed;
use super::solids::GivenSolid;
use crate::{Case, Failure, short};

/// A chain in its world, and the motions of rows.
#[derive(Clone, Debug)]
pub struct ChainWorld {
    /// The chain.
    pub checked: CheckedChain,
    /// Its world.
    pub world: CheckedWorld,
    /// Whether pairs of links count.
    pub has_links: bool,
    /// Parts of a motion that move no point by more than this are not halved again, in meters.
    pub tolerance: f32,
    /// How closely the first time is looked for at which motions touch, in meters; zero: it is not.
    pub hit_tolerance: f32,
    /// How near others may come to links: nothing, if rows are motions, in some worlds.
    pub padding: GivenPadding,
    /// Whether there are other solids than boxes.
    pub has_round: bool,
    seed: u64,
    /// Whether rows are motions; else obstacles touch solids at their start.
    is_moving: bool,
}

/// What the boxes of a case become.
struct Roles {
    solids: Vec<OrientedBox>,
    obstacles: Vec<OrientedBox>,
}

/// The largest number of solids of a chain.
pub const MOST_SOLIDS: usize = 10;

/// Obstacles of a world at most, in one of several.
const OBSTACLES: [usize; 7] = [0, 1, 3, 10, 17, 40, 300];

/// Rows whose solids many obstacles are around.
const ROWS_OF_CROWD: usize = 5;

/// The number of random numbers that are about paddings: no row and no crowd has it.
const PADDED: u64 = u64::MAX - 1;

/// Parts of the size of links that motions are looked at to.
const TOLERANCES: [f64; 3] = [1e-4, 1e-3, 1e-2];

impl Default for ChainWorld {
    /// A base without solids.
    fn default() -> Self {
        Self {
            checked: CheckedChain::new(1.0, 1.0),
            world: CheckedWorld::new(&[]).expect("no obstacle is rejected"),
            has_links: true,
            tolerance: 1.0,
            hit_tolerance: 0.0,
            padding: GivenPadding::default(),
            has_round: false,
            seed: 0,
            is_moving: false,
        }
    }
}

impl ChainWorld {
    /// The chain and the world of a case. The engine knows links to be as long as they are times `known`.
    ///
    /// # Errors
    /// Solids that the engine rejects.
    pub fn new(case: &Case, is_moving: bool, known: f64) -> Result<Self, Failure> {
        let seed = case.setting.shape_seed;
        let random = &mut Random::new(seed);
        let has_round = random.one_in(2);
        let roles = Roles::new(random, case);
        let kind = ChainKind::of_seed(seed);
        let plan = ChainPlan { kind, has_round, known };
        let mut world = Self {
            checked: chain_of(random, plan, &roles.solids)?,
            has_links: random.one_in(3),
            has_round,
            seed,
            is_moving,
            ..Self::default()
        };
        world.tolerance = narrow(world.checked.size * random.choose(&TOLERANCES));
        if random.one_in(4) && roles.solids.len() < MOST_SOLIDS {
            world.touch_itself(random, case)?;
        }
        world.surround(random, case, &roles.obstacles)?;
        world.pad(case);
        Ok(world)
    }

    /// The motion of a row.
    pub fn motion(&self, row: [u32; 2]) -> Motion {
        let number = u64::from(row[0]) << 32 | u64::from(row[1]);
        let mut motion = Motion::new(&mut Random::of_round(self.seed, number), &self.checked);
        if !self.is_moving {
            motion.time = 0.0;
        }
        motion
    }

    /// The joint values of rows at their start, or at their end.
    pub fn joints(&self, rows: &[[u32; 2]], of: fn(Motion) -> Vec<f32>) -> Vec<f32> {
        rows.iter().flat_map(|&row| of(self.motion(row))).collect()
    }

    /// Configurations as the engine takes them.
    pub fn configurations<'a>(&'a self, joints: &'a [f32]) -> Configurations<'a> {
        let configurations = Configurations::new(&self.checked.chain, joints);
        configurations.among(&self.world.world).with_links(self.has_links)
    }

    /// Motions as the engine takes them.
    pub fn motions<'a>(&'a self, starts: &'a [f32], ends: &'a [f32]) -> JointMotions<'a> {
        JointMotions::new(self.padding.of(self.configurations(starts)), ends)
            .tolerance(self.tolerance)
            .hit_tolerance(self.hit_tolerance)
    }

    /// The solids where joint values put them.
    pub fn placed(&self, values: &[f64]) -> Placed<'_> {
        Placed::new(self, values)
    }

    /// A tiny cube that is a part of a link, or held by it, touches a solid of any link at the time of the first row.
    fn touch_itself(&mut self, random: &mut Random, case: &Case) -> Result<(), Failure> {
        let Some(&row) = case.pairs.first() else { return Ok(()) };
        let motion = self.motion(row);
        let values = motion.at(motion.time);
        let link = random.below(self.checked.links());
        let frame = self.checked.reference.frames(&values)[link];
        let touched = Touched { checked: &self.checked, values: &values };
        let Some(cube) = touched.cube_in(random, &frame) else { return Ok(()) };
        // It is held in half of all seeds; in none of the small ones, which golden numbers are about.
        let kind = self.seed >> 62;
        if kind < 2 {
            self.checked.attach(link, &cube)?;
            return Ok(());
        }
        let may_touch = vec![random.below(self.checked.links())];
        self.checked.hold(link, &cube, if kind == 2 { Vec::new() } else { may_touch })?;
        self.has_links = true;
        Ok(())
    }

    /// Makes boxes obstacles, around the solids of one row after the other.
    fn surround(
        &mut self,
        random: &mut Random,
        case: &Case,
        boxes: &[OrientedBox],
    ) -> Result<(), Failure> {
        let placing = random.choose(&Placing::ALL);
        let mut given: Vec<GivenSolid> = Vec::new();
        for (number, obstacle) in boxes.iter().enumerate() {
            let row = case.pairs.get(number % case.pairs.len().max(1));
            let Some(&row) = row else { break };
            let motion = self.motion(row);
            let touched = Touched { checked: &self.checked, values: &motion.at(motion.time) };
            given.push(touched.obstacle(random, placing, obstacle, self.has_round));
        }
        let mut alike = self.crowd(case);
        if !self.is_alike() {
            given.append(&mut alike);
        }
        let count = given.len() + alike.len();
        if random.one_in(8) && count > 0 {
            let link = random.below(self.checked.links());
            self.checked.allow_obstacle(link, short(random.below(count)))?;
        }
        self.world = CheckedWorld::with_alike(&given, &alike)?;
        Ok(())
    }

    /// Draws paddings and how closely hits are looked for. In some worlds, nothing is padded; in some, the padding is the
    /// least distance at the time of the first row.
    fn pad(&mut self, case: &Case) {
        let random = &mut Random::of_round(self.seed, PADDED);
        if random.one_in(2) {
            self.hit_tolerance = narrow(self.checked.size * random.choose(&TOLERANCES));
        }
        let drawn = GivenPadding::new(random, &self.checked);
        // Motions with a padding touch nearly always.
        let kinds = if self.is_moving { 4 } else { 2 };
        match (random.below(kinds), case.pairs.first()) {
            (0, _) => self.padding = drawn,
            (1, Some(&row)) => {
                let motion = self.motion(row);
                let [least, _] = self.placed(&motion.at(motion.time)).least_distance();
                if least > 0.0 && least < self.checked.size {
                    self.padding = GivenPadding { uniform: narrow(least), ..self.padding.clone() };
                }
            }
            _ => {}
        }
    }

    /// Many obstacles around the solids of some rows, if the seed is of a world that has them.
    fn crowd(&self, case: &Case) -> Vec<GivenSolid> {
        let Some(crowd) = Crowd::of_seed(self.seed) else { return Vec::new() };
        let at_time = |&row: &[u32; 2]| {
            let motion = self.motion(row);
            self.checked.reference.solids(&motion.at(motion.time))
        };
        let around: Vec<PlacedSolid> =
            case.pairs.iter().take(ROWS_OF_CROWD).flat_map(at_time).collect();
        let random = &mut Random::of_round(self.seed, u64::MAX);
        crowd.obstacles(random, &around, self.checked.size, self.has_round)
    }

    /// Whether the crowd of the seed is of points or voxels.
    fn is_alike(&self) -> bool {
        Crowd::of_seed(self.seed).is_some_and(Crowd::is_alike)
    }
}

impl Roles {
    /// Boxes of even numbers are solids of the chain until there are enough, others are obstacles.
    fn new(random: &mut Random, case: &Case) -> Self {
        let most_solids = 1 + random.below(MOST_SOLIDS);
        let most_obstacles = random.choose(&OBSTACLES);
        let (mut solids, mut obstacles) = (Vec::new(), Vec::new());
        for index in 0..short(case.boxes.len()) {
            let given = case.boxes.oriented(index);
            if index.is_multiple_of(2) && solids.len() < most_solids {
                solids.push(given);
            } else if obstacles.len() < most_obstacles {
                obstacles.push(given);
            }
        }
        Self { solids, obstacles }
    }
}

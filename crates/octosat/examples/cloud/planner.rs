//! RRT-Connect (J. Kuffner and others, 2000), with one call of the engine for many motions.

use octosat::{Chain, Configurations, Engine, Error, JointMotion, JointMotions, World};

/// A configuration of the arm, in radians.
pub(crate) type Joints = [f32; 4];

/// How many samples a round draws.
const SAMPLES: usize = 32;

/// How long a motion towards a sample is, in radians.
const LONGEST: f32 = 0.6;

/// Configurations, each with the one that it was reached from.
struct Tree {
    nodes: Vec<(Joints, Option<usize>)>,
}

impl Tree {
    fn new(root: Joints) -> Self {
        Self { nodes: vec![(root, None)] }
    }

    /// The node that is the nearest to a configuration.
    fn nearest(&self, to: &Joints) -> usize {
        let length = |node: &usize| length(&self.nodes[*node].0, to);
        (0..self.nodes.len()).min_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or_default()
    }

    /// The configurations from a node to the root.
    fn way(&self, node: usize) -> Vec<Joints> {
        let parent = |&node: &usize| self.nodes[node].1;
        std::iter::successors(Some(node), parent).map(|node| self.nodes[node].0).collect()
    }
}

/// A planner among the obstacles of a world.
pub(crate) struct Planner<'a> {
    engine: &'a Engine,
    arm: &'a Chain,
    world: &'a World,
    random: u64,
}

impl<'a> Planner<'a> {
    /// A planner whose samples are the same in each run.
    pub(crate) fn new(engine: &'a Engine, arm: &'a Chain, world: &'a World) -> Self {
        Self { engine, arm, world, random: 1 }
    }

    /// Which motions are certainly free, all the way.
    pub(crate) fn are_free(&self, starts: &[Joints], ends: &[Joints]) -> Result<Vec<bool>, Error> {
        let starts = Configurations::new(self.arm, starts.as_flattened()).among(self.world);
        let mut motions = vec![JointMotion::default(); ends.len()];
        self.engine.joint_motions(JointMotions::new(starts, ends.as_flattened()), &mut motions)?;
        Ok(motions.iter().map(JointMotion::is_free).collect())
    }

    /// A path of free motions from a configuration to another one, if one is found.
    pub(crate) fn path(
        &mut self,
        start: Joints,
        goal: Joints,
    ) -> Result<Option<Vec<Joints>>, Error> {
        let mut trees = [Tree::new(start), Tree::new(goal)];
        for round in 0..1000 {
            let [tree, other] = &mut trees;
            let samples: Vec<Joints> = (0..SAMPLES).map(|_| self.sample()).collect();
            let added = self.grow(tree, &samples, LONGEST)?;
            let targets: Vec<Joints> = added.iter().map(|&(_, node)| tree.nodes[node].0).collect();
            if let Some(&(target, met)) = self.grow(other, &targets, f32::INFINITY)?.first() {
                let mut path = tree.way(added[target].1);
                path.reverse();
                path.extend(&other.way(met)[1..]);
                if round % 2 == 1 {
                    path.reverse();
                }
                return Ok(Some(path));
            }
            trees.reverse();
        }
        Ok(None)
    }

    /// Moves from the nearest nodes of a tree towards targets, and adds what is reached by free motions: the targets and
    /// the nodes.
    fn grow(
        &self,
        tree: &mut Tree,
        targets: &[Joints],
        longest: f32,
    ) -> Result<Vec<(usize, usize)>, Error> {
        let nearest: Vec<usize> = targets.iter().map(|target| tree.nearest(target)).collect();
        let starts: Vec<Joints> = nearest.iter().map(|&node| tree.nodes[node].0).collect();
        let towards = |(from, to): (&Joints, &Joints)| {
            let part = longest / length(from, to);
            if part < 1.0 {
                std::array::from_fn(|k| from[k] + part * (to[k] - from[k]))
            } else {
                *to
            }
        };
        let ends: Vec<Joints> = starts.iter().zip(targets).map(towards).collect();
        let mut added = Vec::new();
        for (target, is_free) in self.are_free(&starts, &ends)?.into_iter().enumerate() {
            if is_free {
                added.push((target, tree.nodes.len()));
                tree.nodes.push((ends[target], Some(nearest[target])));
            }
        }
        Ok(added)
    }

    /// A configuration within the limits of the joints.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "joint values are rounded to the engine's precision"
    )]
    fn sample(&mut self) -> Joints {
        let mut joints = [0.0; 4];
        for (joint, [low, high]) in joints.iter_mut().zip(self.arm.joint_limits()) {
            self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let part = (self.random >> 40) as f64 / (1_u64 << 24) as f64;
            *joint = (low + part * (high - low)) as f32;
        }
        joints
    }
}

/// The length of a motion, in radians.
fn length(a: &Joints, b: &Joints) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

//! Settings that remember, and pairs followed through frames.

use octosat::{BoxPose, Coherence, Engine, Feature, Manifolds, Margin, OrientedBox, PairMemory};
use octosat_scenes::generate::Random;
use octosat_tests::{ContactSettings, World, narrow};

pub(crate) const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The two settings that remember.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mode {
    On,
    Recycle(f32),
}

pub(crate) const MODES: [Mode; 2] = [Mode::On, Mode::Recycle(0.01)];

impl Mode {
    pub(crate) fn coherence(self, memory: &mut [PairMemory]) -> Coherence<'_> {
        match self {
            Self::On => Coherence::On(memory),
            Self::Recycle(motion) => Coherence::Recycle { memory, motion },
        }
    }
}

/// A row and its points as text of bits, without where they stand in the list.
pub(crate) fn of_pair(contacts: &Manifolds, pair: usize) -> String {
    let row = contacts.manifolds()[pair];
    let bits: Vec<_> = row.normal.iter().chain([&row.depth]).map(|v| v.to_bits()).collect();
    let points: Vec<_> = contacts
        .of(pair)
        .iter()
        .map(|p| (p.position.map(f32::to_bits), p.depth.to_bits(), p.feature))
        .collect();
    let flags = [row.is_degenerate(), row.is_axis_kept(), row.is_recycled()];
    format!("{bits:x?} {:?} {:?} {flags:?} {points:x?}", row.axis, row.kind())
}

pub(crate) fn all(contacts: &Manifolds) -> Vec<String> {
    (0..contacts.manifolds().len()).map(|pair| of_pair(contacts, pair)).collect()
}

/// Frames of a world that comes to rest: large steps, then smaller and smaller ones.
pub(crate) fn frames(world: &World, seed: u64) -> Vec<World> {
    [0.0, 0.02, 2e-4, 1e-5, 0.0, 1e-3]
        .into_iter()
        .zip(seed..)
        .map(|(step, seed)| world.jittered(seed, step, step))
        .collect()
}

/// Two boxes, the second at a pose of each frame: what was found in each, with a margin of 2 cm.
pub(crate) fn follow(
    half_extents: [[f32; 3]; 2],
    poses: &[BoxPose],
    mode: Option<Mode>,
) -> Vec<(Manifolds, PairMemory)> {
    let mut memory = [PairMemory::default()];
    poses
        .iter()
        .map(|pose| {
            let boxes = [
                OrientedBox::new([0.0; 3], UPRIGHT, half_extents[0]),
                OrientedBox::new(pose.center, pose.rotation, half_extents[1]),
            ];
            let world = World::of_neighbours("two", &boxes);
            let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
            let coherence = mode.map_or(Coherence::Off, |mode| mode.coherence(&mut memory));
            let mut out = Manifolds::new();
            world.coherent_contacts(&Engine::new(), (&settings, coherence), &mut out);
            (out, memory[0])
        })
        .collect()
}

pub(crate) fn features(contacts: &Manifolds) -> Vec<Feature> {
    let mut features: Vec<_> = contacts.of(0).iter().map(|point| point.feature).collect();
    features.sort_unstable();
    features
}

/// Rows number their points one pair behind the other.
pub(crate) fn assert_numbered(contacts: &Manifolds) {
    let mut next = 0;
    for row in contacts.manifolds() {
        assert_eq!(row.first, next, "{row:?}");
        next += u32::from(row.len);
    }
    assert_eq!(next as usize, contacts.points().len());
}

/// How often an answer differs from that of the frame before.
pub(crate) fn flips<T: PartialEq>(answers: &[T]) -> usize {
    answers.windows(2).filter(|two| two[0] != two[1]).count()
}

/// Noise that a solver leaves: 20 frames, metres.
pub(crate) fn noise(amplitude: f64) -> impl Iterator<Item = [f32; 3]> {
    let mut random = Random::new(41);
    (0..20).map(move |_| narrow(random.vector(-amplitude, amplitude)))
}

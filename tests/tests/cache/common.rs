//! Answers as numbers, and pairs followed through frames.

use octosat::{
    BoxPose, CacheMode, ContactCache, Engine, Feature, Manifolds, Margin, OrientedBox, Query,
};
use octosat_scenes::generate::Random;
use octosat_tests::{ContactSettings, World, narrow};

pub(crate) const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

pub(crate) const MODES: [CacheMode; 2] = [CacheMode::Steady, CacheMode::REUSE];

/// The words of a row but for the place of its first point, of its points and of its surface points.
pub(crate) fn of_pair(contacts: &Manifolds, pair: usize) -> Vec<u32> {
    let row = contacts.manifolds()[pair];
    let mut words: Vec<u32> = bytemuck::cast_slice(&[row]).to_vec();
    words[4] = 0;
    words.extend(bytemuck::cast_slice::<_, u32>(contacts.of(pair)));
    let first = row.first as usize;
    let surfaces = &contacts.surfaces()[first..first + usize::from(row.len)];
    words.extend(bytemuck::cast_slice::<_, u32>(surfaces));
    words
}

/// The words of a pair as above, without what only a cache says: flags, and what it kept of the axis.
pub(crate) fn without_flags(contacts: &Manifolds, pair: usize) -> Vec<u32> {
    let mut words = of_pair(contacts, pair);
    // The kind, and whether the boxes are degenerate.
    words[5] &= 0x004f_ffff;
    words
}

/// All words of an answer, predecessors among them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Words(Vec<Vec<u32>>);

impl Words {
    /// Where two answers differ first, in words: which list, and which words around it.
    pub(crate) fn difference(&self, other: &Self) -> String {
        for (list, (a, b)) in self.0.iter().zip(&other.0).enumerate() {
            if let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) {
                let row = at - at % 6;
                let of = |words: &[u32]| words[row..words.len().min(row + 6)].to_vec();
                return format!("list {list}, word {at}: {:x?} {:x?}", of(a), of(b));
            }
        }
        "none, or in length".to_owned()
    }
}

pub(crate) fn all(contacts: &Manifolds) -> Words {
    Words(vec![
        bytemuck::cast_slice(contacts.manifolds()).to_vec(),
        bytemuck::cast_slice(contacts.points()).to_vec(),
        bytemuck::cast_slice(contacts.surfaces()).to_vec(),
        contacts.previous().to_vec(),
    ])
}

/// For each point of a pair the point of the last frame that it comes from: the number of the pair, and of its point.
pub(crate) fn predecessors(cache: &ContactCache, pair: usize) -> Vec<Option<[usize; 2]>> {
    let row = cache.manifolds().manifolds()[pair];
    let first = row.first as usize;
    let previous = &cache.manifolds().previous()[first..first + usize::from(row.len)];
    let place = |&previous: &u32| {
        let mut rows = cache.last_manifolds().manifolds().iter().enumerate();
        let holds = |first: u32, len: u8| (first..first + u32::from(len)).contains(&previous);
        let (pair, row) = rows.find(|(_, row)| holds(row.first, row.len))?;
        Some([pair, (previous - row.first) as usize])
    };
    previous.iter().map(place).collect()
}

/// Frames of a world that comes to rest: large steps, then smaller and smaller ones.
pub(crate) fn frames(world: &World, seed: u64) -> Vec<World> {
    [0.0, 0.02, 2e-4, 1e-5, 0.0, 1e-3, 1e-4, 1e-4]
        .into_iter()
        .zip(seed..)
        .map(|(step, seed)| world.jittered(seed, step, step))
        .collect()
}

/// Two boxes, the second at a pose of each frame: what was found in each, with a margin of 2 cm.
pub(crate) fn follow(
    half_extents: [[f32; 3]; 2],
    poses: &[BoxPose],
    mode: Option<CacheMode>,
) -> Vec<Manifolds> {
    let mut cache = ContactCache::new(mode.unwrap_or_default());
    let engine = Engine::new();
    let settings = ContactSettings { margin: Margin::Uniform(0.02), ..Default::default() };
    let of_pose = |pose: &BoxPose| {
        let boxes = [
            OrientedBox::new([0.0; 3], UPRIGHT, half_extents[0]),
            OrientedBox::new(pose.center, pose.rotation, half_extents[1]),
        ];
        let world = World::of_neighbours("two", &boxes);
        if mode.is_some() {
            return world.cached_contacts(&engine, &settings, &mut cache).clone();
        }
        let mut out = Manifolds::new();
        engine.manifolds(world.query(&settings).surfaces(), &mut out).expect("a valid query");
        out
    };
    poses.iter().map(of_pose).collect()
}

pub(crate) fn features(contacts: &Manifolds) -> Vec<Feature> {
    let mut features: Vec<_> = contacts.of(0).iter().map(|point| point.feature).collect();
    features.sort_unstable();
    features
}

/// Every point is that of one pair, and has its place in all lists.
pub(crate) fn assert_numbered(contacts: &Manifolds) {
    let mut places: Vec<_> =
        contacts.touching().map(|one| (one.manifold.first, one.manifold.len)).collect();
    places.sort_unstable();
    let mut next = 0;
    for (first, len) in places {
        assert_eq!(first, next);
        next += u32::from(len);
    }
    let lengths = [contacts.points().len(), contacts.surfaces().len(), contacts.previous().len()];
    assert_eq!(lengths, [next as usize; 3]);
}

/// How often an answer differs from that of the frame before.
pub(crate) fn flips<T: PartialEq>(answers: &[T]) -> usize {
    answers.windows(2).filter(|two| two[0] != two[1]).count()
}

/// Noise that a solver leaves: 20 frames, meters.
pub(crate) fn noise(amplitude: f64) -> impl Iterator<Item = [f32; 3]> {
    let mut random = Random::new(41);
    (0..20).map(move |_| narrow(random.vector(-amplitude, amplitude)))
}

/// How many pairs have contacts that were taken over.
pub(crate) fn reused(contacts: &Manifolds) -> usize {
    contacts.touching().filter(|touching| touching.manifold.is_reused()).count()
}

/// A query by a fresh cache: nothing is known.
pub(crate) fn fresh(engine: &Engine, query: Query<'_>, mode: CacheMode) -> Manifolds {
    let mut cache = ContactCache::new(mode);
    engine.manifolds_cached(query, &mut cache).expect("a valid query").clone()
}

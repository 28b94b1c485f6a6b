//! Results as words, and pairs followed through frames.

use octosat::{
    Backend, BoxPose, CacheMode, ContactCache, Engine, Feature, Manifolds, OrientedBox, Query,
};
use octosat_check::engines;
use octosat_scenes::generate::{Random, narrow};

use crate::frames::{MODES, cached, of_boxes, stateless, upright};

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

/// All words of an answer, predecessors among them.
pub(crate) fn all(contacts: &Manifolds) -> Vec<u32> {
    let lengths = [contacts.manifolds().len(), contacts.points().len(), contacts.surfaces().len()];
    let mut words: Vec<u32> = lengths.map(|len| u32::try_from(len).expect("short lists")).to_vec();
    words.extend(bytemuck::cast_slice::<_, u32>(contacts.manifolds()));
    words.extend(bytemuck::cast_slice::<_, u32>(contacts.points()));
    words.extend(bytemuck::cast_slice::<_, u32>(contacts.surfaces()));
    words.extend(contacts.previous());
    words
}

/// Asks every engine these queries, one after the other: all have the bits of the scalar backend, in every mode.
pub(crate) fn assert_same_bits(queries: &[Query<'_>], look: impl Fn(&Manifolds)) {
    let run = |engine: &Engine, mode| -> Vec<Vec<u32>> {
        let mut cache = ContactCache::new(mode);
        let mut ask = |query: &Query<'_>| {
            let found = engine.manifolds_cached(*query, &mut cache).expect("a valid query");
            assert_numbered(found);
            look(found);
            all(found)
        };
        queries.iter().map(&mut ask).collect()
    };
    for mode in MODES {
        for scalar in engines().iter().filter(|engine| engine.backend() == Backend::Scalar) {
            let expected = run(scalar, mode);
            for engine in engines().iter().filter(|one| one.rounding() == scalar.rounding()) {
                let found = run(engine, mode);
                let other = found.iter().zip(&expected).position(|(one, other)| one != other);
                assert_eq!(other, None, "the frame that differs: {engine:?} {mode:?}");
            }
        }
    }
}

/// Two boxes, the second at a pose of each frame: what was found in each; without a mode, without a cache.
pub(crate) fn follow(
    half_extents: [[f32; 3]; 2],
    poses: &[BoxPose],
    mode: Option<CacheMode>,
) -> Vec<Manifolds> {
    let mut cache = ContactCache::new(mode.unwrap_or_default());
    let engine = Engine::new();
    let of_pose = |pose: &BoxPose| {
        let [a, b] = half_extents;
        let moving = OrientedBox { pose: *pose, half_extents: b };
        let frame = of_boxes(&[upright([0.0; 3], a), moving]);
        match mode {
            Some(_) => cached(&engine, &frame, &mut cache).clone(),
            None => stateless(&engine, &frame),
        }
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
    (0..20).map(move |_| random.vector(-amplitude, amplitude).map(narrow))
}

/// How many pairs have contacts that were taken over.
pub(crate) fn reused(contacts: &Manifolds) -> usize {
    contacts.touching().filter(|touching| touching.manifold.is_reused()).count()
}

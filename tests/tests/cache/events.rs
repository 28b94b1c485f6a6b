//! Contacts that begin and end, compared with a search through all pairs.

use octosat::{ContactCache, Manifolds};
use octosat_scenes::generate::Random;

use crate::frames::{MODES, Velocities, cached, fastest_engines, pile};

/// Boxes that move and turn far enough to lose contacts, in lists that lose some pairs and change their order.
#[test]
fn contacts_begin_and_end() {
    let start = pile(60, 46);
    for (engine, mode) in fastest_engines().iter().flat_map(|one| MODES.map(|mode| (one, mode))) {
        let mut counts = [0; 3];
        let mut cache = ContactCache::new(mode);
        let mut frame = start.clone();
        let mut random = Random::new(3);
        let mut last = Manifolds::new();
        for number in 0..28 {
            frame.pairs = start.pairs.clone();
            frame.pairs.retain(|_| random.unit() < 0.9);
            if number % 4 == 3 {
                random.shuffle(&mut frame.pairs);
            }
            cached(engine, &frame, &mut cache);
            // The answer of the frame before is kept as it was.
            assert_eq!(cache.last_manifolds().manifolds(), last.manifolds());
            assert_eq!(cache.last_manifolds().points(), last.points());
            let pairs =
                |found: &Manifolds| -> Vec<_> { found.touching().map(|one| one.pair).collect() };
            let [now, before] = [cache.manifolds(), &last].map(pairs);
            let began: Vec<_> = cache.began().map(|one| one.pair).collect();
            let ended: Vec<_> = cache.ended().map(|one| one.pair).collect();
            assert!(began.iter().eq(now.iter().filter(|pair| !before.contains(pair))));
            assert!(ended.iter().eq(before.iter().filter(|pair| !now.contains(pair))));
            for one in cache.ended() {
                assert!(!one.points.is_empty() && one.points.len() == one.surfaces.len());
            }
            for (count, more) in counts.iter_mut().zip([began, ended, now]) {
                *count += more.len();
            }
            last = cache.manifolds().clone();
            Velocities::new(frame.position.len(), number, [2e-2, 2e-2, 1e-3]).advance(&mut frame);
        }
        assert!(counts[0] > 200 && counts[1] > 100 && counts[2] > 1_500, "{counts:?}");
    }
}

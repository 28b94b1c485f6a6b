//! The same bits in every batch.

use octosat::{Chain, ChainClearance, Configurations, Joint, Solid, World};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, upright};

/// Two pairs of the very same clearance, in a world in which another configuration has hundreds of pairs to look at.
#[test]
fn of_pairs_of_the_same_clearance_the_same_is_reported_in_every_batch() {
    let mut chain = Chain::new("base");
    let link = chain.add_link("slide", 0, Joint::prismatic("joint", [0.0, 0.0, 1.0])).unwrap();
    chain.attach(0, upright([5.0, -4.0, -10.0], [0.5, 0.6, 0.6])).unwrap();
    chain.attach(link, upright([-5.0, 4.0, 0.0], [0.5, 1.0, 0.2])).unwrap();
    let mut random = Random::new(55);
    let mut obstacles: Vec<Solid> = (0..600)
        .map(|_| {
            let [x, y, z] = narrow(random.vector(-5.0, 5.0));
            upright([x, y - 4.0, z - 300.0], [0.1; 3]).into()
        })
        .collect();
    for center in [[7.5, -4.0, -10.0], [-7.5, 4.0, 0.0]] {
        obstacles.push(upright(center, [1.0; 3]).into());
    }
    let world = World::new(obstacles).unwrap();
    for engine in engines() {
        let report = |joints: &[f32]| {
            let mut rows = vec![ChainClearance::default(); joints.len()];
            let asked = Configurations::new(&chain, joints).among(&world);
            engine.least_clearances(asked, &mut rows).unwrap();
            rows[0]
        };
        let alone = report(&[0.0]);
        assert!(alone.clearance > 0.99 && alone.clearance < 1.0, "{alone:?}");
        assert_eq!(alone, report(&[0.0, -280.0]), "{engine:?}");
    }
}

//! How near others may come to links, and of hits the pair and the time.

use octosat::{
    Chain, ChainClearance, Configurations, Engine, Joint, JointMotion, JointMotionState,
    JointMotions, LinkPair, OwnPoints, Solid, World,
};
use octosat_tests::upright;

const NONE: u32 = ChainClearance::NONE;

/// A cube of 1 m that slides along x, y and z.
fn crane() -> Chain {
    let mut crane = Chain::new("frame");
    for (link, name) in ["x", "y", "z"].into_iter().enumerate() {
        let mut axis = [0.0; 3];
        axis[link] = 1.0;
        crane.add_link(name, link, Joint::prismatic(name, axis)).unwrap();
    }
    crane.attach(3, upright([0.0; 3], [0.5; 3])).unwrap();
    crane
}

fn hits(asked: Configurations<'_>) -> Vec<bool> {
    let mut hits = vec![false; asked.len()];
    Engine::new().any_overlap(asked, &mut hits).unwrap();
    hits
}

fn motion(motions: JointMotions<'_>) -> JointMotion {
    let mut row = [JointMotion::default()];
    Engine::new().joint_motions(motions, &mut row).unwrap();
    row[0]
}

/// Far tiles, so many that all obstacles are in a tree.
fn tiles() -> impl Iterator<Item = Solid> {
    let place = |k: u16| upright([f32::from(k), -50.0, 0.0], [0.4; 3]);
    (0..2100).map(move |k| place(k).into())
}

/// The obstacle alone, and last among many in a tree.
fn worlds(obstacle: impl Into<Solid>) -> [World; 2] {
    let obstacle = obstacle.into();
    [World::new([obstacle.clone()]).unwrap(), World::new(tiles().chain([obstacle])).unwrap()]
}

/// Corners show along faces and edges 0.58 of their distance, and the search nearly all of it.
#[test]
fn a_padding_is_about_the_distance_itself_also_of_corners() {
    let crane = crane();
    for world in worlds(upright([1.1; 3], [0.5; 3])) {
        let distance = 0.1 * 3.0_f32.sqrt();
        let asked = Configurations::new(&crane, &[0.0; 3]).among(&world);
        let end = [0.0, 1e-5, 0.0];
        for (within, is_near) in [(0.5, false), (0.94, false), (1.001, true), (3.0, true)] {
            let asked = asked.within(within * distance);
            assert_eq!(hits(asked), [is_near], "{within}");
            let state = if is_near { JointMotionState::HIT } else { JointMotionState::FREE };
            assert_eq!(motion(JointMotions::new(asked, &end)).state, state, "{within}");
        }
        let mut row = [ChainClearance::default()];
        Engine::new().least_clearances(asked, &mut row).unwrap();
        let plain = row;
        Engine::new().least_clearances(asked.within(1.0), &mut row).unwrap();
        assert_eq!(row, plain);
    }
}

/// The exact distance is a hit for a padding that is equal to it, and free for one that is shorter by 0.1 mm.
#[test]
fn nothing_is_free_within_the_padding() {
    let crane = crane();
    for world in worlds(upright([1.25, 0.0, 0.0], [0.5; 3])) {
        let asked = Configurations::new(&crane, &[0.0; 3]).among(&world);
        assert_eq!(hits(asked.within(0.25)), [true]);
        assert_eq!(hits(asked.within(0.2499)), [false]);
        assert_eq!(
            motion(JointMotions::new(asked.within(0.25), &[0.0; 3])).state,
            JointMotionState::HIT
        );
        assert!(motion(JointMotions::new(asked.within(0.2499), &[0.0; 3])).is_free());
    }
}

/// Two wagons on one rail, and a wall at its end.
fn train() -> (Chain, [World; 2]) {
    let mut train = Chain::new("rails");
    for (name, place) in [("first", 0.0), ("second", 3.0)] {
        let joint = Joint::prismatic(name, [1.0, 0.0, 0.0]).at([place, 0.0, 0.0]);
        let link = train.add_link(name, 0, joint).unwrap();
        train.attach(link, upright([0.0; 3], [0.5; 3])).unwrap();
    }
    (train, worlds(upright([6.0, 0.0, 0.0], [0.5; 3])))
}

#[test]
fn each_link_has_its_own_padding_and_pairs_the_larger_one_or_theirs() {
    let (train, worlds) = train();
    for world in worlds {
        // Wagons and the wall are 2 m apart each.
        let asked = Configurations::new(&train, &[0.0, 0.0]).among(&world);
        for (lengths, is_hit) in [
            ([9.0, 0.0, 0.0], false),
            ([0.0, 2.1, 0.0], true),
            ([0.0, 0.0, 2.1], true),
            ([0.0, 1.9, 1.9], false),
        ] {
            assert_eq!(hits(asked.within_per_link(&lengths)), [is_hit], "{lengths:?}");
        }
        // Only the second wagon is near the wall.
        let no_links = asked.with_links(false);
        assert_eq!(hits(no_links.within_per_link(&[0.0, 2.1, 0.0])), [false]);
        assert_eq!(hits(no_links.within_per_link(&[0.0, 0.0, 2.1])), [true]);
        assert_eq!(hits(asked.within(2.1).between_links(0.0)), [true]);
        assert_eq!(hits(asked.within_per_link(&[0.0, 2.1, 0.0]).between_links(1.9)), [false]);
        assert_eq!(hits(asked.between_links(2.1)), [true]);
        assert_eq!(hits(no_links.between_links(2.1)), [false]);
    }
}

#[test]
fn pairs_of_links_are_counted_within_the_padding() {
    let (train, _) = train();
    let joints = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    let mut rows: Vec<LinkPair> = Vec::new();
    let asked = Configurations::new(&train, &joints);
    for (within, hits) in [(0.0, 0), (1.5, 1), (2.5, 2), (3.5, 3)] {
        Engine::new().link_pairs(asked.within(within), &mut rows).unwrap();
        assert_eq!((rows.len(), rows[0].hits), (1, hits), "{within}");
        assert!((rows[0].clearance - 1.0).abs() < 1e-4);
    }
    let lengths = [0.0, 0.3, 0.0];
    let points = [[0.7, 0.0, 0.0], [0.9, 0.0, 0.0], [2.3, 0.0, 0.0]];
    let one = Configurations::new(&train, &joints[..2]).within_per_link(&lengths);
    let mut own = [false; 3];
    Engine::new().overlaps(OwnPoints::new(one, &points), &mut own).unwrap();
    assert_eq!(own, [true, false, false]);
}

/// The second wagon comes to the wall after a quarter of its way, and the first one to the second after a half.
#[test]
fn a_hit_names_its_pair_and_the_time_as_near_as_asked() {
    let (train, worlds) = train();
    for (world, obstacle) in worlds.iter().zip([0, 2100]) {
        let among = Configurations::new(&train, &[0.0, 0.0]).among(world);
        let motions = JointMotions::new(among, &[0.0, 8.0]);
        let row = motion(motions);
        assert_eq!((row.solid, row.obstacle, row.other), (1, obstacle, NONE));
        assert!(row.free_until <= 0.25 && row.touches_at >= 0.25 && row.touches_at < 0.51);
        for tolerance in [1e-1, 1e-2, 1e-3] {
            let row = motion(motions.hit_tolerance(tolerance));
            assert_eq!((row.state, row.solid, row.obstacle), (JointMotionState::HIT, 1, obstacle));
            assert!(row.free_until <= 0.25 && row.touches_at >= 0.25, "{row:?}");
            // Next to the wall a part may be undecided, which is shorter than 0.1 mm.
            assert!(8.0 * (row.touches_at - row.free_until) <= tolerance + 2e-4, "{row:?}");
        }
        // With a padding of half a meter it is a sixteenth earlier.
        let padded = JointMotions::new(among.within(0.5), &[0.0, 8.0]).hit_tolerance(1e-3);
        let row = motion(padded);
        assert!((row.touches_at - 0.1875).abs() < 1e-3, "{row:?}");
        let alone = JointMotions::new(Configurations::new(&train, &[0.0, 0.0]), &[4.0, 0.0]);
        let row = motion(alone.hit_tolerance(1e-3));
        assert_eq!((row.solid.min(row.other), row.solid.max(row.other)), (0, 1));
        assert_eq!(row.obstacle, NONE);
        assert!((row.touches_at - 0.5).abs() < 1e-3, "{row:?}");
        let free = motion(JointMotions::new(among, &[0.0, 1.0]));
        let none = JointMotion {
            free_until: 1.0,
            state: JointMotionState::FREE,
            ..JointMotion::default()
        };
        assert_eq!(free, none);
    }
}

#[test]
fn tolerances_of_hits_and_paddings_are_rejected_by_name() {
    let (train, _) = train();
    let asked = Configurations::new(&train, &[0.0, 0.0]);
    let mut row = [JointMotion::default()];
    for tolerance in [-1.0, f32::NAN, f32::INFINITY] {
        let motions = JointMotions::new(asked, &[0.0, 0.0]).hit_tolerance(tolerance);
        let error = Engine::new().joint_motions(motions, &mut row).unwrap_err();
        assert_eq!(error.field(), Some("hit_tolerance"));
    }
    let motions = JointMotions::new(asked.within(-0.1), &[0.0, 0.0]);
    assert_eq!(Engine::new().joint_motions(motions, &mut row).unwrap_err().field(), Some("within"));
    assert_eq!(row, [JointMotion::default()]);
}

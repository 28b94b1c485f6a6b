//! The link of an arm moves along an arc between two configurations, and impacts are about the chord.

use glam::{Quat, Vec3};
use octosat::{Engine, Impact, ImpactState, Impacts, Query};
use octosat_reference::float64::separations;
use octosat_tests::moving::{Body, stored};
use octosat_tests::plain;

/// A cube of 5 cm, 1 m from its joint at the origin, and a wall that only the arc meets.
fn arm(angle: f32) -> [Body; 2] {
    let rotation = Quat::from_rotation_z(angle);
    let link = Body { rotation, ..Body::fixed((rotation * Vec3::X).into(), [0.025; 3]) };
    [link, Body::fixed([1.12, 0.0, 0.0], [0.1, 1.0, 1.0])]
}

#[test]
fn an_impact_between_two_configurations_does_not_see_the_arc() {
    let [start, halfway, end] = [-0.2, 0.0, 0.2].map(|angle| stored(&arm(angle)).unwrap());
    let mut row = [Impact::default()];
    Engine::new().impacts(Impacts::new(Query::new(&start, &[[0, 1]]), &end), &mut row).unwrap();
    assert_eq!(row[0].state, ImpactState::FREE);
    let [link, wall] = [0, 1].map(|index| plain(halfway.get(index).unwrap()));
    let depth = -separations(&link, &wall).separation;
    assert!((depth - 0.005).abs() < 1e-6, "{depth} m");
}

//! An arm plans among the points that two depth cameras see: `cargo run --release -p octosat --all-features --example cloud`.
//!
//! The scene is a list of boxes that the planner never gets. It gets depth images, in which the arm is seen, too.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "an example says what it found")]

mod camera;
mod planner;

use std::error::Error;

use octosat::{BoxStore, Chain, Configurations, Engine, Joint, OrientedBox, OwnPoints, World};

use camera::Camera;
use planner::{Joints, Planner};

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The radius of a point, in meters. The next points on a surface are two to three centimeters away: no link is so thin.
const RADIUS: f32 = 0.01;

/// Points so near to the arm are its own, in meters.
const PADDING: f32 = 0.02;

/// An arm of four joints on a pillar: it turns, and bends at the shoulder, the elbow and the wrist.
fn arm() -> Result<Chain, octosat::Error> {
    let mut arm = Chain::new("pillar");
    arm.attach(0, OrientedBox::new([0.0, 0.0, 0.15], UPRIGHT, [0.08, 0.08, 0.14]))?;
    let bend = [0.0, 1.0, 0.0];
    let joints = [
        Joint::revolute("turn", [0.0, 0.0, 1.0]).at([0.0, 0.0, 0.35]).limits(-2.5, 2.5),
        Joint::revolute("shoulder", bend).at([0.0, 0.0, 0.06]).limits(-1.5, 1.5),
        Joint::revolute("elbow", bend).at([0.45, 0.0, 0.0]).limits(-2.4, 2.4),
        Joint::revolute("wrist", bend).at([0.4, 0.0, 0.0]).limits(-1.8, 1.8),
    ];
    let solids = [
        OrientedBox::new([0.0; 3], UPRIGHT, [0.07, 0.07, 0.05]),
        OrientedBox::new([0.225, 0.0, 0.0], UPRIGHT, [0.21, 0.04, 0.04]),
        OrientedBox::new([0.2, 0.0, 0.0], UPRIGHT, [0.18, 0.03, 0.03]),
        OrientedBox::new([0.08, 0.0, 0.0], UPRIGHT, [0.07, 0.05, 0.02]),
    ];
    for (link, (joint, solid)) in joints.into_iter().zip(solids).enumerate() {
        arm.add_link(["shoulder", "upper arm", "forearm", "hand"][link], link, joint)?;
        arm.attach(link + 1, solid)?;
    }
    Ok(arm)
}

/// A table, and on it a wall with a beam on top, and a crate.
fn scene() -> [OrientedBox; 4] {
    [
        OrientedBox::new([0.4, 0.0, -0.02], UPRIGHT, [0.8, 0.9, 0.02]),
        OrientedBox::new([0.65, 0.0, 0.2], UPRIGHT, [0.2, 0.03, 0.2]),
        OrientedBox::new([0.65, 0.0, 0.42], UPRIGHT, [0.24, 0.05, 0.02]),
        OrientedBox::new([0.35, 0.6, 0.1], [0.0, 0.0, 0.28, 0.96], [0.12, 0.08, 0.1]),
    ]
}

/// What cameras see of a scene and of the arm in it, without the arm's own points.
fn seen(engine: &Engine, arm: &Chain, at: &Joints) -> Result<Vec<[f32; 3]>, Box<dyn Error>> {
    let configuration = Configurations::new(arm, at);
    let mut boxes = BoxStore::new();
    engine.poses(configuration, &mut boxes)?;
    boxes.extend_from_boxes(&scene())?;
    let mut points = Vec::new();
    for eye in [[-0.5, -1.3, 1.3], [-0.5, 1.3, 1.3]] {
        let camera = Camera::new(eye, [0.5, 0.0, 0.2]);
        points.extend(camera.points(&camera.depths(engine, &boxes)?));
    }
    // A depth image has NaN for pixels that see nothing.
    points.retain(|[x, y, z]| (x + y + z).is_finite());
    let mut own = vec![false; points.len()];
    engine.overlaps(OwnPoints::new(configuration.within(PADDING), &points), &mut own)?;
    let mut own = own.into_iter();
    points.retain(|_| own.next() == Some(false));
    Ok(points)
}

fn main() -> Result<(), Box<dyn Error>> {
    let (engine, arm) = (Engine::new(), arm()?);
    // On both sides of the wall, low above the table.
    let [start, goal] = [[-0.6, 0.1, 0.4, 0.3], [0.6, 0.1, 0.4, 0.3]];

    // Of each frame: what is seen replaces what was seen before. Solids that are known would stay.
    let mut world = World::new([])?;
    world.set_points(&seen(&engine, &arm, &start)?, RADIUS)?;

    let mut planner = Planner::new(&engine, &arm, &world);
    assert_eq!(planner.are_free(&[start], &[goal])?, [false], "the wall is in the way");
    let path = planner.path(start, goal)?.ok_or("there is no path")?;
    let (from, to) = (&path[..path.len() - 1], &path[1..]);
    assert!((from[0], to[to.len() - 1]) == (start, goal));
    assert!(!planner.are_free(from, to)?.contains(&false), "the whole path is certainly free");
    println!("{} motions among {} points: {path:.2?}", from.len(), world.len());

    // The cameras saw enough: the path is free among the boxes, too.
    let boxes = World::new(scene().map(Into::into))?;
    assert!(!Planner::new(&engine, &arm, &boxes).are_free(from, to)?.contains(&false));
    Ok(())
}

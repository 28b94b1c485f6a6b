//! Measures a run, and finds the goals that it missed.

use glam::{Vec3, Vec3Swizzles};
use octosat_engine::{Body, FRAME};
use octosat_reference::{OrientedBox, float64::separations};
use octosat_scenes::generate::sweep;

use crate::Outcome;
use crate::scenes::{Expected, Scene};

/// Length of the last part of a run in which the energy is measured, and of that in which the motion of what need not stand
/// is, in seconds.
const WATCHED: [f32; 2] = [2.0, 1.0];

/// How long boxes that tip are watched from the start, in seconds: a box is flat after 0.1 s.
const TIPPING: f32 = 1.0;

/// Gaps of contacts at rest are less than this, in meters.
const RESTING_GAP: f32 = 1e-3;

/// Goal: greatest depth of two boxes since they had time to settle, relative to the smallest of their extents.
const MOST_DEPTH: f64 = 0.02;

/// The same in a scene that keeps moving. Deeper, the shortest way out may be on the other side. Contacts are found once a
/// frame, in which a box that falls from the top of the drum moves by more than the distance of contacts.
const MOST_TUMBLING_DEPTH: f64 = 0.5;

/// Goal: greatest drift in meters.
const MOST_DRIFT: f32 = 1e-3;

/// Goal: least share of resting contacts that were there in the frame before.
const LEAST_KEPT: f64 = 0.99;

/// Goal: greatest energy of motion of a scene that has settled, in J/kg: a speed of 1.4 mm/s, a seventieth of what falling
/// adds in a frame.
const MOST_ENERGY: f32 = 1e-6;

/// Goal: least energy of motion of a scene that keeps moving, in J/kg: a speed of 0.3 m/s, less than half of that of the
/// drum's wall.
const LEAST_TUMBLING_ENERGY: f32 = 0.05;

/// Goal: greatest roll and yaw of boxes that tip, in degrees, and motion along their edge, in meters, each root mean square:
/// a third of what they roll on a manifold that loses ends of the edge.
const MOST_ASIDE: Vec3 = Vec3::new(0.03, 0.012, 1e-4);

/// The number of whole frames in some seconds.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small, positive")]
pub(crate) fn frames_in(seconds: f32) -> u16 {
    (seconds / FRAME).round() as u16
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measured {
    /// Mean energy of motion per mass in the last two seconds, in J/kg.
    pub(crate) energy: f32,
    /// Meters: the largest distance of a center from its settled place in a scene that stands, and the mean distance over
    /// the last second in others.
    pub(crate) drift: f32,
    /// The largest distance of a center from its start, in meters.
    pub(crate) moved: f32,
    /// The greatest depth of a pair since it had time to settle, relative to the smallest extent of both.
    pub(crate) depth: f64,
    /// The share of resting contacts that were there in the frame before, since they had time to settle.
    pub(crate) kept: f64,
    /// Contacts in the end.
    #[cfg_attr(not(test), expect(dead_code, reason = "only a test asks for it"))]
    pub(crate) contacts: usize,
    /// Roll, yaw and motion aside of boxes that tip, root mean square.
    pub(crate) aside: Vec3,
}

impl Measured {
    /// Runs a scene for some seconds.
    pub(crate) fn of(scene: &Scene, place: u32, seconds: f32) -> Outcome<Self> {
        let (mut world, frames) = (scene.world(place)?, frames_in(seconds));
        let built = world.bodies().to_vec();
        let [energetic, last] = WATCHED.map(|part| frames.saturating_sub(frames_in(part)));
        let settled = frames_in(scene.settles());
        let reference = if scene.expected == Expected::Stands { settled } else { last };
        let mut settled_bodies = built.clone();
        let mut aside = vec![Vec3::ZERO; built.len()];
        let (mut resting, mut kept, mut depth, mut energies) = (0_u32, 0_u32, 0.0_f64, 0.0);
        for frame in 1..=frames {
            scene.turn(&mut world, frame - 1, place)?;
            world.step()?;
            let bodies = world.bodies();
            if frame == reference {
                settled_bodies = bodies.to_vec();
            }
            if frame > settled {
                let rests = world.points.iter().filter(|point| point.depth > -RESTING_GAP);
                resting += u32::try_from(rests.clone().count())?;
                kept += u32::try_from(rests.filter(|point| !point.is_new).count())?;
                depth = depth.max(deepest(bodies));
            }
            if frame <= frames_in(TIPPING) {
                let both = bodies.iter().zip(&built);
                aside.iter_mut().zip(both).for_each(|(most, (body, start))| {
                    *most = most.max(leaning(body, start));
                });
            }
            if frame > energetic {
                energies += energy(bodies);
            }
        }
        let (bodies, contacts) = (world.bodies(), world.points.len());
        let drifts = distances(bodies, &settled_bodies);
        let count = drifts.len();
        let drift = match scene.expected {
            Expected::Stands => drifts.into_iter().fold(0.0, f32::max),
            _ => drifts.iter().sum::<f32>() / count as f32,
        };
        let moved = distances(bodies, &built).into_iter().fold(0.0, f32::max);
        let energy = energies / f32::from(frames - energetic);
        let kept = f64::from(kept) / f64::from(resting.max(1));
        let aside = mean_aside(&aside, count);
        Ok(Self { energy, drift, moved, depth, kept, contacts, aside })
    }

    /// The goals of a scene that were missed.
    pub(crate) fn missed(&self, scene: &Scene) -> Vec<&'static str> {
        let Self { energy, drift, depth, kept, aside, .. } = *self;
        let tumbles = scene.expected == Expected::Tumbles;
        let most_depth = if tumbles { MOST_TUMBLING_DEPTH } else { MOST_DEPTH };
        let mut met = vec![
            ("depth", depth <= most_depth),
            ("reach", scene.reach.is_none_or(|reach| self.moved <= reach)),
        ];
        met.extend(match scene.expected {
            Expected::Stands | Expected::Rests => vec![
                ("drift", drift < MOST_DRIFT),
                ("kept", kept >= LEAST_KEPT),
                ("rest", energy < MOST_ENERGY),
            ],
            Expected::Tumbles => vec![("motion", energy >= LEAST_TUMBLING_ENERGY)],
            Expected::Tips => vec![("tipping", aside.cmple(MOST_ASIDE).all())],
        });
        met.into_iter().filter(|(_, met)| !met).map(|(goal, _)| goal).collect()
    }
}

impl Scene {
    /// How long it has time to settle before depths and contacts are watched, in seconds. The last boxes of a pile have
    /// fallen after 3 s, and then slide and roll.
    pub(crate) fn settles(&self) -> f32 {
        match self.expected {
            Expected::Stands | Expected::Tips => 1.0,
            Expected::Rests => 10.0,
            Expected::Tumbles => 2.0,
        }
    }
}

/// Energy of motion of a box per mass, in J/kg.
pub(crate) fn energy_of(body: &Body) -> f32 {
    let squares = body.half_extents * body.half_extents;
    let inertia = (squares.yzx() + squares.zxy()) / 3.0;
    let spin = body.rotation.inverse() * body.spin;
    0.5 * (body.velocity.length_squared() + (inertia * spin * spin).element_sum())
}

/// Mean energy of motion of the bodies that can be moved per mass, in J/kg.
fn energy(bodies: &[Body]) -> f32 {
    let energies = bodies.iter().map(|body| body.mass() * energy_of(body));
    energies.sum::<f32>() / bodies.iter().map(Body::mass).sum::<f32>()
}

/// How far the centers of bodies that can be moved are from where they were.
fn distances(bodies: &[Body], starts: &[Body]) -> Vec<f32> {
    let movable = bodies.iter().zip(starts).filter(|(body, _)| body.is_movable());
    movable.map(|(body, start)| body.center.distance(start.center)).collect()
}

/// How far a body that should tip about the x axis has left it: the sines of roll and yaw, and meters.
fn leaning(body: &Body, start: &Body) -> Vec3 {
    let turned = body.rotation * Vec3::X - start.rotation * Vec3::X;
    Vec3::new(turned.y, turned.z, body.center.x - start.center.x).abs()
}

/// The root mean squares over this number of bodies, with angles in degrees.
fn mean_aside(aside: &[Vec3], count: usize) -> Vec3 {
    let squares: Vec3 = aside.iter().map(|aside| aside * aside).sum();
    let [roll, yaw, way] = (squares / count as f32).to_array().map(f32::sqrt);
    Vec3::new(roll.asin().to_degrees(), yaw.asin().to_degrees(), way)
}

/// The greatest depth of two boxes by the float64 reference, relative to the smallest extent of both; zero if none overlap.
///
/// Pairs and depths are not the engine's, whose contacts do not show what it missed.
fn deepest(bodies: &[Body]) -> f64 {
    let [centers, half_extents] = [|body: &Body| body.center, |body: &Body| body.half_extents]
        .map(|part| bodies.iter().map(|body| part(body).to_array()).collect::<Vec<_>>());
    let rotations: Vec<_> = bodies.iter().map(|body| body.rotation.to_array()).collect();
    let given = |index: usize| OrientedBox {
        center: centers[index],
        rotation: rotations[index],
        half_extents: half_extents[index],
    };
    let pairs = sweep(&half_extents, &centers, &rotations, 0.0).into_iter();
    let pairs = pairs.map(|pair| pair.map(|index| index as usize));
    let movable = pairs.filter(|pair| pair.iter().any(|&index| bodies[index].is_movable()));
    let depths = movable.map(|[a, b]| {
        let extents = [a, b].map(|index| 2.0 * bodies[index].half_extents.min_element());
        -separations(&given(a), &given(b)).separation / f64::from(extents[0].min(extents[1]))
    });
    depths.fold(0.0, f64::max)
}

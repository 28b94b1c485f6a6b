//! Measurements of a run.

use std::time::Duration;

use crate::DVec3;
use crate::body::Body;
use crate::narrow_phase::ManifoldList;
use crate::scenes::Expected;
use crate::sinking::Sinking;
use crate::tipping::{Aside, Tipping};
use crate::tolerances as t;
use crate::world::{Steps, World};

/// The measurements of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Measured {
    /// Mean kinetic energy in the last two seconds, in joules.
    pub kinetic_energy: f32,
    /// Mean kinetic energy per mass, in J/kg.
    pub kinetic_energy_per_mass: f32,
    /// Meters; see [`Observer`].
    pub drift: f32,
    /// The largest distance of a body's center from its start, in meters. It shows that a scene fell before drift is
    /// measured.
    pub moved: f32,
    /// Greatest depth of a pair in any frame since the scene had time to settle, relative to the
    /// smallest extent of the two boxes; see [`Sinking`].
    pub deepest_penetration: f64,
    /// The pair of that depth.
    pub deepest_pair: [u32; 2],
    /// How far boxes that should tip left their axis in the first [`t::TIPPING_SECONDS`].
    pub aside: Aside,
    /// The share of resting contacts with a predecessor in the frame before, since the scene had time to settle.
    pub persistence: f32,
    /// The same share of all contacts, including speculative contacts.
    pub persistence_of_all: f32,
    /// Whether poses and velocities of all bodies were finite in every frame.
    pub finite: bool,
    /// The body with most energy at the end.
    pub liveliest_body: usize,
    /// Its share of all energy at the end.
    pub liveliest_share: f32,
    /// Contacts of the last frame.
    pub contacts: usize,
    /// Pairs of the last frame.
    pub pairs: usize,
    /// Median time of the narrow phase in a frame, in microseconds.
    pub narrow_microseconds: f64,
    /// Sub-steps that end at an impact, mean per frame.
    pub steps: f64,
    /// Time that was dropped in frames with too many of them, in seconds.
    pub dropped_seconds: f32,
    /// Mean time that finding impacts takes in a frame, in microseconds.
    pub impact_microseconds: f64,
}

/// Watches a run, frame by frame.
///
/// Drift is the largest distance of a body's center from where it was one second after the start
/// for a scene that must stand, and the mean distance over the last second for others.
///
/// Depths and predecessors are measured in every frame since [`settled_after`], energy in the last two seconds.
#[derive(Clone, Debug)]
pub struct Observer {
    expected: Expected,
    frames: usize,
    frame: usize,
    built: Vec<DVec3>,
    reference: Vec<DVec3>,
    resting: Persistence,
    all: Persistence,
    sinking: Sinking,
    tipping: Tipping,
    finite: bool,
    /// The sum of the energies of the last frames, in joules.
    energy: f32,
    energy_frames: usize,
    narrow_times: Vec<Duration>,
    steps: Steps,
}

/// A count of contacts, and of those with a predecessor.
#[derive(Clone, Copy, Debug, Default)]
struct Persistence {
    seen: usize,
    kept: usize,
}

impl Persistence {
    fn see(&mut self, kept: bool) {
        self.seen += 1;
        self.kept += usize::from(kept);
    }

    fn share(self) -> f32 {
        self.kept as f32 / self.seen.max(1) as f32
    }
}

impl Observer {
    /// An observer of a run of this many frames.
    #[must_use]
    pub fn new(expected: Expected, frames: usize) -> Self {
        Self {
            expected,
            frames,
            frame: 0,
            built: Vec::new(),
            reference: Vec::new(),
            resting: Persistence::default(),
            all: Persistence::default(),
            sinking: Sinking::default(),
            tipping: Tipping::default(),
            finite: true,
            energy: 0.0,
            energy_frames: 0,
            narrow_times: Vec::new(),
            steps: Steps::default(),
        }
    }

    /// Looks at the bodies and their contacts before they move on.
    pub fn see(&mut self, world: &World) {
        let frames = self.frames;
        let from_end = |seconds: f32| frames.saturating_sub(frames_in(seconds));
        let settled = frames_in(settled_after(self.expected));
        let reference_frame = if self.expected == Expected::Stands {
            settled
        } else {
            from_end(t::PILE_DRIFT_SECONDS)
        };
        if self.frame == reference_frame.min(frames) {
            self.reference = centers(world);
        }
        if self.frame == 0 {
            self.built = centers(world);
        }
        if self.frame > settled {
            self.count_kept(world.manifolds());
            self.sinking.see(world);
        }
        if self.frame <= frames_in(t::TIPPING_SECONDS) {
            self.tipping.see(world.bodies());
        }
        if self.frame > from_end(t::WATCHED_SECONDS) {
            self.energy += world.bodies().iter().map(Body::kinetic_energy).sum::<f32>();
            self.energy_frames += 1;
        }
        self.finite &= world.bodies().iter().all(Body::is_finite);
        self.narrow_times.push(world.narrow_time());
        self.steps += world.steps();
        self.frame += 1;
    }

    /// The measurements, given the bodies at the end.
    #[must_use]
    pub fn finish(&self, world: &World) -> Measured {
        let bodies = world.bodies();
        let kinetic_energy = self.energy / self.energy_frames.max(1) as f32;
        let mass: f32 = bodies.iter().map(Body::mass).sum();
        let energy_of = |index: usize| bodies[index].kinetic_energy();
        let energies: f32 = bodies.iter().map(Body::kinetic_energy).sum();
        let liveliest_body =
            (0..bodies.len()).max_by(|&x, &y| energy_of(x).total_cmp(&energy_of(y))).unwrap_or(0);
        Measured {
            kinetic_energy,
            kinetic_energy_per_mass: kinetic_energy / mass,
            drift: self.drift(bodies),
            moved: largest(distances(bodies, &self.built)),
            deepest_penetration: self.sinking.relative_depth(),
            deepest_pair: self.sinking.pair(),
            aside: self.tipping.aside(),
            persistence: self.resting.share(),
            persistence_of_all: self.all.share(),
            finite: self.finite,
            liveliest_body,
            liveliest_share: energy_of(liveliest_body) / energies.max(f32::MIN_POSITIVE),
            contacts: world.manifolds().points().count(),
            pairs: world.pairs().len(),
            narrow_microseconds: median_microseconds(&self.narrow_times),
            steps: self.steps.count as f64 / self.frame.max(1) as f64,
            dropped_seconds: self.steps.dropped,
            impact_microseconds: self.steps.time.as_secs_f64() * 1e6 / self.frame.max(1) as f64,
        }
    }

    fn drift(&self, bodies: &[Body]) -> f32 {
        let distances = distances(bodies, &self.reference);
        if self.expected == Expected::Stands {
            largest(distances)
        } else {
            distances.iter().sum::<f32>() / distances.len().max(1) as f32
        }
    }

    /// Counts points with predecessors.
    fn count_kept(&mut self, manifolds: &ManifoldList) {
        for point in manifolds.points() {
            self.all.see(point.previous.is_some());
            if point.depth > -t::RESTING_GAP {
                self.resting.see(point.previous.is_some());
            }
        }
    }
}

fn centers(world: &World) -> Vec<DVec3> {
    world.bodies().iter().map(|body| body.center).collect()
}

/// How far the centers of the bodies that can move are from where they were.
fn distances(bodies: &[Body], centers: &[DVec3]) -> Vec<f32> {
    let movable = bodies.iter().zip(centers).filter(|(body, _)| !body.is_fixed());
    movable.map(|(body, &center)| (body.center - center).as_vec3().length()).collect()
}

/// The largest of the distances, or NaN if a distance is NaN.
fn largest(distances: Vec<f32>) -> f32 {
    distances.into_iter().fold(0.0, |most, distance| if distance <= most { most } else { distance })
}

/// The median in microseconds (the larger of two in the middle), or zero without times.
fn median_microseconds(times: &[Duration]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

/// The number of whole frames in a time.
#[must_use]
pub fn frames_in(seconds: f32) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small, positive")]
    let frames = (seconds / t::FRAME).round() as usize;
    frames
}

/// How long a scene has time to settle before depths and predecessors are watched, in seconds.
#[must_use]
pub fn settled_after(expected: Expected) -> f32 {
    match expected {
        Expected::Stands | Expected::Tips => t::SETTLING_SECONDS,
        Expected::Rests => t::PILE_SETTLING_SECONDS,
        Expected::Tumbles => t::TUMBLING_SECONDS,
    }
}

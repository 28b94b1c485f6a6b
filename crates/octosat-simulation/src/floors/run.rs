//! One slide, from start to end.

use octosat::{BoxStore, CoveredFaces, OrientedBox, covered_faces};

use crate::body::Body;
use crate::narrow_phase::{Choice, NarrowPhase, OctosatNarrowPhase};
use crate::solver::SolverSettings;
use crate::tolerances::GRAVITY;
use crate::world::World;
use crate::{DVec3, Vec3};

/// How contacts are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// By octosat, which knows the covered faces of the fixed bodies.
    Covered,
    /// By octosat without them.
    Octosat,
    /// By parry.
    Parry,
}

impl Phase {
    /// The name of the phase in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Covered => "covered",
            Self::Octosat => "octosat",
            Self::Parry => "parry",
        }
    }

    /// A narrow phase for bodies of which the fixed ones come first.
    ///
    /// # Errors
    /// If the fixed bodies are rejected; the message is one line.
    pub fn build(self, bodies: &[Body], tolerance: f32) -> Result<Box<dyn NarrowPhase>, String> {
        Ok(match self {
            Self::Covered => {
                let faces = faces_of(bodies, tolerance)?;
                Box::new(OctosatNarrowPhase::new(1)?.with_covered(faces))
            }
            Self::Octosat => Choice::Octosat.build(1)?,
            Self::Parry => Choice::Parry.build(1)?,
        })
    }
}

/// The covered faces of the fixed bodies, which come first; the others have none.
fn faces_of(bodies: &[Body], tolerance: f32) -> Result<CoveredFaces, String> {
    let boxes: Vec<OrientedBox> = bodies
        .iter()
        .take_while(|body| body.is_fixed())
        .map(|body| {
            let center = body.center.as_vec3().to_array();
            OrientedBox::new(center, body.rotation.to_array(), body.half_extents.to_array())
        })
        .collect();
    let mut store = BoxStore::new();
    store.extend_from_boxes(&boxes).map_err(|error| error.to_string())?;
    let found = covered_faces(&store, tolerance).map_err(|error| error.to_string())?;
    let mut masks = found.masks().to_vec();
    masks.resize(bodies.len(), 0);
    CoveredFaces::of_parts(&masks, found.rectangles()).map_err(|error| error.to_string())
}

/// A body that moves over fixed ones.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The fixed bodies.
    pub fixed: Vec<Body>,
    /// The body that moves.
    pub mover: Body,
    /// How many frames it moves.
    pub frames: u32,
    /// The velocity that it has in the end if nothing stops it.
    pub wanted: Vec3,
    /// The margin of contacts, in meters.
    pub margin: f32,
    /// The tolerance of the search for covered faces, in meters.
    pub tolerance: f32,
}

/// The end of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slid {
    /// The part of the wanted velocity that the body has in the end.
    pub kept: f32,
    /// The horizontal speed across the wanted velocity, in meters per second.
    pub sideways: f32,
    /// The most height above its start, in meters.
    pub rise: f64,
    /// The most depth below its start, in meters.
    pub sink: f64,
    /// The energy that it gained at most, as a part of its kinetic energy at the start, or of that at 4.5 cm/s.
    pub gain: f64,
    /// The deepest contact point, in meters.
    pub deepest: f32,
    /// The rows that are in contact, over all frames.
    pub contacts: usize,
}

impl Slide {
    /// The world at the start.
    ///
    /// # Errors
    /// If the narrow phase rejects the bodies; the message is one line.
    pub fn world(&self, phase: Phase) -> Result<World, String> {
        let mut bodies = self.fixed.clone();
        bodies.push(self.mover);
        let narrow_phase = phase.build(&bodies, self.tolerance)?;
        let settings = SolverSettings { friction: 0.0, ..SolverSettings::default() };
        Ok(World::new(bodies, settings, narrow_phase).with_margin(self.margin))
    }

    /// Lets the body slide.
    ///
    /// # Errors
    /// If the narrow phase rejects the bodies or pairs; the message is one line.
    pub fn run(&self, phase: Phase) -> Result<Slid, String> {
        let mut world = self.world(phase)?;
        let energy = |body: &Body| {
            let height = f64::from(body.mass() * GRAVITY) * body.center.y;
            f64::from(body.kinetic_energy()) + height
        };
        let start = self.mover;
        let least = 1e-3 * f64::from(start.mass());
        let kinetic = f64::from(start.kinetic_energy()).max(least);
        let [mut rise, mut sink, mut gain] = [f64::MIN; 3];
        let (mut deepest, mut contacts) = (0.0_f32, 0);
        for _ in 0..self.frames {
            world.find_contacts()?;
            world.advance()?;
            deepest = world.manifolds().points().fold(deepest, |most, point| most.max(point.depth));
            contacts += world.manifolds().as_slice().len();
            let body = world.bodies().last().ok_or("no body moves")?;
            rise = rise.max(body.center.y - start.center.y);
            sink = sink.max(start.center.y - body.center.y);
            gain = gain.max((energy(body) - energy(&start)) / kinetic);
        }
        let end = world.bodies().last().ok_or("no body moves")?.linear_velocity;
        let across = self.wanted.cross(Vec3::Y).normalize_or_zero();
        Ok(Slid {
            kept: end.dot(self.wanted) / self.wanted.length_squared(),
            sideways: end.dot(across).abs(),
            rise,
            sink,
            gain,
            deepest,
            contacts,
        })
    }
}

/// Lets a body slide along x until it has moved `distance` meters or has lost half its speed; whenever it is beyond
/// `turn`, it is put back by `back` meters. Returns the distance and the velocity in the end.
///
/// # Errors
/// If the narrow phase rejects the bodies or pairs; the message is one line.
pub fn distance_run(
    slide: &Slide,
    phase: Phase,
    [distance, turn, back]: [f64; 3],
) -> Result<(f64, Vec3), String> {
    let mut world = slide.world(phase)?;
    let mut put_back = 0.0;
    loop {
        world.find_contacts()?;
        world.advance()?;
        let body = world.bodies_mut().last_mut().ok_or("no body moves")?;
        if body.center.x > turn {
            body.center -= DVec3::new(back, 0.0, 0.0);
            put_back += back;
        }
        let moved = body.center.x + put_back - slide.mover.center.x;
        if moved >= distance || body.linear_velocity.x < 0.5 * slide.wanted.x {
            return Ok((moved, body.linear_velocity));
        }
    }
}

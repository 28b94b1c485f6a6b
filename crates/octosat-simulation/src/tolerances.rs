//! Every constant of the simulation: its value, its unit and its reason.

/// Acceleration of free fall, in meters a second squared, downwards along y.
pub const GRAVITY: f32 = 9.81;

/// Length of a frame in seconds: what games and viewers show.
pub const FRAME: f32 = 1.0 / 60.0;

/// Distance up to which contacts are made before boxes touch, in meters.
///
/// A body that falls for a fifth of a second moves this far in half a frame.
pub const MARGIN: f32 = 0.02;

/// By which parts of the least half extent of a pair its cores are smaller on every side, without unit.
///
/// Soft contacts let bodies sink in a little. Only bodies that would pass through each other sink in by two skins; then
/// their motion ends, contacts push them apart, and the next core keeps them from going on.
pub const SKINS: [f32; 3] = [0.25, 0.5, 0.75];

/// How far apart swept bounds may be for a pair to be listed, in meters: the rounding of bounds up to 16 m from the
/// local origin.
pub const SWEPT_MARGIN: f32 = 1e-5;

/// The most sub-steps to a first impact in a frame. What is left of the frame then is dropped: bodies stay where they
/// are for the rest of it.
pub const MOST_STEPS: usize = 32;

/// Substeps of a frame. More of them carry weight further through a stack than more iterations.
pub const SUBSTEPS: u16 = 8;

/// Substeps of a frame for scenes of boxes a few centimeters large, or of much weight on
/// small boxes.
///
/// Contacts give way by the same length whatever the size of the boxes, so small boxes need stiffer
/// ones: with eight substeps a tower of blocks of 15 mm sags by a centimeter, and buckles. A small
/// box under a heap, or a light one under heavy ones, gives way by as much more.
pub const SUBSTEPS_MORE: u16 = 16;

/// Substeps of a frame for plates a few millimeters thick, for the same reason.
pub const SUBSTEPS_CARDS: u16 = 32;

/// Substeps of a frame for heaps of such plates.
pub const SUBSTEPS_PLATES: u16 = 48;

/// Passes over all contacts after the positions have moved, without push-out, in each substep.
///
/// They take the speed of the push-out away again.
pub const RELAX_PASSES: u16 = 1;

/// Stiffness of a contact: the frequency of its spring as a part of the frequency of substeps.
///
/// At twice this the passes no longer converge: tall stacks rattle until they fall.
pub const CONTACT_FREQUENCY: f32 = 0.125;

/// Damping of a contact's spring as a multiple of critical damping, without unit.
///
/// High, so that overlap is worked off without a bounce.
pub const CONTACT_DAMPING: f32 = 10.0;

/// How much stiffer contacts with fixed bodies are, as a factor of the frequency.
///
/// They carry the weight of everything above them.
pub const FIXED_STIFFNESS: f32 = 2.0;

/// Greatest angular speed of a body that forces move, in radians per second: almost a radian per frame.
///
/// An impact at the edge of a thin plate can give it hundreds of radians per second, and contacts that are found once
/// per frame cannot stop what turns half around within it. Other engines have such a limit, too.
pub const MOST_TURNING: f32 = 50.0;

/// Greatest speed at which overlap is worked off, in meters a second.
pub const PUSH_OUT_SPEED: f32 = 3.0;

/// Smallest accepted determinant of a friction mass, relative to the square of its trace.
///
/// The matrix is far from singular for boxes with volume; this only keeps a division finite.
pub const FRICTION_DETERMINANT: f32 = 1e-6;

/// Density of a body where a scene does not say otherwise, in kilograms a cubic meter: light wood.
pub const DENSITY: f32 = 500.0;

/// Gap up to which a contact counts as resting, in meters; others only foresee that boxes may meet.
///
/// More than any contact at rest gives way, and less than the gaps that scenes are built with.
pub const RESTING_GAP: f32 = 0.001;

/// How long a scene that stands may settle, in seconds; from then on drift, depths and predecessors count.
///
/// Scenes are built of boxes that touch exactly. Their soft contacts give way in the first frames.
pub const SETTLING_SECONDS: f32 = 1.0;

/// How long a pile may settle, in seconds; from then on depths and predecessors count.
///
/// The last of 5,000 boxes has fallen after 3 s, and then the heap slides and rolls to rest.
pub const PILE_SETTLING_SECONDS: f32 = 10.0;

/// How long it takes until a scene that keeps moving has begun, in seconds; from then on depths count.
///
/// By then its boxes have fallen on the wall of the drum.
pub const TUMBLING_SECONDS: f32 = 2.0;

/// How long boxes that tip are watched from the start, in seconds: a box is flat after 0.1 s.
pub const TIPPING_SECONDS: f32 = 1.0;

/// Length of the last part of a run in which the energy is measured, in seconds.
pub const WATCHED_SECONDS: f32 = 2.0;

/// Length of the last part of a run over which the motion of what need not stand is measured, in seconds.
pub const PILE_DRIFT_SECONDS: f32 = 1.0;

/// Distance by which `--far` moves a scene along x and along z, in meters.
pub const FAR: f64 = 10_000.0;

/// By which part of a meter each place of `--places` is moved on along each axis; the whole meters are dropped.
///
/// Irrational, so that no two places are alike: the centers get other last digits in each.
pub const PLACE_STEPS: [f64; 3] =
    [0.618_033_988_749_895, 0.414_213_562_373_095, 0.732_050_807_568_877];

/// Distance between places for the local origin along each axis, in meters.
///
/// A power of two, so that origins are exact. Within so small a distance `f32` has steps of at most
/// a micrometer, a hundredth of what contacts give way.
pub const ORIGIN_GRID: f64 = 16.0;

/// Energy of motion of a calm scene, in J/kg: above it, a box still swings. No goal; `--places` counts such runs.
pub const CALM_ENERGY_PER_MASS: f32 = 1e-10;

/// Share of resting contacts that have a predecessor in a calm scene. No goal; `--places` counts the runs below it.
pub const CALM_PERSISTENCE: f32 = 0.9999;

/// Goal: greatest depth of two boxes since they had time to settle, relative to the smallest of their
/// extents.
pub const GOAL_DEPTH: f64 = 0.02;

/// Goal: greatest drift in meters.
pub const GOAL_DRIFT: f32 = 1e-3;

/// Goal: least share of resting contacts that have a predecessor in the frame before.
pub const GOAL_PERSISTENCE: f32 = 0.99;

/// Goal: greatest energy of motion of a scene that has settled, in J/kg: a speed of 1.4 mm/s, a
/// seventieth of what falling adds in a frame.
pub const GOAL_ENERGY_PER_MASS: f32 = 1e-6;

/// Goal: greatest depth of two boxes in a scene that keeps moving, relative to the smallest of their extents.
///
/// Deeper, the shortest way out may be on the other side. Contacts are found once a frame, in which a box that
/// falls from the top of the drum moves by more than [`MARGIN`].
pub const GOAL_TUMBLING_DEPTH: f64 = 0.5;

/// Goal: least energy of motion of a scene that keeps moving, in J/kg: a speed of 0.3 m/s, less
/// than half of that of the drum's wall.
pub const GOAL_TUMBLING_ENERGY_PER_MASS: f32 = 0.05;

/// Goal: greatest roll of boxes that tip, root mean square in degrees: a third of what they roll on a manifold that
/// loses ends of the edge.
pub const GOAL_ROLL: f32 = 0.03;

/// Goal: greatest yaw of such boxes, root mean square in degrees.
pub const GOAL_YAW: f32 = 0.012;

/// Goal: greatest way of such boxes along their edge, root mean square in meters.
pub const GOAL_ASIDE: f32 = 1e-4;

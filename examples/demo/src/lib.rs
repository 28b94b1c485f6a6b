//! Falling boxes for a web page: the functions that the page calls, and the memory that the page reads.
//!
//! [`world`] holds the boxes, [`pairs`] is the broad phase, octosat the narrow phase, and [`solver`] moves each
//! [`body`]. Every function here works on the one world of the module's instance. Pointers are valid until the next
//! call that changes the world.
//!
//! One frame is three calls: [`find_pairs`], [`find_contacts`], which the page times, and [`advance`].
#![expect(
    unsafe_code,
    reason = "the attribute that keeps the name of an exported function is unsafe"
)]

mod body;
mod pairs;
mod solver;
mod world;

use std::cell::RefCell;

use octosat::Engine;

use world::World;

thread_local! {
    static WORLD: RefCell<World> = RefCell::new(World::new());
}

/// Calls `work` with the world.
fn with_world<T>(work: impl FnOnce(&mut World) -> T) -> T {
    WORLD.with_borrow_mut(work)
}

/// Adds boxes in the air. Returns how many were added: a world has at most 1,000.
// SAFETY: no other function of the module has this name, nor do those below share theirs.
#[unsafe(no_mangle)]
pub extern "C" fn drop_boxes(count: usize) -> usize {
    with_world(|world| world.drop_boxes(count))
}

/// Removes all boxes that can move.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    with_world(|world| *world = World::new());
}

/// Finds the pairs of boxes that may touch, and returns their number.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn find_pairs() -> usize {
    with_world(World::find_pairs)
}

/// Finds the contacts of the pairs with octosat.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn find_contacts() {
    with_world(World::find_contacts);
}

/// Moves the boxes by a sixtieth of a second.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn advance() {
    with_world(World::advance);
}

/// The number of boxes, with those that never move, which come first.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn box_count() -> usize {
    with_world(|world| world.boxes().len())
}

/// The number of boxes that never move.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn fixed_count() -> usize {
    world::FIXED
}

/// Ten `f32` per box: center, rotation (x, y, z, w) and half extents.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn boxes() -> *const [f32; 10] {
    with_world(|world| world.boxes().as_ptr())
}

/// Four `f32` per contact point of the last frame: position and depth.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn points() -> *const [f32; 4] {
    with_world(|world| world.points().as_ptr())
}

/// The number of contact points of the last frame.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn point_count() -> usize {
    with_world(|world| world.points().len())
}

/// The greatest speed of a box, in meters per second.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn greatest_speed() -> f32 {
    with_world(|world| world.greatest_speed())
}

/// The name of the engine's backend in ASCII; [`backend_len`] has its length.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn backend() -> *const u8 {
    Engine::new().backend().name().as_ptr()
}

/// The length of the name of the backend.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn backend_len() -> usize {
    Engine::new().backend().name().len()
}

/// Whether the module was built with SIMD instructions.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn has_simd() -> bool {
    cfg!(target_feature = "simd128")
}

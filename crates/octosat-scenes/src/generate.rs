//! Makes scenes from seeds, with the same bits on every platform.
//!
//! Only additions, multiplications, divisions and square roots are used, in double precision, and
//! the results are rounded once to float32; nothing depends on a mathematics library.
//!
//! A scene has fewer than 2³² boxes; asking for more panics.
//!
//! [`shapes`] makes other shapes [`around`] boxes, and [`round`] those that touch or pass each other. A search for failing cases has strategies of its own, which shrink.

mod adversarial;
pub mod around;
mod barely;
mod canonical;
mod clouds;
pub mod edges;
mod numbers;
mod order;
mod random;
pub mod round;
mod scene;
pub mod shapes;
mod structures;
mod sweep;
mod touching;

pub use adversarial::{extreme_ratios, near_parallel};
pub use barely::{BarelyTouching, barely_touching};
pub use canonical::{PAIR_SIZES, any_poses, canonical_poses};
pub use clouds::{cloud, degenerate, needles, plates};
pub use numbers::narrow;
pub use random::Random;
pub use scene::Scene;
pub use structures::{pile, wall};
pub use sweep::sweep;
pub use touching::near_touching;

/// Every adversarial scene, with about `pairs` pairs each.
///
/// For tests and benches; everyday scenes are [`cloud`], [`wall`] and [`pile`].
#[must_use]
pub fn adversarial(pairs: usize, seed: u64) -> Vec<Scene> {
    let boxes = (pairs / 4).max(2);
    vec![
        near_parallel(pairs, seed),
        near_touching(pairs, seed),
        extreme_ratios(pairs, seed),
        needles(boxes, pairs, seed),
        plates(boxes, pairs, seed),
        degenerate(boxes, pairs, seed),
        cloud(boxes, pairs, seed).far_from_origin([4600.0, -2000.0, 900.0]),
    ]
}

//! The result bits of chains, as a number per kind of chain that must hold on every platform and backend.
//!
//! A number that changes on one platform or backend only is an error there. One that changes everywhere means that the
//! order of operations, a rule or a tolerance has changed: write it in the change log, and put the number that the failing
//! test prints below.

use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::chains::{Case, ChainKind, Shapes, random_world};

use crate::bits::{Rows, ask};
use crate::chain_of;

/// The hashes of all rows, in the order of the kinds.
const GOLDEN: [u64; ChainKind::ALL.len()] =
    [0x12e8_55fe_f65e_9c5d, 0x1b6a_3375_d7c7_1fd8, 0x1773_af68_80e2_a66f, 0xba9f_64bf_34a9_8ff6];

/// Fowler, Noll and Vo's 64-bit hash FNV-1a.
fn hash(state: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[test]
fn result_bits_of_chains_are_the_golden_ones_on_every_backend() {
    for engine in engines() {
        let mut random = Random::new(61);
        let found: Vec<u64> = (0..ChainKind::ALL.len())
            .map(|kind| {
                let mut state = 0xcbf2_9ce4_8422_2325;
                for obstacles in [0, 3, 40] {
                    let checked = chain_of(&mut random, kind, Shapes::All);
                    let world = random_world(&mut random, &checked, Shapes::All, obstacles);
                    let rows = Rows::new(&mut random, &checked, 20);
                    let case = Case { checked: &checked, world: &world, links: true };
                    for row in ask(&engine, &case, &rows) {
                        state = hash(state, &row);
                    }
                }
                state
            })
            .collect();
        assert!(found == GOLDEN, "{engine:?}: {found:#018x?}");
    }
}

//! Text is a robot description: its reader rejects it or gives a chain.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(mut chain) = octosat_urdf::read(text, &[]) else { return };
    // The same text, so names of links are those of the chain.
    octosat_urdf::allow_from_srdf(&mut chain, text).ok();
});

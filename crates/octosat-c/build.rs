//! Names the shared library by the version of its interface, so that programs find the one that they were linked with.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/lib.rs");
    let source = fs::read_to_string("src/lib.rs").expect("the source");
    let version = source.split("OCTOSAT_ABI_VERSION: u32 = ").nth(1);
    let version = version.and_then(|rest| rest.split(';').next()).expect("the version");
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if matches!(system.as_str(), "linux" | "freebsd" | "netbsd" | "openbsd") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,liboctosat_c.so.{version}");
    }
}

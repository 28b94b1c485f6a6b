//! Bytes are a file: the reader of recordings rejects it or gives a recording, and reads what it writes.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use octosat_scenes::{ReadOptions, Recording};

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = Recording::read(Cursor::new(bytes), ReadOptions::ALL) else { return };
    let mut written = Cursor::new(Vec::new());
    read.write(&mut written).expect("a recording that was read is written");
    let again = Recording::read(Cursor::new(written.into_inner()), ReadOptions::ALL);
    assert_eq!(again.expect("what is written is read").frames(), read.frames());
});

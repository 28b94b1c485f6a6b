//! The status of a call, and the error with index, value and text of a failed call.

use core::ffi::c_char;

use octosat::{Error, ErrorKind};

/// The result of a call: `OCTOSAT_OK`, or the reason of a failure.
pub type OctosatStatus = i32;

/// The call succeeded.
pub const OCTOSAT_OK: OctosatStatus = 0;
/// A required pointer is null.
pub const OCTOSAT_NULL: OctosatStatus = 1;
/// A format, a stride, an alignment or a choice is invalid: an option of the engine, or a setting with few values, such
/// as `limit`, `origin` or `per_box`. Or a text is not UTF-8, or a query has a setting that it does not take, or boxes whose
/// lend failed.
pub const OCTOSAT_BAD_ARGUMENT: OctosatStatus = 2;
/// A list has the wrong length, or is longer than memory allows.
pub const OCTOSAT_BAD_LENGTH: OctosatStatus = 3;
/// No box, shape or row has this index.
pub const OCTOSAT_OUT_OF_RANGE: OctosatStatus = 4;
/// A box or a rectangle has an invalid center, rotation or half extent, such as a value that is not finite or a
/// negative half extent.
pub const OCTOSAT_BAD_BOX: OctosatStatus = 5;
/// Another shape has an invalid value, such as a value that is not finite or a negative radius; so has a solid of a chain or
/// a world that is a cylinder, a capsule or a hull.
pub const OCTOSAT_BAD_SHAPE: OctosatStatus = 6;
/// A quantity is invalid: a length, a tolerance, a number of rounds, a displacement, a joint value, a time, a score or an
/// IoU.
pub const OCTOSAT_BAD_SETTING: OctosatStatus = 7;
/// This processor or build does not have the backend.
pub const OCTOSAT_UNAVAILABLE: OctosatStatus = 8;
/// The parts of contacts do not belong together.
pub const OCTOSAT_BAD_PARTS: OctosatStatus = 9;
/// This frame of the contact cache has its contacts already.
pub const OCTOSAT_FRAME_HAS_CONTACTS: OctosatStatus = 10;
/// A bug in octosat. The passed handles must not be used again, except to destroy them.
pub const OCTOSAT_PANIC: OctosatStatus = 11;
/// A link or a joint of a chain, or a robot description, is invalid.
pub const OCTOSAT_BAD_CHAIN: OctosatStatus = 12;

/// The `place` of an `OctosatError` that is not about an entry of a list.
pub const OCTOSAT_NO_PLACE: u64 = u64::MAX;

/// The size of the text of an `OctosatError` in bytes, including the final zero.
pub const OCTOSAT_TEXT_SIZE: usize = 232;

/// The reason of a failed call. A call that succeeds does not write it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatError {
    /// The returned status.
    pub status: OctosatStatus,
    /// The rejected float of `OCTOSAT_BAD_BOX`, `OCTOSAT_BAD_SHAPE` and `OCTOSAT_BAD_SETTING`, or NaN if the error is not
    /// about one float.
    pub value: f32,
    /// The index of the box, pair, shape, solid, row, line of contacts, group, mask, displacement or configuration in the
    /// passed list, the line of a robot description, or `OCTOSAT_NO_PLACE`, which the displacement of all pairs has, too.
    pub place: u64,
    /// One English sentence in UTF-8, terminated by a zero.
    pub text: [c_char; OCTOSAT_TEXT_SIZE],
}

const _: () = assert!(size_of::<OctosatError>() == 16 + OCTOSAT_TEXT_SIZE);

/// The reason of a failed call, before it is written to the caller's `OctosatError`.
#[derive(Debug)]
pub(crate) struct Failure {
    status: OctosatStatus,
    value: f32,
    place: u64,
    text: String,
}

impl Failure {
    /// A failure without index and value.
    pub(crate) fn new(status: OctosatStatus, text: impl Into<String>) -> Self {
        Self { status, value: f32::NAN, place: OCTOSAT_NO_PLACE, text: text.into() }
    }

    /// The failure of a null pointer.
    pub(crate) fn null(name: &str) -> Self {
        Self::new(OCTOSAT_NULL, format!("{name} is null"))
    }

    /// The failure of a list with the wrong number of entries.
    pub(crate) fn length(name: &str, found: usize, expected: usize) -> Self {
        let text = format!("the length of {name} is {found}, but must be {expected}");
        Self::new(OCTOSAT_BAD_LENGTH, text)
    }

    /// The failure of a setting with an invalid value.
    pub(crate) fn setting(name: &str, found: u32, expected: &str) -> Self {
        let text = format!("{name} is {found}, which is not {expected}");
        Self::new(OCTOSAT_BAD_ARGUMENT, text)
    }

    /// The failure of a setting that needs a feature of the library.
    #[cfg(not(all(feature = "covered", feature = "motion")))]
    pub(crate) fn feature(name: &str, feature: &str) -> Self {
        let text = format!("{name} needs a library with the feature {feature}");
        Self::new(OCTOSAT_UNAVAILABLE, text)
    }

    /// The same failure with an index in a list.
    pub(crate) fn at(self, place: usize) -> Self {
        Self { place: place as u64, ..self }
    }

    /// The same failure with a value.
    pub(crate) fn of(self, value: f32) -> Self {
        Self { value, ..self }
    }

    /// The same failure with a subject in front of its text.
    pub(crate) fn about(self, what: &str) -> Self {
        Self { text: format!("{what}: {}", self.text), ..self }
    }

    /// What is wrong.
    #[cfg(test)]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The status to return.
    pub(crate) fn status(&self) -> OctosatStatus {
        self.status
    }

    /// The failure in the layout of the interface. A text that is too long is cut.
    pub(crate) fn to_error(&self) -> OctosatError {
        let mut text = [0; OCTOSAT_TEXT_SIZE];
        let mut end = self.text.len().min(OCTOSAT_TEXT_SIZE - 1);
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        for (to, byte) in text.iter_mut().zip(self.text[..end].bytes()) {
            *to = c_char::from_ne_bytes([byte]);
        }
        OctosatError { status: self.status, value: self.value, place: self.place, text }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error.kind() {
            ErrorKind::Argument | ErrorKind::Kinds => OCTOSAT_BAD_ARGUMENT,
            ErrorKind::Length => OCTOSAT_BAD_LENGTH,
            ErrorKind::OutOfRange => OCTOSAT_OUT_OF_RANGE,
            ErrorKind::Box => OCTOSAT_BAD_BOX,
            ErrorKind::Shape => OCTOSAT_BAD_SHAPE,
            ErrorKind::Setting => OCTOSAT_BAD_SETTING,
            ErrorKind::Unavailable => OCTOSAT_UNAVAILABLE,
            ErrorKind::Parts => OCTOSAT_BAD_PARTS,
            ErrorKind::FrameHasContacts => OCTOSAT_FRAME_HAS_CONTACTS,
            ErrorKind::Chain => OCTOSAT_BAD_CHAIN,
        };
        let failure = Self::new(status, error.to_string()).of(error.value().unwrap_or(f32::NAN));
        match error.index() {
            Some(index) => failure.at(index),
            None => failure,
        }
    }
}

#[cfg(feature = "chains")]
impl From<octosat_urdf::UrdfError> for Failure {
    fn from(error: octosat_urdf::UrdfError) -> Self {
        Self::new(OCTOSAT_BAD_CHAIN, error.to_string()).at(error.line() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let error = Failure::new(OCTOSAT_NULL, "é".repeat(OCTOSAT_TEXT_SIZE)).at(7).to_error();
        let bytes: Vec<u8> = error.text.iter().flat_map(|byte| byte.to_ne_bytes()).collect();
        let end = bytes.iter().position(|&byte| byte == 0).unwrap();
        assert_eq!(std::str::from_utf8(&bytes[..end]), Ok("é".repeat(115).as_str()));
        assert_eq!((error.status, error.place), (OCTOSAT_NULL, 7));
        assert!(error.value.is_nan());
    }
}

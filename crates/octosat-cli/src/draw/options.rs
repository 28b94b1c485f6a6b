//! What `draw` can be asked for.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use crate::choices::margin;

/// Draw the boxes of one frame and the contacts that the engine finds in it.
///
/// The view is orthographic. Faces that look away are left out, and boxes much larger than the rest,
/// such as a floor or walls, are paler; those that would hide the rest are left open. A dot is a
/// contact, its colour the depth, and the short line at it the normal, from the pair's first box to
/// its second.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  octosat draw pile.npz --frame 20 --zoom 0,0,1,2.5 --out pile.svg"
)]
pub(crate) struct DrawOptions {
    /// A recording (npz); none: the embedded one.
    pub(crate) file: Option<PathBuf>,

    /// Which frame, counted from 0; the last one if not given.
    #[arg(long, value_name = "N")]
    pub(crate) frame: Option<usize>,

    /// Write the picture to this file.
    #[arg(long, value_name = "PICTURE.svg")]
    pub(crate) out: PathBuf,

    /// Metres: boxes apart by at most this have speculative contacts, of negative depth.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// Degrees to turn about the upward axis, and degrees above the horizon, -90 to 90.
    #[arg(
        long,
        value_name = "AZIMUTH,ELEVATION",
        default_value = "30,30",
        allow_hyphen_values = true
    )]
    pub(crate) view: View,

    /// The axis that points up; if not given, against the gravity that the recording names, and y
    /// where it names none.
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,

    /// Only boxes that reach into this ball and contacts inside it, metres.
    #[arg(
        long,
        value_name = "X,Y,Z,RADIUS",
        allow_hyphen_values = true,
        conflicts_with = "around"
    )]
    pub(crate) zoom: Option<Ball>,

    /// Only this box, those that it has contacts with, and these contacts.
    #[arg(long, value_name = "BOX")]
    pub(crate) around: Option<usize>,
}

/// An axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Up {
    X,
    Y,
    Z,
}

impl Up {
    /// The name the command line uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
        }
    }
}

/// Where the viewer stands, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    pub(super) azimuth: f64,
    pub(super) elevation: f64,
}

/// A part of the world, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ball {
    pub(super) center: [f64; 3],
    pub(super) radius: f64,
}

impl FromStr for View {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [azimuth, elevation] = numbers(text, "AZIMUTH,ELEVATION")?;
        if elevation.abs() > 90.0 {
            return Err(format!("an elevation of {elevation} degrees is not within -90 to 90"));
        }
        Ok(Self { azimuth, elevation })
    }
}

impl FromStr for Ball {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let [x, y, z, radius] = numbers(text, "X,Y,Z,RADIUS")?;
        if radius <= 0.0 {
            return Err(format!("a radius of {radius} is not above zero"));
        }
        Ok(Self { center: [x, y, z], radius })
    }
}

/// Finite numbers between commas, as many as `form` shows.
pub(crate) fn numbers<const N: usize>(text: &str, form: &str) -> Result<[f64; N], String> {
    // Squares of larger numbers would not be finite.
    let usable = |number: &f64| number.abs() < 1e100;
    let parts: Vec<f64> =
        text.split(',').filter_map(|part| part.trim().parse().ok().filter(usable)).collect();
    let all = parts.len() == text.split(',').count();
    <[f64; N]>::try_from(parts)
        .ok()
        .filter(|_| all)
        .ok_or_else(|| format!("{text:?} is not {form}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_and_balls() {
        assert_eq!("-30,12.5".parse(), Ok(View { azimuth: -30.0, elevation: 12.5 }));
        assert_eq!("1,-2,3,0.5".parse(), Ok(Ball { center: [1.0, -2.0, 3.0], radius: 0.5 }));
        for bad in ["", "1", "1,2,3", "a,1", "1,a", "0,91", "nan,0", "1,,2"] {
            assert!(bad.parse::<View>().is_err(), "{bad}");
        }
        for bad in ["1,2,3", "1,2,3,0", "1,2,3,-1", "1,2,inf,1", "1,2,3,4,5"] {
            assert!(bad.parse::<Ball>().is_err(), "{bad}");
        }
    }
}

//! The options of `draw`.

use std::path::PathBuf;

use clap::Args;
use glam::DVec3;
use octosat_draw::Ball;

use crate::choices::{Up, margin, numbers, written_file};

/// Draw the boxes and contacts of one frame.
///
/// The view is orthographic and shows only faces toward the viewer. Boxes that are much larger than the others, such as a
/// floor or walls, are paler, and are not drawn if they would hide other boxes. A dot is a contact, and its color shows
/// the depth. The short line at a dot is the normal, from the first box of the pair to the second. If the recording's
/// `meta` has `links`, a name or null per box, the links have a color each, and other boxes are transparent.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  octosat draw pile.npz --frame 20 --zoom 0,0,1,2.5 --out pile.svg"
)]
pub(crate) struct DrawOptions {
    /// A recording (npz); the default is the embedded one.
    pub(crate) file: Option<PathBuf>,

    /// The number of the frame, counted from 0; the default is the last one.
    #[arg(long, value_name = "N")]
    pub(crate) frame: Option<usize>,

    /// Write the picture to this file, not to standard output.
    #[arg(long, value_name = "PICTURE.svg", value_parser = written_file())]
    pub(crate) out: PathBuf,

    /// Margin in meters: boxes separated by at most this distance have speculative contacts, with negative depth.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// Rotation about the upward axis and elevation above the horizon (-90 to 90), in degrees.
    #[arg(
        long,
        value_name = "AZIMUTH,ELEVATION",
        default_value = "30,30",
        allow_hyphen_values = true,
        value_parser = view
    )]
    pub(crate) view: [f64; 2],

    /// The axis that points up; the default is opposite to the gravity in the recording, or y if the recording has none.
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,

    /// Draw only boxes that reach into this ball and contacts inside it, in meters.
    #[arg(
        long,
        value_name = "X,Y,Z,RADIUS",
        allow_hyphen_values = true,
        value_parser = ball,
        conflicts_with = "around"
    )]
    pub(crate) zoom: Option<Ball>,

    /// Show the least distance of the listed pairs, or that of two boxes: a line between the closest points with its
    /// length. May be given several times.
    #[arg(long, value_name = "least|A,B", value_parser = shown)]
    pub(crate) distance: Vec<Shown>,

    /// Draw only this box, the boxes that it has contacts with, and these contacts.
    #[arg(long, value_name = "BOX")]
    pub(crate) around: Option<usize>,
}

/// A distance to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The least of the listed pairs.
    Least,
    /// That of two boxes.
    Of([u32; 2]),
}

fn shown(text: &str) -> Result<Shown, String> {
    if text == "least" {
        return Ok(Shown::Least);
    }
    let boxes = text.split_once(',').and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
    match boxes {
        Some([a, b]) if a != b => Ok(Shown::Of([a, b])),
        _ => Err(format!("{text:?} is neither `least` nor two boxes A,B")),
    }
}

/// Parses azimuth and elevation, in degrees.
fn view(text: &str) -> Result<[f64; 2], String> {
    let [azimuth, elevation] = numbers(text, "AZIMUTH,ELEVATION")?;
    if elevation.abs() > 90.0 {
        return Err(format!("an elevation of {elevation} degrees is not within -90 to 90"));
    }
    Ok([azimuth, elevation])
}

fn ball(text: &str) -> Result<Ball, String> {
    let [x, y, z, radius] = numbers(text, "X,Y,Z,RADIUS")?;
    if radius <= 0.0 {
        return Err(format!("a radius of {radius} is not above zero"));
    }
    Ok(Ball { center: DVec3 { x, y, z }, radius })
}

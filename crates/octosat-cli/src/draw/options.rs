//! What `draw` can be asked for.

use std::path::PathBuf;

use clap::Args;
use glam::DVec3;
use octosat_draw::Ball;

use crate::choices::{Up, margin, numbers};

/// Draw the boxes of one frame and the contacts that the engine finds in it.
///
/// The view is orthographic. Faces that look away are left out, and boxes much larger than the rest,
/// such as a floor or walls, are paler; those that would hide the rest are left open. A dot is a
/// contact, its color the depth, and the short line at it the normal, from the pair's first box to
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

    /// Meters: boxes apart by at most this have speculative contacts, of negative depth.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// Degrees to turn about the upward axis, and degrees above the horizon, -90 to 90.
    #[arg(
        long,
        value_name = "AZIMUTH,ELEVATION",
        default_value = "30,30",
        allow_hyphen_values = true,
        value_parser = view
    )]
    pub(crate) view: [f64; 2],

    /// The axis that points up; if not given, against the gravity that the recording names, and y
    /// where it names none.
    #[arg(long, value_enum)]
    pub(crate) up: Option<Up>,

    /// Only boxes that reach into this ball and contacts inside it, meters.
    #[arg(
        long,
        value_name = "X,Y,Z,RADIUS",
        allow_hyphen_values = true,
        value_parser = ball,
        conflicts_with = "around"
    )]
    pub(crate) zoom: Option<Ball>,

    /// Only this box, those that it has contacts with, and these contacts.
    #[arg(long, value_name = "BOX")]
    pub(crate) around: Option<usize>,
}

/// Degrees to turn, and above the horizon.
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

//! Pictures of oriented boxes, with contacts and distances between them, as SVG; and charts with bars.
//!
//! ```
//! use glam::DVec3;
//! use octosat_draw::{Caption, Contact, Frame, Pair, Part, Scene, Solid, View};
//!
//! let cube = |x| Solid {
//!     center: DVec3::new(x, 0.0, 0.0),
//!     half_extents: DVec3::ONE,
//!     ..Solid::default()
//! };
//! let contact = Contact { point: DVec3::new(0.95, 0.0, 0.0), normal: DVec3::X, depth: 0.1 };
//! let pair = Pair { boxes: [0, 1], contacts: vec![contact] };
//! let frame = Frame {
//!     boxes: vec![cube(0.0), cube(1.9)],
//!     pairs: vec![pair],
//!     ..Frame::default()
//! };
//! let scene = Scene::new(&frame, Part::Whole);
//! let view = View { azimuth: 30.0, elevation: 30.0, up: DVec3::Y };
//! let caption = Caption { title: "two cubes".to_owned(), lines: Vec::new() };
//! let svg = scene.svg(&view, &caption);
//! assert!(svg.starts_with("<svg") && svg.contains("1 contact"));
//! ```
#![forbid(unsafe_code)]

mod body;
mod camera;
mod scene;

mod hiding;
mod order;

mod ink;
mod legend;
mod paths;
mod picture;

mod chart;

pub use body::Solid;
pub use camera::View;
pub use chart::{Bar, BarChart, BarGroup, bar_charts};
pub use legend::{Caption, length, named};
pub use scene::{Ball, Contact, Distance, Frame, Pair, Part, Scene};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! The reduction of contact points by sections.

use std::f32::consts::TAU;

/// One point of each section of a plane, or none of an empty section.
///
/// The plane is divided around the mean of the points into as many equal sections as points are wanted. The
/// first begins at the direction u, and the others follow towards v. So four sections are the quadrants. Of each
/// section the point farthest along the middle of the section is kept. The slides only ask for the point "most
/// in that area", and do not say where sections begin.
///
/// Points are given by their coordinates (u, v) in the plane. The result has one entry per section: the number of
/// a point.
#[must_use]
pub fn one_per_section(points: &[[f32; 2]], sections: u8) -> Vec<Option<usize>> {
    let count = points.len() as f32;
    let mean = [0, 1].map(|k: usize| points.iter().map(|point| point[k]).sum::<f32>() / count);
    let mut kept: Vec<Option<(usize, f32)>> = vec![None; usize::from(sections)];
    let width = TAU / f32::from(sections);
    for (number, point) in points.iter().enumerate() {
        let [u, v] = [point[0] - mean[0], point[1] - mean[1]];
        let section = (0..sections)
            .map(|section| {
                let (sine, cosine) = ((f32::from(section) + 0.5) * width).sin_cos();
                u * cosine + v * sine
            })
            .enumerate()
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let Some((section, along)) = section else { continue };
        if kept[section].is_none_or(|(_, most)| along > most) {
            kept[section] = Some((number, along));
        }
    }
    kept.into_iter().map(|point| point.map(|(number, _)| number)).collect()
}

//! Manifolds that are kept or recycled stay near the truth.

use crate::common::{MODES, frames};
use octosat::{
    Coherence, ContactKind, ContactSettings, Contacts, Engine, Margin, OrientedBox, PairMemory,
};
use octosat_reference::judge::ManifoldFault;
use octosat_tests::{Basis, PairReference, World, manifold_report, standard_worlds};

/// The promises to a manifold that hold with memory too: names of points may stay a little longer
/// than their corners do, and of two faces equally aligned with an edge's normal last frame's is
/// clipped, whose candidates are others.
fn broken_promises(
    frame: &World,
    contacts: &Contacts,
    settings: &ContactSettings<'_>,
    margin: f32,
) -> Vec<String> {
    let mut broken = Vec::new();
    for (number, &pair) in frame.pairs.iter().enumerate() {
        let row = contacts.manifolds()[number];
        if row.status.is_recycled() {
            continue;
        }
        let judged = PairReference::new(frame, Basis::Unit, pair).judged();
        let report = manifold_report(&judged, contacts, number, settings, margin);
        for complaint in report.complaints {
            let allowed = match complaint.fault {
                ManifoldFault::PointOffFeature => true,
                ManifoldFault::CandidateMissing => row.status.kind() == ContactKind::Edge,
                _ => false,
            };
            if !allowed {
                broken.push(format!("{} {number}: {complaint} {row:?}", frame.name));
            }
        }
    }
    broken
}

#[test]
fn steady_manifolds_keep_the_promises() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut kept = 0;
    for world in standard_worlds(600, 35) {
        for mode in MODES {
            let mut memory = vec![PairMemory::default(); world.pairs.len()];
            let mut out = Contacts::new();
            for frame in frames(&world, 11) {
                let asked = (&settings, mode.coherence(&mut memory));
                frame.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
                let broken = broken_promises(&frame, &out, &settings, margin);
                assert!(
                    broken.is_empty(),
                    "{mode:?} {}: {}",
                    broken.len(),
                    broken[..broken.len().min(8)].join("\n")
                );
                kept += out.manifolds().iter().filter(|row| row.status.is_axis_kept()).count();
            }
        }
    }
    assert!(kept > 20, "{kept} axes were kept");
}

#[test]
fn recycled_manifolds_follow_the_motion() {
    let margin = 0.02;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let mut recycled = 0;
    for world in standard_worlds(600, 36) {
        let mut memory = vec![PairMemory::default(); world.pairs.len()];
        let mut out = Contacts::new();
        let asked = (&settings, Coherence::recycle(&mut memory));
        world.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
        let remembered = memory.clone();
        let frame = world.jittered(13, 3e-4, 1e-4);
        let asked = (&settings, Coherence::recycle(&mut memory));
        frame.coherent_contacts(&Engine::new(), Basis::Unit, asked, &mut out);
        for (number, &pair) in frame.pairs.iter().enumerate() {
            let row = out.manifolds()[number];
            if !row.status.is_recycled() {
                continue;
            }
            recycled += 1;
            assert_eq!(memory[number], remembered[number], "the pose it was computed for stays");
            assert!(matches!(row.status.kind(), ContactKind::Face | ContactKind::Edge));
            let judged = PairReference::new(&frame, Basis::Unit, pair).judged();
            let boxes = pair.map(|index| frame.store.get(index).unwrap());
            let sizes = boxes.map(|b| b.half_extents);
            let smallest = sizes.as_flattened().iter().fold(f32::MAX, |least, &h| least.min(h));
            let normal = row.normal.map(f64::from);
            let along = judged.separation_along(normal) + f64::from(row.depth);
            assert!(along.abs() <= 2.0 * judged.band(), "{}: {along:e} {row:?}", world.name);
            let far = boxes
                .map(|b| b.pose.center)
                .as_flattened()
                .iter()
                .fold(0_f32, |most, c| most.max(c.abs()));
            let slack = 0.01 * smallest + 1e-6 * far;
            let deepest = out.of(number).iter().map(|point| point.depth).fold(-1.0, f32::max);
            let sizes = sizes.map(|half| half.iter().sum::<f32>());
            let shown = row.depth - 0.05 * row.depth.abs() - 4e-6 * sizes[0].min(sizes[1]);
            assert!(deepest + 1e-6 * far >= shown, "{}: {deepest} {row:?}", world.name);
            for point in out.of(number) {
                let deeper = f64::from(point.depth - row.depth);
                assert!(deeper <= 4.0 * judged.band(), "{row:?} {point:?}");
                assert!(point.depth >= -margin);
                for (b, _) in boxes.iter().zip(0..) {
                    let outside = distance_outside(b, point.position);
                    let reach = f64::from(0.5 * point.depth.abs() + 2.0 * slack);
                    assert!(outside <= reach, "{}: {outside} {reach} {row:?}", world.name);
                }
            }
        }
    }
    assert!(recycled > 500, "{recycled} manifolds were recycled");
}

/// Metres by which a point is outside a box.
fn distance_outside(b: &OrientedBox, point: [f32; 3]) -> f64 {
    let offset: [f64; 3] =
        std::array::from_fn(|k| f64::from(point[k]) - f64::from(b.pose.center[k]));
    let axes = octosat_tests::columns(b.pose.rotation.map(f64::from));
    let beyond: [f64; 3] = std::array::from_fn(|k| {
        let along: f64 = (0..3).map(|i| axes[k][i] * offset[i]).sum();
        (along.abs() - f64::from(b.half_extents[k])).max(0.0)
    });
    beyond.iter().map(|c| c * c).sum::<f64>().sqrt()
}

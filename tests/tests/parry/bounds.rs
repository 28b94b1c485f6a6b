//! Bounds of cuboids in the world.

use octosat::{AxisAlignedBox, Engine};
use octosat_reference::float64::ReferenceBox;
use octosat_tests::plain;
use parry3d::shape::Shape;

use super::scene::{scene, wide};
use super::tally::{SAME_LENGTH, Tally};

#[test]
fn compute_aabb_is_aabbs() {
    let scene = scene();
    let mut rows = vec![AxisAlignedBox::default(); scene.store.len()];
    Engine::new().aabbs(&scene.store, &mut rows).unwrap();
    let mut tally = Tally::default();
    for (pair, rows) in scene.all.iter().zip(rows.as_chunks::<2>().0) {
        for side in 0..2 {
            let (given, row) = (plain(pair.boxes[side]), &rows[side]);
            let reference = ReferenceBox::oriented(&given);
            assert_eq!(reference.bounds_fault(row.min(), row.max()), None, "{given:?}");
            let parry = pair.cuboids[side].compute_aabb(&pair.poses[side]);
            let fault = reference.bounds_fault(parry.mins.to_array(), parry.maxs.to_array());
            tally.count(fault.is_some(), "a corner outside by rounding");
            let own = row.min().into_iter().chain(row.max()).map(f64::from);
            let its = wide(parry.mins).into_iter().chain(wide(parry.maxs));
            let off = own.zip(its).map(|(own, its)| (own - its).abs()).fold(0.0, f64::max);
            let reach = given.center.map(f64::from).iter().map(|c| c.abs()).sum::<f64>();
            tally.count(off > SAME_LENGTH * (pair.size() + reach), "off");
        }
    }
    // Parry does not grow its bounds by rounding.
    tally.assert(&[("a corner outside by rounding", 18_275)]);
}

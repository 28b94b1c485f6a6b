//! The direction of boxes that nearly touch: along it, they may overlap by no more than rounding.

use octosat::{BoxView, Distance, Engine, OrientedBox, Query};
use octosat_reference::float64::ReferencePair;
use octosat_tests::{frame_of, of_bits, plain};

/// The row of a pair of boxes that a checked view accepts.
fn row_of(a: OrientedBox, b: OrientedBox) -> Distance {
    let frame = frame_of(&[a, b], 0.0);
    let view = BoxView::new(&frame.position, &frame.rotation, &frame.half_extents).unwrap();
    let mut row = [Distance::default()];
    Engine::new().distances(Query::new(view, &[[0, 1]]), &mut row).unwrap();
    row[0]
}

/// Checks a pair whose points are so near that, computed, their direction is noise: boxes overlap by meters along it.
fn check_direction(a: OrientedBox, b: OrientedBox) {
    let row = row_of(a, b);
    let report = ReferencePair::oriented(&plain(a), &plain(b)).distance_report(&row, None);
    assert!(report.faults.is_empty(), "{row:?}: {report:?}");
    assert!(row.distance > 0.0 && report.overlap <= report.bound, "{row:?}: {report:?}");
}

/// 0.6 µm apart, reported 32 µm, of a size of 22 m: the rotations are off by as much as a view accepts.
#[test]
fn the_direction_holds_for_rotations_of_a_view() {
    check_direction(
        of_bits(
            [0, 0x8000_0000, 0],
            [0, 0, 0, 0x3f80_0008],
            [0x3f66_2166, 0x3ee6_2166, 0x3e66_2166],
        ),
        of_bits(
            [0xc117_1948, 0xbd3d_b314, 0xbe04_a00f],
            [0x3f00_0008, 0x3f00_0008, 0xbf00_0008, 0xbf00_0008],
            [0x3d85_ce70, 0x401e_866f, 0x4108_b731],
        ),
    );
}

/// The rotations are off by as much as a store keeps.
#[test]
fn the_direction_holds_for_rotations_that_a_store_keeps() {
    check_direction(
        of_bits(
            [0x307b_401a, 0x2cdb_14c4, 0xaec9_d8d4],
            [0xbedd_792c, 0x3f41_d03e, 0xbe82_9413, 0x3ed5_fb6b],
            [0x3d19_1e15, 0x3a97_6989, 0x3ea2_de59],
        ),
        of_bits(
            [0x3a85_cd22, 0xba95_ff4d, 0x3ae2_745f],
            [0x3e82_9403, 0x3ed5_fb5f, 0xbedd_7933, 0xbf41_d042],
            [0x3d1b_1283, 0x3a97_4cf0, 0x3ea2_de4e],
        ),
    );
}

/// Two cubes of 1 m whose rotations are normalized in `f32`, 6.7 µm apart.
#[test]
fn the_direction_holds_for_cubes_with_normalized_rotations() {
    let half = [0x3f00_0000; 3];
    check_direction(
        of_bits(
            [0, 0x8000_0000, 0x8000_0000],
            [0x3e34_bbb8, 0x3f24_5459, 0x3f07_3e97, 0x3f06_e78a],
            half,
        ),
        of_bits(
            [0x3f98_bbd5, 0x3de6_de00, 0xbf40_2c00],
            [0x3e34_bbba, 0x3f24_545c, 0x3f07_3e98, 0x3f06_e788],
            half,
        ),
    );
}

/// A cube on its edge over a plate on its edge, between one bound and two apart: the best face is 45 degrees off.
#[test]
fn the_direction_between_one_bound_and_two_is_that_of_the_best_of_all_axes() {
    let (sine, cosine) = (std::f32::consts::FRAC_PI_8.sin(), std::f32::consts::FRAC_PI_8.cos());
    for gap in [2e-6, 5e-6, 6e-6, 7e-6, 8e-6, 1e-5] {
        let a = OrientedBox::new([0.0; 3], [sine, 0.0, 0.0, cosine], [0.5; 3]);
        let center = [0.0, 0.0, std::f32::consts::SQRT_2 + gap];
        let b = OrientedBox::new(center, [0.0, sine, 0.0, cosine], [0.5, 0.0, 0.5]);
        let row = row_of(a, b);
        assert!(row.normal[2] > 0.99, "{gap}: {row:?}");
    }
}

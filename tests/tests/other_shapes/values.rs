//! The values that constructors of shapes keep and reject.

use octosat::{AxisAlignedBox, HalfSpace, Ray, Segment, Sphere};

#[test]
fn normals_are_normalized_and_offsets_are_not() {
    let tilted = HalfSpace::new([0.6001, 0.0, 0.8002], 2.0).unwrap();
    let squared: f64 = tilted.normal().iter().map(|&c| f64::from(c) * f64::from(c)).sum();
    assert!((squared - 1.0).abs() < 2e-7);
    assert_eq!(tilted.offset().to_bits(), 2.0_f32.to_bits());
    assert_eq!(HalfSpace::new(tilted.normal(), 2.0), Ok(tilted));
    let through = HalfSpace::through([5.0, -3.0, 1.5], [0.0, 0.0, -1.0]).unwrap();
    assert_eq!(through, HalfSpace::new([0.0, 0.0, -1.0], -1.5).unwrap());
}

#[test]
fn rejections_of_half_spaces_name_the_value() {
    let error = HalfSpace::new([0.0, 0.0, 1.1], 0.0).unwrap_err();
    assert_eq!(error.field(), Some("normal"));
    let error = HalfSpace::new([0.0, f32::NAN, 1.0], 0.0).unwrap_err();
    assert_eq!(error.to_string(), "normal component 1 is NaN, which is not finite");
    let error = HalfSpace::new([0.0, 0.0, 1.0], 2e12).unwrap_err();
    assert_eq!(error.to_string(), "offset is 2e12, beyond 1e12");
    let error = HalfSpace::through([0.0, f32::INFINITY, 0.0], [0.0, 0.0, 1.0]).unwrap_err();
    assert_eq!(error.field(), Some("point"));
}

#[test]
fn points_are_spheres_and_negative_radii_are_not() {
    let point = Sphere::new([1.0, -0.0, 3.0], -0.0).unwrap();
    assert_eq!((point.center(), point.radius().to_bits()), ([1.0, 0.0, 3.0], 0));
    let error = Sphere::new([0.0; 3], -1.0).unwrap_err();
    assert_eq!(error.to_string(), "radius is -1, below zero");
    assert_eq!(Sphere::new([0.0, 0.0, 1e13], 1.0).unwrap_err().field(), Some("center"));
    assert_eq!(Sphere::new([0.0; 3], f32::NAN).unwrap_err().field(), Some("radius"));
}

#[test]
fn a_plate_is_a_box_and_a_reversed_one_is_not() {
    let plate = AxisAlignedBox::new([0.0, -1.0, 2.0], [1.0, -1.0, 3.0]).unwrap();
    assert_eq!((plate.min(), plate.max()), ([0.0, -1.0, 2.0], [1.0, -1.0, 3.0]));
    let error = AxisAlignedBox::new([0.0, 1.0, 0.0], [1.0, 0.5, 1.0]).unwrap_err();
    assert_eq!(error.to_string(), "greatest coordinates component 1 is 0.5, below the least, 1");
    let error = AxisAlignedBox::new([f32::NAN; 3], [1.0; 3]).unwrap_err();
    assert_eq!(error.field(), Some("least coordinates"));
}

#[test]
fn a_point_is_a_segment_and_no_ray() {
    let point = Segment::new([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).unwrap();
    assert_eq!((point.start(), point.end()), ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]));
    let error = Ray::new([1.0, 2.0, 3.0], [0.0, 1e-20, 0.0]).unwrap_err();
    assert_eq!(error.field(), Some("direction"));
    assert_eq!(error.to_string(), "direction has no component of at least 1e-12");
}

#[test]
fn coordinates_of_lines_that_are_not_finite_or_too_large_are_named() {
    let error = Segment::new([0.0; 3], [0.0, f32::NAN, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "end component 1 is NaN, which is not finite");
    let error = Segment::new([2e12, 0.0, 0.0], [0.0; 3]).unwrap_err();
    assert_eq!(error.field(), Some("start"));
    let error = Ray::new([0.0, 0.0, f32::INFINITY], [1.0; 3]).unwrap_err();
    assert_eq!(error.field(), Some("origin"));
    let ray = Ray::new([-0.0, 0.0, 0.0], [0.0, 0.0, 2.0]).unwrap();
    assert_eq!(ray.origin()[0].to_bits(), 0);
    assert_eq!(ray.direction().map(f32::to_bits), [0.0_f32, 0.0, 2.0].map(f32::to_bits));
}

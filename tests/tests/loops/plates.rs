//! Bodies that are thrown at plates of almost no thickness or none: none gets to the other side.

use glam::{DQuat, DVec3};
use octosat::{BoxStore, Engine, OrientedBox};
use octosat_scenes::generate::Random;
use octosat_tests::moving::{Body, Walker, advance, stored};
use octosat_tests::narrow as narrow_all;

use crate::FRAME;

/// A plate, and a body in front of it.
struct Throw {
    center: DVec3,
    rotation: DQuat,
    half_thickness: f64,
    boxes: BoxStore,
}

impl Throw {
    /// The plate is turned or not, and a square of 4 m of 0 to 0.2 mm. The body is of 0.4 mm to 4 cm, and turned as the
    /// plate, almost as it, or otherwise.
    fn new(random: &mut Random) -> Self {
        let half_thickness = if random.one_in(3) { 0.0 } else { 1e-4 * random.decades(3) };
        let rotation =
            if random.one_in(3) { DQuat::IDENTITY } else { DQuat::from_array(random.rotation()) };
        let body = match random.below(3) {
            0 => rotation,
            1 => {
                let axis = DVec3::from(random.direction());
                rotation * DQuat::from_axis_angle(axis, 1e-3 * random.decades(5))
            }
            _ => DQuat::from_array(random.rotation()),
        };
        let center = DVec3::from(random.vector(-10.0, 10.0));
        let half = [0; 3].map(|_| 0.02 * random.decades(2));
        let offset = [random.range(0.1, 0.5), random.range(-1.0, 1.0), random.range(-1.0, 1.0)];
        let mut boxes = BoxStore::new();
        let mut insert = |center: DVec3, rotation: DQuat, half| {
            let (center, rotation) = (narrow_all(center.into()), narrow_all(rotation.into()));
            boxes.insert(OrientedBox::new(center, rotation, narrow_all(half))).unwrap();
        };
        insert(center, rotation, [half_thickness, 2.0, 2.0]);
        insert(center + rotation * DVec3::from(offset), body, half);
        let [x, y, z, _] = boxes.centers()[0].map(f64::from);
        Self { center: DVec3::new(x, y, z), rotation, half_thickness, boxes }
    }

    /// Where the center of the body is, along the axes of the plate.
    fn place(&self) -> DVec3 {
        let [x, y, z, _] = self.boxes.centers()[1].map(f64::from);
        self.rotation.inverse() * (DVec3::new(x, y, z) - self.center)
    }

    /// Throws the body at the plate in steps of 1e-7 to 10 m. Whether it gets behind the plate.
    fn passes(&mut self, random: &mut Random) -> bool {
        for _ in 0..40 {
            let way = 0.3 * DVec3::from(random.direction());
            let way = way - self.rotation * DVec3::X * random.unit();
            let motion = 10.0 * random.decades(8) * way;
            let walker = Walker { index: 1, grown: 0.0, step: 0.0 };
            walker.walk(&Engine::new(), &mut self.boxes, &[0], motion.as_vec3()).unwrap();
            let place = self.place();
            if place.y.abs() > 1.9 || place.z.abs() > 1.9 {
                return false;
            }
            if place.x < -self.half_thickness {
                return true;
            }
        }
        false
    }
}

#[test]
fn bodies_that_are_thrown_at_plates_stay_on_their_side() {
    let mut random = Random::new(9);
    for number in 0..1500 {
        let mut throw = Throw::new(&mut random);
        let before = throw.boxes.clone();
        assert!(!throw.passes(&mut random), "{number}: {:?}", before.iter().collect::<Vec<_>>());
    }
}

/// Squares of no thickness in one plane, which come together again and again.
#[test]
fn squares_without_thickness_stop_each_other() {
    let (engine, square) = (Engine::new(), [0.5, 0.5, 0.0]);
    let bodies =
        [Body::fixed([0.0; 3], square), Body::moving([3.0, 0.25, 0.0], square, [-90.0, 0.0, 0.0])];
    let mut boxes = stored(&bodies).unwrap();
    let mut by_impacts = bodies;
    for _ in 0..4 {
        let walker = Walker { index: 1, grown: 0.0, step: 0.0 };
        let motion = glam::Vec3::new(-1.5, 0.0, 0.0);
        walker.walk(&engine, &mut boxes, &[0], motion).unwrap();
        by_impacts[1].velocity = bodies[1].velocity;
        advance(&engine, &mut by_impacts, &[[0, 1]], 0.0, FRAME).unwrap();
    }
    let places = [boxes.centers()[1][0], by_impacts[1].center.x];
    assert!(places.iter().all(|x| (1.0..1.01).contains(x)), "{places:?}");
}

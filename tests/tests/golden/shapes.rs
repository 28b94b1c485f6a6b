//! The result bits of the queries of boxes against other shapes, and of segments against each other.

use bytemuck::NoUninit;
use octosat::{
    AxisAlignedBox, BoxStore, ClosestPoints, Containment, DepthRange, Engine, Frustum, HalfSpace,
    HalfSpaceContacts, Margin, Ray, RayHit, Segment, ShapeQuery, Sphere, SphereContact,
};
use octosat_tests::{World, available_backends, both_forms};

use super::{HASH_START, SplitMix64, engine_hashes, hash, of_basis, scene};

/// A shape of each kind beside every box, and frusta among them.
struct Shapes {
    planes: Vec<HalfSpace>,
    balls: Vec<Sphere>,
    regions: Vec<AxisAlignedBox>,
    rays: Vec<Ray>,
    segments: Vec<Segment>,
    frusta: Vec<Frustum>,
    /// Every box with its own shape.
    own: Vec<[u32; 2]>,
    /// The pairs of the scene: those of segments that are compared.
    pairs: Vec<[u32; 2]>,
}

/// Large frusta and small ones, seen by planes and by matrices.
const FRUSTA: usize = 48;

impl Shapes {
    fn of(world: &World) -> Self {
        let mut random = SplitMix64(2027);
        let mut shapes = Self {
            planes: Vec::new(),
            balls: Vec::new(),
            regions: Vec::new(),
            rays: Vec::new(),
            segments: Vec::new(),
            frusta: Vec::new(),
            own: (0..).take(world.store.len()).map(|index| [index, index]).collect(),
            pairs: world.pairs.clone(),
        };
        for (number, given) in world.store.iter().enumerate() {
            shapes.add(&mut random, given.pose.center, number);
        }
        let centers: Vec<[f32; 3]> = world.store.iter().map(|given| given.pose.center).collect();
        while shapes.frusta.len() < FRUSTA {
            let number = shapes.frusta.len();
            let size = if number.is_multiple_of(3) { 3.0 } else { 60.0 };
            let frustum = match number % 2 {
                0 => leaning(&mut random, centers[71 * number], size),
                _ => camera(&mut random, centers[71 * number], size),
            };
            shapes.frusta.extend(frustum);
        }
        shapes
    }

    /// A shape of each kind near a box.
    fn add(&mut self, random: &mut SplitMix64, center: [f32; 3], number: usize) {
        let near =
            |random: &mut SplitMix64, reach: f32| center.map(|c| c + random.signed() * reach);
        let normal = random.direction();
        let plane = HalfSpace::through(near(random, 2.5), normal);
        self.planes.push(plane.unwrap());
        let ball = Sphere::new(near(random, 1.5), 0.5 + random.signed() * 0.25);
        self.balls.push(ball.unwrap());
        let middle = near(random, 1.5);
        let half = [(); 3].map(|()| 0.5 + random.signed() * 0.25);
        let corner = |sign: f32| std::array::from_fn(|k| middle[k] + sign * half[k]);
        self.regions.push(AxisAlignedBox::new(corner(-1.0), corner(1.0)).unwrap());
        let (origin, target) = (near(random, 4.0), near(random, 1.0));
        let direction = std::array::from_fn(|k| target[k] - origin[k]);
        self.rays.push(Ray::new(origin, direction).unwrap());
        let ends = [near(random, 2.0), near(random, 2.0)];
        let [start, end] = match self.segments.last() {
            // Now and then nearly parallel to that of the pair's other box.
            Some(other) if number % 6 == 1 => {
                let aside = near(random, 0.5);
                let by: [f32; 3] = std::array::from_fn(|k| aside[k] - center[k]);
                [other.start(), other.end()].map(|end| std::array::from_fn(|k| end[k] + by[k]))
            }
            _ => ends,
        };
        self.segments.push(Segment::new(start, end).unwrap());
    }
}

/// A volume between six planes that lean, if they bound one.
fn leaning(random: &mut SplitMix64, center: [f32; 3], size: f32) -> Option<Frustum> {
    let axes = random.axes();
    let mut planes = [[0.0; 4]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        let sign = if number % 2 == 0 { -1.0 } else { 1.0 };
        let axis = axes[number / 2];
        let [x, y, z] = axis.map(|component| sign * component + random.signed() / 8.0);
        let through = x * center[0] + y * center[1] + z * center[2];
        *plane = [x, y, z, through + size * (0.75 + random.signed() * 0.25)];
    }
    Frustum::from_planes(planes).ok()
}

/// What a camera at a place sees, by its matrix.
fn camera(random: &mut SplitMix64, eye: [f32; 3], size: f32) -> Option<Frustum> {
    let [right, up, forward] = random.axes();
    let (near, far) = (size / 32.0, size);
    let slope = far / (far - near);
    let row = |[x, y, z]: [f32; 3], scale: f32, extra: f32| {
        let along = x * eye[0] + y * eye[1] + z * eye[2];
        [scale * x, scale * y, scale * z, extra - scale * along]
    };
    let rows = [
        row(right, 1.25, 0.0),
        row(up, 1.75, 0.0),
        row(forward, slope, -near * slope),
        row(forward, 1.0, 0.0),
    ];
    let columns = std::array::from_fn(|column| rows.map(|row| row[column]));
    Frustum::from_view_projection(columns, DepthRange::ZeroToOne).ok()
}

/// The hash of plain rows, a word at a time.
fn of_rows<T: NoUninit>(rows: &[T], state: u64) -> u64 {
    bytemuck::cast_slice::<T, u32>(rows).iter().fold(state, |state, &word| hash(state, word))
}

fn of_bools(bools: &[bool], state: u64) -> u64 {
    bools.iter().fold(state, |state, &bit| hash(state, u32::from(bit)))
}

/// Queries whose bits make one number.
trait Group {
    const NAME: &'static str;
    /// Unit basis exact, unit fused, and the same of the scaled basis' boxes, converted.
    const GOLDEN: [u64; 4];

    fn hash(engine: &Engine, boxes: &BoxStore, shapes: &Shapes, state: u64) -> u64;
}

const MARGINS: [Margin<'_>; 2] = [Margin::None, Margin::Uniform(0.0625)];

struct HalfSpaces;

impl Group for HalfSpaces {
    const NAME: &'static str = "half-spaces";
    const GOLDEN: [u64; 4] = [
        0xfabe_0d2a_0eda_f75b,
        0xece6_a1f4_b6c9_80ed,
        0xef4c_e419_dcf5_ac17,
        0x7bc0_ed95_46fc_29df,
    ];

    fn hash(engine: &Engine, boxes: &BoxStore, shapes: &Shapes, mut state: u64) -> u64 {
        let rows = shapes.own.len();
        let listed = ShapeQuery::new(boxes, &shapes.planes, &shapes.own);
        for query in [ShapeQuery::each(boxes, &shapes.planes[0]), listed] {
            let mut depths = vec![0.0; rows];
            engine.penetrations(query, &mut depths).unwrap();
            state = of_rows(&depths, state);
            for margin in MARGINS {
                let overlaps = both_forms(engine, query.margin(margin), rows);
                let mut contacts = vec![HalfSpaceContacts::default(); rows];
                engine.manifolds(query.margin(margin), &mut contacts[..]).unwrap();
                state = of_rows(&contacts, of_bools(&overlaps, state));
            }
        }
        state
    }
}

struct Spheres;

impl Group for Spheres {
    const NAME: &'static str = "spheres";
    const GOLDEN: [u64; 4] = [
        0x19ac_5ab0_dcb1_86c3,
        0xaf47_ab11_6481_520d,
        0x9e48_1366_9cdc_d071,
        0xf670_0c58_f671_9102,
    ];

    fn hash(engine: &Engine, boxes: &BoxStore, shapes: &Shapes, mut state: u64) -> u64 {
        let rows = shapes.own.len();
        let listed = ShapeQuery::new(boxes, &shapes.balls, &shapes.own);
        for query in [ShapeQuery::each(boxes, &shapes.balls[0]), listed] {
            let mut contacts = vec![SphereContact::default(); rows];
            engine.manifolds(query, &mut contacts[..]).unwrap();
            state = of_rows(&contacts, state);
            for margin in MARGINS {
                let overlaps = both_forms(engine, query.margin(margin), rows);
                state = of_bools(&overlaps, state);
            }
        }
        state
    }
}

/// World bounds too.
struct AxisAligned;

impl Group for AxisAligned {
    const NAME: &'static str = "axis-aligned boxes";
    const GOLDEN: [u64; 4] = [
        0x54ca_0899_c668_1576,
        0x2e5a_05a0_e52d_9597,
        0x7776_d742_b8e2_a973,
        0x5375_9072_e551_235c,
    ];

    fn hash(engine: &Engine, boxes: &BoxStore, shapes: &Shapes, mut state: u64) -> u64 {
        let rows = shapes.own.len();
        let mut bounds = vec![AxisAlignedBox::default(); rows];
        engine.aabbs(boxes, &mut bounds).unwrap();
        state = of_rows(&bounds, state);
        let listed = ShapeQuery::new(boxes, &shapes.regions, &shapes.own);
        for query in [ShapeQuery::each(boxes, &shapes.regions[0]), listed] {
            for margin in MARGINS {
                let overlaps = both_forms(engine, query.margin(margin), rows);
                state = of_bools(&overlaps, state);
            }
        }
        state
    }
}

struct Views;

impl Group for Views {
    const NAME: &'static str = "frusta";
    const GOLDEN: [u64; 4] = [
        0x7630_5f70_bb30_4415,
        0x7630_5f70_bb30_4415,
        0x7630_5f70_bb30_4415,
        0x7630_5f70_bb30_4415,
    ];

    fn hash(engine: &Engine, boxes: &BoxStore, shapes: &Shapes, state: u64) -> u64 {
        let [culled, classified] = views(engine, boxes, shapes);
        let answers = culled.into_iter().chain(classified);
        answers.fold(state, |state, answer| hash(state, answer as u32))
    }
}

/// What `cull` and `classify` say of all boxes and frusta.
fn views(engine: &Engine, boxes: &BoxStore, shapes: &Shapes) -> [Vec<Containment>; 2] {
    let mut answers = [(); 2].map(|()| vec![Containment::default(); shapes.own.len() * FRUSTA]);
    engine.cull(boxes, &shapes.frusta, &mut answers[0]).unwrap();
    engine.classify(boxes, &shapes.frusta, &mut answers[1]).unwrap();
    answers
}

struct Lines;

impl Group for Lines {
    const NAME: &'static str = "rays and segments";
    const GOLDEN: [u64; 4] = [
        0xa486_0cca_cfd3_bb9c,
        0x3626_a990_eaf6_0e15,
        0xb766_0716_daa2_af7b,
        0x3134_0918_050d_0b11,
    ];

    fn hash(engine: &Engine, boxes: &BoxStore, shapes: &Shapes, mut state: u64) -> u64 {
        let mut hits = vec![RayHit::MISS; shapes.own.len()];
        let listed = ShapeQuery::new(boxes, &shapes.rays, &shapes.own);
        for query in [ShapeQuery::each(boxes, &shapes.rays[0]), listed] {
            engine.hits(query, &mut hits).unwrap();
            state = of_hits(&hits, state);
        }
        let listed = ShapeQuery::new(boxes, &shapes.segments, &shapes.own);
        for query in [ShapeQuery::each(boxes, &shapes.segments[0]), listed] {
            engine.hits(query, &mut hits).unwrap();
            state = of_hits(&hits, state);
        }
        state
    }
}

fn of_hits(hits: &[RayHit], state: u64) -> u64 {
    let words =
        |hit: &RayHit| [hit.entry.to_bits(), hit.exit.to_bits(), u32::from(hit.face.code())];
    hits.iter().flat_map(words).fold(state, hash)
}

/// No boxes, so the same for both bases.
struct Closest;

impl Group for Closest {
    const NAME: &'static str = "closest points";
    const GOLDEN: [u64; 4] = [
        0xd5b2_17f1_d1f0_d2b2,
        0x7ff1_7ce9_ae2f_d981,
        0xd5b2_17f1_d1f0_d2b2,
        0x7ff1_7ce9_ae2f_d981,
    ];

    fn hash(engine: &Engine, _boxes: &BoxStore, shapes: &Shapes, state: u64) -> u64 {
        let mut rows = vec![ClosestPoints::default(); shapes.pairs.len()];
        let Shapes { segments, pairs, .. } = shapes;
        engine.closest_points(segments, segments, pairs, &mut rows).unwrap();
        rows.iter().fold(state, |state, row| {
            let [ends, places] = [[row.on_a, row.on_b], [[row.at_a, row.at_b, row.distance]; 2]];
            let words = ends.as_flattened().iter().chain(&places[0]);
            words.fold(state, |state, value| hash(state, value.to_bits()))
        })
    }
}

/// Compares the numbers of a group on every backend, and adds those that differ to a list.
fn compare<G: Group>(world: &World, shapes: &Shapes, different: &mut Vec<String>) {
    for backend in available_backends() {
        let found = engine_hashes(world, backend, G::GOLDEN, |world, engine, basis| {
            G::hash(engine, &of_basis(world, basis).store, shapes, HASH_START)
        });
        if found != G::GOLDEN {
            different.push(format!("{}, {backend}: the numbers are now {found:#018x?}", G::NAME));
        }
    }
}

#[test]
fn result_bits_about_other_shapes_are_the_golden_ones_on_every_backend() {
    let world = scene();
    let shapes = Shapes::of(&world);
    let mut different = Vec::new();
    compare::<HalfSpaces>(&world, &shapes, &mut different);
    compare::<Spheres>(&world, &shapes, &mut different);
    compare::<AxisAligned>(&world, &shapes, &mut different);
    compare::<Views>(&world, &shapes, &mut different);
    compare::<Lines>(&world, &shapes, &mut different);
    compare::<Closest>(&world, &shapes, &mut different);
    assert!(different.is_empty(), "{}", different.join("\n"));
}

/// Fails unless a good part of the rows is so and a good part is not.
fn assert_some(count: usize, rows: usize, what: &str) {
    assert!((rows / 10..rows * 9 / 10).contains(&count), "{what}: {count} of {rows}");
}

/// Shapes all apart would pin little.
#[test]
fn the_golden_shapes_are_varied() {
    let world = scene();
    let shapes = Shapes::of(&world);
    let (engine, rows) = (Engine::new(), shapes.own.len());
    let mut overlaps = vec![false; rows];
    let count = |overlaps: &[bool]| overlaps.iter().filter(|&&overlaps| overlaps).count();
    let planes = ShapeQuery::new(&world.store, &shapes.planes, &shapes.own);
    engine.overlaps(planes, &mut overlaps).unwrap();
    assert_some(count(&overlaps), rows, "half-spaces");
    let balls = ShapeQuery::new(&world.store, &shapes.balls, &shapes.own);
    engine.overlaps(balls, &mut overlaps).unwrap();
    assert_some(count(&overlaps), rows, "spheres");
    let regions = ShapeQuery::new(&world.store, &shapes.regions, &shapes.own);
    engine.overlaps(regions, &mut overlaps).unwrap();
    assert_some(count(&overlaps), rows, "axis-aligned boxes");
    let mut hits = vec![RayHit::MISS; rows];
    let rays = ShapeQuery::new(&world.store, &shapes.rays, &shapes.own);
    engine.hits(rays, &mut hits).unwrap();
    assert_some(hits.iter().filter(|hit| hit.hits()).count(), rows, "rays");
    let segments = ShapeQuery::new(&world.store, &shapes.segments, &shapes.own);
    engine.hits(segments, &mut hits).unwrap();
    assert_some(hits.iter().filter(|hit| hit.hits()).count(), rows, "segments");
    let [culled, classified] = views(&engine, &world.store, &shapes);
    let many = |wanted| classified.iter().filter(|&&answer| answer == wanted).count();
    assert!(many(Containment::Inside) > 1000 && many(Containment::Intersecting) > 300);
    let parted = culled.iter().zip(&classified).filter(|(cull, exact)| cull != exact).count();
    // Few boxes are so near to an edge of a volume.
    assert!(parted > 2, "{parted}");
}

//! What errors say to programs and to people: for one input of each kind that is rejected, the kind, the place, the value
//! and the sentence.

use octosat::ErrorKind as Kind;
use octosat::{
    Backend, BoxPose, BoxStore, BoxView, Cast, Casts, Chain, ChainClearance, Configurations,
    ContactCache, Contacts, CoveredFaces, CoveredRectangle, DepthRange, Engine, EngineOptions,
    Error, Frustum, Groups, Impact, Impacts, Joint, JointMotion, JointMotions, Manifolds, Motions,
    OrientedBox, OwnPoints, PerspectiveView, Product, Query, Ray, Side, Solid, Sphere, World,
    covered_faces,
};
use octosat_tests::{store_of, upright};

const PAIRS: [[u32; 2]; 2] = [[0, 1], [1, 2]];

/// Three boxes.
fn boxes() -> BoxStore {
    store_of([0.0, 3.0, 6.0].map(|x| upright([x, 0.0, 0.0], [1.0; 3])))
}

/// What an error says: its kind, its place, its field, its value and its sentence.
fn said(error: &Error) -> String {
    let place = error.list().zip(error.index());
    let place = place.map_or(String::new(), |(list, index)| format!(" at {list} {index}"));
    let field = error.field().map_or(String::new(), |field| format!(" in `{field}`"));
    let value = error.value().map_or(String::new(), |value| format!(" of {value}"));
    format!("{:?}{place}{field}{value}: {error}", error.kind())
}

fn check<const ROWS: usize>(rows: [(Error, &str); ROWS]) {
    rows.iter().for_each(|(error, expected)| assert_eq!(said(error), *expected));
}

/// The error of overlaps of two pairs.
fn overlaps(query: Query<'_>) -> Error {
    Engine::new().overlaps(query, &mut [false; 2]).unwrap_err()
}

#[test]
fn of_queries_and_groups() {
    let (boxes, engine) = (boxes(), Engine::new());
    let query = Query::new(&boxes, &PAIRS);
    let grouped = |bounds: &[usize]| {
        engine.any_overlap(Groups::new(query, bounds), &mut [false][..]).unwrap_err()
    };
    let products = [Product::new(0..1, 0..2), Product::new(1..2, 2..5)];
    let products = Groups::of_products(&boxes, &products);
    let mut cache = ContactCache::new();
    engine.manifolds_cached(query, &mut cache).unwrap();
    check([
        (
            overlaps(Query::new(&boxes, &[[0, 1], [1, 9]])),
            "OutOfRange at pairs 1: pairs[1][1] is 9, but the number of boxes is 3",
        ),
        (
            engine.overlaps(query, &mut [false; 3]).unwrap_err(),
            "Length: the length of the output is 3, but must be 2",
        ),
        (
            overlaps(query.grown(0.0)),
            "Argument in `grown`: overlaps takes no `grown`; it takes `within`",
        ),
        (
            overlaps(query.within(&[0.0])),
            "Length in `within`: `within` has length 1, but must have one value per pair: 2",
        ),
        (
            overlaps(query.within(-3.0)),
            "Setting in `within` of -3: `within` is -3, but must be finite and at least zero",
        ),
        (
            overlaps(query.within(&[0.0, -3.0])),
            "Setting at pairs 1 in `within` of -3: within[1] is -3, but must be finite and at least zero",
        ),
        (
            engine.verdicts(query.grown(f32::INFINITY), &mut [Default::default(); 2]).unwrap_err(),
            "Setting in `grown` of inf: `grown` is inf, but must be finite",
        ),
        (grouped(&[3]), "OutOfRange at groups 0: bounds[0] is 3, but must be from 0 to 2"),
        (grouped(&[1]), "Length: the groups end at pair 1, but the number of pairs is 2"),
        (
            engine.any_overlap(products, &mut [false; 2][..]).unwrap_err(),
            "OutOfRange at groups 1: products[1].b is 2..5, but must ascend and end at 3 at most",
        ),
        (
            engine.manifolds_cached(query, &mut cache).unwrap_err(),
            "FrameHasContacts: this frame of the cache has its contacts: begin the next one, or keep a cache per list of pairs",
        ),
    ]);
}

#[test]
fn of_motion() {
    let boxes = boxes();
    let query = Query::new(&boxes, &PAIRS);
    let casts = |motions| {
        Engine::new().casts(Casts::new(query, motions), &mut [Cast::default(); 2]).unwrap_err()
    };
    let impacts = |impacts: Impacts<'_>| {
        Engine::new().impacts(impacts, &mut [Impact::default(); 2]).unwrap_err()
    };
    let motions = [[0.0; 3], [0.0, 2e12, 0.0]];
    let mut other = boxes.clone();
    other.set_half_extents(1, [2.0; 3]).unwrap();
    let fewer = store_of([upright([0.0; 3], [1.0; 3])]);
    check([
        (
            casts(Motions::per_box([&motions, &motions])),
            "Argument: the displacements are for two lists, but the query has one",
        ),
        (
            casts(Motions::per_pair(&motions[..1])),
            "Length: the number of displacements is 1, but the number of pairs is 2",
        ),
        (
            casts(Motions::per_pair(&motions)),
            "Setting at pairs 1 in `displacement`: the displacement of pairs[1] is [0.0, 2000000000000.0, 0.0], but must be finite and at most 1e12 m",
        ),
        (
            casts(Motions::uniform(motions[1])),
            "Setting in `displacement`: the displacement of all pairs is [0.0, 2000000000000.0, 0.0], but must be finite and at most 1e12 m",
        ),
        (
            overlaps(query.moved_to(&boxes, &[0.5])),
            "Length: the number of times is 1, but the number of pairs is 2",
        ),
        (
            overlaps(query.moved_to(&boxes, &[0.5, 2.0])),
            "Setting at pairs 1 in `time` of 2: times[1] is 2, but must be from 0 to 1",
        ),
        (
            impacts(Impacts::new(query, &fewer)),
            "Length: the number of boxes at the end of the step is 1, but must be 3 as at its start",
        ),
        (
            impacts(Impacts::new(query, &other)),
            "Box at boxes 1 in `half extents`: the half extents of boxes[1] at the end of the step are [2.0, 2.0, 2.0], but must be [1.0, 1.0, 1.0] as at \
             its start",
        ),
        (
            impacts(Impacts::new(query, &boxes).tolerance(-1.0)),
            "Setting in `tolerance` of -1: the tolerance is -1, but must be finite and at least zero",
        ),
        (
            impacts(Impacts::new(query, &boxes).rounds(0)),
            "Setting in `rounds`: the number of rounds is 0, but must be at least 1",
        ),
    ]);
}

#[test]
fn of_boxes_and_worlds() {
    let mut store = boxes();
    let item = |half_extents| OrientedBox { pose: BoxPose::IDENTITY, half_extents };
    let row = [0.0, 0.0, 0.0, 1.0];
    let cylinder = Solid::cylinder(BoxPose::IDENTITY, -1.0, 1.0);
    check([
        (
            store.insert(item([1.0, 1.0, -0.5])).unwrap_err(),
            "Box at box 3 in `half extents` of -0.5: box 3: half extents component 2 is -0.5, below zero",
        ),
        (
            store.extend_from_boxes(&[item([1.0; 3]), item([2e12; 3])]).unwrap_err(),
            "Box at given box 1 in `half extents` of 2000000000000: given box 1: half extents component 0 is 2e12, beyond 1e12",
        ),
        (
            store.set_pose(1, BoxPose::new([0.0; 3], [0.0, 0.0, 0.0, 2.0])).unwrap_err(),
            "Box at box 1 in `rotation`: box 1: rotation squared length is 4, not within 1e-3 of 1",
        ),
        (
            store.set_pose(9, BoxPose::IDENTITY).unwrap_err(),
            "OutOfRange at box 9 in `index`: box 9: index 9 is out of range of 3 rows",
        ),
        (
            BoxView::new(&[[0.0; 3]; 2], &[row], &[[1.0; 3]; 2]).unwrap_err(),
            "Length at box 1 in `rotation`: box 1: rotation list has 1 entries instead of 2",
        ),
        (
            World::new([item([1.0; 3]).into(), cylinder]).unwrap_err(),
            "Shape at cylinder 1 in `radius` of -1: cylinder 1: radius is -1, below zero",
        ),
    ]);
}

#[test]
fn of_shapes() {
    let mut planes = [[0.0; 4]; 6];
    planes[3][1] = f32::INFINITY;
    let of_matrix = |columns| Frustum::from_view_projection(columns, DepthRange::ZeroToOne);
    let endless =
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -1.0, -1.0], [0.0, 0.0, -1.0, 0.0]];
    let mut infinite = endless;
    infinite[3][1] = f32::INFINITY;
    let flat = PerspectiveView {
        eye: [0.0; 3],
        target: [0.0, 0.0, -1.0],
        up: [0.0, 1.0, 0.0],
        vertical_angle: 0.0,
        aspect: 1.0,
        near: 1.0,
        far: 1e12,
    };
    let deep = PerspectiveView { vertical_angle: 1.0, ..flat };
    let sphere = Sphere::new([0.0; 3], -1.0).unwrap_err();
    // Made by itself, it is no entry of a list.
    assert_eq!(sphere.clone().at(7), sphere);
    check([
        (sphere, "Shape in `radius` of -1: radius is -1, below zero"),
        (
            Ray::new([0.0; 3], [0.0; 3]).unwrap_err(),
            "Shape in `direction`: direction has no component of at least 1e-12",
        ),
        (
            Frustum::from_planes(planes).unwrap_err(),
            "Shape in `planes` of inf: frustum: top plane, component 1 is inf, which is not finite",
        ),
        (
            Frustum::from_planes([[0.0; 4]; 6]).unwrap_err(),
            "Shape in `planes`: frustum: the left plane has no normal",
        ),
        (
            of_matrix(infinite).unwrap_err(),
            "Shape in `matrix` of inf: frustum: column 3, row 1 of the matrix is inf, which is not finite",
        ),
        (
            of_matrix(endless).unwrap_err(),
            "Shape in `matrix`: frustum: the far plane is infinitely far, or too far for a matrix of this precision with \
             the near plane so near",
        ),
        (
            of_matrix([[0.0; 4]; 4]).unwrap_err(),
            "Shape in `matrix`: frustum: the left plane has no normal",
        ),
        (
            Frustum::perspective(&flat).unwrap_err(),
            "Shape in `view`: frustum: the vertical angle is not above 0 and below π",
        ),
        (
            Frustum::perspective(&deep).unwrap_err(),
            "Shape in `view`: frustum: the far plane is 1e12 times as far as the near one, and a view of these angles ends \
             at 7.587755e8",
        ),
    ]);
}

#[test]
fn of_chains() {
    let mut chain = Chain::new("base");
    let joint = || Joint::revolute("elbow", [0.0, 0.0, 1.0]);
    chain.add_link("arm", 0, joint()).unwrap();
    let negative = upright([0.0; 3], [1.0, -1.0, 1.0]);
    let rejected = [
        chain.attach(2, negative).unwrap_err(),
        chain.attach(1, negative).unwrap_err(),
        chain.add_link("hand", 1, joint()).unwrap_err(),
        chain.allow(1, 1).unwrap_err(),
    ];
    let names = rejected.each_ref().map(|error| (error.link(), error.joint()));
    assert_eq!(
        names,
        [(None, None), (Some("arm"), None), (None, Some("elbow")), (Some("arm"), None)]
    );
    let [no_link, solid, twice, same] = rejected;
    // About another entry of its list, and of none if it is about none.
    let text = "link `arm`: box 7: half extents component 1 is -1, below zero";
    assert_eq!(solid.clone().at(7).to_string(), text);
    assert_eq!(same.clone().at(7), same);
    let asked = |joints: &[f32]| {
        let asked = Configurations::new(&chain, joints);
        Engine::new().least_clearances(asked, &mut [ChainClearance::default(); 2]).unwrap_err()
    };
    let motions = |motions: JointMotions<'_>| {
        Engine::new().joint_motions(motions, &mut [JointMotion::default(); 2]).unwrap_err()
    };
    let starts = Configurations::new(&chain, &[0.0; 2]);
    check([
        (no_link, "OutOfRange: link 2 is out of range: the number of links is 2"),
        (
            solid,
            "Box at box 0 in `half extents` of -1: link `arm`: box 0: half extents component 1 is -1, below zero",
        ),
        (twice, "Chain: there are two joints of the name `elbow`"),
        (same, "Chain: link `arm` is both links: solids of one link have no pairs with each other"),
        (
            Engine::new()
                .poses(Configurations::new(&Chain::new("base"), &[1.0]), &mut BoxStore::new())
                .unwrap_err(),
            "Length: the number of joint values is 1, but the chain has no joint with a value",
        ),
        (
            asked(&[0.0, 2e3]),
            "Setting at configurations 1 in `joint value` of 2000: value 0 of configuration 1 is 2000, but must be finite and at most 1024",
        ),
        (
            motions(JointMotions::new(starts, &[0.0; 3])),
            "Length: the number of joint values at the ends is 3, but must be 2 as at the starts",
        ),
        (
            motions(JointMotions::new(starts, &[0.0; 2]).tolerance(0.0)),
            "Setting in `tolerance` of 0: the tolerance is 0, but must be positive and finite",
        ),
    ]);
}

#[test]
fn of_own_points() {
    let mut chain = Chain::new("base");
    chain.add_link("arm", 0, Joint::revolute("elbow", [0.0, 0.0, 1.0])).unwrap();
    let mut points = [[0.0_f32; 3]; 18];
    points[17] = [0.0, f32::NAN, 2e12];
    let rejected = |asked: OwnPoints<'_>| {
        let mut own = [true; 18];
        let error = Engine::new().overlaps(asked, &mut own).unwrap_err();
        assert_eq!(own, [true; 18]);
        error
    };
    let asked = OwnPoints::new(Configurations::new(&chain, &[0.0]), &points);
    let fine = Configurations::new(&chain, &[0.0]);
    let rejected_of = |asked| rejected(OwnPoints::new(asked, &points[..17]));
    let far = [[0.0, 0.0, -2e12]];
    let twice = OwnPoints::new(Configurations::new(&chain, &[0.0; 2]), &points);
    let named = rejected_of(fine.within_per_link(&[0.0, f32::NAN]));
    assert_eq!(named.link(), Some("arm"));
    check([
        (rejected(twice), "Length: the number of configurations is 2, but must be 1"),
        (
            rejected(asked),
            "Shape at point 17 in `center` of NaN: point 17: center component 1 is NaN, which is not finite",
        ),
        (
            rejected(OwnPoints::new(Configurations::new(&chain, &[0.0]), &far)),
            "Shape at point 0 in `center` of -2000000000000: point 0: center component 2 is -2e12, beyond 1e12",
        ),
        (
            rejected_of(fine.within(-1.0)),
            "Setting in `within` of -1: within is -1, but must be a length of 0 to 1e12 m",
        ),
        (
            rejected_of(fine.between_links(1.5e12)),
            "Setting in `between_links` of 1500000000000: between_links is 1500000000000, but must be a length of 0 to 1e12 m",
        ),
        (
            rejected_of(fine.within_per_link(&[0.0; 3])),
            "Length in `within`: the number of lengths within is 3, but must be that of links: 2",
        ),
        (
            named,
            "Setting at within 1 in `within` of NaN: within[1], of link `arm`, is NaN, but must be a length of 0 to 1e12 m",
        ),
    ]);
}

#[test]
fn of_covered_faces_caches_and_parts() {
    let boxes = boxes();
    let query = Query::new(&boxes, &PAIRS);
    let mut contacts = Manifolds::new();
    Engine::new().manifolds(query.within(2.0), &mut contacts).unwrap();
    let (rows, points) = (contacts.manifolds(), contacts.points());
    let mut cache = ContactCache::from(contacts.clone());
    let of_others = CoveredFaces::of_masks(&[0]).unwrap();
    let of_others = Contacts::new(query).covered(&of_others);
    let nowhere = CoveredRectangle { index: 2, ..CoveredRectangle::default() };
    check([
        (
            CoveredFaces::of_masks(&[0, 64]).unwrap_err(),
            "Argument at masks 1: masks[1] is 0b01000000, but a box has six faces",
        ),
        (
            CoveredFaces::of_parts(&[0], &[nowhere]).unwrap_err(),
            "Argument at rectangles 0: rectangles[0] is of a box that does not exist",
        ),
        (
            covered_faces(&boxes, -1.0).unwrap_err(),
            "Setting in `tolerance` of -1: the tolerance is -1, but must be finite and at least zero",
        ),
        (
            Engine::new().manifolds(of_others, &mut Manifolds::new()).unwrap_err(),
            "Length: the covered faces are of 1 boxes, but the number of boxes is 3",
        ),
        (
            cache.forget_box(Side::A, 0).unwrap_err(),
            "Argument in `side`: the frame's pairs are of one list of boxes: name both sides, not side a",
        ),
        (
            cache.forget_box(Side::Both, 9).unwrap_err(),
            "OutOfRange at boxes 9 in `index`: there is no box 9 on both sides: the number of boxes is 3",
        ),
        (
            cache.swap_remove(Side::Both, 0, 1).unwrap_err(),
            "OutOfRange at boxes 1 in `index`: box 1 is not the last on both sides: the number of boxes is 3",
        ),
        (
            cache.renumber_boxes(Side::Both, &[4, 5, 4]).unwrap_err(),
            "Argument at boxes 2 in `index`: boxes 0 and 2 on both sides get the same index 4",
        ),
        (
            Manifolds::from_parts(&PAIRS[1..], rows, points, &[]).unwrap_err(),
            "Parts in `manifolds`: the length of manifolds is 2, but must be 1",
        ),
        (
            Manifolds::from_parts(contacts.pairs(), rows, &[], &[]).unwrap_err(),
            "Parts at manifolds 0: manifolds[0] has points beyond the list, points of an earlier row, or more than the limit",
        ),
    ]);
}

#[test]
fn of_backends() {
    let unknown = "sse9".parse::<Backend>().unwrap_err();
    assert_eq!((unknown.kind(), unknown.index()), (Kind::Argument, None));
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.is_available()) {
        let error = Engine::with(EngineOptions::new().backend(backend)).unwrap_err();
        assert_eq!((error.kind(), error.index()), (Kind::Unavailable, None));
    }
}

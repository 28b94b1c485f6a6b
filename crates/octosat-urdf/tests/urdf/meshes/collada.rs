//! COLLADA.

use std::fmt::Write;

use super::{corners, hull, sorted, why};

/// Positions of a cube with edges of length 1, and its faces as a list of polygons.
const CUBE: &str = r##"<geometry id="cube"><mesh>
    <source id="positions"><float_array id="array" count="24">0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 <!-- four --> 1 1 1 0 1 1</float_array>
        <technique_common><accessor source="#array" count="8" stride="3">
            <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
        </accessor></technique_common></source>
    <vertices id="vertices"><input semantic="POSITION" source="#positions"/></vertices>
    <polylist count="6"><input semantic="VERTEX" source="#vertices" offset="0"/>
        <vcount>4 4 4 4 4 4</vcount><p>0 3 2 1 4 5 6 7 0 1 5 4 2 3 7 6 0 4 7 3 1 2 6 5</p></polylist>
</mesh></geometry>"##;

/// A file with this asset, these geometries and these nodes of the scene.
fn file(asset: &str, geometry: &str, nodes: &str) -> String {
    format!(
        r##"<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>{asset}</asset>
<library_geometries>{geometry}</library_geometries>
<library_visual_scenes><visual_scene id="scene">{nodes}</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>"##
    )
}

/// A node with a cube.
fn node(transforms: &str) -> String {
    format!("<node>{transforms}<instance_geometry url='#cube'/></node>")
}

/// The corners of all cubes.
fn cubes(asset: &str, nodes: &str) -> Vec<[f32; 3]> {
    sorted(&hull("cube.dae", file(asset, CUBE, nodes).as_bytes()))
}

/// The least and the largest coordinates of points.
fn ends(points: &[[f32; 3]]) -> [[f32; 3]; 2] {
    let end = |of: fn(f32, f32) -> f32| {
        points.iter().copied().reduce(|one, other| [0, 1, 2].map(|k| of(one[k], other[k])))
    };
    [f32::min, f32::max].map(|of| end(of).expect("points"))
}

/// Whether points are the corners of a box, up to 1 nm.
fn are_corners(points: &[[f32; 3]], least: [f32; 3], largest: [f32; 3]) -> bool {
    let near = |one: &[f32; 3], other: &[f32; 3]| (0..3).all(|k| (one[k] - other[k]).abs() < 1e-9);
    let expected = corners(least, largest);
    points.len() == 8
        && expected.iter().all(|corner| points.iter().any(|point| near(point, corner)))
}

#[test]
fn units_are_applied_and_the_upward_axis_is_not() {
    let centimeters = "<unit name='centimeter' meter='0.01'/><up_axis>Y_UP</up_axis>";
    let node = node("<scale>1 2 3</scale>");
    let expected = [[0.0; 3], [0.01, 0.02, 0.03]];
    assert!(are_corners(&cubes(centimeters, &node), expected[0], expected[1]));
    assert_eq!(cubes("", &node), corners([0.0; 3], [1.0, 2.0, 3.0]));
    assert_eq!(cubes("<unit name='meter'/>", &node), corners([0.0; 3], [1.0, 2.0, 3.0]));
    for wrong in ["0", "-1", "NaN", "one"] {
        let file = file(&format!("<unit meter='{wrong}'/>"), CUBE, &node);
        assert_eq!(
            why("a.dae", file.as_bytes()),
            format!(
                "mesh `a.dae`: file `FOLDER/a.dae`: line 2: `meter` is `{wrong}`, but must be a positive number"
            )
        );
    }
}

#[test]
fn transforms_of_nodes_are_applied_from_the_last_to_the_first() {
    let moved = node("<translate>1 0 0</translate><rotate>0 0 2 90</rotate><scale>2 1 1</scale>");
    assert!(are_corners(&cubes("", &moved), [0.0, 0.0, 0.0], [1.0, 2.0, 1.0]));
    let inner =
        format!("<node><scale>2 2 2</scale>{}</node>", node("<translate>1 0 0</translate>"));
    assert_eq!(cubes("", &inner), corners([2.0, 0.0, 0.0], [4.0, 2.0, 2.0]));
    let matrix = node("<matrix>0 -1 0 5  1 0 0 6  0 0 1 7  0 0 0 1</matrix>");
    assert_eq!(cubes("", &matrix), corners([4.0, 6.0, 7.0], [5.0, 7.0, 8.0]));
    // The unit is that of translations, too.
    let unit = cubes("<unit meter='0.5'/>", &node("<translate>1 0 0</translate>"));
    assert_eq!(unit, corners([0.5, 0.0, 0.0], [1.0, 0.5, 0.5]));
}

#[test]
fn a_geometry_counts_where_the_scene_has_it() {
    let two = node("") + &node("<translate>3 0 0</translate>");
    let expected = [[0.0; 3], [4.0, 1.0, 1.0]];
    assert_eq!(ends(&cubes("", &two)), expected);
    let again = "<node id='a'><instance_geometry url='#cube'/></node>\
                 <node><translate>3 0 0</translate><instance_node url='#a'/></node>";
    assert_eq!(ends(&cubes("", again)), expected);
    assert!(why("a.dae", file("", CUBE, "").as_bytes()).contains("there are no triangles"));
}

#[test]
fn all_kinds_of_polygons_are_read() {
    let begin = &CUBE[..CUBE.find("<polylist").expect("a list")];
    let input = "<input semantic='VERTEX' source='#vertices' offset='1'/>\
                 <input semantic='NORMAL' source='#none' offset='0'/>";
    let two = |indices: &str| {
        let mut corners = String::new();
        for index in indices.split_ascii_whitespace() {
            write!(corners, " 9 {index}").expect("text");
        }
        format!("<p>{corners}</p>")
    };
    let rest = two("0 1 2 4 5 6");
    let mut shapes = vec![
        format!("<triangles count='2'>{input}{rest}</triangles>"),
        format!("<polylist count='2'>{input}<vcount>3 3</vcount>{rest}</polylist>"),
        format!("<polygons count='2'>{input}{}{}</polygons>", two("0 1 2"), two("4 5 6")),
        format!("<trifans count='2'>{input}{}{}</trifans>", two("0 1 2"), two("4 5 6")),
        format!("<tristrips count='2'>{input}{}{}</tristrips>", two("0 1 2"), two("4 5 6")),
    ];
    // Lines have no surface.
    shapes.push(format!("<lines count='1'>{input}<p>9 7 9 3</p></lines>{}", shapes[0]));
    let expected: Vec<[f32; 3]> = vec![
        [0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, 1.0],
        [1.0, 1.0, 0.0],
        [1.0, 1.0, 1.0],
    ];
    for shape in shapes {
        let geometry = format!("{begin}{shape}</mesh></geometry>");
        let hull = hull("a.dae", file("", &geometry, &node("")).as_bytes());
        assert_eq!(sorted(&hull), expected, "{shape}");
    }
}

#[test]
fn coordinates_may_have_gaps_and_another_order() {
    let numbers = "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 <!-- four --> 1 1 1 0 1 1";
    let mut spread = "7 7".to_owned();
    let flat: Vec<&str> =
        numbers.split_ascii_whitespace().filter(|word| word.parse::<f32>().is_ok()).collect();
    for point in flat.chunks_exact(3) {
        write!(spread, " {} 7 {} {}", point[2], point[0], point[1]).expect("text");
    }
    let geometry = CUBE
        .replace(numbers, &spread)
        .replace("stride=\"3\"", "stride=\"4\" offset=\"2\"")
        .replace("<param name=\"X\"", "<param name=\"Z\"/><param/><param name=\"X\"")
        .replace("<param name=\"Z\" type=\"float\"/>", "");
    assert_eq!(
        sorted(&hull("a.dae", file("", &geometry, &node("<scale>1 2 3</scale>")).as_bytes())),
        corners([0.0; 3], [1.0, 2.0, 3.0])
    );
}

/// Why a file is rejected, from the line on.
fn reason(text: &str) -> String {
    let why = why("a.dae", text.as_bytes());
    why.trim_start_matches("mesh `a.dae`: file `FOLDER/a.dae`: ").to_owned()
}

/// Checks why a file is rejected in which a text is replaced by another.
fn rejected(from: &str, to: &str, expected: &str) {
    let good = file("", CUBE, &node(""));
    let broken = good.replace(from, to);
    assert_ne!(broken, good, "{from}");
    assert_eq!(reason(&broken), expected, "{from}");
}

#[test]
fn polygons_of_corners_that_do_not_exist_are_rejected() {
    let corner =
        |index: &str| format!("line 10: index `{index}` is not that of one of 8 positions");
    rejected("</p>", " 8</p>", &corner("8"));
    rejected("</p>", " -1</p>", &corner("-1"));
    rejected("</p>", " 4294967295</p>", &corner("4294967295"));
    rejected(" 5</p>", "</p>", "line 9: `p` does not end with a whole polygon");
    let more = "line 9: `p` does not end with a polygon of `vcount`";
    rejected("</p>", " 0</p>", more);
    rejected("<vcount>4 ", "<vcount>", more);
    let count = "polylist count=\"6\"";
    let wrong = "line 9: `count` is 7, but there are 6 polygons";
    rejected(count, "polylist count=\"7\"", wrong);
    let wrong = "line 9: `count` is `-7`, but must be a number of things";
    rejected(count, "polylist count=\"-7\"", wrong);
    let wrong = "line 10: 24 indices are not 4294967296 per corner";
    rejected("offset=\"0\"", "offset=\"4294967295\"", wrong);
    rejected("<vcount>", "<ph/><vcount>", "line 10: polygons with holes (`ph`) are not read");
    let missing =
        |line, semantic| format!("line {line}: there is no `input` with semantic `{semantic}`");
    rejected("\"VERTEX\"", "\"NORMAL\"", &missing(9, "VERTEX"));
    rejected("\"POSITION\"", "\"NORMAL\"", &missing(8, "POSITION"));
}

#[test]
fn positions_that_are_not_there_are_rejected() {
    let number = "line 4: a position has a coordinate that is no finite number";
    rejected("0 0 0 1", "0 x 0 1", number);
    rejected("0 0 0 1", "0 NaN 0 1", number);
    rejected("1 0 1 1</float", "1 0</float", "line 5: 22 numbers are too few");
    let fit = "line 5: `stride` and `count` do not fit to positions";
    rejected("stride=\"3\"", "stride=\"0\"", fit);
    rejected("stride=\"3\"", "stride=\"2\"", fit);
    rejected("count=\"8\"", "count=\"4000000000\"", fit);
    let element = |line, name, text| {
        format!("line {line}: `{name}` is `{text}`, which is no element of this file")
    };
    rejected("\"#array\"", "\"#other\"", &element(5, "source", "#other"));
    rejected("\"#positions\"", "\"positions\"", &element(8, "source", "positions"));
    rejected("'#cube'", "'other.dae#cube'", &element(12, "url", "other.dae#cube"));
    rejected("mesh>", "convex_mesh>", "line 3: `convex_mesh` is not read");
}

#[test]
fn scenes_that_are_not_read_are_rejected() {
    rejected("<node>", "<node><skew/>", "line 12: `skew` is not read");
    let length = "line 12: the axis of `rotate` has length 0";
    rejected("<node>", "<node><rotate>0 0 0 1</rotate>", length);
    let numbers = "line 12: `scale` must have 3 finite numbers";
    rejected("<node>", "<node><scale>1 2</scale>", numbers);
    let matrix = "<node><matrix>1 0 0 0  0 1 0 0  0 0 1 0  0 0 1 1</matrix>";
    rejected("<node>", matrix, "line 12: the last row of `matrix` must be 0 0 0 1");
    let bends = "line 12: meshes that bend (`controller`) are not read";
    rejected("instance_geometry", "instance_controller", bends);
    let many = "there are too many nodes, or one contains itself; at most 65536 are read";
    rejected("<node>", "<node id='a'><instance_node url='#a'/>", many);
    let scene = "there is no `instance_visual_scene` in `scene`";
    rejected("instance_visual_scene", "instance_physics_scene", scene);
    rejected("COLLADA", "collada", "the root element is `collada`, but must be `COLLADA`");
}

#[test]
fn text_that_is_not_xml_is_rejected() {
    assert!(reason(&file("", CUBE, "")[..500]).starts_with("this is not XML: "));
    assert!(reason("").starts_with("this is not XML: "));
    assert!(why("a.dae", &[0xff, 0xfe, 0x3c]).contains("the text is not UTF-8"));
    let nested: String = (0..65).map(|at| format!("<x xmlns:n{at}='u'>")).collect();
    assert!(reason(&nested).contains("65 namespaces, but at most 64 are read"));
}

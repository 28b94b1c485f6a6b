//! Text that is not a robot description, and elements and attributes that are missing.

use octosat_urdf::read;

use crate::{links, robot, why};

/// Why a text is rejected.
fn why_text(xml: &str) -> String {
    read(xml, &[]).expect_err("no robot").to_string()
}

#[test]
fn text_that_is_not_xml_is_rejected_with_its_line() {
    for (xml, line) in
        [("", 1), ("robot", 1), ("<robot>\n<link name='a'/>\n", 2), ("<robot>\n\n</robt>", 3)]
    {
        let message = why_text(xml);
        let begin = format!("line {line}: robot: this is not XML: ");
        assert!(message.starts_with(&begin) && !message.contains(" at "), "{message}");
    }
    let late = why_text("\n<?xml version='1.0'?>\n<robot><link name='a'/></robot>");
    assert_eq!(
        late,
        "line 1: robot: the declaration `<?xml ...?>` must be the first thing of the text: remove the blanks before it"
    );
    assert!(read("\u{feff}<?xml version='1.0'?>\n<robot><link name='a'/></robot>", &[]).is_ok());
    let twice = why_text("<robot><link name='a' name='b'/></robot>");
    assert!(twice.contains("this is not XML: attribute 'name'"), "{twice}");
}

#[test]
fn other_documents_are_rejected() {
    assert_eq!(
        why_text("<?xml version='1.0'?>\n<sdf version='1.9'/>"),
        "line 2: sdf: the root element is `sdf`, but must be `robot`"
    );
}

#[test]
fn document_types_are_rejected() {
    let message = why_text("<!DOCTYPE robot [<!ENTITY a 'b'>]>\n<robot/>");
    assert_eq!(message, "line 1: robot: document types are not read; remove `<!DOCTYPE ...>`");
}

#[test]
fn prefixes_must_be_declared() {
    let message = why("<sensor:camera/>");
    assert_eq!(
        message,
        "line 2: robot: the prefix `sensor` is not declared; add xmlns:sensor=\"...\" to `robot`"
    );
}

#[test]
fn xacro_is_to_be_expanded_first() {
    let expand = "this is a xacro file, not a URDF yet; expand it first: xacro robot.urdf.xacro > robot.urdf";
    assert_eq!(why("<xacro:arm/>"), format!("line 2: robot: {expand}"));
    let declared = |elements: &str| {
        format!(
            "<robot name='arm' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n{elements}</robot>"
        )
    };
    let arm = declared("<link name='a'><xacro:geometry/></link>");
    assert_eq!(why_text(&arm), format!("line 2: link `a`: {expand}"));
    assert_eq!(
        why("<link name='${side}_hand'/>"),
        format!("line 2: link `${{side}}_hand`: `name` is `${{side}}_hand`: {expand}")
    );
    let find = "<link name='a'><collision><geometry><sphere radius='$(arg r)'/></geometry></collision></link>";
    assert_eq!(why(find), format!("line 2: link `a`: `radius` is `$(arg r)`: {expand}"));
    let other = "<robot name='arm' xmlns:xacro='urn:x'>\n<xacro:include filename='x'/><link name='a'/></robot>";
    assert_eq!(why_text(other), format!("line 2: robot `arm`: {expand}"));
    // What xacro leaves behind when it is done.
    assert!(read(&declared("<link name='a'/>"), &[]).is_ok());
}

#[test]
fn elements_of_extensions_are_skipped() {
    let extended = "<robot name='a' xmlns:x='urn:x'><x:link/><x:joint/><gazebo><link/></gazebo>\
                    <link name='b' x:name='c'><x:collision/><visual/></link><transmission><joint/></transmission></robot>";
    assert!(read(extended, &[]).expect("a robot").link_names().eq(["b"]));
    let default = "<robot xmlns='http://www.ros.org'><link name='b'/></robot>";
    assert!(read(default, &[]).expect("a robot").link_names().eq(["b"]));
}

#[test]
fn links_and_joints_have_names() {
    assert_eq!(why("<link/>"), "line 2: link: the element `link` has no attribute `name`");
    assert_eq!(why("<joint/>"), "line 2: joint: the element `joint` has no attribute `name`");
}

#[test]
fn joints_have_a_type_a_parent_and_a_child() {
    let why = |joint: &str| why(&(links(&["a", "b"]) + joint));
    assert_eq!(
        why("<joint name='j'/>"),
        "line 4: joint `j`: the element `joint` has no attribute `type`"
    );
    assert_eq!(
        why("<joint name='j' type='fixed'/>"),
        "line 4: joint `j`: there is no element `parent`"
    );
    assert_eq!(
        why("<joint name='j' type='fixed'><parent link='a'/></joint>"),
        "line 4: joint `j`: there is no element `child`"
    );
    assert_eq!(
        why("<joint name='j' type='fixed'>\n<parent/></joint>"),
        "line 5: joint `j`: the element `parent` has no attribute `link`"
    );
    assert_eq!(
        why("<joint name='j' type='fixed'>\n<parent link='a'/>\n<parent link='b'/></joint>"),
        "line 6: joint `j`: there are two elements `parent`"
    );
}

#[test]
fn an_error_has_its_line_its_element_and_its_name() {
    let xml = robot("<link name='a'>\n<collision/>\n</link>");
    let error = read(&xml, &[]).expect_err("no geometry");
    assert_eq!((error.line(), error.element(), error.name()), (3, "link", Some("a")));
    assert_eq!(error.to_string(), "line 3: link `a`: there is no element `geometry`");
    let error = read("<robot/>", &[]).expect_err("no links");
    assert_eq!((error.line(), error.element(), error.name()), (1, "robot", None));
    assert_eq!(error.to_string(), "line 1: robot: there are no links");
}

#[test]
fn origins_on_a_map_are_rejected_with_the_line_of_the_link() {
    let joint = "<joint name='place' type='fixed'><parent link='map'/><child link='pillar'/>\
                 <origin xyz='691000.25 5411932.70 12'/></joint>\n";
    let pillar = "<link name='pillar'><collision><geometry><box size='0.2 0.2 2'/></geometry></collision></link>\n";
    let message = why(&(links(&["map"]) + joint + pillar));
    let begin = "line 4: link `pillar`: a solid can be 5455868 m from the base";
    assert!(
        message.starts_with(begin) && message.contains("put the base near the origin"),
        "{message}"
    );
    let farther =
        why(&(links(&["map"]) + &joint.replace("691000.25 5411932.70", "9e11 9e11") + pillar));
    assert!(farther.starts_with("line 4: link `pillar`: a solid can be 12"), "{farther}");
}

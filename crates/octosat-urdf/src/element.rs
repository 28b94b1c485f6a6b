//! Elements of a robot description, with errors that say where they are.

use roxmltree::{Document, Node};

use crate::error::{EXPAND, UrdfError};
use crate::limits;

/// Parses the text of a robot description.
pub(crate) fn parse(xml: &str) -> Result<Document<'_>, UrdfError> {
    limits::check(xml)?;
    let document = Document::parse(xml).map_err(|error| UrdfError::of_xml(xml, &error))?;
    let is_xacro = |node: &Node<'_, '_>| {
        node.tag_name().namespace().is_some_and(|namespace| {
            namespace.contains("xacro") || node.lookup_prefix(namespace) == Some("xacro")
        })
    };
    match document.descendants().find(is_xacro) {
        Some(node) => Err(Element { node }.error(EXPAND)),
        None => Ok(document),
    }
}

/// An element of the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Element<'a> {
    node: Node<'a, 'a>,
}

impl<'a> Element<'a> {
    /// The root element, which describes the robot.
    pub(crate) fn robot(document: &'a Document<'a>) -> Result<Self, UrdfError> {
        let robot = Self { node: document.root_element() };
        match robot.tag() {
            "robot" => Ok(robot),
            tag => Err(robot.error(format!("the root element is `{tag}`, but must be `robot`"))),
        }
    }

    /// What kind of element it is, such as `joint`.
    pub(crate) fn tag(self) -> &'a str {
        self.node.tag_name().name()
    }

    /// The elements in it, of whatever kind.
    pub(crate) fn elements(self) -> impl Iterator<Item = Self> {
        self.node.children().filter(Node::is_element).map(|node| Self { node })
    }

    /// The elements in it of one kind, in the order of the document. Those of other namespaces are extensions.
    pub(crate) fn children(self, tag: &str) -> impl Iterator<Item = Self> {
        let namespace = self.node.tag_name().namespace();
        self.elements().filter(move |child| {
            child.tag() == tag && child.node.tag_name().namespace() == namespace
        })
    }

    /// The element in it of one kind, if there is one.
    pub(crate) fn child(self, tag: &str) -> Result<Option<Self>, UrdfError> {
        let mut all = self.children(tag);
        let child = all.next();
        match all.next() {
            Some(other) => Err(other.error(format!("there are two elements `{tag}`"))),
            None => Ok(child),
        }
    }

    /// The element in it of one kind.
    pub(crate) fn required_child(self, tag: &str) -> Result<Self, UrdfError> {
        self.child(tag)?.ok_or_else(|| self.error(format!("there is no element `{tag}`")))
    }

    /// An attribute, if it has one of that name.
    pub(crate) fn attribute(self, name: &str) -> Result<Option<&'a str>, UrdfError> {
        match self.text(name) {
            Some(text) if text.contains("${") || text.contains("$(") => {
                Err(self.error(format!("`{name}` is `{text}`: {EXPAND}")))
            }
            text => Ok(text),
        }
    }

    /// The text of an attribute. Those of namespaces are extensions.
    fn text(self, name: &str) -> Option<&'a str> {
        let is_it = |attribute: &roxmltree::Attribute<'_, '_>| {
            attribute.name() == name && attribute.namespace().is_none()
        };
        self.node.attributes().find(is_it).map(|attribute| attribute.value())
    }

    /// An attribute.
    pub(crate) fn required_attribute(self, name: &str) -> Result<&'a str, UrdfError> {
        self.attribute(name)?.ok_or_else(|| {
            self.error(format!("the element `{}` has no attribute `{name}`", self.tag()))
        })
    }

    /// An attribute that is some numbers, if it has one of that name.
    pub(crate) fn numbers<const N: usize>(self, name: &str) -> Result<Option<[f64; N]>, UrdfError> {
        let Some(text) = self.attribute(name)? else { return Ok(None) };
        let mut parts = text.split_ascii_whitespace().map(str::parse::<f64>);
        let numbers = [(); N].map(|()| parts.next().and_then(Result::ok).unwrap_or(f64::NAN));
        if parts.next().is_none() && numbers.iter().all(|number| number.is_finite()) {
            return Ok(Some(numbers));
        }
        let tag = self.tag();
        let expected =
            if N == 1 { "a finite number".to_owned() } else { format!("{N} finite numbers") };
        Err(self.error(format!("`{name}` of `{tag}` is `{text}`, but must be {expected}")))
    }

    /// An attribute that is some lengths, which are not negative.
    pub(crate) fn lengths<const N: usize>(self, name: &str) -> Result<[f64; N], UrdfError> {
        let text = self.required_attribute(name)?;
        let lengths = self.numbers(name)?.unwrap_or([0.0; N]);
        if lengths.iter().all(|&length| length >= 0.0) {
            return Ok(lengths);
        }
        let tag = self.tag();
        Err(self.error(format!("`{name}` of `{tag}` is `{text}`, but must not be negative")))
    }

    /// The line of the text in which it begins.
    pub(crate) fn line(self) -> u32 {
        self.node.document().text_pos_at(self.node.range().start).row
    }

    /// An error here. It names the joint or the link that this element is in.
    pub(crate) fn error(self, message: impl Into<String>) -> UrdfError {
        let is_owner = |node: &Node<'_, '_>| ["joint", "link"].contains(&node.tag_name().name());
        let owner = self.node.ancestors().find(is_owner);
        let owner = Self { node: owner.unwrap_or_else(|| self.node.document().root_element()) };
        UrdfError::new(self.line(), owner.tag(), owner.text("name"), message)
    }
}

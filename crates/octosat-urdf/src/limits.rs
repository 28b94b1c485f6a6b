//! Limits of text that a parser of XML takes more than linear time for, and a declaration that is too late.

use crate::error::UrdfError;

/// The most attributes of an element: the parser compares each with all others.
const MOST_ATTRIBUTES: usize = 256;

/// The most namespaces that an element and those around it declare: the parser lists all for each element that declares
/// one, and compares each with all others.
const MOST_NAMESPACES: usize = 64;

/// The longest name of a namespace, in bytes: names of elements and attributes are compared with that of their namespace.
const LONGEST_NAMESPACE: usize = 1024;

/// Rejects text beyond a limit. Text that is not XML is left to the parser.
pub(crate) fn check(xml: &str) -> Result<(), UrdfError> {
    check_declaration(xml)?;
    // How many namespaces are declared at each element around the next one, with those around it.
    let mut declared = vec![0];
    let mut at = 0;
    while let Some(next) = xml[at..].find('<') {
        at += next;
        let error = |message| {
            let line = 1 + xml[..at].matches('\n').count();
            UrdfError::new(line.try_into().unwrap_or(u32::MAX), "robot", None, message)
        };
        let len = match Markup::of(&xml[at..]) {
            Some(Markup::Other { len }) => len,
            Some(Markup::End { len }) => {
                declared.pop();
                len
            }
            Some(Markup::Start(start)) => {
                let around = declared.last().copied().unwrap_or(0);
                start.check(around).map_err(error)?;
                if !start.is_empty {
                    declared.push(around + start.namespaces);
                }
                start.len
            }
            None => return Ok(()),
        };
        at += len;
    }
    Ok(())
}

/// Rejects a declaration that is not the first thing of the text, which the parser would take for something else.
fn check_declaration(xml: &str) -> Result<(), UrdfError> {
    let text = xml.trim_start_matches('\u{feff}');
    let trimmed = text.trim_start();
    let is_declared =
        trimmed.strip_prefix("<?xml").is_some_and(|rest| rest.starts_with(char::is_whitespace));
    if !is_declared || trimmed.len() == text.len() {
        return Ok(());
    }
    let message = "the declaration `<?xml ...?>` must be the first thing of the text: remove the blanks before it";
    Err(UrdfError::new(1, "robot", None, message))
}

/// What begins with `<`, and its length in bytes.
enum Markup {
    Start(Start),
    End {
        len: usize,
    },
    /// A comment, a section or an instruction.
    Other {
        len: usize,
    },
}

/// The begin of an element.
#[derive(Default)]
struct Start {
    len: usize,
    is_empty: bool,
    attributes: usize,
    namespaces: usize,
    longest_namespace: usize,
}

impl Markup {
    /// What a text begins with; none if it is not XML.
    fn of(text: &str) -> Option<Self> {
        let up_to = |end: &str| text.find(end).map(|at| at + end.len());
        Some(if let Some(comment) = text.strip_prefix("<!--") {
            // Its end is not a part of its begin.
            Self::Other { len: "<!--".len() + comment.find("-->")? + "-->".len() }
        } else if text.starts_with("<![CDATA[") {
            Self::Other { len: up_to("]]>")? }
        } else if text.starts_with("<?") {
            Self::Other { len: up_to("?>")? }
        } else if text.starts_with("</") {
            Self::End { len: up_to(">")? }
        } else {
            Self::Start(Start::of(text)?)
        })
    }
}

impl Start {
    /// The element that a text begins with.
    fn of(text: &str) -> Option<Self> {
        let mut start = Self { len: 1, ..Self::default() };
        loop {
            let rest = &text[start.len..];
            let (name, value) = rest.split_at(rest.find(['"', '\'', '>'])?);
            start.len += name.len() + 1;
            let quote = value.chars().next()?;
            if quote == '>' {
                start.is_empty = name.ends_with('/');
                return Some(start);
            }
            let len = value[1..].find(quote)?;
            start.len += len + 1;
            start.attributes += 1;
            let name = name.trim_end().trim_end_matches('=').split_ascii_whitespace().next_back();
            if name.is_some_and(|name| name == "xmlns" || name.starts_with("xmlns:")) {
                start.namespaces += 1;
                start.longest_namespace = start.longest_namespace.max(len);
            }
        }
    }

    /// Rejects what is beyond a limit, given how many namespaces are declared around it.
    fn check(&self, around: usize) -> Result<(), String> {
        let (attributes, namespaces) = (self.attributes, around + self.namespaces);
        let longest = self.longest_namespace;
        Err(if attributes > MOST_ATTRIBUTES {
            format!(
                "an element has {attributes} attributes, but at most {MOST_ATTRIBUTES} are read"
            )
        } else if namespaces > MOST_NAMESPACES {
            format!(
                "an element and those around it declare {namespaces} namespaces, but at most {MOST_NAMESPACES} are read"
            )
        } else if longest > LONGEST_NAMESPACE {
            format!(
                "the name of a namespace has {longest} bytes, but may have at most {LONGEST_NAMESPACE}"
            )
        } else {
            return Ok(());
        })
    }
}

//! The text in the header of an npy array: the one form of Python dictionary that describes a plain array.
//!
//! The keys are `descr`, `fortran_order` and `shape`, and a reader must not rely on their order (the numpy developers,
//! "numpy.lib.format", documentation of the module, section "Format Version 1.0"). For records and dates `descr` holds
//! square brackets; neither is read.

use crate::error::Problem;
use crate::limits::MAX_HEADER_DIGITS;

/// The values of the dictionary.
#[derive(Debug)]
pub(super) struct Dictionary {
    /// numpy's type string.
    pub(super) type_string: String,
    /// The dimensions, the slowest first.
    pub(super) shape: Vec<u64>,
    /// Whether the first dimension varies fastest in the file.
    pub(super) fortran: bool,
}

/// Reads the dictionary, whatever the bytes are. Its form has a fixed depth, so nothing recurses.
pub(super) fn parse(bytes: &[u8]) -> Result<Dictionary, Problem> {
    let text = str::from_utf8(bytes).map_err(|_| not_plain())?;
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut rest = Rest { text, whole: text.len() };
    let dictionary = rest.dictionary()?;
    rest.skip_spaces();
    if rest.text.is_empty() { Ok(dictionary) } else { Err(rest.expected("the end")) }
}

/// The part of the text that has not been read.
struct Rest<'a> {
    text: &'a str,
    /// Length in bytes of the whole text.
    whole: usize,
}

impl<'a> Rest<'a> {
    fn dictionary(&mut self) -> Result<Dictionary, Problem> {
        let mut type_string = None;
        let mut fortran = None;
        let mut shape = None;
        self.expect("{")?;
        while !self.takes("}") {
            let key = self.string().ok_or_else(|| self.expected("a key"))?;
            self.expect(":")?;
            let is_second = match key {
                "descr" => type_string.replace(self.type_string()?).is_some(),
                "fortran_order" => fortran.replace(self.boolean()?).is_some(),
                "shape" => shape.replace(self.shape()?).is_some(),
                _ => return Err(rejected("a key is none of descr, fortran_order and shape")),
            };
            // In Python the last would count, in other readers the first.
            if is_second {
                return Err(Problem::Header(format!("two keys {key}")));
            }
            if !self.takes(",") {
                self.expect("}")?;
                break;
            }
        }
        let missing = |key| move || Problem::Header(format!("the key {key} is missing"));
        Ok(Dictionary {
            type_string: type_string.ok_or_else(missing("descr"))?,
            shape: shape.ok_or_else(missing("shape"))?,
            fortran: fortran.ok_or_else(missing("fortran_order"))?,
        })
    }

    fn type_string(&mut self) -> Result<String, Problem> {
        let text = self.string().filter(|text| is_plain_type(text)).ok_or_else(not_plain)?;
        Ok(text.to_owned())
    }

    fn boolean(&mut self) -> Result<bool, Problem> {
        if self.takes("True") {
            Ok(true)
        } else if self.takes("False") {
            Ok(false)
        } else {
            Err(self.expected("True or False"))
        }
    }

    /// A tuple of numbers.
    fn shape(&mut self) -> Result<Vec<u64>, Problem> {
        let mut shape = Vec::new();
        self.expect("(")?;
        while !self.takes(")") {
            shape.push(self.dimension()?);
            let is_followed = self.takes(",");
            // Without a comma, one number in brackets is a number.
            if !is_followed && shape.len() == 1 {
                return Err(self.expected("a comma"));
            }
            if !is_followed {
                self.expect(")")?;
                break;
            }
        }
        // A dimension of zero must not hide an overflow of the others.
        let count = shape.iter().try_fold(1_u64, |count, &size| count.checked_mul(size.max(1)));
        match count {
            Some(_) => Ok(shape),
            None => Err(rejected("the shape holds more elements than can be counted")),
        }
    }

    fn dimension(&mut self) -> Result<u64, Problem> {
        self.skip_spaces();
        let end = self.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.text.len());
        let (digits, rest) = self.text.split_at(end);
        self.text = rest;
        match digits.parse() {
            Ok(number) if digits.len() <= MAX_HEADER_DIGITS => Ok(number),
            _ => Err(rejected("a dimension is no number or too large")),
        }
    }

    /// What stands between quotes of either kind; no key and no type has a quote or an escape in it.
    fn string(&mut self) -> Option<&'a str> {
        let quote = ["'", "\""].into_iter().find(|quote| self.takes(quote))?;
        let (string, rest) = self.text.split_once(quote)?;
        self.text = rest;
        Some(string)
    }

    /// Takes the token if it is next, but for spaces.
    fn takes(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let rest = self.text.strip_prefix(token);
        self.text = rest.unwrap_or(self.text);
        rest.is_some()
    }

    fn skip_spaces(&mut self) {
        self.text = self.text.trim_start_matches(' ');
    }

    fn expect(&mut self, token: &str) -> Result<(), Problem> {
        if self.takes(token) { Ok(()) } else { Err(self.expected(token)) }
    }

    fn expected(&self, what: &str) -> Problem {
        let place = self.whole - self.text.len();
        Problem::Header(format!("expected {what} at byte {place} of the text"))
    }
}

/// Whether this is a byte order, a kind and a size; objects have no size.
///
/// The numpy developers, "The array interface protocol", section "Python side", `typestr`.
fn is_plain_type(text: &str) -> bool {
    let kind = text.strip_prefix(['<', '>', '|']).unwrap_or_default();
    let Some(size) = kind.strip_prefix(|c: char| c.is_ascii_alphabetic()) else {
        return false;
    };
    let is_number = size.len() <= MAX_HEADER_DIGITS && size.bytes().all(|c| c.is_ascii_digit());
    is_number && size.is_empty() == kind.starts_with('O')
}

fn not_plain() -> Problem {
    rejected("not the header of a plain array")
}

fn rejected(what: &str) -> Problem {
    Problem::Header(what.to_owned())
}

//! Field and method descriptors, parsed in place.

use crate::{Error, Result};

/// The type of a field, a parameter or a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type<'a> {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    /// An internal class name, such as `java/lang/String`.
    Object(&'a str),
    /// A whole array descriptor, such as `[Ljava/lang/String;`: the name by which `CONSTANT_Class` knows it.
    Array(&'a str),
}

impl<'a> Type<'a> {
    /// How many local or stack slots a value takes.
    pub fn slots(self) -> u16 {
        match self {
            Type::Long | Type::Double => 2,
            _ => 1,
        }
    }

    /// The name that a `CONSTANT_Class` entry has for it, if it is a reference.
    pub fn class_name(self) -> Option<&'a str> {
        match self {
            Type::Object(name) | Type::Array(name) => Some(name),
            _ => None,
        }
    }
}

/// A field descriptor.
pub fn field(text: &str) -> Result<Type<'_>> {
    match take(text)? {
        (ty, "") => Ok(ty),
        _ => Err(Error::BadDescriptor),
    }
}

/// The parameter types of a method descriptor, in order and without `this`. Stops after the first error.
pub fn params(text: &str) -> Params<'_> {
    Params {
        rest: text.strip_prefix('('),
    }
}

/// The result type of a method descriptor; `None` is `void`.
pub fn result(text: &str) -> Result<Option<Type<'_>>> {
    match text.rsplit_once(')').ok_or(Error::BadDescriptor)?.1 {
        "V" => Ok(None),
        other => field(other).map(Some),
    }
}

/// The local slots that the arguments take, without `this`.
pub fn param_slots(text: &str) -> Result<u16> {
    params(text).try_fold(0u16, |n, ty| {
        n.checked_add(ty?.slots()).ok_or(Error::BadDescriptor)
    })
}

#[derive(Clone, Debug)]
pub struct Params<'a> {
    /// What follows the parameters read so far; `None` if the text was no method descriptor.
    rest: Option<&'a str>,
}

impl<'a> Iterator for Params<'a> {
    type Item = Result<Type<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.rest {
            None => {
                self.rest = Some(")");
                Some(Err(Error::BadDescriptor))
            }
            Some(rest) if rest.starts_with(')') => None,
            Some(rest) => match take(rest) {
                Ok((ty, rest)) => {
                    self.rest = Some(rest);
                    Some(Ok(ty))
                }
                Err(e) => {
                    self.rest = Some(")");
                    Some(Err(e))
                }
            },
        }
    }
}

/// Splits the first type off.
fn take(text: &str) -> Result<(Type<'_>, &str)> {
    let base = |ty| Ok((ty, &text[1..]));
    match text.as_bytes().first() {
        Some(b'Z') => base(Type::Boolean),
        Some(b'B') => base(Type::Byte),
        Some(b'C') => base(Type::Char),
        Some(b'S') => base(Type::Short),
        Some(b'I') => base(Type::Int),
        Some(b'J') => base(Type::Long),
        Some(b'F') => base(Type::Float),
        Some(b'D') => base(Type::Double),
        Some(b'L') => {
            let end = text.find(';').ok_or(Error::BadDescriptor)?;
            Ok((Type::Object(&text[1..end]), &text[end + 1..]))
        }
        Some(b'[') => {
            let element = text.trim_start_matches('[');
            if text.len() - element.len() > 255 {
                return Err(Error::BadDescriptor);
            }
            let (_, rest) = take(element)?;
            Ok((Type::Array(&text[..text.len() - rest.len()]), rest))
        }
        _ => Err(Error::BadDescriptor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn method_descriptors() {
        let text = "(I[[JLjava/lang/String;D[Lx/Y;)V";
        let all: Result<Vec<_>> = params(text).collect();
        let want = [
            Type::Int,
            Type::Array("[[J"),
            Type::Object("java/lang/String"),
            Type::Double,
            Type::Array("[Lx/Y;"),
        ];
        assert_eq!(all.unwrap(), want);
        assert_eq!(param_slots(text), Ok(6));
        assert_eq!(result(text), Ok(None));
        assert_eq!(result("()[I"), Ok(Some(Type::Array("[I"))));
    }

    #[test]
    fn malformed_descriptors_are_errors() {
        for bad in ["", "I", "(", "(I", "(Lx)V", "(V)V", "([)V", "(é)V"] {
            assert_eq!(param_slots(bad), Err(Error::BadDescriptor), "{bad}");
        }
        assert_eq!(field("II"), Err(Error::BadDescriptor));
        assert_eq!(result("()"), Err(Error::BadDescriptor));
        assert_eq!(field(&("[".repeat(256) + "I")), Err(Error::BadDescriptor));
    }
}

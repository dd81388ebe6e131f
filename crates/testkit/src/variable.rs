//! Variables as fixtures name them.

use std::fmt;

/// A variable as a fixture names it. Of a class, the last part of the name counts: `Inner` for
/// `com.example.Outer$Inner`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    Field {
        class: String,
        field: String,
    },
    Array {
        name: String,
        index: Option<u32>,
    },
    /// The inside of an object of the JDK that is not made for sharing.
    Contents {
        class: String,
    },
}

impl Variable {
    pub fn field(class: &str, field: &str) -> Variable {
        Variable::Field {
            class: last_name(class),
            field: field.to_owned(),
        }
    }

    pub fn contents(class: &str) -> Variable {
        Variable::Contents {
            class: last_name(class),
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Variable> {
        if let Some(class) = text.strip_prefix("contents:") {
            return Some(Variable::contents(class));
        }
        if let Some((class, field)) = text.rsplit_once('.') {
            return Some(Variable::field(class, field));
        }
        match text.split_once('[') {
            None => Some(Variable::Array {
                name: text.to_owned(),
                index: None,
            }),
            Some((name, index)) => {
                let index = index.strip_suffix(']')?.parse().ok()?;
                Some(Variable::Array {
                    name: name.to_owned(),
                    index: Some(index),
                })
            }
        }
    }
}

fn last_name(class: &str) -> String {
    class.rsplit(['.', '$']).next().unwrap_or(class).to_owned()
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variable::Field { class, field } => write!(f, "{class}.{field}"),
            Variable::Array { name, index: None } => write!(f, "{name}"),
            Variable::Array {
                name,
                index: Some(index),
            } => write!(f, "{name}[{index}]"),
            Variable::Contents { class } => write!(f, "contents:{class}"),
        }
    }
}

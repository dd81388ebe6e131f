//! What a fixture is about: a mechanism that orders threads or shares memory, in one of a few areas.
//! The areas are a closed list, so that a misspelt one does not become a chapter of its own.

use std::fmt;

/// A chapter of the table of mechanisms, in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Area {
    ThreadBasics,
    MemoryModes,
    Concurrent,
    Collections,
    Indirect,
    Lifetimes,
    VirtualThreads,
    Declared,
    Grading,
    Deadlock,
    LockOrder,
    Stuck,
    LockDiscipline,
}

impl Area {
    pub const ALL: [Area; 13] = [
        Area::ThreadBasics,
        Area::MemoryModes,
        Area::Concurrent,
        Area::Collections,
        Area::Indirect,
        Area::Lifetimes,
        Area::VirtualThreads,
        Area::Declared,
        Area::Grading,
        Area::Deadlock,
        Area::LockOrder,
        Area::Stuck,
        Area::LockDiscipline,
    ];

    /// As directives and the table spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Area::ThreadBasics => "thread basics",
            Area::MemoryModes => "memory modes",
            Area::Concurrent => "java.util.concurrent",
            Area::Collections => "collections",
            Area::Indirect => "bulk and indirect",
            Area::Lifetimes => "lifetimes",
            Area::VirtualThreads => "virtual threads",
            Area::Declared => "declared",
            Area::Grading => "grading",
            Area::Deadlock => "deadlocks",
            Area::LockOrder => "lock order",
            Area::Stuck => "stuck programs",
            Area::LockDiscipline => "lock discipline",
        }
    }
}

/// One line of the table: fixtures that say the same words are about the same thing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mechanism {
    pub area: Area,
    pub text: String,
}

impl Mechanism {
    /// Reads `AREA: TEXT`.
    pub(crate) fn parse(text: &str) -> Result<Mechanism, String> {
        let (name, text) = text
            .split_once(':')
            .map(|(name, text)| (name.trim(), text.trim()))
            .filter(|(_, text)| !text.is_empty())
            .ok_or_else(|| format!("`{text}` is not `AREA: TEXT`"))?;
        let area = Area::ALL.into_iter().find(|area| area.name() == name);
        let known = || Area::ALL.map(Area::name).join(", ");
        Ok(Mechanism {
            area: area.ok_or_else(|| format!("`{name}` is not an area; there are {}", known()))?,
            text: text.to_owned(),
        })
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.area.name(), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for area in Area::ALL {
            let text = format!("{}: VarHandle: all modes", area.name());
            let mechanism = Mechanism::parse(&text).unwrap();
            assert_eq!((mechanism.area, mechanism.to_string()), (area, text));
        }
    }

    #[test]
    fn an_unknown_chapter_is_an_error() {
        let message = Mechanism::parse("colections: HashMap").unwrap_err();
        assert!(message.starts_with("`colections` is not an area; there are thread basics, "));
        for text in ["collections", "collections: ", ""] {
            assert!(
                Mechanism::parse(text)
                    .unwrap_err()
                    .contains("is not `AREA: TEXT`")
            );
        }
    }
}

//! What the analyses ask about other classes: the agent answers for those that a JVM has loaded, a
//! [`ClassTable`](crate::ClassTable) for those that it was given.

/// What a field's declaration says, as far as checking is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldFacts {
    pub is_static: bool,
    pub is_final: bool,
    pub is_volatile: bool,
}

impl FieldFacts {
    /// An instance field without modifiers that matter.
    pub const PLAIN: FieldFacts = FieldFacts {
        is_static: false,
        is_final: false,
        is_volatile: false,
    };
    pub const FINAL: FieldFacts = FieldFacts {
        is_final: true,
        ..FieldFacts::PLAIN
    };
    pub const VOLATILE: FieldFacts = FieldFacts {
        is_volatile: true,
        ..FieldFacts::PLAIN
    };
}

/// The rest of the program, seen from the class at hand. It is never asked about the class at hand.
pub trait World {
    /// What is known of a field of another class, exactly as a fieldref names it: the world walks
    /// superclasses itself. `None`: not known (yet).
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts>;

    /// Whether instances of this class have a finalizer other than the empty one of `java.lang.Object`.
    fn has_finalizer(&self, class: &str) -> bool;

    /// Whether the initialisation of a class below this one may run an initialiser that is watched: that of this
    /// class, or one above it. True if the class is not known yet.
    fn has_initialiser(&self, _class: &str) -> bool {
        false
    }

    /// Whether this static method of another class is pure, see [`crate::StaticMethod`], and calling it
    /// initialises nothing either.
    fn is_pure(&self, _owner: &str, _name: &str, _descriptor: &str) -> bool {
        false
    }
}

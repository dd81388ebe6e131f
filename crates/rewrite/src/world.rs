//! What the rewriter asks of whoever runs it: the agent in a JVM, a simple table in tests.

use raddle_events::{Place, Shortcut, SiteId};

use crate::declared::Declared;

/// What a field's declaration says, as far as checking is concerned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldFacts {
    pub is_static: bool,
    pub is_final: bool,
    pub is_volatile: bool,
}

/// The rest of the program, seen from the class at hand.
pub trait World {
    /// A new site. Zero ([`SiteId::UNKNOWN`]) if the table is full.
    fn site(&mut self, place: Place) -> SiteId;

    /// The number of the class being rewritten, for class-initialisation edges.
    fn class_id(&mut self, class: &str) -> u32;

    /// The number that stands for the initialisers which run before that of the class being rewritten: those of
    /// classes and interfaces above it.
    fn ancestors_id(&mut self, _class: &str) -> u32 {
        0
    }

    /// Whether the initialisation of a class below this one may run an initialiser that is watched: that of this
    /// class, or one above it. True if the class is not known yet.
    fn has_initialiser(&self, _class: &str) -> bool {
        false
    }

    /// What is known of a field of another class, exactly as a fieldref names it: the world walks
    /// superclasses itself. `None`: not known (yet).
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts>;

    /// Whether instances of this class (the superclass of the one at hand) have a finalizer other than
    /// the empty one of `java.lang.Object`.
    fn finalizable(&self, class: &str) -> bool;

    /// Whether this static method of another class only computes, see [`crate::StaticMethod`], and calling
    /// it initialises nothing either.
    fn is_formula(&self, _owner: &str, _name: &str, _descriptor: &str) -> bool {
        false
    }

    /// The site accesses a field that may be a cache, see `single_check`.
    fn may_be_cache(&mut self, _site: SiteId) {}

    /// The site accesses a field beside a fence, see `fences`.
    fn is_beside_fence(&mut self, _site: SiteId) {}

    /// Whether accesses to memory matter. If not, only what synchronises gets hooks.
    fn watches_memory(&self) -> bool {
        true
    }

    /// Whether threads run one at a time, and hooks say which.
    fn controls(&self) -> bool {
        false
    }

    /// Whether a shortcut is to be taken.
    fn has(&self, _shortcut: Shortcut) -> bool {
        true
    }

    /// The ends of rules that name methods of the class being rewritten.
    fn declared(&self, _class: &str) -> Vec<Declared> {
        Vec::new()
    }

    /// Whether a call of a method of this class may end in code that is not checked: it is not part of the
    /// program, or inherits from what is not, or is not known yet.
    fn leads_out(&self, class: &str) -> bool;
}

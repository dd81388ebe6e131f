//! What the rewriter asks of its caller, beside what it asks about other classes: the agent in a JVM, a simple table in
//! tests.

use raddle_analysis::World;
use raddle_events::{Optimisation, Place, SiteId};

use crate::synchronisation::declared::Declared;

/// The run that a class is rewritten for.
pub trait Host: World {
    /// A new site. Zero ([`SiteId::UNKNOWN`]) if the table is full.
    fn site(&mut self, place: Place) -> SiteId;

    /// The number of the class being rewritten, for class-initialisation edges.
    fn class_id(&mut self, class: &str) -> u32;

    /// The number that stands for the initialisers which run before that of the class being rewritten: those of
    /// classes and interfaces above it.
    fn ancestors_id(&mut self, _class: &str) -> u32 {
        0
    }

    /// The site accesses a field that may be a cache, see [`raddle_analysis::racy_caches`].
    fn may_be_cache(&mut self, _site: SiteId) {}

    /// The site accesses a field beside a fence, see [`raddle_analysis::Fences`].
    fn is_beside_fence(&mut self, _site: SiteId) {}

    /// Whether accesses to memory matter. If not, only what synchronises gets hooks.
    fn watches_memory(&self) -> bool {
        true
    }

    /// Whether threads run one at a time, and hooks say which.
    fn controls(&self) -> bool {
        false
    }

    /// Whether an optimisation is to be taken.
    fn has(&self, _optimisation: Optimisation) -> bool {
        true
    }

    /// The ends of rules that name methods of the class being rewritten.
    fn declared(&self, _class: &str) -> Vec<Declared> {
        Vec::new()
    }

    /// Whether a call of a method of this class may be a call into unchecked code: the class is not part of the
    /// program, or inherits from what is not, or is not known yet.
    fn reaches_unchecked(&self, class: &str) -> bool;
}

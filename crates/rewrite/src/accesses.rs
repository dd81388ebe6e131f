//! Which field accesses get a hook.
//!
//! In a checked class: all, but for what cannot race or is none of the program's business. Elsewhere:
//! those that order threads, which are the volatile ones.

use raddle_classfile::op;
use raddle_events::Op;

use crate::Role;
use crate::contents::{self, Part};
use crate::facts::ClassFacts;
use crate::leads_out::is_jdk;
use crate::world::{FieldFacts, World};

/// What to do with the accesses through one fieldref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldUse {
    /// Hooked in code that is checked.
    pub checked: bool,
    /// Hooked in code of which only the synchronisation is seen.
    pub ordered: bool,
    /// It orders nothing and loads no class: of the class at hand, known, and not volatile.
    pub is_quiet: bool,
    pub is_final: bool,
    /// What a read and what a write of it stands for in the code of the JDK.
    pub parts: [Option<Part>; 2],
}

impl FieldUse {
    /// Whether an instruction needs a hook.
    pub(crate) fn is_hooked(&self, op: u8, role: Role) -> bool {
        match role {
            Role::Program => self.checked,
            Role::Library => self.ordered,
            Role::Jdk => self.ordered || self.part(op).is_some(),
        }
    }

    pub(crate) fn part(&self, op: u8) -> Option<Part> {
        match op {
            op::GETFIELD => self.parts[0],
            op::PUTFIELD => self.parts[1],
            _ => None,
        }
    }
}

pub(crate) fn decide(
    class: &ClassFacts,
    world: &dyn World,
    (owner, name, descriptor): (&str, &str, &str),
    is_static: bool,
) -> FieldUse {
    let own = owner == class.name;
    let declared = if own { class.field(name, descriptor) } else { None };
    let facts = match declared {
        Some(facts) => Some(facts),
        None if own => inherited(class, world, name, descriptor),
        None => world.field(owner, name, descriptor),
    };
    let is_final = facts.is_some_and(|f| f.is_final);
    let checked = match facts {
        // Set by the VM's word before anything can run.
        _ if name == "$assertionsDisabled" => false,
        Some(_) if is_final && (declared.is_some() || !is_static) => false,
        Some(f) if !own && is_jdk(owner) => f.is_volatile,
        // A static final of another class is hooked too: reading it may follow that class's initialisation.
        _ => true,
    };
    let ordered = match facts {
        Some(f) => f.is_volatile,
        None => package(owner) == package(&class.name),
    };
    let is_quiet =
        own && facts.is_some_and(|f| !f.is_volatile) && (!is_static || declared.is_some() && is_final);
    let parts = [Op::Read, Op::Write].map(|op| contents::field(owner, name, op));
    FieldUse {
        checked,
        ordered,
        is_quiet,
        is_final,
        parts,
    }
}

/// The class at hand is not known to the world yet, so the search starts above it.
fn inherited(class: &ClassFacts, world: &dyn World, name: &str, descriptor: &str) -> Option<FieldFacts> {
    class
        .super_name
        .iter()
        .chain(&class.interfaces)
        .find_map(|above| world.field(above, name, descriptor))
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

#[cfg(test)]
pub(crate) mod tests {
    use raddle_events::{Place, SiteId};

    use super::*;
    use crate::facts::Field;

    pub(crate) struct Known(pub Option<FieldFacts>);

    impl World for Known {
        fn site(&mut self, _: Place) -> SiteId {
            SiteId::UNKNOWN
        }
        fn class_id(&mut self, _: &str) -> u32 {
            0
        }
        fn field(&self, owner: &str, _: &str, _: &str) -> Option<FieldFacts> {
            assert_ne!(owner, "p/A", "the world is not asked about the class at hand");
            self.0
        }
        fn finalizable(&self, _: &str) -> bool {
            false
        }
        fn leads_out(&self, _: &str) -> bool {
            false
        }
    }

    const PLAIN: FieldFacts = FieldFacts {
        is_static: false,
        is_final: false,
        is_volatile: false,
    };
    const FINAL: FieldFacts = FieldFacts {
        is_final: true,
        ..PLAIN
    };
    const VOLATILE: FieldFacts = FieldFacts {
        is_volatile: true,
        ..PLAIN
    };

    fn ask(known: Option<FieldFacts>, owner: &str, name: &str, is_static: bool) -> (bool, bool) {
        let used = used(known, owner, name, is_static);
        (used.checked, used.ordered)
    }

    fn used(known: Option<FieldFacts>, owner: &str, name: &str, is_static: bool) -> FieldUse {
        decide(&class(), &Known(known), (owner, name, "I"), is_static)
    }

    /// With a plain, a final and a volatile field.
    pub(crate) fn class() -> ClassFacts {
        let own = |name: &str, facts| Field {
            name: name.into(),
            descriptor: "I".into(),
            facts,
        };
        ClassFacts {
            name: "p/A".into(),
            super_name: Some("p/Above".into()),
            interfaces: vec![],
            is_interface: false,
            has_defaults: false,
            fields: vec![own("plain", PLAIN), own("fin", FINAL), own("vol", VOLATILE)],
            has_clinit: false,
            declares_finalize: false,
            static_methods: Vec::new(),
        }
    }

    #[test]
    fn own_fields_are_known_from_the_class_itself() {
        assert_eq!(ask(Some(VOLATILE), "p/A", "plain", false), (true, false));
        assert_eq!(ask(Some(VOLATILE), "p/A", "fin", false), (false, false));
        assert_eq!(ask(None, "p/A", "fin", true), (false, false));
        assert_eq!(ask(None, "p/A", "vol", false), (true, true));
    }

    #[test]
    fn inherited_fields_are_asked_for_above() {
        assert_eq!(ask(Some(VOLATILE), "p/A", "above", false), (true, true));
        assert_eq!(ask(Some(FINAL), "p/A", "above", false), (false, false));
        assert_eq!(ask(None, "p/A", "above", false), (true, true));
    }

    #[test]
    fn fields_of_other_classes() {
        assert_eq!(ask(Some(PLAIN), "q/B", "f", false), (true, false));
        assert_eq!(ask(Some(FINAL), "q/B", "f", false), (false, false));
        assert_eq!(
            ask(Some(FINAL), "q/B", "f", true),
            (true, false),
            "carries the initialisation edge"
        );
        assert_eq!(ask(None, "q/B", "f", false), (true, false));
        assert_eq!(ask(None, "p/B", "f", false), (true, true), "same package");
        assert_eq!(ask(None, "q/B", "$assertionsDisabled", true), (false, false));
    }

    #[test]
    fn only_fields_of_the_class_at_hand_are_quiet() {
        let is_quiet = |known, owner, name, is_static| used(known, owner, name, is_static).is_quiet;
        assert!(is_quiet(None, "p/A", "plain", false));
        assert!(is_quiet(None, "p/A", "fin", true));
        assert!(is_quiet(Some(PLAIN), "p/A", "above", false));
        assert!(!is_quiet(None, "p/A", "above", false), "it may be volatile");
        assert!(!is_quiet(None, "p/A", "vol", false));
        assert!(!is_quiet(None, "p/A", "plain", true), "its hook may order");
        assert!(!is_quiet(Some(FINAL), "p/A", "above", true), "it may initialise");
        assert!(!is_quiet(Some(PLAIN), "q/B", "f", false), "it may be linked");
    }

    #[test]
    fn fields_of_the_jdk_only_if_volatile_or_unknown() {
        assert_eq!(ask(Some(PLAIN), "java/awt/Point", "x", false), (false, false));
        assert_eq!(ask(Some(FINAL), "java/lang/System", "out", true), (false, false));
        assert_eq!(ask(Some(VOLATILE), "java/util/X", "v", false), (true, true));
        assert_eq!(ask(None, "java/util/X", "v", false), (true, false));
    }
}

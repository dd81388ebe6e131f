//! Which field accesses get a hook.
//!
//! In a checked class: all, but for what cannot race or is none of the program's business. Elsewhere:
//! those that order threads, which are the volatile ones.

use raddle_analysis::{ClassFacts, ResolvedField};
use raddle_classfile::{MemberRef, op};
use raddle_events::{Op, is_jdk_class};

use crate::Role;
use crate::memory_accesses::collections::{self, Part};

/// What to do with the accesses through one fieldref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FieldUse {
    /// Hooked in code that is checked.
    pub checked: bool,
    /// Hooked in code of which only the synchronisation is seen.
    pub ordered: bool,
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

impl FieldUse {
    pub(crate) fn of(
        resolved: &ResolvedField,
        field: MemberRef<'_>,
        class: &ClassFacts,
        is_static: bool,
    ) -> FieldUse {
        let MemberRef { owner, name, .. } = field;
        let checked = match resolved.facts {
            // Set by the VM's word before anything can run.
            _ if name == "$assertionsDisabled" => false,
            Some(f) if f.is_final && (resolved.is_declared_here || !is_static) => false,
            Some(f) if !resolved.is_own && is_jdk_class(owner) => f.is_volatile,
            // A static final of another class is hooked too: reading it may follow that class's initialisation.
            _ => true,
        };
        let ordered = match resolved.facts {
            Some(f) => f.is_volatile,
            None => package(owner) == package(&class.name),
        };
        let parts = [Op::Read, Op::Write].map(|op| collections::field(owner, name, op));
        FieldUse {
            checked,
            ordered,
            parts,
        }
    }
}

fn package(class: &str) -> &str {
    class.rsplit_once('/').map_or("", |(package, _)| package)
}

#[cfg(test)]
mod tests {
    use raddle_analysis::FieldFacts;

    use super::*;

    const PLAIN: FieldFacts = FieldFacts::PLAIN;
    const FINAL: FieldFacts = FieldFacts::FINAL;
    const VOLATILE: FieldFacts = FieldFacts::VOLATILE;

    /// Seen from `p/A`, whose own fields are those that are declared here.
    fn ask(facts: Option<FieldFacts>, is_declared_here: bool, field: &str, is_static: bool) -> (bool, bool) {
        let (owner, name) = field.split_once('.').expect("OWNER.NAME");
        let class = ClassFacts {
            name: "p/A".into(),
            ..ClassFacts::default()
        };
        let resolved = ResolvedField {
            facts,
            is_own: owner == "p/A",
            is_declared_here,
            is_sync_free: false,
        };
        let field = MemberRef {
            owner,
            name,
            descriptor: "I",
        };
        let used = FieldUse::of(&resolved, field, &class, is_static);
        (used.checked, used.ordered)
    }

    fn own(facts: FieldFacts, is_static: bool) -> (bool, bool) {
        ask(Some(facts), true, "p/A.f", is_static)
    }

    fn of(field: &str, facts: Option<FieldFacts>, is_static: bool) -> (bool, bool) {
        ask(facts, false, field, is_static)
    }

    #[test]
    fn own_fields() {
        assert_eq!(own(PLAIN, false), (true, false));
        assert_eq!(own(FINAL, false), (false, false));
        assert_eq!(own(FINAL, true), (false, false));
        assert_eq!(own(VOLATILE, false), (true, true));
    }

    #[test]
    fn inherited_fields() {
        assert_eq!(of("p/A.above", Some(VOLATILE), false), (true, true));
        assert_eq!(of("p/A.above", Some(FINAL), false), (false, false));
        assert_eq!(of("p/A.above", None, false), (true, true));
    }

    #[test]
    fn fields_of_other_classes() {
        assert_eq!(of("q/B.f", Some(PLAIN), false), (true, false));
        assert_eq!(of("q/B.f", Some(FINAL), false), (false, false));
        assert_eq!(
            of("q/B.f", Some(FINAL), true),
            (true, false),
            "carries the initialisation edge"
        );
        assert_eq!(of("q/B.f", None, false), (true, false));
        assert_eq!(of("p/B.f", None, false), (true, true), "same package");
        assert_eq!(of("q/B.$assertionsDisabled", None, true), (false, false));
    }

    #[test]
    fn fields_of_the_jdk_only_if_volatile_or_unknown() {
        assert_eq!(of("java/awt/Point.x", Some(PLAIN), false), (false, false));
        assert_eq!(of("java/lang/System.out", Some(FINAL), true), (false, false));
        assert_eq!(of("java/util/X.v", Some(VOLATILE), false), (true, true));
        assert_eq!(of("java/util/X.v", None, false), (true, false));
    }
}

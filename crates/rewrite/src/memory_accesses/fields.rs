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
    use raddle_analysis::{Field, FieldFacts, Fields, World};
    use raddle_classfile::ConstantPool;

    use super::*;

    struct Known(Option<FieldFacts>);

    impl World for Known {
        fn field(&self, _: &str, _: &str, _: &str) -> Option<FieldFacts> {
            self.0
        }
        fn has_finalizer(&self, _: &str) -> bool {
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
        let own = |name: &str, facts| Field {
            name: name.into(),
            descriptor: "I".into(),
            facts,
        };
        let class = ClassFacts {
            name: "p/A".into(),
            super_name: Some("p/Above".into()),
            interfaces: vec![],
            is_interface: false,
            has_defaults: false,
            fields: vec![own("plain", PLAIN), own("fin", FINAL), own("vol", VOLATILE)],
            has_clinit: false,
            declares_finalize: false,
            static_methods: Vec::new(),
        };
        let mut pool = ConstantPool::default();
        let index = pool.add_field_ref(owner, name, "I").expect("room");
        let op = if is_static { op::GETSTATIC } else { op::GETFIELD };
        let resolved = Fields::default().resolve(op, index, &pool, &class, &Known(known));
        let field = pool.member_ref(index).expect("just added");
        let used = FieldUse::of(&resolved.expect("readable"), field, &class, is_static);
        (used.checked, used.ordered)
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
    fn fields_of_the_jdk_only_if_volatile_or_unknown() {
        assert_eq!(ask(Some(PLAIN), "java/awt/Point", "x", false), (false, false));
        assert_eq!(ask(Some(FINAL), "java/lang/System", "out", true), (false, false));
        assert_eq!(ask(Some(VOLATILE), "java/util/X", "v", false), (true, true));
        assert_eq!(ask(None, "java/util/X", "v", false), (true, false));
    }
}

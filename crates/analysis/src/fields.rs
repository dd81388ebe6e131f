//! What the field that an instruction names is, as the class at hand or the world declares it.

use raddle_classfile::{ConstantPool, Result, op};

use crate::facts::ClassFacts;
use crate::world::{FieldFacts, World};

/// The field of a fieldref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolvedField {
    /// `None`: not known.
    pub facts: Option<FieldFacts>,
    /// The fieldref names the class at hand.
    pub is_own: bool,
    /// The class at hand declares it.
    pub is_declared_here: bool,
    /// An access orders nothing and loads no class: of the class at hand, known, and not volatile.
    pub is_sync_free: bool,
}

impl ResolvedField {
    pub fn is_final(&self) -> bool {
        self.facts.is_some_and(|f| f.is_final)
    }

    fn of(
        class: &ClassFacts,
        world: &dyn World,
        (owner, name, descriptor): (&str, &str, &str),
        is_static: bool,
    ) -> Self {
        let is_own = owner == class.name;
        let declared = if is_own {
            class.field(name, descriptor)
        } else {
            None
        };
        let facts = match declared {
            Some(facts) => Some(facts),
            None if is_own => inherited(class, world, name, descriptor),
            None => world.field(owner, name, descriptor),
        };
        let is_plain = facts.is_some_and(|f| !f.is_volatile);
        let is_final = facts.is_some_and(|f| f.is_final);
        ResolvedField {
            facts,
            is_own,
            is_declared_here: declared.is_some(),
            is_sync_free: is_own && is_plain && (!is_static || declared.is_some() && is_final),
        }
    }
}

/// The class at hand is not known to the world yet, so the search starts above it.
fn inherited(class: &ClassFacts, world: &dyn World, name: &str, descriptor: &str) -> Option<FieldFacts> {
    let mut above = class.super_name.iter().chain(&class.interfaces);
    above.find_map(|above| world.field(above, name, descriptor))
}

/// The fields of a class's pool, each resolved once. By pool index; instance and static apart: a fieldref does not
/// say which it is.
#[derive(Default)]
pub struct Fields([Vec<Option<ResolvedField>>; 2]);

impl Fields {
    /// The field of an instruction with this opcode and pool index.
    pub fn resolve(
        &mut self,
        op: u8,
        index: u16,
        pool: &ConstantPool,
        class: &ClassFacts,
        world: &dyn World,
    ) -> Result<ResolvedField> {
        let is_static = matches!(op, op::GETSTATIC | op::PUTSTATIC);
        let known = &mut self.0[usize::from(is_static)];
        let at = usize::from(index);
        if known.len() <= at {
            known.resize(usize::from(pool.len()).max(at + 1), None);
        }
        if let Some(known) = known[at] {
            return Ok(known);
        }
        let field = pool.member_ref(index)?;
        let named = (field.owner, field.name, field.descriptor);
        let resolved = ResolvedField::of(class, world, named, is_static);
        known[at] = Some(resolved);
        Ok(resolved)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::facts::Field;

    /// A world in which all fields are of one sort.
    pub(crate) struct Known(pub Option<FieldFacts>);

    impl World for Known {
        fn field(&self, owner: &str, _: &str, _: &str) -> Option<FieldFacts> {
            assert_ne!(owner, "p/A", "the world is not asked about the class at hand");
            self.0
        }
        fn has_finalizer(&self, _: &str) -> bool {
            false
        }
    }

    const PLAIN: FieldFacts = FieldFacts::PLAIN;
    const FINAL: FieldFacts = FieldFacts::FINAL;
    const VOLATILE: FieldFacts = FieldFacts::VOLATILE;

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

    fn resolved(known: Option<FieldFacts>, owner: &str, name: &str, is_static: bool) -> ResolvedField {
        ResolvedField::of(&class(), &Known(known), (owner, name, "I"), is_static)
    }

    #[test]
    fn own_fields_are_known_from_the_class_itself() {
        let facts = |name| resolved(Some(VOLATILE), "p/A", name, false).facts;
        assert_eq!(facts("plain"), Some(PLAIN));
        assert_eq!(facts("fin"), Some(FINAL));
        assert!(resolved(None, "p/A", "vol", false).is_declared_here);
    }

    #[test]
    fn inherited_fields_are_asked_for_above() {
        let above = resolved(Some(FINAL), "p/A", "above", false);
        assert!(above.is_final() && above.is_own && !above.is_declared_here);
        assert_eq!(resolved(None, "p/A", "above", false).facts, None);
    }

    #[test]
    fn only_fields_of_the_class_at_hand_are_free_of_synchronisation() {
        let is_free = |known, owner, name, is_static| resolved(known, owner, name, is_static).is_sync_free;
        assert!(is_free(None, "p/A", "plain", false));
        assert!(is_free(None, "p/A", "fin", true));
        assert!(is_free(Some(PLAIN), "p/A", "above", false));
        assert!(!is_free(None, "p/A", "above", false), "it may be volatile");
        assert!(!is_free(None, "p/A", "vol", false));
        assert!(!is_free(None, "p/A", "plain", true), "its hook may order");
        assert!(!is_free(Some(FINAL), "p/A", "above", true), "it may initialise");
        assert!(!is_free(Some(PLAIN), "q/B", "f", false), "it may be linked");
    }
}

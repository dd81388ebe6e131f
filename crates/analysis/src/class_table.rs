//! A world of the classes that it was given, by name. Two classes of one name (in two loaders) that differ are not
//! answered for.

use raddle_events::is_jdk_class;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::facts::ClassFacts;
use crate::world::{FieldFacts, World};

const OBJECT: &str = "java/lang/Object";
/// Superclasses may be a cycle: of more than that, nothing is known.
const MAX_SUPERCLASSES: usize = 1000;

#[derive(Default)]
pub struct ClassTable {
    facts: FxHashMap<String, ClassFacts>,
    ambiguous: FxHashSet<String>,
}

impl ClassTable {
    pub fn add(&mut self, facts: ClassFacts) {
        match self.facts.get(&facts.name) {
            Some(other) if *other != facts => {
                self.facts.remove(&facts.name);
                self.ambiguous.insert(facts.name);
            }
            Some(_) => {}
            None if self.ambiguous.contains(&facts.name) => {}
            None => {
                self.facts.insert(facts.name.clone(), facts);
            }
        }
    }

    pub fn get(&self, class: &str) -> Option<&ClassFacts> {
        self.facts.get(class)
    }

    /// The class that declares the field which an instruction takes from `owner`, and what it says of it. As the
    /// JVM resolves a field: the class, its interfaces, its superclass.
    pub fn declaring(&self, owner: &str, name: &str, descriptor: &str) -> Option<(&ClassFacts, FieldFacts)> {
        let mut found = None;
        self.any_above(owner, &mut |_, class| {
            found = class.and_then(|class| Some((class, class.field(name, descriptor)?)));
            match found {
                Some(_) => Answer::Yes,
                None => Answer::AskAbove,
            }
        });
        found
    }

    /// Whether this holds for a class or one above it, each asked once: the class, its interfaces, its superclass.
    /// `None`: nothing is known of a class.
    pub fn any_above<'a>(
        &'a self,
        class: &str,
        holds: &mut dyn FnMut(&str, Option<&'a ClassFacts>) -> Answer,
    ) -> bool {
        let first = self.facts.get(class);
        let mut open = Vec::new();
        match holds(class, first) {
            Answer::Yes => return true,
            Answer::No => return false,
            Answer::AskAbove => open.extend(first.into_iter().flat_map(above)),
        }
        // No class file has to be right about what is above it: it may even be a cycle.
        let mut seen = vec![class];
        while let Some(name) = open.pop() {
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            let class = self.facts.get(name);
            match holds(name, class) {
                Answer::Yes => return true,
                Answer::No => {}
                Answer::AskAbove => open.extend(class.into_iter().flat_map(above)),
            }
        }
        false
    }

    /// The classes that are known from this one on upwards, without interfaces.
    fn superclasses(&self, class: &str) -> impl Iterator<Item = &ClassFacts> {
        let above = |class: &&ClassFacts| self.facts.get(class.super_name.as_deref()?);
        std::iter::successors(self.facts.get(class), above).take(MAX_SUPERCLASSES)
    }
}

/// What is right above a class; what comes first is last.
fn above(class: &ClassFacts) -> impl Iterator<Item = &str> {
    let interfaces = class.interfaces.iter().rev();
    class.super_name.iter().chain(interfaces).map(String::as_str)
}

/// What is said of one class, by [`ClassTable::any_above`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    /// Nor for those above it.
    No,
    AskAbove,
}

impl World for ClassTable {
    fn field(&self, owner: &str, name: &str, descriptor: &str) -> Option<FieldFacts> {
        self.declaring(owner, name, descriptor).map(|(_, facts)| facts)
    }

    fn has_finalizer(&self, class: &str) -> bool {
        let mut classes = self.superclasses(class).take_while(|class| class.name != OBJECT);
        classes.any(|class| class.declares_finalize)
    }

    fn has_initialiser(&self, class: &str) -> bool {
        self.any_above(class, &mut |name, facts| match facts {
            _ if is_jdk_class(name) => Answer::No,
            None => Answer::Yes,
            Some(class) if class.has_clinit && (!class.is_interface || class.has_defaults) => Answer::Yes,
            Some(_) => Answer::AskAbove,
        })
    }

    /// As the JVM resolves a static method, in classes that have no initialiser.
    fn is_pure(&self, owner: &str, name: &str, descriptor: &str) -> bool {
        let mut declared = None;
        for class in self.superclasses(owner) {
            if class.has_clinit || !class.interfaces.is_empty() {
                return false;
            }
            declared = declared.or(class.static_method(name, descriptor));
            let is_last = class.super_name.as_deref().is_none_or(|above| above == OBJECT);
            if is_last {
                return declared.is_some_and(|method| method.is_pure);
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Field, StaticMethod};

    fn class(name: &str, super_name: &str) -> ClassFacts {
        ClassFacts {
            name: name.to_owned(),
            super_name: Some(super_name.to_owned()),
            interfaces: Vec::new(),
            is_interface: false,
            has_defaults: false,
            fields: Vec::new(),
            has_clinit: false,
            declares_finalize: false,
            static_methods: Vec::new(),
        }
    }

    fn table(classes: impl IntoIterator<Item = ClassFacts>) -> ClassTable {
        let mut table = ClassTable::default();
        classes.into_iter().for_each(|class| table.add(class));
        table
    }

    fn field(is_volatile: bool) -> Field {
        Field {
            name: "f".to_owned(),
            descriptor: "I".to_owned(),
            facts: FieldFacts {
                is_volatile,
                ..FieldFacts::default()
            },
        }
    }

    #[test]
    fn interfaces_come_before_the_superclass() {
        let mut above = class("p/Above", OBJECT);
        above.fields.push(field(false));
        let mut interface = class("p/I", OBJECT);
        interface.fields.push(field(true));
        let mut below = class("p/Below", "p/Above");
        below.interfaces.push("p/I".to_owned());
        let table = table([above, interface, below]);
        let found = table
            .declaring("p/Below", "f", "I")
            .map(|(class, _)| class.name.as_str());
        assert_eq!(found, Some("p/I"));
        assert_eq!(table.field("p/Below", "f", "J"), None);
        assert_eq!(table.field("p/Unknown", "f", "I"), None);
    }

    #[test]
    fn classes_that_differ_are_not_answered_for() {
        let mut other = class("p/A", OBJECT);
        other.fields.push(field(false));
        let mut table = table([other.clone(), other.clone()]);
        assert!(table.field("p/A", "f", "I").is_some(), "the same twice");
        table.add(class("p/A", OBJECT));
        assert!(table.get("p/A").is_none());
        table.add(other);
        assert!(table.get("p/A").is_none(), "ever again");
    }

    #[test]
    fn initialisers_and_finalizers_are_inherited() {
        let mut above = class("p/Above", OBJECT);
        above.has_clinit = true;
        above.declares_finalize = true;
        let mut object = class(OBJECT, OBJECT);
        object.declares_finalize = true;
        let table = table([
            above,
            class("p/Below", "p/Above"),
            class("p/Plain", OBJECT),
            object,
        ]);
        assert!(table.has_initialiser("p/Below") && table.has_finalizer("p/Below"));
        assert!(!table.has_initialiser("p/Plain") && !table.has_finalizer("p/Plain"));
        assert!(table.has_initialiser("p/Unknown"), "it may have one");
        assert!(
            !table.has_initialiser("java/util/Unknown"),
            "not one that is watched"
        );
    }

    #[test]
    fn an_interface_is_initialised_with_its_classes_if_it_has_defaults() {
        let mut interface = class("p/I", OBJECT);
        interface.is_interface = true;
        interface.has_clinit = true;
        assert!(!table([interface.clone()]).has_initialiser("p/I"));
        interface.has_defaults = true;
        assert!(table([interface]).has_initialiser("p/I"));
    }

    #[test]
    fn a_pure_method_is_found_above_unless_something_is_initialised() {
        let mut above = class("p/Above", OBJECT);
        above.static_methods.push(StaticMethod {
            name: "m".to_owned(),
            descriptor: "()I".to_owned(),
            is_pure: true,
        });
        let is_pure = |above: &ClassFacts| {
            table([above.clone(), class("p/Below", "p/Above")]).is_pure("p/Below", "m", "()I")
        };
        assert!(is_pure(&above));
        above.has_clinit = true;
        assert!(!is_pure(&above));
        above.has_clinit = false;
        above.static_methods[0].is_pure = false;
        assert!(!is_pure(&above));
    }

    #[test]
    fn a_cycle_of_superclasses_ends() {
        let table = table([class("p/A", "p/B"), class("p/B", "p/A")]);
        assert_eq!(table.field("p/A", "f", "I"), None);
        assert!(!table.has_finalizer("p/A"));
        assert!(!table.is_pure("p/A", "m", "()I"));
        assert!(!table.has_initialiser("p/A"));
    }
}

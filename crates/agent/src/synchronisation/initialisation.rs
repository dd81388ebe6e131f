//! Which initialisers have run once a class is initialised (JLS 12.4.1): its own, else those of its superclass,
//! and of the interfaces above it that have default methods. HotSpot looks at the interfaces of all superclasses.
//!
//! An initialiser has a word in a table, see `RaddleSync`. The end of an initialiser publishes there what its
//! thread has seen, so a class that has one stands for all that ran before it. For a class that has none, the word
//! is a list of the initialisers above it, made when the class is first used: they are all known by then.

use jvmti_bindings::sys::jni::jclass;
use raddle_events::runtime::{CLASS_LIST, CLASS_LIST_SHIFT};

use crate::Agent;
use crate::jvm::Env;

/// The word of a class whose list has not been looked up.
pub const NOT_LOOKED_UP: u64 = CLASS_LIST << CLASS_LIST_SHIFT;

/// The number to go by for a class; 0 if nothing that is watched is initialised with it.
pub fn number(agent: &Agent, env: Env, class: jclass) -> u32 {
    let Some(name) = agent.jvmti.class_name(class) else {
        return 0;
    };
    if let Some(own) = agent.classes.number(&name) {
        return own;
    }
    let mut above = Vec::new();
    ancestors(agent, env, class, &mut above);
    if above.is_empty() {
        return 0;
    }
    let number = agent.classes.ancestors(&name, &agent.sites);
    keep(agent, number, &above);
    number
}

/// Looks up the initialisers above a class that has `number`. Gives its word.
pub fn look_up(agent: &Agent, env: Env, number: u32, class: jclass) -> u64 {
    let mut above = Vec::new();
    ancestors(agent, env, class, &mut above);
    keep(agent, number, &above)
}

/// The list is a count and so many numbers.
fn keep(agent: &Agent, number: u32, above: &[u32]) -> u64 {
    let word = match above {
        [] => 0,
        above => {
            let list: Vec<u32> = std::iter::once(above.len() as u32)
                .chain(above.iter().copied())
                .collect();
            NOT_LOOKED_UP | Box::leak(list.into_boxed_slice()).as_ptr() as u64
        }
    };
    agent.sites.set_class(number, word);
    word
}

fn ancestors(agent: &Agent, env: Env, class: jclass, found: &mut Vec<u32>) {
    let Some(above) = env.superclass(class) else {
        // An interface initialises none of those above it.
        return;
    };
    match own(agent, above) {
        Some(number) => add(number, found),
        None => ancestors(agent, env, above, found),
    }
    interfaces(agent, class, found);
}

fn interfaces(agent: &Agent, class: jclass, found: &mut Vec<u32>) {
    for interface in agent.jvmti.interfaces(class) {
        let name = agent.jvmti.class_name(interface).unwrap_or_default();
        if agent.classes.has_defaults(&name)
            && let Some(number) = agent.classes.number(&name)
        {
            add(number, found);
        }
        interfaces(agent, interface, found);
    }
}

fn own(agent: &Agent, class: jclass) -> Option<u32> {
    agent.classes.number(&agent.jvmti.class_name(class)?)
}

fn add(number: u32, found: &mut Vec<u32>) {
    if !found.contains(&number) {
        found.push(number);
    }
}

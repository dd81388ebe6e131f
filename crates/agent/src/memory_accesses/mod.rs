//! Accesses to memory: read vectors, the report of a race, and the races that are explained or harmless.

pub mod access;
pub mod caches;
pub mod finals;
pub mod native_memory;
pub mod races;
pub mod reads;
pub mod values;

use parking_lot::Mutex;

/// What is kept of memory accesses beside the shadow words.
pub struct MemoryAccesses {
    pub reads: reads::Reads,
    pub races: races::Races,
    pub values: values::Values,
    pub finals: finals::Finals,
    pub caches: caches::Caches,
    /// Where the next words of static fields go, and where their chunk ends.
    pub arena: Mutex<(usize, usize)>,
}

impl MemoryAccesses {
    /// With so many bytes for read vectors.
    pub fn new(reads: usize) -> Self {
        Self {
            reads: reads::Reads::new(reads),
            races: Default::default(),
            values: Default::default(),
            finals: Default::default(),
            caches: Default::default(),
            arena: Default::default(),
        }
    }
}

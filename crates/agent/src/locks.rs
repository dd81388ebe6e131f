//! Lock numbers: dense, in the order in which monitors were first entered, with the class for reports.

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Locks(Mutex<Numbered>);

#[derive(Default)]
struct Numbered {
    /// The class of each lock, as an index into `names`.
    classes: Vec<u32>,
    names: Vec<String>,
    by_name: FxHashMap<String, u32>,
}

impl Locks {
    pub fn add(&self, class: String) -> u32 {
        let mut all = self.0.lock();
        let known = all.by_name.get(&class).copied();
        let name = known.unwrap_or_else(|| {
            let index = all.names.len() as u32;
            all.names.push(class.clone());
            all.by_name.insert(class, index);
            index
        });
        all.classes.push(name);
        all.classes.len() as u32
    }

    pub fn class(&self, lock: u32) -> String {
        let all = self.0.lock();
        let index = (lock as usize).checked_sub(1).and_then(|i| all.classes.get(i));
        index
            .and_then(|&i| all.names.get(i as usize))
            .cloned()
            .unwrap_or_else(|| "?".to_owned())
    }
}

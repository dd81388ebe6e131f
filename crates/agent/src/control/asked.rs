//! Plain accesses that are switch points, since they are known to race: a byte for each site, which Java reads.
//!
//! A recording names those that were so when its schedule began, and in the JVM that repeats it they are so as soon
//! as their class is loaded. Sites of a class are numbered in one go, so their order within it never changes.

use parking_lot::Mutex;
use raddle_events::SiteId;
use raddle_schedule::Asked;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::memory::reserve;
use crate::sites::Sites;

pub struct AskedSites {
    table: usize,
    sites: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// In the order in which they came to be so.
    known: Vec<SiteId>,
    /// By class, those that are to be so from the beginning, and how many sites of it there are yet.
    wanted: FxHashMap<String, (FxHashSet<u32>, u32)>,
}

impl AskedSites {
    pub fn new(sites: usize, wanted: &[Asked]) -> Self {
        let mut state = State::default();
        for asked in wanted {
            let (numbers, _) = state.wanted.entry(asked.class.clone()).or_default();
            numbers.insert(asked.site);
        }
        Self {
            table: reserve(sites) as usize,
            sites,
            state: Mutex::new(state),
        }
    }

    pub fn table(&self) -> i64 {
        self.table as i64
    }

    pub fn add(&self, site: SiteId) {
        let mut state = self.state.lock();
        if site.0 as usize >= self.sites || state.known.contains(&site) {
            return;
        }
        state.known.push(site);
        // SAFETY: the table has a byte for each site, which everybody accesses as a whole.
        unsafe { ((self.table + site.0 as usize) as *mut u8).write_volatile(1) };
    }

    /// A class has got another site.
    pub fn placed(&self, class: &str, site: SiteId) {
        let is_wanted = match self.state.lock().wanted.get_mut(class) {
            None => return,
            Some((numbers, next)) => {
                *next += 1;
                numbers.contains(&(*next - 1))
            }
        };
        if is_wanted {
            self.add(site);
        }
    }

    pub fn len(&self) -> usize {
        self.state.lock().known.len()
    }

    /// The first so many, for a recording.
    pub fn first(&self, count: usize, sites: &Sites) -> Vec<Asked> {
        let state = self.state.lock();
        let named = state.known.iter().take(count).filter_map(|&site| {
            let (class, site) = sites.within_class(site)?;
            Some(Asked { class, site })
        });
        named.collect()
    }
}

//! The places in the program that call hooks, and the tables that rewritten code looks up by site.

use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};

use parking_lot::Mutex;
use raddle_events::runtime::{MODE_NONE, MODE_VIEW, STATIC_WRITE};
use raddle_events::{AccessKind, Place, SiteId};
use raddle_findings::Frame;
use rustc_hash::FxHashSet;

use crate::memory_accesses::native_memory::reserve;
use crate::reporting::names::dotted;

/// By which mode a call accesses variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallMode {
    /// One that the program chooses; this site stands for such accesses.
    Chosen(SiteId),
    /// It may access an array of the program through a view.
    View,
    /// It has nothing to do with any.
    None,
}

impl CallMode {
    /// As Java has it.
    pub fn code(self) -> i32 {
        match self {
            CallMode::Chosen(site) => site.0.cast_signed(),
            CallMode::View => MODE_VIEW,
            CallMode::None => MODE_NONE,
        }
    }
}

pub struct Sites {
    places: Mutex<Vec<Place>>,
    /// Where the words of the site's static field are; 0 until the site is first executed.
    resolved: usize,
    /// How many arrays were made at the site; or what the runtime guesses of its misses.
    counts: usize,
    /// What the end of each class's static initialiser published.
    classes: usize,
    /// For a call by which the program accesses variables in modes of its choice, and for accesses by these, the
    /// site that stands for the latter; [`MODE_VIEW`] for calls that may access an array of the program through a view of
    /// it; [`MODE_NONE`] for other calls.
    modes: usize,
    /// Those that access a field which may be a cache.
    caches: Mutex<FxHashSet<SiteId>>,
    /// Those that access a field beside a fence.
    fenced: Mutex<FxHashSet<SiteId>>,
    next_class: AtomicU32,
    most_sites: usize,
    most_classes: u32,
}

impl Sites {
    pub fn new(most_sites: usize, most_classes: u32) -> Self {
        // Number 0 stands for none.
        let (sites, classes) = (most_sites + 1, most_classes as usize + 1);
        Self {
            places: Mutex::new(Vec::new()),
            resolved: reserve(sites * 8) as usize,
            counts: reserve(sites * 4) as usize,
            classes: reserve(classes * 8) as usize,
            modes: reserve(sites * 4) as usize,
            caches: Mutex::default(),
            fenced: Mutex::default(),
            next_class: AtomicU32::new(1),
            most_sites,
            most_classes,
        }
    }

    pub fn resolved_table(&self) -> i64 {
        self.resolved as i64
    }

    pub fn count_table(&self) -> i64 {
        self.counts as i64
    }

    pub fn class_table(&self) -> i64 {
        self.classes as i64
    }

    pub fn add_cache(&self, site: SiteId) {
        self.caches.lock().insert(site);
    }

    /// Whether a field that is accessed at both sites may be a cache.
    pub fn are_of_cache(&self, sites: [SiteId; 2]) -> bool {
        let caches = self.caches.lock();
        !caches.is_empty() && sites.iter().all(|site| caches.contains(site))
    }

    pub fn add_fenced(&self, site: SiteId) {
        self.fenced.lock().insert(site);
    }

    pub fn is_fenced(&self, site: SiteId) -> bool {
        self.fenced.lock().contains(&site)
    }

    pub fn mode_table(&self) -> i64 {
        self.modes as i64
    }

    fn mode_of(&self, site: SiteId) -> Option<&AtomicI32> {
        // SAFETY: the table has an entry for every site.
        (site.0 as usize <= self.most_sites)
            .then(|| unsafe { AtomicI32::from_ptr((self.modes as *mut i32).add(site.0 as usize)) })
    }

    /// See `RaddleNative.mode`.
    pub fn mode(&self, call: SiteId) -> CallMode {
        let place = self.get(call);
        let owner = place.as_ref().and_then(|place| match &place.access {
            AccessKind::Call { owner, .. } => Some(owner.as_str()),
            _ => None,
        });
        let mode = match owner {
            Some("java/lang/invoke/VarHandle" | "sun/misc/Unsafe") => {
                match place.map_or(SiteId::UNKNOWN, |place| self.add(place)) {
                    SiteId::UNKNOWN => CallMode::None,
                    twin => CallMode::Chosen(twin),
                }
            }
            Some("java/lang/invoke/MethodHandle") => CallMode::View,
            Some(owner) if owner.starts_with("java/nio/") || owner.starts_with("java/lang/foreign/") => {
                CallMode::View
            }
            _ => CallMode::None,
        };
        let put = |site, mode: CallMode| {
            if let Some(entry) = self.mode_of(site) {
                entry.store(mode.code(), Ordering::Release);
            }
        };
        if let CallMode::Chosen(site) = mode {
            put(site, mode);
        }
        put(call, mode);
        mode
    }

    /// Whether a site stands for accesses in a mode other than plain.
    pub fn is_in_mode(&self, site: SiteId) -> bool {
        self.mode_of(site)
            .is_some_and(|mode| mode.load(Ordering::Acquire) == site.0.cast_signed())
            && site != SiteId::UNKNOWN
    }

    /// A new site, or the unknown one if there are too many.
    pub fn add(&self, place: Place) -> SiteId {
        let mut places = self.places.lock();
        if places.len() >= self.most_sites {
            return SiteId::UNKNOWN;
        }
        places.push(place);
        SiteId(places.len() as u32)
    }

    /// The address of the write word of the static field that a site accesses, once it has been executed.
    pub fn write_word(&self, site: SiteId) -> Option<usize> {
        if site.0 as usize > self.most_sites {
            return None;
        }
        // SAFETY: the table has an entry for every site; the runtime writes it as a whole.
        let words = unsafe { ((self.resolved + site.0 as usize * 8) as *const i64).read_volatile() };
        usize::try_from(words)
            .ok()
            .filter(|&words| words != 0)
            .map(|words| words + STATIC_WRITE as usize)
    }

    /// A new class number; 0, which stands for no class, if there are too many.
    pub fn add_class(&self) -> u32 {
        let number = self.next_class.fetch_add(1, Ordering::Relaxed);
        if number <= self.most_classes { number } else { 0 }
    }

    /// Sets the word of a class number that nothing has been published by.
    pub fn set_class(&self, number: u32, word: u64) {
        if number != 0 && number <= self.most_classes {
            // SAFETY: the table has an entry for every number, and 0 is not used.
            let entry = unsafe { AtomicU64::from_ptr((self.classes as *mut u64).add(number as usize)) };
            entry.store(word, Ordering::Release);
        }
    }

    pub fn len(&self) -> usize {
        self.places.lock().len()
    }

    pub fn get(&self, site: SiteId) -> Option<Place> {
        let index = (site.0 as usize).checked_sub(1)?;
        self.places.lock().get(index).cloned()
    }

    /// Shows all sites.
    pub fn each(&self, mut see: impl FnMut(SiteId, &Place)) {
        for (number, place) in (1..).zip(&*self.places.lock()) {
            see(SiteId(number), place);
        }
    }

    pub fn frame(&self, site: SiteId) -> Option<Frame> {
        self.get(site).map(|place| frame(&place))
    }
}

pub fn frame(place: &Place) -> Frame {
    Frame {
        class: dotted(&place.class),
        method: place.method.clone(),
        file: place.file.clone(),
        line: place.line,
    }
}

/// The field that a site accesses: owner, name, descriptor, static or not.
pub fn field_of(place: &Place) -> Option<(&str, &str, &str, bool)> {
    match &place.access {
        AccessKind::Field {
            owner,
            name,
            descriptor,
            is_static,
            ..
        } => Some((owner, name, descriptor, *is_static)),
        AccessKind::Array { .. }
        | AccessKind::NewArray { .. }
        | AccessKind::New { .. }
        | AccessKind::Monitor
        | AccessKind::Call { .. }
        | AccessKind::Part { .. } => None,
    }
}

/// The part of a JDK object that a site accesses: the class that has its words, and its name.
pub fn part_of(place: &Place) -> Option<(&str, &str)> {
    match &place.access {
        AccessKind::Part { owner, part, .. } => Some((owner, part)),
        _ => None,
    }
}

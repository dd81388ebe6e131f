//! One point of one thread in 64 bits, and the shadow word or sync word that may hold one.
//!
//! ```text
//! 63      62..49   48..20   19..0
//! shared  slot     clock    site
//! ```
//!
//! The runtime in the JVM reads and writes the same layout, by the same numbers. Clocks begin at 1, so no epoch is
//! the zero word.

use raddle_events::SiteId;
pub use raddle_events::runtime::{CLOCK_BITS, SHARED_WORD as SHARED, SITE_BITS, SLOT_BITS};

pub const MAX_SITE: u32 = (1 << SITE_BITS) - 1;
pub const MAX_CLOCK: u32 = (1 << CLOCK_BITS) - 1;
pub const MAX_SLOT: u16 = (1 << SLOT_BITS) - 1;

const CLOCK_SHIFT: u32 = SITE_BITS;
const SLOT_SHIFT: u32 = SITE_BITS + CLOCK_BITS;
const _: () = assert!(SLOT_SHIFT + SLOT_BITS == 63);

/// A component of the vector clocks. A new thread may take it over from an ended one, see [`crate::Slots`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

impl Slot {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A slot's clock, with the site of the access that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Epoch(u64);

impl Epoch {
    /// A site that does not fit is [`SiteId::UNKNOWN`]. Slots and clocks fit by [`crate::Limits`];
    /// should one not, its upper bits are lost.
    pub fn new(slot: Slot, clock: u32, site: SiteId) -> Self {
        let site = if site.0 <= MAX_SITE { site } else { SiteId::UNKNOWN };
        let slot = u64::from(slot.0 & MAX_SLOT) << SLOT_SHIFT;
        Self(slot | u64::from(clock & MAX_CLOCK) << CLOCK_SHIFT | u64::from(site.0))
    }

    pub fn slot(self) -> Slot {
        Slot((self.0 >> SLOT_SHIFT) as u16 & MAX_SLOT)
    }

    pub fn clock(self) -> u32 {
        (self.0 >> CLOCK_SHIFT) as u32 & MAX_CLOCK
    }

    pub fn site(self) -> SiteId {
        SiteId(self.0 as u32 & MAX_SITE)
    }

    pub fn bits(self) -> u64 {
        self.0
    }

    /// The same slot at the same clock; the site does not matter.
    pub fn same_epoch(self, other: Epoch) -> bool {
        (self.0 ^ other.0) >> SITE_BITS == 0
    }
}

/// What a word says. A shadow word: the last write or read of a variable. A sync word: what an object's releases add up
/// to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Word {
    Never,
    At(Epoch),
    /// More than one epoch can say; the id (63 bits) names it.
    Shared(u64),
}

impl Word {
    pub fn from_bits(bits: u64) -> Self {
        match bits {
            0 => Word::Never,
            bits if bits & SHARED != 0 => Word::Shared(bits & !SHARED),
            bits => Word::At(Epoch(bits)),
        }
    }

    pub fn bits(self) -> u64 {
        match self {
            Word::Never => 0,
            Word::At(epoch) => epoch.bits(),
            Word::Shared(id) => SHARED | id,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_layout_is_the_one_in_the_header() {
        let epoch = Epoch::new(Slot(3), 5, SiteId(7));
        assert_eq!(epoch.bits(), 3 << 49 | 5 << 20 | 7);
        assert_eq!(
            Epoch::new(Slot(MAX_SLOT), MAX_CLOCK, SiteId(MAX_SITE)).bits(),
            !SHARED
        );
    }

    #[test]
    fn a_site_that_does_not_fit_is_unknown() {
        let epoch = Epoch::new(Slot(1), 1, SiteId(MAX_SITE + 1));
        assert_eq!(
            (epoch.slot(), epoch.clock(), epoch.site()),
            (Slot(1), 1, SiteId::UNKNOWN)
        );
    }

    proptest! {
        #[test]
        fn parts_come_back(slot in 0..=MAX_SLOT, clock in 1..=MAX_CLOCK, site in 0..=MAX_SITE) {
            let epoch = Epoch::new(Slot(slot), clock, SiteId(site));
            prop_assert_eq!((epoch.slot().0, epoch.clock(), epoch.site().0), (slot, clock, site));
            prop_assert_eq!(Word::from_bits(epoch.bits()), Word::At(epoch));
            prop_assert!(epoch.same_epoch(Epoch::new(Slot(slot), clock, SiteId(site ^ 1))));
            prop_assert!(!epoch.same_epoch(Epoch::new(Slot(slot ^ 1), clock, SiteId(site))));
            prop_assert!(!epoch.same_epoch(Epoch::new(Slot(slot), clock ^ 1, SiteId(site))));
        }

        #[test]
        fn any_word_comes_back(bits: u64) {
            prop_assert_eq!(Word::from_bits(bits).bits(), bits);
        }
    }
}

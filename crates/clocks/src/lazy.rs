//! Lazy release: a release stores one sync word, and vectors are copied only when a thread needs them.
//!
//! A release would copy the thread's vector into the object; a program locks far more often than clocks change, so
//! nearly all copies would be equal or unread. Instead a synchronisation object is a [`Word`]: `Never`; `At(s, c)`,
//! meaning exactly `V_s(c)`, the vector of slot `s` at the end of its clock `c`; or `Shared(id)`, a joined vector. Each
//! release ends the thread's clock: the clock goes up by one, so `V_s(c)` never changes after it was released.
//!
//! Law: `V_t[s] >= c` implies `V_t ⊒ V_s(c)`, for all `t` and all released `(s, c)`. Component `s` gets to `c` only by
//! joins of vectors that obey the law, and those start at `V_s(c)`. A slot's successor obeys it because its creator has
//! seen the last owner's end ([`crate::Slots`]).
//!
//! - Acquire of `At(s, c)` with `V_t[s] >= c`: by the law the join would change nothing.
//! - Release over `At(s, c)` with `V_t[s] >= c`: `V_s(c) ⊔ V_t = V_t`, so `At(t, now)` says it all. An
//!   unlock is always such a release, for the lock had acquired.
//! - Any other release joins both into a vector, until a thread that has seen all of it releases there.
//! - Acquire of `At(s, c)` with `p = V_t[s] < c`: by the law `V_t ⊒ V_s(p)`, so what has to be joined is
//!   what changed in slot `s` after its clock `p`, up to `c`: a few entries of its [`crate::Journal`]. If
//!   those are gone, `V_s(c)` is the slot's present vector without the changes after `c`.
//!
//! So the order is exactly that of a full vector per object. False alarms: none. Misses: only through degraded
//! successors and journals that no longer go back far enough; both order too much and keep the law.

use crate::{Epoch, VectorClock, Word};

/// What a thread has to do to acquire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnAcquire {
    /// All of it has been seen.
    Nothing,
    /// Join what the slot released at the clock; it does change the thread's vector.
    Join(Epoch),
    /// Join the vector with this id; it may change the thread's vector.
    JoinShared(u64),
}

/// What a thread has to do to release, before its own clock goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnRelease {
    /// The word becomes the thread's own epoch.
    Own,
    /// The word becomes a new vector: what the slot released at the clock, and the thread's own.
    Inflate(Epoch),
    /// The thread's vector goes on top of the vector with this id; or, if it has seen all of that, the
    /// word becomes the thread's own epoch and the vector can go.
    Merge(u64),
}

pub fn on_acquire(word: Word, mine: &VectorClock) -> OnAcquire {
    match word {
        Word::Never => OnAcquire::Nothing,
        Word::At(epoch) if mine.has_seen(epoch) => OnAcquire::Nothing,
        Word::At(epoch) => OnAcquire::Join(epoch),
        Word::Shared(id) => OnAcquire::JoinShared(id),
    }
}

pub fn on_release(word: Word, mine: &VectorClock) -> OnRelease {
    match word {
        Word::Never => OnRelease::Own,
        Word::At(epoch) if mine.has_seen(epoch) => OnRelease::Own,
        Word::At(epoch) => OnRelease::Inflate(epoch),
        Word::Shared(id) => OnRelease::Merge(id),
    }
}

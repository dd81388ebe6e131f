//! One class on its way into the JVM.
//!
//! [`class`] goes through its methods: [`glance`] passes over those that need nothing, [`method`] rewrites the
//! others, with the hooks of [`entry_and_return`] and by the [`crate::planner`]. [`added_fields`] makes room for
//! shadow words. [`sites`] numbers the places; [`pool_uses`] remembers what the entries of the pool mean.
//!
//! Start reading at [`class`].

pub(crate) mod added_fields;
pub(crate) mod class;
pub(crate) mod entry_and_return;
mod glance;
mod method;
pub(crate) mod pool_uses;
pub(crate) mod sites;

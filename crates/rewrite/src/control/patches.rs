//! Patches where the schedule is controlled.

use crate::hooks::Hook;
use crate::patches::Argument::{First, Number, Parameter, Result, This};
use crate::patches::At::{Entry, Return};
use crate::patches::{Patch, patch};

const SEEDS: &str = "sun/security/provider/SeedGenerator";
const THREAD: &str = "java/lang/Thread";

const fn drawing(class: &'static str) -> Patch {
    patch(
        class,
        "engineNextBytes",
        Some("([B)V"),
        Return,
        Hook::Draw,
        &[Parameter],
    )
}

const fn seeding(class: &'static str) -> Patch {
    patch(class, "engineGenerateSeed", None, Return, Hook::Drawn, &[Result])
}

pub(crate) const PATCHES: &[Patch] = &[
    patch(THREAD, "exit", Some("()V"), Return, Hook::ThreadGone, &[This]),
    patch(
        THREAD,
        "dispatchUncaughtException",
        None,
        Entry,
        Hook::UncaughtException,
        &[This, Parameter],
    ),
    patch(THREAD, "getState", None, Return, Hook::StateOf, &[Result, This]),
    patch(THREAD, "getId", None, Return, Hook::ThreadNumber, &[Result, This]),
    patch(
        THREAD,
        "threadId",
        None,
        Return,
        Hook::ThreadNumber,
        &[Result, This],
    ),
    patch(
        "java/lang/Shutdown",
        "exit",
        Some("(I)V"),
        Entry,
        Hook::BeforeExit,
        &[Number],
    ),
    patch(
        "java/lang/Shutdown",
        "halt",
        Some("(I)V"),
        Entry,
        Hook::BeforeExit,
        &[Number],
    ),
    drawing("sun/security/provider/NativePRNG"),
    seeding("sun/security/provider/NativePRNG"),
    drawing("sun/security/provider/NativePRNG$Blocking"),
    seeding("sun/security/provider/NativePRNG$Blocking"),
    drawing("sun/security/provider/NativePRNG$NonBlocking"),
    seeding("sun/security/provider/NativePRNG$NonBlocking"),
    patch(SEEDS, "generateSeed", Some("([B)V"), Return, Hook::Draw, &[First]),
    patch(SEEDS, "getSystemEntropy", None, Return, Hook::Drawn, &[Result]),
    // The JVM has methods in the order of the addresses of their names.
    patch(
        "jdk/internal/reflect/Reflection",
        "filterMethods",
        Some("(Ljava/lang/Class;[Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;"),
        Return,
        Hook::OrderMethods,
        &[Result],
    ),
    patch(
        "java/lang/Class",
        "privateGetDeclaredConstructors",
        Some("(Z)[Ljava/lang/reflect/Constructor;"),
        Return,
        Hook::OrderConstructors,
        &[Result],
    ),
];

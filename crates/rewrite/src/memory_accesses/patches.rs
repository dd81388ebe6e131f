//! Patches of reflection, which accesses fields on behalf of the program.

use crate::hooks::Hook;
use crate::patches::Argument::{Parameter, Result, This};
use crate::patches::At::{Entry, Return};
use crate::patches::{At, Patch, patch};

const fn reflective(method: &'static str, at: At, hook: Hook) -> Patch {
    patch(
        "java/lang/reflect/Field",
        method,
        None,
        at,
        hook,
        &[This, Parameter],
    )
}

pub(crate) const PATCHES: &[Patch] = &[
    reflective("get", Return, Hook::AfterReflectiveRead),
    reflective("getBoolean", Return, Hook::AfterReflectiveRead),
    reflective("getByte", Return, Hook::AfterReflectiveRead),
    reflective("getChar", Return, Hook::AfterReflectiveRead),
    reflective("getShort", Return, Hook::AfterReflectiveRead),
    reflective("getInt", Return, Hook::AfterReflectiveRead),
    reflective("getLong", Return, Hook::AfterReflectiveRead),
    reflective("getFloat", Return, Hook::AfterReflectiveRead),
    reflective("getDouble", Return, Hook::AfterReflectiveRead),
    reflective("set", Entry, Hook::BeforeReflectiveWrite),
    reflective("setBoolean", Entry, Hook::BeforeReflectiveWrite),
    reflective("setByte", Entry, Hook::BeforeReflectiveWrite),
    reflective("setChar", Entry, Hook::BeforeReflectiveWrite),
    reflective("setShort", Entry, Hook::BeforeReflectiveWrite),
    reflective("setInt", Entry, Hook::BeforeReflectiveWrite),
    reflective("setLong", Entry, Hook::BeforeReflectiveWrite),
    reflective("setFloat", Entry, Hook::BeforeReflectiveWrite),
    reflective("setDouble", Entry, Hook::BeforeReflectiveWrite),
    patch(
        "jdk/internal/reflect/Reflection",
        "filterFields",
        Some("(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;"),
        Return,
        Hook::HideFields,
        &[Result],
    ),
];

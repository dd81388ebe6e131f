//! Stand-ins for the runtime classes, made from the hook table: hooks that only count their calls.

use raddle_classfile::descriptor::{self, Type};
use raddle_jdk::Jdk;
use raddle_rewrite::{ACCESS_CACHE_CLASS, HOOK_CLASS, HOOK_CLASSES, Hook, SHADOW_CLASS, THREAD_CLASS};

use super::{TempDir, compile};

/// Compiles `java.lang.Raddle` and its companions into `to`, for `--patch-module java.base=…`.
/// `Raddle.calls[n]` counts the calls of the n-th hook.
pub fn compile_into(jdk: &Jdk, to: &TempDir) {
    let sources = TempDir::new(&format!("stub-{}", jdk.version.feature));
    let counts = format!(
        "  public static final int[] calls = new int[{}];\n  public static boolean lostExit;\n",
        Hook::ALL.len()
    );
    let hooks_of = |class: &'static str| {
        let hooks = Hook::ALL.iter().enumerate();
        let hooks = hooks.filter(|(_, hook)| hook.class() == class);
        let body: String = hooks.map(|(n, hook)| method(n, *hook)).collect();
        match class {
            HOOK_CLASS => (class, counts.clone() + &body),
            _ => (class, body),
        }
    };
    let empty = [THREAD_CLASS, SHADOW_CLASS, ACCESS_CACHE_CLASS].map(|class| (class, String::new()));
    let mut paths = Vec::new();
    for (class, body) in HOOK_CLASSES.map(hooks_of).into_iter().chain(empty) {
        let simple = class.rsplit('/').next().expect("a name");
        sources.write(
            &format!("{class}.java"),
            format!("package java.lang;\npublic final class {simple} {{\n{body}}}\n").as_bytes(),
        );
        paths.push(sources.0.join(format!("{class}.java")));
    }
    let patch = format!("--patch-module=java.base={}", sources.0.display());
    // A part of the library is not compiled by `--release`.
    let options = ["-source", "17", "-target", "17", "-Xlint:-options", &patch];
    compile(jdk, &options, &paths, &to.0);
}

/// Without lambdas or collections, which are not there yet when it is first called.
const HIDE: &str = r#"
    int n = 0;
    for (var f : p0) if (!f.getName().startsWith("$raddle")) n++;
    var shown = new java.lang.reflect.Field[n];
    n = 0;
    for (var f : p0) if (!f.getName().startsWith("$raddle")) shown[n++] = f;
    return shown;
  "#;

fn method(n: usize, hook: Hook) -> String {
    let types: Vec<String> = descriptor::params(hook.descriptor())
        .map(|t| java(t.expect("a type")))
        .collect();
    let parameters: Vec<String> = types
        .iter()
        .enumerate()
        .map(|(i, t)| format!("{t} p{i}"))
        .collect();
    let result = descriptor::result(hook.descriptor())
        .expect("a descriptor")
        .map(java);
    // A hook that gives something gives one of its own arguments back, or nothing.
    let mine = result.as_ref().map(|r| types.iter().position(|t| t == r));
    let (throws, body) = match (hook, mine) {
        (Hook::WaitOn, _) => (" throws InterruptedException", "p0.wait();".to_owned()),
        (Hook::WaitOnMillis, _) => (" throws InterruptedException", "p0.wait(p1);".to_owned()),
        (Hook::WaitOnNanos, _) => (" throws InterruptedException", "p0.wait(p1, p2);".to_owned()),
        (Hook::HideFields, _) => ("", HIDE.to_owned()),
        (Hook::Sleep, _) => (" throws InterruptedException", "Thread.sleep(p0);".to_owned()),
        (Hook::SleepNanos, _) => (" throws InterruptedException", "Thread.sleep(p0, p1);".to_owned()),
        (Hook::SleepFor, _) => (
            " throws InterruptedException",
            "Thread.sleep(p0.toMillis());".to_owned(),
        ),
        (Hook::NotifyOne, _) => ("", "p0.notify();".to_owned()),
        (Hook::NotifyAll, _) => ("", "p0.notifyAll();".to_owned()),
        (Hook::Park, _) => ("", "((jdk.internal.misc.Unsafe) p0).park(p1, p2);".to_owned()),
        (Hook::Unpark, _) => ("", "((jdk.internal.misc.Unsafe) p0).unpark(p1);".to_owned()),
        (Hook::NanoTime, _) => ("", "return System.nanoTime();".to_owned()),
        (Hook::Millis, _) => ("", "return System.currentTimeMillis();".to_owned()),
        (Hook::TimeAdjustment, _) => (
            "",
            "return jdk.internal.misc.VM.getNanoTimeAdjustment(p0);".to_owned(),
        ),
        (_, None) => ("", String::new()),
        (_, Some(Some(i))) => ("", format!("return p{i};")),
        (Hook::CallSite | Hook::UnescapedWrite | Hook::BeforeScatteredLoop, _) => {
            ("", "return 0;".to_owned())
        }
        (_, Some(None)) => ("", "return null;".to_owned()),
    };
    format!(
        "  public static {} {}({}){throws} {{ Raddle.calls[{n}]++; {body} }}\n",
        result.unwrap_or("void".to_owned()),
        hook.name(),
        parameters.join(", "),
    )
}

fn java(ty: Type<'_>) -> String {
    match ty {
        Type::Boolean => "boolean".to_owned(),
        Type::Byte => "byte".to_owned(),
        Type::Int => "int".to_owned(),
        Type::Long => "long".to_owned(),
        Type::Float => "float".to_owned(),
        Type::Double => "double".to_owned(),
        Type::Object(name) => name.replace(['/', '$'], "."),
        Type::Array(array) => java(descriptor::field(&array[1..]).expect("an element type")) + "[]",
        other => panic!("no hook has a {other:?}"),
    }
}

//! Which classes are checked: the meaning of the patterns in [`Scope`].

use raddle_events::is_jdk_class;
use raddle_findings::pattern::matches;

use crate::{JvmRecord, Scope};

impl Scope {
    /// Whether the accesses made by a class are checked. `internal_name` is as in class files:
    /// `com/example/Account$Entry`.
    ///
    /// A class of the JDK is checked only if an include pattern names it: `java.util.**` does, `**`
    /// does not.
    pub fn checks(&self, internal_name: &str) -> bool {
        let jdk = is_jdk_class(internal_name);
        let name = internal_name.replace('/', ".");
        let includes = |pattern: &String| matches(pattern, &name) && !(jdk && pattern.starts_with('*'));
        let included = if self.include.is_empty() {
            !jdk
        } else {
            self.include.iter().any(includes)
        };
        included && !self.exclude.iter().any(|pattern| matches(pattern, &name))
    }

    /// The patterns of `include` that match a class which is checked, by their places in it.
    pub fn matched(&self, internal_name: &str) -> impl Iterator<Item = usize> {
        let name = internal_name.replace('/', ".");
        let matching = self.include.iter().enumerate();
        matching.filter_map(move |(at, pattern)| matches(pattern, &name).then_some(at))
    }

    /// The patterns of `include` that found no class in any JVM. Launchers, which are left alone, do not count.
    pub fn unmatched<'a>(&'a self, jvms: &'a [JvmRecord]) -> impl Iterator<Item = &'a str> {
        let found = |pattern: &String| jvms.iter().any(|jvm| jvm.included.contains(pattern));
        self.include
            .iter()
            .filter(move |pattern| !found(pattern))
            .map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(include: &[&str], exclude: &[&str]) -> Scope {
        let owned = |patterns: &[&str]| patterns.iter().map(|p| (*p).to_owned()).collect();
        Scope {
            include: owned(include),
            exclude: owned(exclude),
        }
    }

    #[test]
    fn without_patterns_all_but_the_jdk_is_checked() {
        let all = Scope::default();
        assert!(all.checks("bank/Account"));
        assert!(all.checks("Main"));
        assert!(all.checks("com/sun/jna/Memory"));
        assert!(all.checks("javapoet/Thing"));
        assert!(!all.checks("java/util/HashMap"));
        assert!(!all.checks("com/sun/tools/javac/Main"));
    }

    #[test]
    fn a_plain_pattern_covers_what_is_nested_below_it() {
        let bank = scope(&["bank.Account"], &[]);
        assert!(bank.checks("bank/Account"));
        assert!(bank.checks("bank/Account$Entry"));
        assert!(!bank.checks("bank/Accounts"));
        assert!(!bank.checks("bank/Teller"));
        let package = scope(&["com.example"], &[]);
        assert!(package.checks("com/example/Main"));
        assert!(package.checks("com/example/deep/Main$1"));
        assert!(!package.checks("com/examples/Main"));
        assert!(scope(&["com/example/"], &[]).checks("com/example/Main"));
    }

    #[test]
    fn one_star_stops_at_a_dot_and_two_do_not() {
        assert!(scope(&["com.*.Main"], &[]).checks("com/example/Main"));
        assert!(!scope(&["com.*.Main"], &[]).checks("com/a/b/Main"));
        assert!(scope(&["com.**.Main"], &[]).checks("com/a/b/Main"));
        assert!(scope(&["com.example.*"], &[]).checks("com/example/Main$1"));
        assert!(!scope(&["com.example.*"], &[]).checks("com/example/deep/Main"));
        assert!(scope(&["**Test"], &[]).checks("a/b/MyTest"));
        assert!(!scope(&["**Test"], &[]).checks("a/b/MyTests"));
        assert!(scope(&["*"], &[]).checks("Main"));
    }

    #[test]
    fn exclusion_wins_and_the_jdk_must_be_named() {
        let both = scope(&["com.example"], &["com.example.gen.**"]);
        assert!(both.checks("com/example/Main"));
        assert!(!both.checks("com/example/gen/Parser"));
        assert!(!scope(&["**"], &[]).checks("java/util/HashMap"));
        assert!(scope(&["java.util.**"], &[]).checks("java/util/HashMap"));
        assert!(!scope(&[], &["**"]).checks("Main"));
    }

    #[test]
    fn a_hostile_pattern_is_no_slower() {
        let pattern = "**a".repeat(200);
        assert!(!scope(&[&pattern], &[]).checks(&"a".repeat(199)));
        assert!(scope(&[&pattern], &[]).checks(&"a".repeat(200)));
    }
}

//! A program run twice, plainly and under `raddle check`: the caller must not see a difference.

use raddle_findings::JvmState;

use crate::{Checked, Finished, Program, Raddle, Result};

impl Program {
    /// All that `raddle check` changed: status, output, error output; and findings, since the program
    /// is to have none. Empty: Raddle is transparent.
    pub fn differences(&self, raddle: &Raddle) -> Result<Vec<String>> {
        let plain = self.plain()?;
        let checked = self.checked(raddle, &["--quiet"])?;
        let mut differences = self.output_differences(&plain, &checked.finished);
        if plain.stderr != checked.finished.stderr {
            let (before, after) = (plain.stderr_text(), checked.finished.stderr_text());
            differences.push(format!("error output: {}", first_difference(&before, &after)));
        }
        differences.extend(not_watched(&checked));
        Ok(differences)
    }

    /// As [`Program::differences`], for commands other than `java`: there the JVM itself says on the
    /// error stream that it has picked up an option.
    pub fn differences_but_stderr(&self, raddle: &Raddle) -> Result<Vec<String>> {
        let plain = self.plain()?;
        let checked = self.checked(raddle, &["--quiet"])?;
        let mut differences = self.output_differences(&plain, &checked.finished);
        differences.extend(not_watched(&checked));
        Ok(differences)
    }

    fn output_differences(&self, plain: &Finished, checked: &Finished) -> Vec<String> {
        let mut differences = Vec::new();
        if plain.status != checked.status {
            let stderr = checked.stderr_text();
            differences.push(format!(
                "status {} became {}:\n{stderr}",
                plain.status, checked.status
            ));
        }
        if plain.stdout != checked.stdout {
            let (before, after) = (plain.stdout_text(), checked.stdout_text());
            differences.push(format!("output: {}", first_difference(&before, &after)));
        }
        differences
    }
}

fn not_watched(checked: &Checked) -> Vec<String> {
    let Some(run) = &checked.run else {
        return vec!["no result was written".to_owned()];
    };
    let mut problems = Vec::new();
    if !run.complete {
        problems.push(format!("incomplete: {}", run.incomplete.join("; ")));
    }
    if !run.jvms.iter().any(|jvm| jvm.state == JvmState::Checked) {
        problems.push("no JVM was watched".to_owned());
    }
    let found = crate::sites(run);
    if !found.is_empty() {
        problems.push(format!("findings: {found:?}"));
    }
    problems
}

/// The first line that differs.
fn first_difference(before: &str, after: &str) -> String {
    let (mut old, mut new) = (before.lines(), after.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => return format!("line {number}: {a:?} became {b:?}"),
        }
    }
    format!("{} bytes became {}", before.len(), after.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_shown() {
        assert_eq!(
            first_difference("a\nb\nc", "a\nx\nc"),
            "line 2: Some(\"b\") became Some(\"x\")"
        );
        assert_eq!(first_difference("a\nb", "a"), "line 2: Some(\"b\") became None");
        assert_eq!(first_difference("a\n", "a"), "2 bytes became 1");
    }
}

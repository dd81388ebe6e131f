//! Small matters of wording that the whole report shares.

use raddle_findings::Frame;

/// `1 finding`, `2 findings`.
pub fn counted(count: u64, noun: &str) -> String {
    match (count, noun.strip_suffix("ss")) {
        (1, _) => format!("1 {noun}"),
        (_, Some(_)) => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// A text of the program's making, safe to send to a terminal.
pub fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default())
        } else {
            out.push(c)
        }
    }
    out
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

/// A file and its line, where they are known: `Account.java:17`.
pub fn position(frame: &Frame) -> Option<String> {
    let file = clean(frame.file.as_ref()?);
    Some(frame.line.map_or(file.clone(), |line| format!("{file}:{line}")))
}

/// A place as stack traces show it: `bank.Account.deposit(Account.java:17)`.
pub fn place(frame: &Frame) -> String {
    let position = match (&frame.file, frame.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, Some(line)) => format!("line {line}"),
        (None, None) => "unknown source".to_owned(),
    };
    clean(&format!("{}.{}({position})", frame.class, frame.method))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(counted(1, "class"), "1 class");
        assert_eq!(counted(0, "class"), "0 classes");
        assert_eq!(counted(2, "JVM"), "2 JVMs");
    }

    #[test]
    fn lists_end_with_and() {
        let items = ["a", "b", "c"].map(str::to_owned);
        let all: Vec<_> = (0..=3).map(|count| listed(&items[..count])).collect();
        assert_eq!(all, ["", "a", "a and b", "a, b and c"]);
    }

    #[test]
    fn a_thread_name_cannot_drive_the_terminal() {
        assert_eq!(clean("a\u{1b}[2Jb\n"), "a\\u{1b}[2Jb\\n");
        assert_eq!(clean("Fädchen"), "Fädchen");
    }
}

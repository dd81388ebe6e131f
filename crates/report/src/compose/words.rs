//! Small matters of wording that the whole report shares.

/// `1 finding`, `2 findings`.
pub fn counted(count: u64, noun: &str) -> String {
    match (count, noun.strip_suffix("ss")) {
        (1, _) => format!("1 {noun}"),
        (_, Some(_)) => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// `Account` of `bank.Account`.
pub fn simple(class: &str) -> &str {
    class.rsplit_once('.').map_or(class, |(_, simple)| simple)
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
}

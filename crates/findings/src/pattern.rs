//! The patterns that users write for class names.

/// Whether `name`, in source form, fits `pattern`. A pattern without a wildcard also covers what is nested below it.
pub fn matches(pattern: &str, name: &str) -> bool {
    let pattern = pattern.replace('/', ".");
    if !pattern.contains('*') {
        let rest = name.strip_prefix(pattern.trim_end_matches('.'));
        return rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '$']));
    }
    glob(pattern.as_bytes(), name.as_bytes())
}

/// Whether all of `name` fits a pattern of `*`, `**` and plain characters.
///
/// Keeps the set of name positions that the pattern so far can reach, so the time is bounded by the
/// product of the lengths whatever the pattern.
pub fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let mut reached = vec![false; name.len() + 1];
    reached[0] = true;
    let mut rest = pattern;
    while let Some((&first, after)) = rest.split_first() {
        let mut next = vec![false; name.len() + 1];
        if first == b'*' {
            let any = after.first() == Some(&b'*');
            rest = if any { &after[1..] } else { after };
            for at in 0..=name.len() {
                next[at] = reached[at] || (at > 0 && next[at - 1] && (any || name[at - 1] != b'.'));
            }
        } else {
            rest = after;
            for at in 0..name.len() {
                next[at + 1] = reached[at] && name[at] == first;
            }
        }
        reached = next;
    }
    reached[name.len()]
}

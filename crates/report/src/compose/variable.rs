//! The variable of a finding in words.

use raddle_findings::{Side, Variable};

use super::words::simple;

/// `Account.balance (long: a torn value is possible)`.
pub fn described(variable: &Variable, sides: &[Side]) -> String {
    let torn = matches!(variable.type_name.as_str(), "long" | "double");
    let torn = torn.then(|| format!("{}: a torn value is possible", variable.type_name));
    with_notes(variable, sides, torn)
}

/// `Account.balance`.
pub fn named(variable: &Variable, sides: &[Side]) -> String {
    with_notes(variable, sides, None)
}

fn with_notes(variable: &Variable, sides: &[Side], torn: Option<String>) -> String {
    let of_class = variable.is_static.then(|| "static".to_owned());
    let notes: Vec<_> = of_class.into_iter().chain(torn).collect();
    let name = name(variable, sides);
    match notes.is_empty() {
        true => name,
        false => format!("{name} ({})", notes.join(", ")),
    }
}

fn name(variable: &Variable, sides: &[Side]) -> String {
    match (&variable.array, &variable.field) {
        (Some(array), _) => {
            let allocated = array
                .allocated_at
                .as_ref()
                .map(|frame| format!(", created at {frame}"));
            format!(
                "element {} of {}{}",
                array.index,
                variable.class,
                allocated.unwrap_or_default()
            )
        }
        (None, Some(field)) => format!("{}.{field}", class_name(&variable.class, sides)),
        (None, None) => {
            let name = simple(&variable.class);
            let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) {
                "an"
            } else {
                "a"
            };
            format!("the contents of {article} {name} ({})", variable.class)
        }
    }
}

/// The class without its package, where the sides show the package anyway.
fn class_name<'a>(class: &'a str, sides: &[Side]) -> &'a str {
    let shown = sides
        .iter()
        .filter_map(Side::site)
        .any(|frame| frame.class == class);
    if shown { simple(class) } else { class }
}

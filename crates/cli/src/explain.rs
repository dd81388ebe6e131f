//! `raddle explain`: the page of a kind of finding, as it is in `docs/findings`.

use std::io::Write;

use owo_colors::OwoColorize;
use raddle_findings::Kind;

use crate::error::Error;
use crate::pages;

pub fn run(name: Option<&str>, out: &mut impl Write) -> Result<i32, Error> {
    let text = match name {
        Some(name) => render(find(name)?.descriptor().page),
        None => list(),
    };
    pages::print(text.as_bytes(), out)
}

fn find(name: &str) -> Result<Kind, Error> {
    let fits = |kind: &Kind| kind.name().eq_ignore_ascii_case(name) || kind.code().eq_ignore_ascii_case(name);
    let known = || Kind::ALL.map(Kind::name).join(", ");
    Kind::ALL
        .into_iter()
        .find(fits)
        .ok_or_else(|| Error::UnknownKind {
            name: name.to_owned(),
            known: known(),
        })
}

fn list() -> String {
    let line = |kind: Kind| format!("{}  {}\n", kind.code(), kind.name().bold());
    Kind::ALL.map(line).concat() + "\nraddle explain KIND says what it means and how to fix it.\n"
}

/// Markdown as a terminal shows it: headings and emphasis by colour, code as it is.
fn render(markdown: &str) -> String {
    let mut out = String::new();
    let mut in_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_code = !in_code;
            continue;
        }
        let heading = line.trim_start_matches('#');
        let line = if in_code {
            format!("    {}", line.cyan())
        } else if heading.len() < line.len() {
            heading.trim_start().bold().underline().to_string()
        } else {
            inline(line)
        };
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// `**strong**` and code in backquotes. An odd mark stays as it is.
fn inline(line: &str) -> String {
    let strong = styled(line, "**", |text| text.bold().to_string());
    styled(&strong, "`", |text| text.cyan().to_string())
}

fn styled(line: &str, mark: &str, style: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, (text, after))) = rest
        .split_once(mark)
        .and_then(|(before, rest)| Some((before, rest.split_once(mark)?)))
    {
        out += before;
        out += &style(text);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn kinds_are_known_by_name_and_code() {
        for kind in Kind::ALL {
            assert_eq!(
                (find(kind.name()).unwrap(), find(kind.code()).unwrap()),
                (kind, kind)
            );
        }
        assert!(matches!(find("nonsense"), Err(Error::UnknownKind { .. })));
    }

    #[test]
    fn marks_become_colours() {
        let page = "# Title\n\nA **strong** `code` and 2 ** 3.\n\n```java\nint **x;\n```\n";
        assert_eq!(
            plain(&render(page)),
            "Title\n\nA strong code and 2 ** 3.\n\n    int **x;\n"
        );
    }
}

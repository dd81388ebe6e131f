//! The source line behind a frame, if the source is there: below the directory in which the command
//! ran, in the usual source roots, else anywhere below in a walk of bounded length.
//!
//! A class file knows its package and its file's bare name; together they are a path. If the walk
//! finds that path in two modules, no line is better than the wrong line.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use raddle_findings::Frame;

const ROOTS: [&str; 4] = ["src/main/java", "src/test/java", "src", ""];
const SKIPPED: [&str; 4] = ["target", "build", "out", "node_modules"];
const LANGUAGES: [&str; 4] = [".java", ".kt", ".scala", ".groovy"];
/// Directory entries looked at before the walk gives up; some tens of milliseconds.
const MAX_ENTRIES: usize = 50_000;
/// No source file of a person's is larger.
const MAX_BYTES: u64 = 8 << 20;

/// Finds source lines, and remembers the files.
#[derive(Debug)]
pub struct Sources {
    root: PathBuf,
    files: RefCell<BTreeMap<PathBuf, Option<Vec<String>>>>,
    walked: OnceCell<Vec<PathBuf>>,
}

impl Sources {
    /// Sources below `root`.
    pub fn below(root: impl Into<PathBuf>) -> Sources {
        Sources {
            root: root.into(),
            files: RefCell::default(),
            walked: OnceCell::new(),
        }
    }

    /// The line that a frame is at, without its indentation.
    pub fn line(&self, frame: &Frame) -> Option<String> {
        let index = usize::try_from(frame.line?).ok()?.checked_sub(1)?;
        let path = relative_path(frame)?;
        let mut files = self.files.borrow_mut();
        let lines = files
            .entry(path)
            .or_insert_with_key(|path| self.read(path))
            .as_ref()?;
        let line = lines.get(index)?.trim();
        (!line.is_empty()).then(|| line.to_owned())
    }

    fn read(&self, path: &Path) -> Option<Vec<String>> {
        let usual = ROOTS
            .iter()
            .map(|root| self.root.join(root).join(path))
            .find(|file| file.is_file());
        let file = usual.or_else(|| self.search(path))?;
        if fs::metadata(&file).ok()?.len() > MAX_BYTES {
            return None;
        }
        let text = fs::read(file).ok()?;
        Some(
            String::from_utf8_lossy(&text)
                .lines()
                .map(str::to_owned)
                .collect(),
        )
    }

    fn search(&self, path: &Path) -> Option<PathBuf> {
        let mut matches = self
            .walked
            .get_or_init(|| walk(&self.root))
            .iter()
            .filter(|file| file.ends_with(path));
        let only = matches.next()?;
        matches.next().is_none().then(|| only.clone())
    }
}

/// `bank/Account.java` for a frame of `bank.Account$Entry`.
fn relative_path(frame: &Frame) -> Option<PathBuf> {
    let file = frame.file.as_deref()?;
    let plain = |name: &str| !name.is_empty() && name != ".." && !name.contains(['/', '\\', ':']);
    let mut path = PathBuf::new();
    if let Some((package, _)) = frame.class.rsplit_once('.') {
        for name in package.split('.') {
            path.push(plain(name).then_some(name)?);
        }
    }
    path.push(plain(file).then_some(file)?);
    Some(path)
}

/// The source files below `root`, nearest first.
fn walk(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut queue = VecDeque::from([root.to_owned()]);
    let mut left = MAX_ENTRIES;
    while let Some(dir) = queue.pop_front() {
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let Some(remaining) = left.checked_sub(1) else {
                return found;
            };
            left = remaining;
            let name = entry.file_name();
            let (Some(name), Ok(kind)) = (name.to_str(), entry.file_type()) else {
                continue;
            };
            if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name) {
                queue.push_back(entry.path());
            } else if kind.is_file() && LANGUAGES.iter().any(|end| name.ends_with(end)) {
                found.push(entry.path());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(class: &str, file: &str, line: u32) -> Frame {
        Frame {
            class: class.into(),
            method: "m".into(),
            file: Some(file.into()),
            line: Some(line),
        }
    }

    fn put(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn usual_roots_win_and_the_walk_finds_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        put(
            dir.path(),
            "src/main/java/bank/Account.java",
            "one\n\n   three  \n",
        );
        put(dir.path(), "copy/bank/Account.java", "other\n");
        put(dir.path(), "modules/deep/java/shop/Till.java", "till\n");
        put(dir.path(), "Main.java", "main\n");
        let sources = Sources::below(dir.path());
        assert_eq!(
            sources
                .line(&frame("bank.Account$Entry", "Account.java", 3))
                .as_deref(),
            Some("three")
        );
        assert_eq!(sources.line(&frame("bank.Account", "Account.java", 2)), None);
        assert_eq!(sources.line(&frame("bank.Account", "Account.java", 99)), None);
        assert_eq!(
            sources.line(&frame("shop.Till", "Till.java", 1)).as_deref(),
            Some("till")
        );
        assert_eq!(
            sources.line(&frame("Main", "Main.java", 1)).as_deref(),
            Some("main")
        );
        assert_eq!(sources.line(&frame("Main", "Gone.java", 1)), None);
    }

    #[test]
    fn between_two_candidates_there_is_no_guess() {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), "a/bank/Account.java", "a\n");
        put(dir.path(), "b/bank/Account.java", "b\n");
        assert_eq!(
            Sources::below(dir.path()).line(&frame("bank.Account", "Account.java", 1)),
            None
        );
    }

    #[test]
    fn a_class_file_cannot_point_outside() {
        let dir = tempfile::tempdir().unwrap();
        put(dir.path(), "secret.java", "secret\n");
        put(dir.path(), "in/x.java", "x\n");
        let sources = Sources::below(dir.path().join("in"));
        assert_eq!(sources.line(&frame("A", "../secret.java", 1)), None);
        assert_eq!(sources.line(&frame("..A", "secret.java", 1)), None);
    }
}

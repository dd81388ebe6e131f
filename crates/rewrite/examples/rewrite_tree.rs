//! Rewrites a directory tree of class files into another, as the agent would.
//!
//!     rewrite_tree program|library|jdk IN OUT [CONTEXT…]
//!
//! The classes of IN and of each CONTEXT know of each other's fields. What is unchanged, or is no class,
//! is copied. Reasons for what was left alone go to standard error, a summary to standard output.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use raddle_rewrite::Role;

#[path = "../tests/it/support/world.rs"]
mod world;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let usage = "usage: rewrite_tree program|library|jdk IN OUT [CONTEXT…]";
    let role = match args.next().as_deref() {
        Some("program") => Role::Program,
        Some("library") => Role::Library,
        Some("jdk") => Role::Jdk,
        _ => return Err(usage.into()),
    };
    let (from, to) = (
        PathBuf::from(args.next().ok_or(usage)?),
        PathBuf::from(args.next().ok_or(usage)?),
    );

    let mut world = world::KnownClasses::default();
    let files = files(&from)?;
    for path in args
        .map(PathBuf::from)
        .map(|dir| self::files(&dir))
        .collect::<Result<Vec<_>, _>>()?
        .concat()
    {
        world.learn(&fs::read(path)?);
    }
    for path in files.iter().filter(|p| is_class(p)) {
        world.learn(&fs::read(path)?);
    }

    let (mut classes, mut changed, mut failed, mut spent) = (0, 0, 0, Duration::ZERO);
    for path in &files {
        let mut bytes = fs::read(path)?;
        if is_class(path) {
            let start = Instant::now();
            let result = raddle_rewrite::rewrite(&bytes, role, &mut world);
            spent += start.elapsed();
            classes += 1;
            match result {
                Ok(rewritten) => {
                    for s in rewritten.skipped {
                        let method = s.method.map(|m| format!(".{m}")).unwrap_or_default();
                        eprintln!("{}{method}: {}", rewritten.class.name, s.reason);
                    }
                    changed += usize::from(rewritten.bytes.is_some());
                    bytes = rewritten.bytes.unwrap_or(bytes);
                }
                Err(e) => {
                    failed += 1;
                    eprintln!("{}: {e}", path.display());
                }
            }
        }
        let target = to.join(path.strip_prefix(&from)?);
        fs::create_dir_all(target.parent().unwrap_or(&to))?;
        fs::write(target, bytes)?;
    }
    println!(
        "{classes} classes, {changed} changed, {failed} failed, {} sites, {:.1} µs per class",
        world.sites.len(),
        spent.as_secs_f64() * 1e6 / f64::from(classes.max(1)),
    );
    Ok(())
}

fn is_class(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "class")
}

fn files(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path)
            } else {
                all.push(path)
            }
        }
    }
    all.sort();
    Ok(all)
}

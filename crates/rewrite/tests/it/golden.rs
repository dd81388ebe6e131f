//! What instrumentation makes of the sources in `corpus/rewrite`: each has its listing beside it.
//!
//! `RADDLE_BLESS=1 cargo test -p raddle-rewrite --test golden` writes the listings anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{TempDir, classes, compile, jdks, listing, world::KnownClasses};
use raddle_classfile::ClassFile;
use raddle_jdk::Jdk;
use raddle_rewrite::Role;

const CONTROLLED: &str = "controlled program";

#[test]
fn listings_are_as_blessed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rewrite");
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let groups = groups(&corpus);
    assert!(!groups.is_empty());
    let mut wrong = String::new();
    // The same from every compiler, or a listing would be about javac.
    for jdk in jdks().into_iter().filter(|jdk| jdk.has_javac) {
        for (header, sources) in &groups {
            for (source, text) in listings(&jdk, header, sources, &corpus) {
                let blessed = corpus.join(source).with_extension("listing");
                if bless {
                    fs::write(&blessed, &text).expect("listing written");
                }
                if fs::read_to_string(&blessed).unwrap_or_default() != text {
                    let (file, feature) = (blessed.display(), jdk.version.feature);
                    wrong +=
                        &format!("{file} differs with JDK {feature}; RADDLE_BLESS=1 accepts this:\n{text}\n");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The sources by their first lines, which give the role and what javac needs:
/// `// role: program; javac: --release 17`. A controlled program is one whose schedule is.
fn groups(corpus: &Path) -> BTreeMap<String, Vec<PathBuf>> {
    let mut groups = BTreeMap::<String, Vec<PathBuf>>::new();
    for entry in fs::read_dir(corpus).expect("corpus/rewrite") {
        let path = entry.expect("entry").path();
        if path.extension().is_some_and(|e| e == "java") {
            let text = fs::read_to_string(&path).expect("source");
            let header = text.lines().next().and_then(|l| l.strip_prefix("// role: "));
            let header = header.unwrap_or_else(|| panic!("{}: no role in its first line", path.display()));
            groups.entry(header.to_owned()).or_default().push(path);
        }
    }
    groups
}

/// The listing of each source.
fn listings(jdk: &Jdk, header: &str, sources: &[PathBuf], corpus: &Path) -> BTreeMap<String, String> {
    let (role, options) = header.split_once("; javac: ").unwrap_or((header, "--release 17"));
    let role = match role {
        "program" | CONTROLLED => Role::Program,
        "library" => Role::Library,
        "jdk" => Role::Jdk,
        other => panic!("no role {other}"),
    };
    let out = TempDir::new(&format!("golden-{}", jdk.version.feature));
    let options = options.replace("HERE", &corpus.display().to_string());
    let options: Vec<&str> = options.split_whitespace().collect();
    compile(jdk, &options, sources, &out.0);

    let classes = classes(&out.0);
    let mut world = KnownClasses::default();
    world.controls = header.starts_with(CONTROLLED);
    classes.iter().for_each(|(_, bytes)| world.learn(bytes));
    let mut listings = BTreeMap::<String, String>::new();
    for (_, bytes) in &classes {
        world.sites.clear();
        let rewritten = raddle_rewrite::rewrite(bytes, role, &mut world).expect("rewritten");
        let text = listings.entry(source_file(bytes)).or_default();
        if !text.is_empty() {
            text.push('\n');
        }
        *text += &listing::list(bytes, &rewritten, &world.sites);
    }
    listings
}

fn source_file(bytes: &[u8]) -> String {
    let class = ClassFile::parse(bytes).expect("a class");
    let attribute = class
        .attributes
        .iter()
        .find(|a| a.is(&class.pool, "SourceFile"))
        .expect("a source file");
    let index = u16::from_be_bytes(*attribute.data.first_chunk().expect("two bytes"));
    class.pool.utf8(index).expect("a name").to_owned()
}

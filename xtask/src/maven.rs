//! Libraries from Maven Central: a Java source names those that it needs, `//@ maven GROUP:ARTIFACT:VERSION`,
//! and Maven fetches them once.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::repo::{self, Outcome};

const NO_MAVEN: &str =
    "no mvn: install Apache Maven, which fetches the libraries, and see that `mvn --version` works";
const COPY_JARS: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";

/// The jars that a source names, with all that they need, kept in `dir`.
pub fn jars(source: &str, dir: &Path) -> Outcome<Vec<PathBuf>> {
    fetch(&pom(source)?, dir)
}

/// The project that has a program's `//@ maven GROUP:ARTIFACT:VERSION` lines as dependencies.
fn pom(source: &str) -> Outcome<String> {
    let mut dependencies = String::new();
    for line in source.lines() {
        let Some(coordinates) = line.strip_prefix("//@ maven ") else {
            continue;
        };
        let [group, artifact, version] = coordinates.split(':').collect::<Vec<_>>()[..] else {
            return Err(format!("not GROUP:ARTIFACT:VERSION: {coordinates}").into());
        };
        dependencies += &format!(
            "    <dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
             <version>{version}</version></dependency>\n"
        );
    }
    Ok(format!(
        "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n  \
         <groupId>raddle</groupId>\n  <artifactId>chore</artifactId>\n  <version>1</version>\n  \
         <dependencies>\n{dependencies}  </dependencies>\n</project>\n"
    ))
}

/// The jars of a project, with all that they need. They are fetched again only if the project changes.
fn fetch(pom: &str, dir: &Path) -> Outcome<Vec<PathBuf>> {
    let (project, jars, fetched) = (dir.join("pom.xml"), dir.join("jars"), dir.join("fetched"));
    if fs::read_to_string(&fetched).is_ok_and(|old| old == pom) {
        return repo::files(&jars, "jar");
    }
    if jars.exists() {
        fs::remove_dir_all(&jars)?;
    }
    fs::create_dir_all(dir)?;
    fs::write(&project, pom)?;
    let version = Command::new("mvn").arg("--version").output();
    if version.is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Err(NO_MAVEN.into());
    }
    let mut mvn = Command::new("mvn");
    mvn.args(["--quiet", "--batch-mode", COPY_JARS])
        .arg(format!("-DoutputDirectory={}", jars.display()))
        .current_dir(dir);
    repo::output(&mut mvn)?;
    fs::write(&fetched, pom)?;
    repo::files(&jars, "jar")
}

#[cfg(test)]
mod tests {
    use super::pom;

    #[test]
    fn coordinates_become_dependencies() {
        let project = pom("//@ maven g.h:a-b:1.2\nclass X {}\n").unwrap();
        assert!(project.contains("<groupId>g.h</groupId><artifactId>a-b</artifactId><version>1.2</version>"));
        assert!(pom("//@ maven g:a\n").is_err());
    }
}

//! Which JVMs are left alone: build tools and compilers, which start the JVMs that matter.

/// Main classes of launchers, as `sun.java.command` begins with them, and what they are.
const LAUNCHERS: &[(&str, &str)] = &[
    ("org.codehaus.plexus.classworlds.launcher.Launcher", "Maven"),
    ("org.apache.maven.wrapper.MavenWrapperMain", "the Maven wrapper"),
    ("org.mvndaemon.mvnd.", "the Maven daemon"),
    ("org.gradle.wrapper.GradleWrapperMain", "the Gradle wrapper"),
    ("org.gradle.launcher.", "Gradle"),
    ("org.gradle.internal.worker.request.", "a Gradle compiler worker"),
    ("org.apache.tools.ant.launch.Launcher", "Ant"),
    ("org.jetbrains.kotlin.", "the Kotlin compiler"),
    ("xsbt.boot.Boot", "sbt"),
    ("jdk.compiler/com.sun.tools.javac.Main", "javac"),
    ("com.sun.tools.javac.Main", "javac"),
    ("jdk.jartool/", "a JDK tool"),
    ("jdk.javadoc/", "javadoc"),
    ("jdk.jdeps/", "a JDK tool"),
    ("jdk.jlink/", "a JDK tool"),
    ("jdk.jcmd/", "a JDK tool"),
    ("jdk.jshell/", "jshell"),
    ("java.base/sun.security.tools.keytool.", "keytool"),
];

/// What launcher this command line of a JVM is, if it is one.
pub fn launcher(command: &str) -> Option<&'static str> {
    let jar = command.split_whitespace().next().unwrap_or("");
    if jar.ends_with("gradle-wrapper.jar") {
        return Some("the Gradle wrapper");
    }
    // A source file launched with `java X.java` runs inside the compiler's module, but is the user's.
    LAUNCHERS
        .iter()
        .find(|(main, _)| command.starts_with(main))
        .map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn launchers_are_not_programs() {
        assert_eq!(
            launcher("jdk.compiler/com.sun.tools.javac.Main -d out X.java"),
            Some("javac")
        );
        assert_eq!(
            launcher("org.codehaus.plexus.classworlds.launcher.Launcher test"),
            Some("Maven")
        );
        assert_eq!(
            launcher("jdk.compiler/com.sun.tools.javac.launcher.Main X.java"),
            None
        );
        assert_eq!(
            launcher("jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher X.java"),
            None
        );
        assert_eq!(launcher("com.example.Main"), None);
        assert_eq!(launcher(""), None);
    }
}

//@ maven org.jacoco:org.jacoco.agent:0.8.14
//@ maven org.jacoco:org.jacoco.core:0.8.14

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.jacoco.agent.AgentJar;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * JaCoCo: a JVM under its agent writes what was covered. The classes' identities, their probes, and the coverage of
 * the class files must be the same whether Raddle watches or not.
 */
public class Coverage {
    interface Shape {
        default int sides() {
            return 0;
        }
    }

    enum Kind implements Shape {
        ROUND, SQUARE {
            @Override
            public int sides() {
                return 4;
            }
        }
    }

    static class Work {
        private static volatile int started;
        private final int[] counts = new int[8];
        private long sum;

        static synchronized void begin() {
            started++;
        }

        synchronized long add(int n) {
            if (n % 3 == 0) {
                counts[n % counts.length]++;
            } else if (n < 0) {
                throw new IllegalArgumentException("never");
            }
            int more;
            switch (n % 4) {
                case 0 -> more = Kind.SQUARE.sides();
                case 1 -> more = Kind.ROUND.sides() + n;
                default -> {
                    try {
                        more = Integer.parseInt(n > 50 ? "x" : "1");
                    } catch (NumberFormatException e) {
                        more = 2;
                    }
                }
            }
            return sum += more;
        }

        long guarded(int n) {
            synchronized (this) {
                for (int i = 0; i < counts.length; i++) {
                    counts[i] += n & i;
                }
            }
            return n;
        }

        long unused() {
            return started + sum;
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            covered();
            return;
        }
        Path dir = Files.createTempDirectory("coverage");
        File agent = dir.resolve("agent.jar").toFile();
        AgentJar.extractTo(agent);
        Path data = dir.resolve("data.exec");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + agent + "=includes=Coverage*,destfile=" + data,
                "-cp", System.getProperty("java.class.path"), "Coverage", "covered");
        Process child = new ProcessBuilder(command).redirectOutput(Redirect.INHERIT).redirectError(Redirect.INHERIT).start();
        if (child.waitFor() != 0) {
            throw new AssertionError("the child failed");
        }
        ExecFileLoader loader = new ExecFileLoader();
        loader.load(data.toFile());
        TreeMap<String, String> lines = new TreeMap<>();
        for (ExecutionData of : loader.getExecutionDataStore().getContents()) {
            StringBuilder probes = new StringBuilder();
            for (boolean probe : of.getProbes()) {
                probes.append(probe ? '1' : '0');
            }
            lines.put(of.getName(), Long.toHexString(of.getId()) + " " + probes);
        }
        lines.forEach((name, line) -> System.out.println(name + " " + line));
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(loader.getExecutionDataStore(), builder);
        Path classes = Path.of(Coverage.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        for (String name : lines.keySet()) {
            analyzer.analyzeAll(classes.resolve(name + ".class").toFile());
        }
        if (!builder.getNoMatchClasses().isEmpty()) {
            throw new AssertionError("other classes were covered than there are: " + builder.getNoMatchClasses());
        }
        TreeMap<String, IClassCoverage> coverage = new TreeMap<>();
        builder.getClasses().forEach(one -> coverage.put(one.getName(), one));
        coverage.forEach((name, one) -> System.out.println(name + " lines " + one.getLineCounter().getCoveredCount()
                + " of " + one.getLineCounter().getTotalCount() + ", branches " + one.getBranchCounter().getCoveredCount()
                + " of " + one.getBranchCounter().getTotalCount()));
        try (var files = Files.list(dir)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.delete(file);
            }
        }
        Files.delete(dir);
    }

    static void covered() throws Exception {
        Work work = new Work();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int n = i;
            results.add(pool.submit(() -> {
                Work.begin();
                return work.add(n) + work.guarded(n);
            }));
        }
        for (Future<Long> result : results) {
            result.get();
        }
        pool.shutdown();
    }
}

//@ maven ch.qos.logback:logback-classic:1.5.12

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.OutputStreamAppender;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Logback: eight threads log to a file and, by way of a queue, to memory, while levels change. */
final class Logging {
    private static final int THREADS = 8;
    private static final int LINES = 2_000;

    public static void main(String[] args) throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Path file = Files.createTempFile("log", ".txt");
        FileAppender<ILoggingEvent> toFile = new FileAppender<>();
        toFile.setFile(file.toString());
        toFile.setAppend(false);
        start(context, toFile);

        ByteArrayOutputStream memory = new ByteArrayOutputStream();
        OutputStreamAppender<ILoggingEvent> toMemory = new OutputStreamAppender<>();
        toMemory.setOutputStream(memory);
        start(context, toMemory);
        AsyncAppender queue = new AsyncAppender();
        queue.setContext(context);
        queue.setDiscardingThreshold(0);
        queue.setMaxFlushTime(100_000);
        queue.addAppender(toMemory);
        queue.start();

        var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.INFO);
        root.addAppender(toFile);
        root.addAppender(queue);
        Load.threads(THREADS, number -> log(context, number));
        context.stop();

        Load.same(THREADS * LINES, count(Files.readString(file)), "lines in the file");
        Load.same(THREADS * LINES, count(memory.toString(StandardCharsets.UTF_8)), "lines in memory");
        Files.delete(file);
        System.out.println("Logging: " + THREADS * LINES + " lines twice");
    }

    private static void start(LoggerContext context, OutputStreamAppender<ILoggingEvent> appender) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%d %-5level [%thread] %X{round} %logger{20} %caller{1} - %msg%n");
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.start();
    }

    private static void log(LoggerContext context, int number) {
        for (int i = 0; i < LINES; i++) {
            Logger logger = LoggerFactory.getLogger("real.part" + i % 20 + ".thread" + i % 3);
            MDC.put("round", "round=" + i);
            logger.debug("never seen {}", i);
            if (i % 100 == 0) {
                logger.warn("line {} of {}", i, number, new IllegalStateException("for its stack"));
                context.getLogger("real.part" + i % 20).setLevel(i % 200 == 0 ? Level.WARN : Level.INFO);
                context.getLogger("real.part" + i % 20).setLevel(null);
            } else {
                logger.warn("line {} of {}", i, number);
            }
        }
        MDC.clear();
    }

    private static int count(String text) {
        return (int) text.lines().filter(line -> line.contains(" - line ")).count();
    }
}

//@ maven org.apache.logging.log4j:log4j-core:2.24.1
//@ maven com.lmax:disruptor:3.4.4

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.layout.PatternLayout;

/** Log4j 2 with asynchronous loggers: six threads put events into the ring of the disruptor, while levels change. */
final class AsyncLogging {
    private static final int THREADS = 6;
    private static final int LINES = 2_000;

    /** Keeps what arrives, as text: the event is used again. */
    static final class Kept extends AbstractAppender {
        final List<String> lines = new CopyOnWriteArrayList<>();

        Kept() {
            super("kept", null, PatternLayout.newBuilder().withPattern("%p [%t] %X{round} %c{1} %m").build(),
                    false, Property.EMPTY_ARRAY);
        }

        @Override
        public void append(LogEvent event) {
            String line = getLayout().toSerializable(event).toString();
            if (event.getLevel() == Level.ERROR) {
                lines.add(line);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.setProperty("log4j2.contextSelector", "org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        System.setProperty("log4j2.asyncLoggerRingBufferSize", "256");
        System.setProperty("log4j2.isWebapp", "false");
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        Kept kept = new Kept();
        kept.start();
        context.getConfiguration().getRootLogger().getAppenders().keySet()
                .forEach(context.getConfiguration().getRootLogger()::removeAppender);
        context.getConfiguration().addAppender(kept);
        context.getConfiguration().getRootLogger().addAppender(kept, Level.ALL, null);
        context.updateLoggers();
        // Log4j shows a new logger's configuration before it has a parent, and events in between are lost.
        for (int part = 0; part < 3; part++) {
            Configurator.setLevel("real.part" + part, Level.INFO);
        }
        Load.threads(THREADS, AsyncLogging::log);
        LogManager.shutdown();
        Load.same(THREADS * LINES / 100, kept.lines.size(), "lines");
        System.out.println("AsyncLogging: " + THREADS * LINES + " events");
    }

    private static void log(int number) {
        Logger logger = LogManager.getLogger("real.part" + number % 3);
        for (int i = 0; i < LINES; i++) {
            ThreadContext.put("round", "round=" + i);
            if (i % 100 == 0) {
                logger.error("line {} of {}", i, number, new IllegalStateException("for its stack"));
            } else {
                logger.info("line {} of {}", i, number);
            }
            if (i % 500 == 0) {
                Configurator.setLevel("real.part" + number % 3, i % 1000 == 0 ? Level.WARN : Level.INFO);
            }
        }
        ThreadContext.clearAll();
    }
}

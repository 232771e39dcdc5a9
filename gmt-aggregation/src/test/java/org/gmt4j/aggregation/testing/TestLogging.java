package org.gmt4j.aggregation.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * Logging of tests, and of the processes that they start: warnings, to stderr, since results are expected on standard
 * output. Code instead of a {@code logback-test.xml}, which each of some hundred processes would read.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class TestLogging extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(final LoggerContext context) {
        final Lines lines = new Lines();
        lines.setContext(context);
        lines.start();
        final LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(lines);
        encoder.start();
        final ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("ERR");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** A pattern read with the first line: its tables link 136 lambdas, and few processes have something to say. */
    private static final class Lines extends LayoutBase<ILoggingEvent> {
        private PatternLayout pattern;      // guarded by this

        @Override
        public synchronized String doLayout(final ILoggingEvent event) {
            if (pattern == null) {
                pattern = new PatternLayout();
                pattern.setContext(getContext());
                pattern.setPattern("%d{HH:mm:ss.SSS} %-5level [%thread] %logger{20} %msg%n");
                pattern.start();
            }
            return pattern.doLayout(event);
        }
    }
}

package org.gmt4j.dist;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * The distribution's logging: only what needs attention, to stderr. The variable {@code GMT_LOG} names another level,
 * {@code -Dlogback.configurationFile} replaces all of it. Libraries bring the SLF4J API alone.
 *
 * <p>Code instead of a {@code logback.xml}: reading one takes a young JVM 0.2 s, in each process of a job.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_LOW_PRIORITY)
public final class DistributionLogging extends ContextAwareBase implements Configurator {
    private static final String OWN_FILE = "logback.configurationFile";

    @Override
    public ExecutionStatus configure(final LoggerContext context) {
        if (System.getProperty(OWN_FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern("%-5level %msg%n%ex{3}");
        encoder.start();
        final ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("STDERR");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        final Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.toLevel(System.getenv("GMT_LOG"), Level.WARN));
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}

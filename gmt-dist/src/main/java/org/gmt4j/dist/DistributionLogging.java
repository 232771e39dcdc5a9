package org.gmt4j.dist;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.CoreConstants;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;

/**
 * The distribution's logging: only what needs attention, to stderr. The variable {@code GMT_LOG} names another level,
 * {@code -Dlogback.configurationFile} replaces all of it. Libraries bring the SLF4J API alone.
 *
 * <p>Code instead of a {@code logback.xml}: reading one takes a young JVM 0.2 s, in each process of a job. A layout of
 * its own instead of a pattern: the tables of patterns link 136 lambdas.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_LOW_PRIORITY)
public final class DistributionLogging extends ContextAwareBase implements Configurator {
    private static final String OWN_FILE = "logback.configurationFile";

    @Override
    public ExecutionStatus configure(final LoggerContext context) {
        if (System.getProperty(OWN_FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        final Lines lines = new Lines();
        lines.setContext(context);
        lines.start();
        final LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(lines);
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

    /** The level in five columns, the message, and of an exception {@value #FRAMES} frames. Any thread. */
    private static final class Lines extends LayoutBase<ILoggingEvent> {
        private static final String FRAMES = "3";
        private static final int COLUMNS = 5;

        @Override
        public String doLayout(final ILoggingEvent event) {
            final StringBuilder text = new StringBuilder().append(event.getLevel());
            while (text.length() < COLUMNS) {
                text.append(' ');
            }
            text.append(' ').append(event.getFormattedMessage()).append(CoreConstants.LINE_SEPARATOR);
            return event.getThrowableProxy() == null ? text.toString() : text.append(exception(event)).toString();
        }

        private String exception(final ILoggingEvent event) {
            final ThrowableProxyConverter converter = new ThrowableProxyConverter();
            converter.setContext(getContext());
            converter.setOptionList(List.of(FRAMES));
            converter.start();
            return converter.convert(event);
        }
    }
}

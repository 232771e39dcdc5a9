package org.gmt4j.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.ParForException;
import org.gmt4j.engine.cluster.NodeCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Where memory has run out, the log fails as well: its classes may not load, then or ever. */
@Timeout(60)
class NoMemoryTest {
    /** Each error of the nodes, and each warning, ends in an error. */
    private static final class FailingLog extends AppenderBase<ILoggingEvent> {
        private volatile int events;

        @Override
        protected void append(final ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                events++;
                throw new NoClassDefFoundError("Could not initialize a class of a test");
            }
        }
    }

    private final FailingLog log = new FailingLog();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

    @BeforeEach
    void breakTheLog() {
        log.setContext(root.getLoggerContext());
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void mendTheLog() {
        root.detachAppender(log);
    }

    @Test
    void shouldFailTheCallAndGoOn() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(2).register(NoMemoryTest.class).start()) {
            final ParForException failed = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                ctx.parFor(100, 1, (i, c) -> {
                    if (i % 50 == 7) {
                        throw new OutOfMemoryError("of a test");
                    }
                })));
            assertTrue(failed.getMessage().contains("java.lang.OutOfMemoryError"), failed.getMessage());
            assertEquals(100, cluster.<Long>call(ctx -> ctx.sum(100, 1, (i, c) -> 1)));
            assertTrue(log.events > 0, "there was something to be logged");
        }
    }

    @Test
    void shouldTellEachCallThatANodeHasFailed() {
        try (GmtCluster cluster = GmtCluster.builder().nodes(3).register(NoMemoryTest.class).start()) {
            NodeCluster.of(cluster).nodes().get(1).fail(new OutOfMemoryError("of a test"));
            final GmtException failed = assertThrows(GmtException.class, () ->
                cluster.run(ctx -> ctx.executeOnAll(c -> { })));
            assertTrue(failed.getMessage().contains("java.lang.OutOfMemoryError: of a test"), failed.getMessage());
            assertEquals(failed.getMessage().indexOf("cannot go on"), failed.getMessage().lastIndexOf("cannot go on"));
        }
    }

    @Test
    void shouldTryAgainToFailANode() {
        final List<Throwable> told = new ArrayList<>();
        final OutOfMemoryError cause = new OutOfMemoryError("of a test");
        NodeThread.failNode(thrown -> {
            told.add(thrown);
            if (told.size() < 3) {
                throw new OutOfMemoryError("once more");
            }
        }, cause);
        assertEquals(List.of(cause, cause, cause), told);
    }
}

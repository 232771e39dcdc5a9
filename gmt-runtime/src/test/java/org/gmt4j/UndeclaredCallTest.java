package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Methods that may wait themselves, and call what waits only through interfaces that do not declare it. They have no
 * call at which their frame could be saved, and would be started again after the wait, their numbers 0.
 */
@Timeout(60)
class UndeclaredCallTest {
    private static final long COUNT = 100;
    private static GmtCluster cluster;

    @BeforeAll
    static void start() {
        cluster = GmtCluster.builder().nodes(2).register(UndeclaredCallTest.class).start();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    /** Declares every exception, and so, for javac, a wait as well. */
    private interface Phase {
        void run(TaskContext ctx) throws Exception;
    }

    private static <T> T declared(final Callable<T> read) throws Exception, SuspendExecution {
        return read.call();
    }

    private static long unlucky(final Callable<Long> read) throws SuspendExecution {
        try {
            return declared(read);
        } catch (final RuntimeException thrown) {
            throw thrown;
        } catch (final Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Also declares to wait, and does not by itself. */
    private static long supplied(final Supplier<Long> read) throws SuspendExecution {
        return read.get();
    }

    private static Supplier<Long> supplier(final TaskContext ctx, final GlobalLongArray a, final long index) {
        return () -> {
            try {
                return a.get(ctx, index % COUNT);
            } catch (final SuspendExecution never) {
                throw new IllegalStateException(never);
            }
        };
    }

    private static String failure(final Reader body) {
        final GmtException failed = assertThrows(GmtException.class, () -> cluster.<Long>call(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, COUNT);
            try {
                a.fill(ctx, 7);
                return ctx.sum(COUNT, 10, (i, c) -> body.read(c, a, i + COUNT / 2));
            } finally {
                a.free(ctx);
            }
        }));
        return AllCauses.of(failed);
    }

    private interface Reader extends java.io.Serializable {
        long read(TaskContext ctx, GlobalLongArray a, long index) throws SuspendExecution;
    }

    private static void assertNames(final String method, final String text) {
        assertTrue(text.contains("GMT-215 org.gmt4j.UndeclaredCallTest." + method)
            && text.contains("through an interface that does not declare it"), text);
    }

    @Test
    void shouldRefuseABodyThatWaitsThroughASupplier() {
        final GmtException failed = assertThrows(GmtException.class, () -> cluster.run(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, COUNT);
            a.fill(ctx, 7);
            ctx.parFor(COUNT, 1, (i, c) -> {
                final Supplier<Long> read = supplier(c, a, COUNT - 1 - i);
                final long value = read.get();
                RUNS.incrementAndGet();
                assertEquals(7, value, () -> "at " + i);
            });
        }));
        assertNames("lambda$", failed.toString());
    }

    private static final AtomicLong RUNS = new AtomicLong();

    @Test
    void shouldRefuseABodyThatWaitsThroughACallable() {
        assertNames("lambda$", assertThrows(GmtException.class, () -> cluster.run(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, COUNT);
            a.fill(ctx, 7);
            ctx.parFor(COUNT, 1, (i, c) -> {
                final Callable<Long> read = () -> a.get(c, COUNT - 1 - i);
                try {
                    RUNS.addAndGet(read.call());
                } catch (final RuntimeException thrown) {
                    throw thrown;
                } catch (final Exception impossible) {
                    throw new IllegalStateException(impossible);
                }
            });
        })).toString());
    }

    @Test
    void shouldRefuseABodyThatWaitsThroughAMethodReference() {
        assertNames("lambda$", assertThrows(GmtException.class, () -> cluster.run(ctx -> ctx.executeOnAll(c -> {
            final Phase phase = TaskContext::barrier;
            try {
                phase.run(c);
            } catch (final RuntimeException thrown) {
                throw thrown;
            } catch (final Exception impossible) {
                throw new IllegalStateException(impossible);
            }
        }))).toString());
    }

    @Test
    void shouldRefuseAHelperThatDeclaresTheWait() {
        assertNames("declared:", failure((c, a, i) -> unlucky(() -> a.get(c, i % COUNT))));
        assertNames("supplied:", failure((c, a, i) -> supplied(supplier(c, a, i))));
    }

    @Test
    void shouldRefuseAHelperAtALaterWait() {
        assertNames("supplied:", failure((c, a, i) -> a.get(c, i % COUNT) + supplied(supplier(c, a, i + 1))));
    }
}

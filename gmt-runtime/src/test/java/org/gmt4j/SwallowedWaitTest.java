package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Methods that wait without declaring it, and catch what shows it: javac has nothing against them. */
@Timeout(60)
class SwallowedWaitTest {
    private static final long COUNT = 100;
    private static GmtCluster cluster;

    @BeforeAll
    static void start() {
        cluster = GmtCluster.builder().nodes(2).register(SwallowedWaitTest.class).start();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    private static long valueOr(final TaskContext ctx, final GlobalLongArray a, final long index, final long other) {
        try {
            return a.get(ctx, index % COUNT);
        } catch (final Exception swallowed) {
            return other;
        }
    }

    private static long twoValues(final TaskContext ctx, final GlobalLongArray a, final long index) {
        long sum = 0;
        for (int k = 0; k < 2; k++) {
            try {
                sum += a.get(ctx, (index + k) % COUNT);
            } catch (final Exception swallowed) {
                sum += 0;
            }
        }
        return sum;
    }

    /** Goes on asking until there is an answer. */
    private static long insisting(final TaskContext ctx, final GlobalLongArray a, final long index) {
        long sum = 0;
        for (int k = 0; k < 50; k++) {
            try {
                sum += a.get(ctx, (index + k) % COUNT) + a.get(ctx, (index + k + 1) % COUNT);
            } catch (final Exception swallowed) {
                sum++;
            }
        }
        return sum;
    }

    private static String failure(final IndexFunctionOf body) {
        final GmtException failed = assertThrows(GmtException.class, () -> cluster.<Long>call(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, COUNT);
            try {
                a.fill(ctx, 1);
                return ctx.sum(COUNT, 10, (i, c) -> body.value(c, a, i + COUNT / 2));
            } finally {
                a.free(ctx);
            }
        }));
        final StringBuilder all = new StringBuilder();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            all.append(cause).append('\n');
        }
        return all.toString();
    }

    /** Found by a look at the stack, or later by the frames. */
    private static boolean isExplained(final String text, final String method) {
        return text.contains("GMT-215 org.gmt4j.SwallowedWaitTest." + method + ":")
            || text.contains("a method that was not instrumented called one that waits");
    }

    /** What is summed up. */
    interface IndexFunctionOf extends java.io.Serializable {
        long value(TaskContext ctx, GlobalLongArray a, long index) throws org.gmt4j.fibers.SuspendExecution;
    }

    @Test
    void shouldFailWhereTheFirstWaitIsCaught() {
        final GmtException failed = assertThrows(GmtException.class, () -> cluster.<Long>call(ctx -> {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, COUNT);
            a.fill(ctx, 1);
            return ctx.sum(COUNT, 10, (i, c) -> valueOr(c, a, i + COUNT / 2, 0));
        }));
        assertTrue(failed.toString().contains("GMT-215 org.gmt4j.SwallowedWaitTest.valueOr:"), failed.toString());
    }

    @Test
    void shouldFailWhereALaterWaitIsCaught() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + twoValues(c, a, i));
        assertTrue(isExplained(text, "twoValues"), text);
    }

    @Test
    void shouldFailWhereAllWaitsAreCaught() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + insisting(c, a, i));
        assertTrue(isExplained(text, "insisting"), text);
    }

    @Test
    void shouldGoOnWithTheNextJob() {
        failure((c, a, i) -> a.get(c, i % COUNT) + twoValues(c, a, i));
        assertEquals(COUNT, cluster.<Long>call(ctx -> ctx.sum(COUNT, 10, (i, c) -> {
            c.yield();
            return 1;
        })));
    }
}

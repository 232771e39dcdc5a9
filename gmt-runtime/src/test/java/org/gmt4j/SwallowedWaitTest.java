package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.function.Function;
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
        return AllCauses.of(failed);
    }

    /** Called where a wait is expected, but of a class that nothing has instrumented: started again after each wait. */
    private interface Lookup {
        long of(TaskContext ctx, GlobalLongArray a, long index) throws org.gmt4j.fibers.SuspendExecution;
    }

    private static Lookup hidden(final Lookup lookup) {
        return (Lookup) Proxy.newProxyInstance(Lookup.class.getClassLoader(), new Class<?>[]{Lookup.class},
            (proxy, method, arguments) ->
                undeclared(lookup, (TaskContext) arguments[0], (GlobalLongArray) arguments[1], (Long) arguments[2]));
    }

    private static long undeclared(final Lookup lookup, final TaskContext ctx, final GlobalLongArray a,
                                   final long index) {
        try {
            return lookup.of(ctx, a, index);
        } catch (final RuntimeException thrown) {
            throw thrown;
        } catch (final Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** An instrumented method, which returns nothing when it leaves, below one that is not, and wants a number. */
    private static final Lookup UNBOXED = (Lookup) Proxy.newProxyInstance(Lookup.class.getClassLoader(),
        new Class<?>[]{Lookup.class}, (proxy, method, arguments) ->
            ((GlobalLongArray) arguments[1]).get((TaskContext) arguments[0], (Long) arguments[2] % COUNT));

    private static final Lookup ONE_WAIT = hidden((ctx, a, index) -> a.get(ctx, index % COUNT));
    private static final Lookup TWO_WAITS = hidden((ctx, a, index) ->
        a.get(ctx, (index + COUNT / 2) % COUNT) * 1000 + a.get(ctx, index % COUNT));

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
    void shouldFailWhereALaterWaitIsNotDeclared() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + valueOr(c, a, i + 1, 0));
        assertTrue(text.contains("GMT-215 a method that was called in org.gmt4j.SwallowedWaitTest.lambda$"),
            text);
    }

    @Test
    void shouldFailWhereALaterWaitIsCaught() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + twoValues(c, a, i));
        assertTrue(text.contains("GMT-215 org.gmt4j.SwallowedWaitTest.twoValues:"), text);
    }

    @Test
    void shouldFailWhereAllWaitsAreCaught() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + insisting(c, a, i));
        assertTrue(text.contains("GMT-215 org.gmt4j.SwallowedWaitTest.insisting:"), text);
    }

    @Test
    void shouldFailWhereAMethodIsStartedAgainByALaterWait() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + ONE_WAIT.of(c, a, i));
        assertTrue(text.contains("GMT-215 ") && text.contains("undeclared"), text);
    }

    /** The second wait would give its value to the first one. */
    @Test
    void shouldFailWhereAMethodIsStartedAgainBetweenTwoWaits() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + TWO_WAITS.of(c, a, i));
        assertTrue(text.contains("GMT-215 ") && text.contains("undeclared"), text);
    }

    @Test
    void shouldFailWhereAMethodThrowsInsteadOfWaiting() {
        final String text = failure((c, a, i) -> a.get(c, i % COUNT) + UNBOXED.of(c, a, i));
        assertTrue(text.contains("GMT-215 "), text);
    }

    /** Its other method apply, of Objects, is the compiler's. */
    private record Bridged(TaskContext ctx, GlobalLongArray a) implements Function<Long, Long> {
        @Override
        public Long apply(final Long index) {
            return undeclared((ctx, array, wanted) -> array.get(ctx, wanted % COUNT), ctx, a, index);
        }
    }

    @Test
    void shouldNameMethodsThatHaveABridge() {
        final String text = failure((c, a, i) -> new Bridged(c, a).apply(i));
        assertTrue(text.contains("GMT-215 org.gmt4j.SwallowedWaitTest.undeclared:"), text);
        final String later = failure((c, a, i) -> a.get(c, i % COUNT) + new Bridged(c, a).apply(i + 1));
        assertTrue(later.contains("GMT-215 "), later);
    }

    @Test
    void shouldSayThatJavaCannotWait() {
        final String text = failure((c, a, i) -> java.util.stream.LongStream.of(i)
            .map(index -> undeclared((ctx, array, wanted) -> array.get(ctx, wanted % COUNT), c, a, index)).sum());
        assertTrue(text.contains("GMT-215 "), text);
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

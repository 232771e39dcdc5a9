package org.gmt4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A job inside a JUnit test. Shows a cluster in the JVM of the test, an answer that is checked, and that a failure on
 * any node comes to the caller as the cause of an exception.
 *
 * <pre>mvn -pl examples -am -Dtest=JobTest -Dsurefire.failIfNoSpecifiedTests=false test</pre>
 */
class JobTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldAddUpSquares(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes)) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray squares = GlobalLongArray.allocate(ctx, 100);
                ctx.parFor(100, (i, c) -> squares.put(c, i, i * i));
                return squares.sum(ctx);
            });
            assertEquals(328_350, sum);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldTellWhatWentWrong(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes)) {
            final int zero = nodes - nodes;
            final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                ctx.sum(100, (i, c) -> i / zero)));
            assertEquals(ArithmeticException.class, failure.getCause().getClass());
        }
    }
}

package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest program of each kind on 1, 2, 3, 5 and 7 nodes of this JVM. */
@Timeout(240)
class FirstLightTest {
    private static GmtCluster cluster(final int nodes) {
        return GmtCluster.builder().nodes(nodes).register(FirstLightTest.class)
            .timeout(Duration.ofSeconds(120)).start();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldAddEverywhere(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final long sum = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 1000);
                ctx.parFor(20_000, 100, (i, c) -> a.addNb(c, c.nextRandom(1000), 1));
                long total = 0;
                for (long i = 0; i < a.size(); i++) {
                    final long v = a.get(ctx, i);
                    total += v;
                }
                a.free(ctx);
                return total;
            });
            assertEquals(20_000, sum);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldGetBlockingFromManyFibers(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final long errors = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 5000);
                final GlobalLongArray bad = GlobalLongArray.allocate(ctx, 1);
                ctx.parFor(a.size(), 64, (low, high, c) -> {
                    for (long i = low; i < high; i++) {
                        a.putNb(c, i, i * 3);
                    }
                });
                ctx.parFor(20_000, 10, SpawnPolicy.PARTITION, (low, high, c) -> {
                    for (long i = low; i < high; i++) {
                        final long k = c.nextRandom(5000);
                        final long v = a.get(c, k);
                        if (v != k * 3) {
                            bad.addNb(c, 0, 1);
                        }
                    }
                });
                return bad.get(ctx, 0);
            });
            assertEquals(0, errors);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldReduceAndVisit(final int nodes) {
        try (GmtCluster cluster = cluster(nodes)) {
            final List<Long> sums = cluster.call(ctx -> ctx.callOnAll(c -> {
                c.barrier();
                return c.collectives().allReduce((long) c.nodeId() + 1, ReduceOperator.SUM);
            }));
            sums.forEach(sum -> assertEquals((long) nodes * (nodes + 1) / 2, sum));
            final long total = cluster.call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 777);
                final Visitor visitor = Visitor.open(ctx, a,
                    (index, argument, c) -> a.setLocal(index, a.getLocal(index) + argument));
                ctx.parFor(7770, 10, (i, c) -> visitor.send(c, i % 777, 2));
                long t = 0;
                final long[] all = new long[777];
                a.get(ctx, 0, all, 0, 777);
                for (final long v : all) {
                    t += v;
                }
                return t;
            });
            assertEquals(2 * 7770, total);
        }
    }
}

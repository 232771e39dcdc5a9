package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Containers on nodes whose transport refuses, delays or shuffles, with short blocks and pools of few. */
@Timeout(240)
class ContainerTroubleTest {
    private static final int OPERATIONS = 6000;

    private static TransportFactory faulty(final LoopbackNetwork network, final String fault) {
        return (nodeId, nodeCount) -> switch (fault) {
            case "refusing" -> FaultyTransport.over(network.open(nodeId, nodeCount)).refusingEvery(3);
            case "delaying" -> FaultyTransport.over(network.open(nodeId, nodeCount)).delaying(5);
            default -> new ShufflingTransport(network.open(nodeId, nodeCount), 3, 21L + nodeId);
        };
    }

    @ParameterizedTest
    @CsvSource({"2, COMBINED, refusing", "3, SHARED_2, refusing", "2, DEDICATED_2_2, delaying",
        "3, COMBINED, delaying", "2, SHARED_3, shuffling", "3, COMBINED, shuffling", "5, DEDICATED_1_1, refusing"})
    void shouldBeExactInTrouble(final int nodes, final Plan plan, final String fault) {
        try (LoopbackNetwork network = new LoopbackNetwork(nodes);
             GmtCluster cluster = TestClusters.builder(nodes, plan, ContainerTroubleTest.class)
                 .set(TestClusters.aggregation(256, 16, 1024, 2, 2, 4, 2)).set("gmt.combining.bytes", "500")
                 .transports(faulty(network, fault)).start()) {
            assertEquals("", TestClusters.join(cluster.call(ContainerTroubleTest::play)));
        }
    }

    private static List<String> play(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap sums = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).merging(Merge.ADD));
        final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 0);
        final GlobalBag bag = GlobalBag.allocate(ctx, 1);
        final GlobalLongArray own = GlobalLongArray.allocate(ctx, 1);
        ctx.parFor(OPERATIONS, 50, (i, c) -> {
            final long key = i * 7919 % 501 - 250;
            sums.addNb(c, key, i);
            words.addNb(c, "word " + key, 1);
            bag.addNb(c, (int) (i % c.nodeCount()), i);
            if (i % 40 == 0) {
                sums.visit(c, key, (entry, there) -> {
                    entry.set(entry.value() + 1);
                    words.addNb(there, "word " + key, 1);
                    bag.addNb(there, 0, OPERATIONS + i);
                });
            }
            if (i % 55 == 0) {
                own.addNb(c, 0, sums.addAndGet(c, 1_000_000 + i, 3));
            }
        });
        ctx.awaitVisits();
        final Map<Long, Long> model = new TreeMap<>();
        final Map<String, Long> modelWords = new TreeMap<>();
        long items = 0;
        long itemSum = 0;
        for (long i = 0; i < OPERATIONS; i++) {
            final long key = i * 7919 % 501 - 250;
            model.merge(key, i + (i % 40 == 0 ? 1 : 0), Long::sum);
            modelWords.merge("word " + key, i % 40 == 0 ? 2L : 1L, Long::sum);
            if (i % 55 == 0) {
                model.put(1_000_000 + i, 3L);
            }
            items += i % 40 == 0 ? 2 : 1;
            itemSum += i % 40 == 0 ? OPERATIONS + 2 * i : i;
        }
        final List<String> failures = new ArrayList<>();
        failures.add(same("sums", model, new TreeMap<Long, Long>(sums.toMap(ctx))));
        failures.add(same("words", modelWords, new TreeMap<String, Long>(words.toMap(ctx))));
        bag.rebalance(ctx);
        failures.add(same("items", items, bag.size(ctx)));
        final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 1);
        bag.forEach(ctx, (item, c) -> sum.addNb(c, 0, item));
        failures.add(same("sum of items", itemSum, sum.get(ctx, 0)));
        sum.free(ctx);
        failures.add(same("results", 3L * ((OPERATIONS + 54) / 55), own.get(ctx, 0)));
        for (final GlobalContainer container : List.of(sums, words, bag)) {
            container.free(ctx);
        }
        own.free(ctx);
        return failures;
    }

    private static String same(final String what, final Object expected, final Object found) {
        return expected.equals(found) ? "" : what + ": expected " + expected + ", found " + found;
    }
}

package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names, zeroing, freeing, refusals; and that each mistake is found at the caller and named. */
@Timeout(240)
class ArrayLifeTest {
    /** Runs something that must fail; returns what it said. */
    @FunctionalInterface
    interface Attempt {
        void run() throws SuspendExecution;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNameAttachZeroAndFree(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayLifeTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ArrayLifeTest::life)));
            assertEquals(0, NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum());
        }
    }

    private static List<String> life(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(1000).named("ranks"));
            ctx.parFor(1000, 100, (i, c) -> GlobalLongArray.attach(c, "ranks").putNb(c, 999 - i, i + 1));
            final long v = a.get(ctx, 0);
            if (v != 1000) {
                failures.add("named array holds " + v);
            }
            a.free(ctx);
            final GlobalLongArray b = GlobalLongArray.allocate(ctx, 1000);
            final GlobalLongArray unzeroed = GlobalLongArray.allocate(ctx, ArraySpec.of(10).unzeroed());
            final long[] all = new long[1000];
            b.get(ctx, 0, all, 0, 1000);
            for (final long x : all) {
                if (x != 0) {
                    failures.add("a new array holds " + x);
                    break;
                }
            }
            b.free(ctx);
            unzeroed.free(ctx);
        }
        // Allocation from several tasks of several nodes at once.
        ctx.executeOnAll(c -> {
            for (int k = 0; k < 5; k++) {
                final GlobalIntArray mine = GlobalIntArray.allocate(c,
                    ArraySpec.of(17).named("mine-" + c.nodeId() + "-" + k));
                mine.put(c, 16, c.nodeId());
                final int back = GlobalIntArray.attach(c, "mine-" + c.nodeId() + "-" + k).get(c, 16);
                if (back != c.nodeId()) {
                    throw new IllegalStateException("found " + back);
                }
                mine.free(c);
            }
        });
        return failures;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldNameWhatIsWrong(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayLifeTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ArrayLifeTest::mistakes)));
            assertEquals(0, NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum());
            NodeCluster.of(cluster).nodes()
                .forEach(node -> assertEquals(0, node.counters().getOrDefault("commands.failed", 0L)));
        }
    }

    private static List<String> mistakes(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final GlobalLongArray a = GlobalLongArray.allocate(ctx, ArraySpec.of(100).named("ranks"));
        final GlobalLongArray other = GlobalLongArray.allocate(ctx, 100);
        final GlobalLongArray replica = GlobalLongArray.allocate(ctx, ArraySpec.of(10).allocated(Allocation.REPLICATE));
        final GlobalIntArray ints = GlobalIntArray.allocate(ctx, ArraySpec.of(9).cyclic(2));
        final GlobalRecordArray records = GlobalRecordArray.allocate(ctx, 10, 24);
        final long[] some = new long[50];
        final long[] indices = {-1, 100, 101, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40, (1L << 40) + 1};
        for (final long index : indices) {
            final String[] parts = {"'ranks'", "index " + index, "100"};
            failures.add(expect("get", IndexOutOfBoundsException.class, () -> a.get(ctx, index), parts));
            failures.add(expect("getNb", IndexOutOfBoundsException.class, () -> a.getNb(ctx, index, some, 0), parts));
            failures.add(expect("put", IndexOutOfBoundsException.class, () -> a.put(ctx, index, 1), parts));
            failures.add(expect("putNb", IndexOutOfBoundsException.class, () -> a.putNb(ctx, index, 1), parts));
            failures.add(expect("putNb handle", IndexOutOfBoundsException.class,
                () -> a.putNb(ctx.newOperation(), index, 1), parts));
            failures.add(expect("add", IndexOutOfBoundsException.class, () -> a.add(ctx, index, 1), parts));
            failures.add(expect("addNb", IndexOutOfBoundsException.class, () -> a.addNb(ctx, index, 1), parts));
            failures.add(expect("cas", IndexOutOfBoundsException.class,
                () -> a.compareAndSet(ctx, index, 1, 2), parts));
            failures.add(expect("owner", IndexOutOfBoundsException.class, () -> a.owner(index), parts));
            failures.add(expect("replica", IndexOutOfBoundsException.class, () -> replica.get(ctx, index),
                "index " + index));
            failures.add(expect("cyclic", IndexOutOfBoundsException.class, () -> ints.get(ctx, index),
                "index " + index));
            failures.add(expect("isLocal", IndexOutOfBoundsException.class, () -> a.isLocal(index), parts));
            failures.add(expect("executeAt", IndexOutOfBoundsException.class,
                () -> ctx.executeAt(a, index, c -> { }), parts));
            failures.add(expect("bulk get", IndexOutOfBoundsException.class, () -> a.get(ctx, index, some, 0, 2),
                "'ranks'", "2 elements"));
            failures.add(expect("bulk put", IndexOutOfBoundsException.class, () -> a.put(ctx, index, some, 0, 2),
                "'ranks'", "2 elements"));
            failures.add(expect("copy", IndexOutOfBoundsException.class,
                () -> a.copyTo(ctx, index, other, 0, 2), "'ranks'"));
            failures.add(expect("copy to", IndexOutOfBoundsException.class,
                () -> other.copyTo(ctx, 0, a, index, 2), "'ranks'"));
        }
        failures.add(expect("long range", IndexOutOfBoundsException.class, () -> a.get(ctx, 60, some, 0, 41),
            "41", "60", "'ranks'"));
        failures.add(expect("negative count", IndexOutOfBoundsException.class, () -> a.get(ctx, 60, some, 0, -1)));
        failures.add(expect("java array", IndexOutOfBoundsException.class, () -> a.get(ctx, 0, some, 20, 31), "31"));
        failures.add(expect("java array put", IndexOutOfBoundsException.class, () -> a.put(ctx, 0, some, -1, 2)));
        failures.add(expect("java position", IndexOutOfBoundsException.class, () -> a.getNb(ctx, 0, some, 50)));
        failures.add(expect("result position", IndexOutOfBoundsException.class,
            () -> a.fetchAddNb(ctx, 0, 1, some, -1)));
        failures.add(expect("records", IndexOutOfBoundsException.class,
            () -> records.get(ctx, 9, new byte[48], 0, 2), "9"));
        failures.add(expect("records array", IndexOutOfBoundsException.class,
            () -> records.get(ctx, 0, new byte[47], 0, 2)));
        failures.add(expect("records beyond an int", IndexOutOfBoundsException.class,
            () -> records.get(ctx, 0, new byte[48], 0, Integer.MAX_VALUE)));
        failures.add(expect("records below zero", IndexOutOfBoundsException.class,
            () -> records.put(ctx, 0, new byte[48], 0, Integer.MIN_VALUE)));
        failures.add(expect("setLocal", RuntimeException.class, () -> a.setLocal(100, 1), "100"));
        failures.add(expect("negative size", IllegalArgumentException.class,
            () -> GlobalLongArray.allocate(ctx, -1), "-1"));
        failures.add(expect("huge size", RuntimeException.class, () -> GlobalLongArray.allocate(ctx, Long.MAX_VALUE)));
        failures.add(expect("block 0", IllegalArgumentException.class, () -> ArraySpec.of(10).cyclic(0), "0"));
        failures.add(expect("record 0", IllegalArgumentException.class,
            () -> GlobalRecordArray.allocate(ctx, 10, 0), "GMT-412 record length is 0 B"));
        failures.add(expect("record long", IllegalArgumentException.class,
            () -> GlobalRecordArray.allocate(ctx, 10, 100_000), "GMT-412", "100000", "1 to 4040", "gmt.block.length",
            "gmt.comm.buffer.size", "gmt.aeron.mtu"));
        failures.add(expect("atomic on replica", UnsupportedOperationException.class, () -> replica.addNb(ctx, 1, 1),
            "replicated"));
        failures.add(expect("cas on replica", UnsupportedOperationException.class,
            () -> replica.compareAndSet(ctx, 1, 1, 1), "replicated"));
        failures.add(expect("fetch on replica", UnsupportedOperationException.class,
            () -> replica.fetchAddNb(ctx, 1, 1, some, 0), "replicated"));
        failures.add(expect("local cas on replica", UnsupportedOperationException.class,
            () -> replica.compareAndSetLocal(1, 1, 1), "replicated"));
        failures.add(expect("localStart of cyclic", UnsupportedOperationException.class,
            () -> ints.localStart(), "cyclic"));
        failures.add(expect("name taken", RuntimeException.class,
            () -> GlobalIntArray.allocate(ctx, ArraySpec.of(1).named("ranks")),
            "GMT-236", "'ranks'"));
        failures.add(expect("unknown name", RuntimeException.class, () -> GlobalIntArray.attach(ctx, "rankz"),
            "GMT-233", "rankz"));
        failures.add(expect("other type", RuntimeException.class, () -> GlobalIntArray.attach(ctx, "ranks"),
            "GMT-234", "'ranks'"));
        failures.add(expect("other widths", IllegalArgumentException.class, () -> a.copyTo(ctx, 0, ints, 0, 5)));
        failures.add(expect("overlap", IllegalArgumentException.class, () -> a.copyTo(ctx, 0, a, 3, 5), "overlap"));
        other.free(ctx);
        failures.add(expect("freed get", RuntimeException.class, () -> other.get(ctx, 3), "GMT-230", "freed"));
        failures.add(expect("freed bulk", RuntimeException.class, () -> other.get(ctx, 3, some, 0, 3),
            "GMT-230", "freed"));
        failures.add(expect("freed add", RuntimeException.class, () -> other.addNb(ctx, 3, 4), "GMT-230", "freed"));
        failures.add(expect("freed free", RuntimeException.class, () -> other.free(ctx), "GMT-230", "freed"));
        failures.add(expect("freed local", RuntimeException.class, () -> other.getLocal(0), "GMT-230", "freed"));
        failures.add(expect("freed capture", RuntimeException.class, () -> ctx.executeOnAll(c -> other.addNb(c, 1, 1)),
            "freed"));
        final GlobalIntArray back = GlobalIntArray.allocate(ctx, ArraySpec.of(1).named("others"));
        back.free(ctx);
        failures.add(expect("freed name", RuntimeException.class, () -> GlobalIntArray.attach(ctx, "others"),
            "GMT-233", "others"));
        final long v = a.add(ctx, 99, 1);
        failures.add(v == 0 ? "" : "the array has changed");
        a.free(ctx);
        replica.free(ctx);
        ints.free(ctx);
        records.free(ctx);
        return failures;
    }

    private static String expect(final String what, final Class<? extends Exception> type, final Attempt attempt,
                                 final String... parts)
        throws SuspendExecution {
        try {
            attempt.run();
        } catch (final RuntimeException e) {
            if (!type.isInstance(e)) {
                return what + ": " + e;
            }
            for (final String part : parts) {
                if (!String.valueOf(e.getMessage()).contains(part)) {
                    return what + ": '" + e.getMessage() + "' does not say '" + part + "'";
                }
            }
            return "";
        }
        return what + " was not refused";
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseMemoryBeforeAllocating(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ArrayLifeTest.class).memoryMax(100_000).start()) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final List<String> failures = new ArrayList<>();
                final GlobalByteArray first = GlobalByteArray.allocate(ctx,
                    ArraySpec.of(60_000).allocated(Allocation.REPLICATE));
                for (int round = 0; round < 3; round++) {
                    failures.add(expect("local", RuntimeException.class,
                        () -> GlobalByteArray.allocate(ctx, ArraySpec.of(40_001).allocated(Allocation.LOCAL)
                            .named("big")),
                        "GMT-231", "node 0", "'big'", "40001", "40000", "100000"));
                    // Fits everywhere but at the last node: that refuses, and nothing stays behind elsewhere.
                    failures.add(expect("everywhere", RuntimeException.class,
                        () -> GlobalLongArray.allocate(ctx, ArraySpec.of(5001L * ctx.nodeCount())), "GMT-231",
                        "asked 40008"));
                    failures.add(expect("replica", RuntimeException.class,
                        () -> GlobalLongArray.allocate(ctx, ArraySpec.of(1L << 30).allocated(Allocation.REPLICATE)),
                        "GMT-231"));
                    final GlobalLongArray exact = GlobalLongArray.allocate(ctx,
                        ArraySpec.of(5000).allocated(Allocation.REPLICATE).named("big"));
                    exact.free(ctx);
                }
                first.free(ctx);
                return failures;
            })));
            NodeCluster.of(cluster).nodes()
                .forEach(node -> assertEquals(0, node.arrayBytes(), "reserved on node " + node.nodeId()));
        }
    }

    @Test
    void shouldGoOnAfterARefusal() {
        try (GmtCluster cluster = TestClusters.builder(2, TestClusters.Plan.COMBINED, ArrayLifeTest.class)
            .memoryMax(1000).start()) {
            final ParForException e = assertThrows(ParForException.class,
                () -> cluster.run(ctx -> GlobalLongArray.allocate(ctx, 1_000_000)));
            assertTrue(e.getMessage().contains("GMT-231"), e.getMessage());
            assertEquals(7L, cluster.<Long>call(ctx -> {
                final GlobalLongArray a = GlobalLongArray.allocate(ctx, 10);
                a.put(ctx, 9, 7);
                return a.get(ctx, 9);
            }));
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefusePositionsOfNoNode(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArrayLifeTest.class)) {
            cluster.run(ctx -> {
                final ArraySpec spec = ArraySpec.of(10L * nodes);
                for (final ArraySpec one : new ArraySpec[] {spec, spec.cyclic(3),
                    spec.allocated(Allocation.REPLICATE)}) {
                    final GlobalLongArray array = GlobalLongArray.allocate(ctx, one);
                    for (final int node : new int[] {-1, nodes, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                        assertThrows(IndexOutOfBoundsException.class, () -> array.index(node, 0));
                    }
                    assertThrows(IndexOutOfBoundsException.class, () -> array.index(0, array.localCount()));
                    assertEquals(0, array.owner(array.index(0, 0)));
                    array.free(ctx);
                }
            });
        }
    }
}

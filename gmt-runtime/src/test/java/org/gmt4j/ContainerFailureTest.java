package org.gmt4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.engine.cluster.NodeCluster;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that end, nodes that die and memory that runs out in the middle of insertions. */
@Timeout(value = 200, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContainerFailureTest {
    private static final long ENDLESS = 1L << 40;
    private static final int LIMIT_S = 100;
    /** What a node may take in the tests of its limit. */
    private static final String MEMORY = "160k";

    @TempDir
    private Path folder;

    /** On a machine that is far too busy the archive alone takes a minute and more: not a part of a test's time. */
    @BeforeAll
    static void makeTheArchiveOfClasses() {
        ClassArchive.flags();
    }

    private static long arrayBytes(final GmtCluster cluster) {
        return NodeCluster.of(cluster).nodes().stream().mapToLong(node -> node.arrayBytes()).sum();
    }

    // --- jobs that are cancelled ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldGiveTheMemoryOfACancelledJobBack(final int nodes, final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ContainerFailureTest.class)) {
            for (int round = 0; round < 3; round++) {
                final boolean isTidy = round < 2;
                final Job<Void> job = cluster.submit(ctx -> {
                    insertForEver(ctx, isTidy);
                    return null;
                });
                awaitProgress(job);
                assertTrue(job.cancel());
                assertEquals("GMT-720", assertThrows(JobCancelledException.class, job::join).code());
                job.ended().toCompletableFuture().get(LIMIT_S, TimeUnit.SECONDS);
                cluster.run(isTidy ? ContainerFailureTest::countSome : ContainerFailureTest::takeOver);
                assertEquals(0, arrayBytes(cluster), "bytes not given back");
            }
        }
    }

    private static void awaitProgress(final Job<?> job) {
        final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (job.progress().done() == 0) {
            assertTrue(System.nanoTime() < endNs && !job.isDone(), "the job does not begin");
            LockSupport.parkNanos(100_000);
        }
    }

    private static void insertForEver(final TaskContext ctx, final boolean isTidy) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).named("left").merging(Merge.ADD));
        final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, ContainerSpec.of(0).named("left words"));
        try {
            ctx.parFor(ENDLESS, 50, (i, c) -> {
                map.addNb(c, i % 30_000, 1);
                words.addNb(c, "word " + i % 3000, 1);
                if (i % 20 == 0) {
                    map.visitNb(c, i % 30_000, (entry, there) -> entry.set(entry.value() + 1));
                    words.addAndGet(c, "word " + i % 3000, 1);
                }
                if (i % 1000 == 999) {
                    c.progressed(1);
                }
            });
        } finally {
            if (isTidy) {
                map.free(ctx);
                words.free(ctx);
            }
        }
    }

    private static void countSome(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, 0);
        final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 0);
        ctx.parFor(5000, (i, c) -> {
            map.addNb(c, i % 1000, 1);
            words.addNb(c, "word " + i % 500, 1);
        });
        map.forEach(ctx, (key, value, c) -> assertEquals(5, value));
        words.forEach(ctx, (key, value, c) -> assertEquals(10, value));
        assertEquals(1500, map.size(ctx) + words.size(ctx));
        map.free(ctx);
        words.free(ctx);
    }

    /** What a cancelled job leaves is whole, and another job finds it. */
    private static void takeOver(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap map = GlobalHashMap.attach(ctx, "left");
        final GlobalStringHashMap words = GlobalStringHashMap.attach(ctx, "left words");
        final GlobalLongArray seen = GlobalLongArray.allocate(ctx, 2);
        map.forEach(ctx, (key, value, c) -> seen.addNb(c, 0, value == map.get(c, key, -1) && value > 0 ? 1 : 0));
        words.forEach(ctx, (key, value, c) -> seen.addNb(c, 1, value == words.get(c, key, -1) && value > 0 ? 1 : 0));
        assertEquals(map.size(ctx), seen.get(ctx, 0));
        assertEquals(words.size(ctx), seen.get(ctx, 1));
        assertTrue(words.size(ctx) > 0 && words.size(ctx) <= 3000);
        seen.free(ctx);
        map.free(ctx);
        words.free(ctx);
        countSome(ctx);
    }

    // --- nodes that die ---

    @ParameterizedTest
    @EnumSource(value = Plan.class, names = {"COMBINED", "SHARED_2", "DEDICATED_1_1"})
    void shouldNameTheNodeThatDies(final Plan plan) {
        try (LoopbackNetwork network = new LoopbackNetwork(3);
             GmtCluster cluster = TestClusters.builder(3, plan, ContainerFailureTest.class)
                 .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                     .refusing((number, node, cls, length) -> {
                         if (nodeId == 2 && number > 60) {
                             throw new IllegalStateException("the transport of node 2 is broken");
                         }
                         return false;
                     })).start()) {
            final RuntimeException e = assertThrows(RuntimeException.class,
                () -> cluster.run(ctx -> insertForEver(ctx, true)));
            assertTrue(e instanceof NodeFailedException, e.toString());
            assertEquals(2, ((NodeFailedException) e).nodeId());
            assertTrue(e.getMessage().contains("broken"), e.getMessage());
        }
        try (GmtCluster next = TestClusters.start(3, plan, ContainerFailureTest.class)) {
            next.run(ContainerFailureTest::countSome);
            assertEquals(0, arrayBytes(next));
        }
    }

    // --- memory that runs out ---

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepEverythingWhenANodeHasNoMemoryLeft(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ContainerFailureTest.class)
            .set("gmt.memory.max", MEMORY).start()) {
            cluster.run(ContainerFailureTest::fillNumbers);
            cluster.run(ContainerFailureTest::fillWords);
            cluster.run(ContainerFailureTest::fillABag);
            assertEquals(0, arrayBytes(cluster), "bytes not given back");
        }
    }

    private static void fillNumbers(final TaskContext ctx) throws SuspendExecution {
        final GlobalHashMap other = GlobalHashMap.allocate(ctx, 2000L * ctx.nodeCount());
        final GlobalHashMap map = GlobalHashMap.allocate(ctx, ContainerSpec.of(0).named("growing"));
        long inserted = 0;
        String failure = "";
        while (failure.isEmpty() && inserted < 100_000) {
            failure = refusal(ctx, map, inserted);
            inserted += failure.isEmpty() ? 1 : 0;
        }
        assertTrue(failure.contains("GMT-821 map 'growing' is full at node ")
            && failure.contains("(gmt.memory.max)"), failure);
        assertEquals(inserted, map.size(ctx));
        for (long key = 0; key < inserted; key++) {
            assertEquals(key, map.get(ctx, key, -1));
        }
        assertTrue(!refusal(ctx, map, inserted).isEmpty(), "still full");
        other.free(ctx);                                               // room for what did not fit
        assertEquals("", refusal(ctx, map, inserted));
        assertEquals(inserted, map.removeIf(ctx, (key, value) -> key > 0));
        assertEquals(1, map.size(ctx));
        map.free(ctx);
    }

    private static String refusal(final TaskContext ctx, final GlobalHashMap map, final long key)
        throws SuspendExecution {
        try {
            map.put(ctx, key, key);
            return "";
        } catch (final RuntimeException e) {
            return e.toString();
        }
    }

    private static void fillWords(final TaskContext ctx) throws SuspendExecution {
        final GlobalStringHashMap words = GlobalStringHashMap.allocate(ctx, 0);
        long inserted = 0;
        String failure = "";
        while (failure.isEmpty() && inserted < 100_000) {
            try {
                words.put(ctx, "long ".repeat((int) (inserted % 300)) + inserted, inserted);
                inserted++;
            } catch (final RuntimeException e) {
                failure = e.toString();
            }
        }
        assertTrue(failure.contains("GMT-821 map #") && failure.contains("(gmt.memory.max)"), failure);
        assertEquals(inserted, words.size(ctx));
        for (long i = 0; i < inserted; i++) {
            assertEquals(i, words.get(ctx, "long ".repeat((int) (i % 300)) + i, -1));
        }
        words.free(ctx);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldRefuseMoreEntriesThanAnyNodeHasRoomFor(final int nodes) {
        try (GmtCluster cluster = GmtCluster.local(nodes, ContainerFailureTest.class)) {
            for (final long expected : new long[] {1L << 40, Long.MAX_VALUE / 2, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
                assertRefused(() -> cluster.run(ctx -> GlobalHashMap.allocate(ctx, expected)), expected);
                assertRefused(() -> cluster.run(ctx -> GlobalStringHashSet.allocate(ctx, expected)), expected);
            }
            assertEquals(0, arrayBytes(cluster));
        }
    }

    private static void assertRefused(final Runnable allocation, final long expected) {
        final String message = assertThrows(GmtException.class, allocation::run).getMessage();
        assertTrue(message.contains("GMT-820 ") && message.contains("room for " + expected + " entries"), message);
    }

    private static void fillABag(final TaskContext ctx) throws SuspendExecution {
        final GlobalLongArray sum = GlobalLongArray.allocate(ctx, 1);     // before the bag has everything
        final GlobalBag bag = GlobalBag.allocate(ctx, 1);
        long added = 0;
        String failure = "";
        while (failure.isEmpty() && added < 1_000_000) {
            try {
                bag.add(ctx, added);
                added++;
            } catch (final RuntimeException e) {
                failure = e.toString();
            }
        }
        assertTrue(failure.contains("GMT-821"), failure);
        assertEquals(added, bag.size(ctx));
        bag.forEach(ctx, (item, c) -> sum.addNb(c, 0, item));
        assertEquals(added * (added - 1) / 2, sum.get(ctx, 0));
        sum.free(ctx);
        bag.free(ctx);
    }

    // --- processes, over UDP ---

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldCountTheSameOverUdp(final int nodes) throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, ContainersProgram.class, nodes, "count")) {
            assertEquals(0, job.exitCode(0), job::everything);
            assertEquals("5000 449985000 2101 30300 300 30000 30000 449985000 2500\n", job.output(0), job::everything);
            for (int node = 1; node < nodes; node++) {
                assertEquals(0, job.exitCode(node), job::everything);
                assertEquals("", job.output(node) + job.errors(node), job::everything);
            }
        }
    }

    @Test
    void shouldNameTheProcessThatIsKilledAmidInsertions() throws Exception {
        try (ProgramProcesses job = ProgramProcesses.start(folder, ContainersProgram.class, 3, "count for ever")) {
            final long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            while (!job.output(0).contains("counting")) {
                assertTrue(System.nanoTime() < endNs && job.process(0).isAlive(), job::everything);
                LockSupport.parkNanos(2_000_000);
            }
            job.process(2).destroyForcibly();
            assertEquals(1, job.exitCode(0), job::everything);
            assertTrue(job.errors(0).contains("NodeFailedException") && job.errors(0).contains("node 2"),
                job::everything);
            assertTrue(job.exitCode(1) != 0, job::everything);
        }
    }
}

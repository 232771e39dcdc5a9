package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.topology.TopologyConfig;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.engine.memory.ProtocolConfig;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations of one task to one node take effect in their order, whatever protocol their sizes choose and although
 * nobody waits between them; sources may be used again at once.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciOrderTest {
    private static final int WORDS = 6_000;
    private static final int MOST_WORDS = 2_500;
    private static final int OPERATIONS = 400;
    private static final int MOST_PENDING_GETS = 20;

    static Stream<Arguments> shapes() {
        return Stream.of(TopologyKind.values()).flatMap(kind -> Stream.of(
            Arguments.of(2, TestClusters.Plan.COMBINED, kind, 0L),
            Arguments.of(2, TestClusters.Plan.COMBINED, kind, 128L),
            Arguments.of(5, TestClusters.Plan.COMBINED, kind, 8192L),
            Arguments.of(3, TestClusters.Plan.DEDICATED_2_2, kind, 1024L)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldKeepTheOrderOfOneTask(final int nodes, final TestClusters.Plan plan, final TopologyKind kind,
                                     final long eager) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ArmciOrderTest.class)
            .set("gmt.topology", kind).set(TopologyConfig.DEFAULT).set(ProtocolConfig.upTo(eager)).start()) {
            assertEquals("", cluster.call(ctx -> run(ctx, 11)));
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void shouldKeepTheOrderThroughTheSmallestPools(final int nodes, final TestClusters.Plan plan,
                                                   final TopologyKind kind, final long eager) {
        try (GmtCluster cluster = TestClusters.builder(nodes, plan, ArmciOrderTest.class)
            .set("gmt.topology", kind).set(TopologyConfig.DEFAULT)
            .set(TestClusters.aggregation(512, 9, 2048, 3, 1, 2 * nodes + 1, 1))
            .set(ProtocolConfig.upTo(Math.min(eager, 128))).start()) {
            assertEquals("", cluster.call(ctx -> run(ctx, 12)));
        }
    }

    /** Stores so short that they are gathered, to each node and to this one, with limits that announce all others. */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldNotOvertakeTheShortestStoresWhereAllIsAnnounced(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.builder(2, plan, ArmciOrderTest.class)
            .set(ProtocolConfig.upTo(0)).start()) {
            assertEquals("", cluster.call(ArmciOrderTest::storeShortly));
        }
    }

    private static String storeShortly(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(64);
        final LocalBuffer sevens = LocalBuffer.of(new int[] {7, 7, 7, 7});
        final int[] found = new int[4];
        for (int node = 0; node < ctx.nodeCount(); node++) {
            armci.putNb(sevens, 0, memory, node, 0, 16);
            armci.get(memory, node, 0, LocalBuffer.of(found), 0, 16);
            if (!Arrays.equals(found, new int[] {7, 7, 7, 7})) {
                return "node " + node + ": a get has found " + Arrays.toString(found) + " instead of what was put";
            }
            armci.accumulateNb(Accumulate.INT, sevens, 0, memory, node, 0, 16);
            if (armci.getInt(memory, node, 4) != 14) {
                return "node " + node + ": a get has overtaken an accumulate";
            }
            armci.putNb(sevens, 0, memory, node, 0, 16);
            armci.putIntNb(memory, node, 0, 9);
            ctx.await();
            if (armci.getInt(memory, node, 0) != 9) {
                return "node " + node + ": a value has overtaken a put";
            }
        }
        armci.free(memory);
        return "";
    }

    /** Several announcements each, so that pieces must meet; odd lengths and places. */
    @ParameterizedTest
    @EnumSource(TestClusters.Plan.class)
    void shouldTransferWhatIsLongerThanOneRendezvous(final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(2, plan, ArmciOrderTest.class)) {
            assertEquals("", cluster.call(ArmciOrderTest::transferMuch));
        }
    }

    private static String transferMuch(final TaskContext ctx) throws SuspendExecution {
        final int bytes = (9 << 20) + 13;
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(2L * bytes + 64);
        final byte[] source = new byte[bytes];
        new java.util.Random(5).nextBytes(source);
        final LocalBuffer side = LocalBuffer.of(source);
        armci.put(side, 0, memory, 1, 3, bytes);
        final byte[] found = new byte[bytes];
        armci.get(memory, 1, 3, LocalBuffer.of(found), 0, bytes);
        if (!Arrays.equals(source, found)) {
            return "contiguous differs at byte " + Arrays.mismatch(source, found);
        }
        // Runs of 1,021 bytes, 2,042 apart at the target.
        final long runs = bytes / 1021;
        final Patch dense = Patch.of(0, 1021).times(runs, 1021);
        final Patch spread = Patch.of(5, 1021).times(runs, 2042);
        armci.putStrided(side, dense, memory, 1,
            spread);
        Arrays.fill(found, (byte) 0);
        armci.getStrided(memory, 1, spread, LocalBuffer.of(found),
            dense);
        final int moved = (int) (runs * 1021);
        if (!Arrays.equals(source, 0, moved, found, 0, moved)) {
            return "strided differs at byte " + Arrays.mismatch(source, 0, moved, found, 0, moved);
        }
        final int words = (9 << 20) / 8 + 1;
        final long[] ones = new long[words];
        Arrays.fill(ones, 7);
        final long[] sums = new long[words];
        armci.put(LocalBuffer.of(ones), 0, memory, 1, 8, words * 8L);
        armci.accumulate(Accumulate.LONG, LocalBuffer.of(ones), 0, memory, 1, 8, words * 8L);
        armci.get(memory, 1, 8, LocalBuffer.of(sums), 0, words * 8L);
        armci.free(memory);
        return Arrays.stream(sums).allMatch(sum -> sum == 14) ? "" : "sums differ";
    }

    private static String run(final TaskContext ctx, final long seed) throws SuspendExecution {
        final SplittableRandom random = new SplittableRandom(seed);
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(WORDS * 8L);
        final long[][] expected = new long[ctx.nodeCount()][WORDS];
        final long[] source = new long[MOST_WORDS];
        final LocalBuffer side = LocalBuffer.of(source);
        final long[][] got = new long[MOST_PENDING_GETS][];
        final long[][] wanted = new long[MOST_PENDING_GETS][];
        int gets = 0;
        for (int i = 0; i < OPERATIONS; i++) {
            // Few nodes and places, so that operations meet.
            final int node = Math.min(random.nextInt(3), ctx.nodeCount() - 1);
            final int words = random.nextInt(3) == 0 ? 1 + random.nextInt(MOST_WORDS) : 1 + random.nextInt(8);
            final int at = random.nextInt(Math.min(64, WORDS - words));
            for (int j = 0; j < words; j++) {
                source[j] = random.nextLong();
            }
            final long[] there = expected[node];
            switch (random.nextInt(5)) {
                case 0:
                    armci.putNb(side, 0, memory, node, at * 8L, words * 8L);
                    System.arraycopy(source, 0, there, at, words);
                    break;
                case 1:
                    armci.accumulateNb(Accumulate.LONG.scaled(3), side, 0, memory, node, at * 8L, words * 8L);
                    for (int j = 0; j < words; j++) {
                        there[at + j] += 3 * source[j];
                    }
                    break;
                case 2: {
                    // Every second word.
                    final int n = (words + 1) / 2;
                    armci.putStridedNb(side, Patch.of(0, 8).times(n, 8), memory, node,
                        Patch.of(at * 8L, 8).times(n, 16));
                    for (int j = 0; j < n; j++) {
                        there[at + 2 * j] = source[j];
                    }
                    break;
                }
                case 3:
                    armci.addLongNb(memory, node, at * 8L, source[0]);
                    there[at] += source[0];
                    break;
                default:
                    got[gets] = new long[words];
                    wanted[gets] = Arrays.copyOfRange(there, at, at + words);
                    armci.getNb(memory, node, at * 8L, LocalBuffer.of(got[gets]), 0, words * 8L);
                    gets++;
                    break;
            }
            Arrays.fill(source, -1);
            if (gets == MOST_PENDING_GETS || i == OPERATIONS - 1) {
                ctx.await();
                for (int g = 0; g < gets; g++) {
                    if (!Arrays.equals(got[g], wanted[g])) {
                        return "a get before operation " + i + " differs at word " + Arrays.mismatch(got[g], wanted[g])
                            + " of " + got[g].length;
                    }
                }
                gets = 0;
            }
        }
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final long[] found = new long[WORDS];
            armci.get(memory, node, 0, LocalBuffer.of(found), 0, WORDS * 8L);
            if (!Arrays.equals(found, expected[node])) {
                return "node " + node + " differs at word " + Arrays.mismatch(found, expected[node]);
            }
        }
        armci.free(memory);
        return "";
    }
}

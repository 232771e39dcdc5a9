package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.agrona.UnsafeApi;
import org.gmt4j.GmtCluster;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.ShufflingTransport;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Fences, notifications and flags where buffers are delivered late and in another order than they were sent, directly
 * and over neighbours, all nodes at once. What a fence promises is looked up in the target's own memory, past every
 * queue.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FenceDeliveryTest {
    /** Words of each node at each node: a range, a patch, pieces, sums and single values. */
    private static final int WORDS = 500;
    private static final int FLAG = 8 * (WORDS - 1);
    private static final int ROUNDS = 3;

    @ParameterizedTest
    @CsvSource({"FCG,5,COMBINED,3", "FCG,7,COMBINED,40", "MFCG,5,COMBINED,40", "MFCG,7,COMBINED,3",
        "CFCG,8,COMBINED,30", "HYPERCUBE,8,COMBINED,5", "FCG,3,DEDICATED_1_1,40", "MFCG,5,DEDICATED_1_1,3",
        "CFCG,5,DEDICATED_1_1,40", "HYPERCUBE,5,DEDICATED_1_1,20", "FCG,3,DEDICATED_2_2,20"})
    void shouldHoldUnderLateAndReorderedDelivery(final TopologyKind kind, final int nodes, final Plan plan,
                                                 final int delay) {
        try (LoopbackNetwork network = new LoopbackNetwork(nodes);
                GmtCluster cluster = TestClusters.builder(nodes, plan, FenceDeliveryTest.class)
                    .set("gmt.topology", kind).set(TestClusters.edges(kind)).transports((nodeId, nodeCount) ->
                        new ShufflingTransport(network.open(nodeId, nodeCount), delay, 7L * delay)).start()) {
            assertEquals("", cluster.<String>call(FenceDeliveryTest::fences));
            assertEquals("", cluster.<String>call(FenceDeliveryTest::announcements));
        }
    }

    private static String fences(final TaskContext ctx) throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        final ArmciMemory memory = Armci.of(ctx).allocate(8L * WORDS * nodes);
        final List<Long> addresses = ctx.callOnAll(c -> memory.address());
        final long[] address = addresses.stream().mapToLong(Long::longValue).toArray();
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final long mine = 8L * WORDS * c.nodeId();
            for (int round = 1; round <= ROUNDS; round++) {
                final OperationHandle handle = c.newOperation();
                for (int k = 1; k <= nodes; k++) {
                    issue(c, handle, memory, (c.nodeId() + k) % nodes, mine, round);
                    if (round % 3 == 1) {
                        final int node = (c.nodeId() + k) % nodes;
                        Fence.fence(c, node);
                        final String found = check(address[node] + mine, round);
                        if (!found.isEmpty()) {
                            return "fence for node " + node + " round " + round + " " + found;
                        }
                    }
                }
                if (round % 3 == 2) {
                    Fence.allFence(c);
                } else if (round % 3 == 0) {
                    Fence.barrier(c);
                }
                for (int node = 0; node < nodes; node++) {
                    final String found = check(address[node] + mine, round);
                    if (!found.isEmpty()) {
                        return "all-fence or barrier round " + round + " node " + node + " " + found;
                    }
                }
                c.await();
                c.await(handle);
            }
            return "";
        }));
        Armci.of(ctx).free(memory);
        return wrong;
    }

    private static void issue(final TaskContext c, final OperationHandle handle, final ArmciMemory memory,
                              final int node, final long mine, final int round) {
        final Armci armci = Armci.of(c);
        final long[] values = new long[100];
        Arrays.fill(values, round);
        final LocalBuffer source = LocalBuffer.of(values);
        armci.putNb(source, 0, memory, node, mine, 800);
        armci.putStridedNb(handle, source, Patch.of(0, 8).times(50, 8), memory, node,
            Patch.of(mine + 800, 8).times(50, 16));
        armci.putStridedNb(source, Patch.of(0, 8).times(50, 8), memory, node, Patch.of(mine + 808, 8).times(50, 16));
        final long[] from = new long[100];
        final long[] to = new long[100];
        Arrays.setAll(from, i -> 8L * i);
        Arrays.setAll(to, i -> mine + 1600 + 8L * (99 - i));
        armci.putVectorNb(handle, source, memory, node, new IoVector(from, to, 8));
        Arrays.fill(values, 1);
        armci.accumulateNb(Accumulate.LONG, source, 0, memory, node, mine + 2400, 800);
        for (int i = 400; i < WORDS; i++) {
            armci.putLongNb(memory, node, mine + 8L * i, round);
        }
    }

    /** Every word of the slice is the number of the round. */
    private static String check(final long address, final int round) {
        for (int i = 0; i < WORDS; i++) {
            final long found = UnsafeApi.getLongVolatile(null, address + 8L * i);
            if (found != round) {
                return "word " + i + " is " + found;
            }
        }
        return "";
    }

    /** A ring of producers and consumers that know of the data by a notification, or by a flag. */
    private static String announcements(final TaskContext ctx) throws SuspendExecution {
        final ArmciMemory memory = Armci.of(ctx).allocate(8L * WORDS);
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final Armci armci = Armci.of(c);
            final int right = (c.nodeId() + 1) % c.nodeCount();
            final int left = (c.nodeId() + c.nodeCount() - 1) % c.nodeCount();
            final long[] values = new long[WORDS - 1];
            for (int round = 1; round <= ROUNDS; round++) {
                Arrays.fill(values, round);
                if (round % 2 == 0) {
                    armci.putNb(LocalBuffer.of(values), 0, memory, right, 0, FLAG);
                    Notify.notify(c, right);
                    Notify.await(c, left, 1);
                } else {
                    Flags.put(c, LocalBuffer.of(values), 0, memory, right, 0, FLAG,
                        Flag.of(memory, right, FLAG, round));
                    Flags.await(c, memory, FLAG, round);
                }
                for (int i = 0; i < WORDS - 1; i++) {
                    if (UnsafeApi.getLong(memory.address() + 8L * i) != round) {
                        return "round " + round + " word " + i + " is " + UnsafeApi.getLong(memory.address() + 8L * i);
                    }
                }
                c.barrier();
            }
            return "";
        }));
        Armci.of(ctx).free(memory);
        return wrong;
    }
}

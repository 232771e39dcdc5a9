package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.gmt4j.ArraySpec;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.IntegerArray;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.topology.TopologyKind;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The behaviours that ARMCI's own test programs check, all nodes at once, on every node count and topology: strided,
 * vector and contiguous transfers against a model of one's own, accumulates of all on one place, tickets, tokens and
 * comparisons, notifications, locks, groups, copies between other nodes, aggregated puts, remote procedures.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciBehavioursTest {
    private static final int SLICE = 48_000;
    private static final int ROUNDS = 14;
    private static final int DRAWS = 25;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#networks")
    void shouldBehave(final int nodes, final Plan plan, final TopologyKind kind) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, kind, ArmciBehavioursTest.class)) {
            final StringBuilder wrong = new StringBuilder();
            run(cluster, wrong, "transfers", ArmciBehavioursTest::transfers);
            run(cluster, wrong, "accumulates", ArmciBehavioursTest::accumulates);
            run(cluster, wrong, "read-modify-write", ArmciBehavioursTest::cells);
            run(cluster, wrong, "notify", ArmciBehavioursTest::notifications);
            run(cluster, wrong, "locks", ArmciBehavioursTest::locks);
            run(cluster, wrong, "groups", ArmciBehavioursTest::groups);
            run(cluster, wrong, "copies", ArmciBehavioursTest::copies);
            run(cluster, wrong, "procedures", ArmciBehavioursTest::procedures);
            assertEquals("", wrong.toString());
        }
    }

    private static void run(final GmtCluster cluster, final StringBuilder wrong, final String name,
                            final org.gmt4j.TaskFunction<String> program) {
        final String found = cluster.call(program);
        if (!found.isEmpty()) {
            wrong.append(name).append(": ").append(found).append('\n');
        }
    }

    // --- transfers against a model; each node has a slice at every node for itself ---

    private static String transfers(final TaskContext ctx) throws SuspendExecution {
        final ArmciMemory memory = Armci.of(ctx).allocate((long) SLICE * ctx.nodeCount());
        final String wrong = TestClusters.join(ctx.callOnAll(c -> new Slices(c).run(c, memory)));
        Armci.of(ctx).free(memory);
        return wrong;
    }

    /** What one node has written, at all nodes. */
    private static final class Slices {
        private final byte[][] expected;
        private final byte[] local = new byte[SLICE];
        private final SplittableRandom random;

        Slices(final TaskContext ctx) {
            expected = new byte[ctx.nodeCount()][SLICE];
            random = new SplittableRandom(31L * ctx.nodeCount() + ctx.nodeId());
        }

        String run(final TaskContext ctx, final ArmciMemory memory) throws SuspendExecution {
            final Armci armci = Armci.of(ctx);
            final long base = (long) SLICE * ctx.nodeId();
            for (int round = 0; round < ROUNDS; round++) {
                random.nextBytes(local);
                final int node = random.nextInt(ctx.nodeCount());
                final OperationHandle handle = ctx.newOperation();
                final byte[] here = local.clone();
                store(armci, handle, memory, node, base, round % 5);
                ctx.await();
                ctx.await(handle);
                load(armci, handle, memory, node, base, round % 3, here);
                ctx.await(handle);
                if (!Arrays.equals(here, local)) {
                    return "round " + round + " get from node " + node + " differs at byte "
                        + Arrays.mismatch(here, local);
                }
            }
            for (int node = 0; node < ctx.nodeCount(); node++) {
                armci.get(memory, node, base, LocalBuffer.of(local), 0, SLICE);
                if (!Arrays.equals(expected[node], local)) {
                    return "slice at node " + node + " differs at byte " + Arrays.mismatch(expected[node], local);
                }
            }
            return "";
        }

        private void store(final Armci armci, final OperationHandle handle, final ArmciMemory memory,
                           final int node, final long base, final int kind) {
            final byte[] there = expected[node];
            final LocalBuffer side = LocalBuffer.of(local);
            if (kind == 0) {
                final int bytes = random.nextInt(SLICE / 2);
                final int from = random.nextInt(SLICE - bytes);
                final int to = random.nextInt(SLICE - bytes);
                armci.putNb(side, from, memory, node, base + to, bytes);
                System.arraycopy(local, from, there, to, bytes);
            } else if (kind == 1) {
                final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 1 + random.nextInt(9), SLICE, SLICE);
                armci.putStridedNb(handle, side, p.local(), memory, node, p.remote().at(base + p.remoteOffset));
                p.forEachRun((l, r, bytes) -> System.arraycopy(local, l, there, r, bytes));
            } else if (kind == 2) {
                final PatchPair p = PatchPair.next(random, 1 + random.nextInt(6), 8, SLICE, SLICE);
                armci.accumulateStridedNb(handle, Accumulate.LONG.scaled(3), side, p.local(), memory, node,
                    p.remote().at(base + p.remoteOffset));
                p.forEachRun((l, r, bytes) -> Numbers.addLongs(local, l, there, r, bytes, 3));
            } else {
                final boolean isAdded = kind == 4;
                final IoVector list = pieces(base, isAdded ? 8 * (1 + random.nextInt(5)) : 1 + random.nextInt(50),
                    isAdded);
                if (isAdded) {
                    armci.accumulateVectorNb(Accumulate.LONG, side, memory, node, list);
                } else {
                    armci.putVectorNb(handle, side, memory, node, list);
                }
                for (int i = 0; i < list.size(); i++) {
                    final int to = (int) (list.remote()[i] - base);
                    if (isAdded) {
                        Numbers.addLongs(local, (int) list.local()[i], there, to, list.bytes(), 1);
                    } else {
                        System.arraycopy(local, (int) list.local()[i], there, to, list.bytes());
                    }
                }
            }
        }

        private void load(final Armci armci, final OperationHandle handle, final ArmciMemory memory,
                          final int node, final long base, final int kind, final byte[] here) {
            final byte[] there = expected[node];
            final LocalBuffer side = LocalBuffer.of(local);
            if (kind == 0) {
                final int bytes = random.nextInt(SLICE / 2);
                armci.getNb(handle, memory, node, base + 7, side, 5, bytes);
                System.arraycopy(there, 7, here, 5, bytes);
            } else if (kind == 1) {
                final PatchPair p = PatchPair.next(random, 1 + random.nextInt(8), 1 + random.nextInt(9), SLICE, SLICE);
                armci.getStridedNb(handle, memory, node, p.remote().at(base + p.remoteOffset), side, p.local());
                p.forEachRun((l, r, bytes) -> System.arraycopy(there, r, here, l, bytes));
            } else {
                final IoVector list = pieces(base, 8, true);
                armci.getVectorNb(handle, memory, node, side, list);
                for (int i = 0; i < list.size(); i++) {
                    System.arraycopy(there, (int) (list.remote()[i] - base), here, (int) list.local()[i], 8);
                }
            }
        }

        /** Up to 60 pieces that overlap nowhere on either side, in no order. */
        private IoVector pieces(final long base, final int bytes, final boolean isAligned) {
            final int count = random.nextInt(60);
            final long[] localOffsets = new long[count];
            final long[] remoteOffsets = new long[count];
            final int distance = isAligned ? (bytes + 7 & ~7) + 8 * random.nextInt(4) : bytes + random.nextInt(30);
            for (int i = 0; i < count; i++) {
                localOffsets[i] = (long) i * (bytes + 3);
                remoteOffsets[i] = base + (long) (count - 1 - i) * distance;
            }
            return new IoVector(localOffsets, remoteOffsets, bytes);
        }
    }

    // --- all nodes add to the same places ---

    private static String accumulates(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final int nodes = ctx.nodeCount();
        final ArmciMemory doubles = armci.allocate(64 * 64 * 8);
        final ArmciMemory complexes = armci.allocate(64 * 64 * 8);
        ctx.executeOnAll(c -> {
            final Armci mine = Armci.of(c);
            final double[] values = new double[32 * 32];
            Arrays.setAll(values, i -> i % 10 + 1);
            for (int k = 0; k < nodes; k++) {
                final int node = (c.nodeId() + k) % nodes;
                mine.accumulateStridedNb(Accumulate.DOUBLE.scaled(0.5), LocalBuffer.of(values),
                    Patch.of(0, 32 * 8).times(32, 32 * 8), doubles, node,
                    Patch.of(8, 32 * 8).times(32, 64 * 8));
                mine.accumulateStridedNb(Accumulate.DOUBLE_COMPLEX.scaled(2.0, 1.0), LocalBuffer.of(values),
                    Patch.of(0, 32 * 8).times(32, 32 * 8), complexes, node,
                    Patch.of(16, 32 * 8).times(32, 64 * 8));
            }
            Fence.barrier(c);
        });
        final double[] found = new double[64 * 64];
        for (int node = 0; node < nodes; node++) {
            armci.get(doubles, node, 0, LocalBuffer.of(found), 0, 64 * 64 * 8);
            for (int i = 0; i < 32 * 32; i++) {
                final double expected = 0.5 * nodes * (i % 10 + 1);
                if (found[1 + i / 32 * 64 + i % 32] != expected) {
                    return "double " + i + " at node " + node + ": " + found[1 + i / 32 * 64 + i % 32]
                        + ", expected " + expected;
                }
            }
            armci.get(complexes, node, 0, LocalBuffer.of(found), 0, 64 * 64 * 8);
            for (int i = 0; i < 32 * 32; i += 2) {
                final double re = i % 10 + 1;
                final double im = (i + 1) % 10 + 1;
                final int at = 2 + i / 32 * 64 + i % 32;
                if (found[at] != nodes * (2 * re - im) || found[at + 1] != nodes * (re + 2 * im)) {
                    return "complex " + i + " at node " + node + ": " + found[at] + ", " + found[at + 1];
                }
            }
        }
        armci.free(doubles);
        armci.free(complexes);
        return "";
    }

    // --- cells ---

    private static String cells(final TaskContext ctx) throws SuspendExecution {
        final ArraySpec spec = ArraySpec.of(2L * ctx.nodeCount());
        final GlobalLongArray longs = GlobalLongArray.allocate(ctx, spec);
        final GlobalIntArray ints = GlobalIntArray.allocate(ctx, spec);
        return tickets(ctx, longs) + tickets(ctx, ints) + tokens(ctx, longs) + tokens(ctx, ints)
            + comparisons(ctx, longs) + comparisons(ctx, ints);
    }

    private static String tickets(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        final int host = ctx.nodeCount() - 1;
        final List<long[]> all = ctx.callOnAll(c -> {
            final long[] drawn = new long[2 * DRAWS];
            final ReadModifyWrite cells = new ReadModifyWrite(array);
            for (int i = 0; i < DRAWS; i++) {
                drawn[i] = cells.fetchAndAdd(c, host, 0, 1);
                cells.fetchAndAddNb(c, host, 0, 1, drawn, DRAWS + i);
            }
            c.await();
            return drawn;
        });
        final BitSet seen = new BitSet();
        for (final long[] drawn : all) {
            for (final long ticket : drawn) {
                if (ticket < 0 || ticket >= 2L * DRAWS * ctx.nodeCount() || seen.get((int) ticket)) {
                    return "ticket " + ticket + " twice or never issued; ";
                }
                seen.set((int) ticket);
            }
        }
        return seen.cardinality() == 2 * DRAWS * ctx.nodeCount() ? "" : seen.cardinality() + " tickets; ";
    }

    /** Each node brings a token of its own; swaps only change who has which. */
    private static String tokens(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        new ReadModifyWrite(array).swap(ctx, 0, 1, 0);
        final List<Long> held = ctx.callOnAll(c -> {
            final ReadModifyWrite cells = new ReadModifyWrite(array);
            long token = c.nodeId() + 1L;
            for (int i = 0; i < DRAWS; i++) {
                token = cells.swap(c, 0, 1, token);
            }
            return token;
        });
        final BitSet seen = new BitSet();
        held.forEach(token -> seen.set((int) (long) token));
        seen.set((int) new ReadModifyWrite(array).swap(ctx, 0, 1, 0));
        return seen.cardinality() == ctx.nodeCount() + 1 ? "" : "tokens " + seen + "; ";
    }

    private static String comparisons(final TaskContext ctx, final IntegerArray array) throws SuspendExecution {
        final int host = ctx.nodeCount() / 2;
        new ReadModifyWrite(array).swap(ctx, host, 1, 0);
        ctx.executeOnAll(c -> {
            final ReadModifyWrite cells = new ReadModifyWrite(array);
            for (int i = 0; i < 8; i++) {
                long expected = 0;
                long before;
                while ((before = cells.compareAndSwap(c, host, 1, expected, expected + 1)) != expected) {
                    expected = before;
                }
            }
        });
        final long counted = new ReadModifyWrite(array).fetchAndAdd(ctx, host, 1, 0);
        return counted == 8L * ctx.nodeCount() ? "" : "counted to " + counted + "; ";
    }

    // --- notifications: nothing else tells the consumer ---

    private static String notifications(final TaskContext ctx) throws SuspendExecution {
        final int words = 700;
        final ArmciMemory memory = Armci.of(ctx).allocate(2L * words * 8);
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            final Armci armci = Armci.of(c);
            final int right = (c.nodeId() + 1) % c.nodeCount();
            final int left = (c.nodeId() + c.nodeCount() - 1) % c.nodeCount();
            final long[] values = new long[words];
            for (int round = 1; round <= 5; round++) {
                Arrays.fill(values, 100L * round + c.nodeId());
                armci.putStridedNb(LocalBuffer.of(values), Patch.of(0, 8).times(words, 8), memory, right,
                    Patch.of(0, 8).times(words, 16));
                armci.putNb(LocalBuffer.of(values), 0, memory, right, 16L * (words - 1), 8);
                Notify.notify(c, right);
                Notify.await(c, left, 1);
                for (int i = 0; i < words; i++) {
                    if (armci.getLong(memory, c.nodeId(), 16L * i) != 100L * round + left) {
                        return "round " + round + " word " + i;
                    }
                }
                c.barrier();
            }
            return "";
        }));
        Armci.of(ctx).free(memory);
        return wrong;
    }

    // --- locks: a counter that nobody adds to atomically ---

    private static String locks(final TaskContext ctx) throws SuspendExecution {
        final int host = ctx.nodeCount() - 1;
        final Mutexes mutexes = Mutexes.create(ctx, 2);
        final ArmciMemory counters = Armci.of(ctx).allocate(16);
        ctx.executeOnAll(c -> {
            final Armci armci = Armci.of(c);
            for (int i = 0; i < 6; i++) {
                final int index = i % 2;
                mutexes.lock(c, host, index);
                armci.putLongNb(counters, 0, 8L * index, armci.getLong(counters, 0, 8L * index) + 1);
                mutexes.unlock(c, host, index);
            }
        });
        final long counted = Armci.of(ctx).getLong(counters, 0, 0) + Armci.of(ctx).getLong(counters, 0, 8);
        mutexes.destroy(ctx);
        Armci.of(ctx).free(counters);
        return counted == 6L * ctx.nodeCount() ? "" : "counted to " + counted;
    }

    // --- groups: nodes with even and with odd numbers ---

    private static String groups(final TaskContext ctx) throws SuspendExecution {
        final int nodes = ctx.nodeCount();
        return TestClusters.join(ctx.callOnAll(c -> {
            final int parity = c.nodeId() % 2;
            final int size = (nodes + 1 - parity) / 2;
            final int[] members = new int[size];
            Arrays.setAll(members, i -> 2 * i + parity);
            final ProcessGroup group = ProcessGroup.createAmongMembers(c, members);
            final int rank = group.rank(c);
            final Armci armci = Armci.of(c);
            final ArmciMemory made = rank == 0 ? armci.allocate(members, lengths(size)) : null;
            final ArmciMemory memory = group.broadcast(c, 0, made);
            armci.putLongNb(memory, group.node((rank + 1) % size), 8L * rank, 50 + rank);
            Fence.barrier(c, group);
            final int left = (rank + size - 1) % size;
            final long found = armci.getLong(memory, c.nodeId(), 8L * left);
            final long sum = group.allReduce(c, rank, ReduceOperator.SUM);
            final byte[][] parts = new byte[size][];
            Arrays.setAll(parts, i -> new byte[] {(byte) rank, (byte) i});
            final byte[][] received = group.exchange(c, parts);
            for (int i = 0; i < size; i++) {
                if (received[i][0] != i || received[i][1] != rank) {
                    return "exchange with rank " + i;
                }
            }
            final List<Integer> all = group.allGather(c, c.nodeId());
            group.barrier(c);
            if (rank == 0) {
                armci.free(memory);
            }
            return found == 50 + left && sum == (long) size * (size - 1) / 2
                && all.get(size - 1) == members[size - 1] ? ""
                : "found " + found + " sum " + sum + " members " + all;
        }));
    }

    private static long[] lengths(final int size) {
        final long[] lengths = new long[size];
        Arrays.fill(lengths, 8L * size);
        return lengths;
    }

    // --- copies between two other nodes, aggregated puts, implicit handles ---

    private static String copies(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final int nodes = ctx.nodeCount();
        final int words = 600;
        final ArmciMemory memory = armci.allocate(2L * words * 8);
        final long[] values = new long[words];
        Arrays.setAll(values, i -> 7L * i + 1);
        final AggregatedHandle many = armci.aggregate(LocalBuffer.of(values), memory, nodes / 2);
        for (int i = 0; i < words; i++) {
            many.put(8L * i, 8L * (words - 1 - i), 8);
        }
        many.await();
        for (int node = 0; node < nodes; node++) {
            armci.copy(memory, nodes / 2, 0, memory, (nodes / 2 + 1 + node) % nodes, 8L * words, 8L * words);
        }
        final long[][] found = new long[nodes][words];
        for (int node = 0; node < nodes; node++) {
            armci.getNb(memory, node, 8L * words, LocalBuffer.of(found[node]), 0, 8L * words);
        }
        ctx.await();
        armci.free(memory);
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < words; i++) {
                if (found[node][i] != values[words - 1 - i]) {
                    return "node " + node + " word " + i + ": " + found[node][i];
                }
            }
        }
        return "";
    }

    // --- remote procedures ---

    private static String procedures(final TaskContext ctx) throws SuspendExecution {
        final RemoteProcedure add = RemoteProcedure.register(ctx, (c, header, data) -> {
            long sum = (long) c.nodeId() + header.length;
            for (final byte b : data) {
                sum += b;
            }
            return ByteBuffer.allocate(8).putLong(sum).array();
        });
        final String wrong = TestClusters.join(ctx.callOnAll(c -> {
            for (int node = 0; node < c.nodeCount(); node++) {
                final byte[] data = new byte[node % 2 == 0 ? 20 : 9_000];
                Arrays.fill(data, (byte) 2);
                final long sum = ByteBuffer.wrap(add.call(c, node, new byte[3], data)).getLong();
                if (sum != node + 3 + 2L * data.length) {
                    return "node " + node + " answers " + sum;
                }
            }
            return "";
        }));
        add.remove(ctx);
        return wrong;
    }
}

package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.gmt4j.CollectiveAbortedException;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.ParForException;
import org.gmt4j.ReduceOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is in a group, and every collective over groups of all sizes, against what it should be. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ProcessGroupTest {
    /** A list of the program that cannot be encoded. */
    private static final class Unread extends AbstractList<Long> {
        @Override
        public Long get(final int index) {
            throw new NoSuchElementException();
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** Every collective once with each root; {@code length} elements where there are arrays. */
    private static String everything(final TaskContext c, final ProcessGroup group, final int length)
        throws SuspendExecution {
        final int n = group.size();
        final int me = group.rank(c);
        for (int root = 0; root < n; root++) {
            group.barrier(c);
            final long sum = group.allReduce(c, me + 1, ReduceOperator.SUM);
            final double max = group.allReduce(c, -0.5 * me, ReduceOperator.MAX);
            final long rooted = group.reduce(c, root, 10L * me, ReduceOperator.MAX);
            if (sum != n * (n + 1L) / 2 || max != 0 || rooted != (me == root ? 10L * (n - 1) : 10L * me)) {
                return "scalars at " + me + ": " + sum + " " + max + " " + rooted;
            }
            final long[] mine = new long[length];
            final double[] halves = new double[length];
            for (int i = 0; i < length; i++) {
                mine[i] = (long) i * (me + 1);
                halves[i] = 0.5 * i - me;
            }
            final long[] added = group.allReduce(c, mine, ReduceOperator.SUM);
            final double[] least = group.reduce(c, root, halves, ReduceOperator.MIN);
            final double[] far = group.allReduce(c, halves, ReduceOperator.ABS_MAX);
            final long[] most = group.reduce(c, root, mine, ReduceOperator.MAX);
            if ((least == null) == (me == root) || (most == null) == (me == root)) {
                return "reduce gave a result to the wrong member";
            }
            for (int i = 0; i < length; i++) {
                final double expectedFar = Math.abs(0.5 * i) >= Math.abs(0.5 * i - (n - 1)) ? 0.5 * i
                    : 0.5 * i - (n - 1);
                if (added[i] != i * (n * (n + 1L) / 2)
                    || me == root && (least[i] != 0.5 * i - (n - 1) || most[i] != (long) i * n)
                    || Math.abs(far[i]) != Math.abs(expectedFar)) {
                    return "element " + i + " at " + me + ": " + added[i] + " " + far[i];
                }
            }
            final String word = group.broadcast(c, root, "word of " + me);
            final long[] big = group.broadcast(c, root, me == root ? added : null);
            if (!word.equals("word of " + root) || !Arrays.equals(big, added)) {
                return "broadcast from " + root + " at " + me + ": " + word;
            }
            final List<long[]> gathered = group.gather(c, root, new long[] {me, length});
            final List<String> names = group.allGather(c, "n" + me + "x".repeat(me * length % 5000));
            final List<Integer> numbers = new ArrayList<>();
            final List<long[]> vectors = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                numbers.add(me * 100 + i);
                vectors.add(new long[(me * 7 + i * 3) * length / 20]);
                Arrays.fill(vectors.get(i), me * 1000L + i);
            }
            final Integer number = group.scatter(c, root, me == root ? numbers : null);
            final List<long[]> crossed = group.allToAll(c, vectors);
            final byte[][] parts = new byte[n][];
            for (int i = 0; i < n; i++) {
                parts[i] = i == me ? null : new byte[i * length];
            }
            final byte[][] exchanged = group.exchange(c, parts);
            if (number != root * 100 + me || (gathered == null) == (me == root)) {
                return "scatter gave " + number;
            }
            for (int i = 0; i < n; i++) {
                if (!names.get(i).equals("n" + i + "x".repeat(i * length % 5000))
                    || me == root && gathered.get(i)[0] != i) {
                    return "gather at " + me + " from " + i;
                }
                final long[] from = crossed.get(i);
                if (from.length != (i * 7 + me * 3) * length / 20
                    || from.length > 0 && from[from.length - 1] != i * 1000L + me
                    || exchanged[i].length != (i == me ? 0 : me * length)) {
                    return "all-to-all at " + me + " from " + i + ": " + from.length + " " + exchanged[i].length;
                }
            }
        }
        return besides(c, group, length);
    }

    /** Those beside each other in a ring, again and again, some faster than others; in each third call nobody. */
    private static String besides(final TaskContext c, final ProcessGroup group, final int length)
        throws SuspendExecution {
        final int n = group.size();
        final int me = group.rank(c);
        final int[] ring = IntStream.of((me + 1) % n, (me + n - 1) % n).filter(rank -> rank != me).distinct().toArray();
        for (int time = 0; time < 30; time++) {
            final int[] partners = time % 3 == 2 ? new int[0] : ring;
            final byte[][] parts = new byte[partners.length][];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = time == 0 ? null : new byte[time * length];
                Arrays.fill(time == 0 ? new byte[0] : parts[i], (byte) (me + time));
            }
            final byte[][] given = group.exchangeWith(c, partners, parts);
            for (int i = 0; i < partners.length; i++) {
                final byte[] expected = new byte[time * length];
                Arrays.fill(expected, (byte) (partners[i] + time));
                if (!Arrays.equals(expected, given[i])) {
                    return "exchange " + time + " at " + me + " with " + partners[i];
                }
            }
            for (int turn = me * time % 5; turn > 0; turn--) {
                c.yield();
            }
        }
        return refusals(c, group, me);
    }

    private static String refusals(final TaskContext c, final ProcessGroup group, final int me)
        throws SuspendExecution {
        final int other = (me + 1) % group.size();
        return Refusal.of(() -> group.exchangeWith(c, new int[] {me}, new byte[1]), "GMT-285")
            + Refusal.of(() -> group.exchangeWith(c, new int[] {group.size()}, new byte[1]), "GMT-285")
            + Refusal.of(() -> group.exchangeWith(c, new int[] {-1}, new byte[1]), "GMT-285")
            + Refusal.of(() -> group.exchangeWith(c, new int[] {other, other}, new byte[1], new byte[1]), "GMT-285")
            + Refusal.of(() -> group.exchangeWith(c, new int[] {other}), "GMT-285");
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCombineWithinGroups(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ProcessGroupTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final ProcessGroup all = ProcessGroup.all(ctx);
                return ctx.callOnAll(c -> everything(c, all, 100));
            })));
            // Two groups at once, in reverse order, and subgroups of them.
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final int n = ctx.nodeCount();
                final int[] even = new int[(n + 1) / 2];
                final int[] odd = new int[n / 2];
                for (int i = 0; i < n; i++) {
                    if (i % 2 == 0) {
                        even[even.length - 1 - i / 2] = i;
                    } else {
                        odd[i / 2] = i;
                    }
                }
                final ProcessGroup evens = ProcessGroup.create(ctx, even);
                final ProcessGroup odds = odd.length == 0 ? evens : ProcessGroup.create(ctx, odd);
                final ProcessGroup first = evens.subgroup(ctx, 0);
                return ctx.callOnAll(c -> {
                    final ProcessGroup mine = evens.contains(c.nodeId()) ? evens : odds;
                    String wrong = everything(c, mine, 30)
                        + (first.contains(c.nodeId()) ? everything(c, first, 10) : "");
                    c.barrier();
                    final ProcessGroup twin = ProcessGroup.createAmongMembers(c, mine.members());
                    final ProcessGroup other = mine.subgroupAmongMembers(c, twin.translate(ranks(twin), mine));
                    wrong += twin.id() == other.id() || twin.id() == mine.id() ? "two groups with one number" : "";
                    wrong += everything(c, other, 3) + everything(c, twin, 0);
                    c.barrier();
                    return wrong + (SyncServices.of(c).groups().unsettledCount() == 0 ? "" : "unsettled groups");
                });
            })));
        }
    }

    private static int[] ranks(final ProcessGroup group) {
        final int[] ranks = new int[group.size()];
        Arrays.setAll(ranks, rank -> rank);
        return ranks;
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldMoveLargeValues(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ProcessGroupTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final ProcessGroup all = ProcessGroup.all(ctx);
                return ctx.callOnAll(c -> {
                    final int length = 1 << 17;     // 1 MB
                    final long[] mine = new long[length];
                    Arrays.fill(mine, c.nodeId() + 1);
                    final long[] sum = all.allReduce(c, mine, ReduceOperator.SUM);
                    final long[] back = all.broadcast(c, c.nodeCount() - 1, mine);
                    final List<long[]> rest = all.allGather(c, Arrays.copyOf(mine, 20_000));
                    final int n = c.nodeCount();
                    return sum[0] == n * (n + 1L) / 2 && sum[length - 1] == sum[0] && back.length == length
                        && back[length - 1] == n
                        && rest.get(n - 1).length == 20_000 && rest.get(n - 1)[19_999] == n ? ""
                        : "wrong at " + c.nodeId();
                });
            })));
        }
    }

    /** Thirteen nodes: two levels of the tree, groups that share members. */
    @org.junit.jupiter.api.Test
    void shouldCombineOnThirteenNodes() {
        try (GmtCluster cluster = TestClusters.start(13, Plan.COMBINED, ProcessGroupTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final ProcessGroup eight = ProcessGroup.create(ctx, 12, 0, 11, 1, 10, 2, 9, 3);
                final ProcessGroup seven = ProcessGroup.create(ctx, 3, 4, 5, 6, 7, 8, 9);
                return ctx.callOnAll(c -> (eight.contains(c.nodeId()) ? everything(c, eight, 4) : "")
                    + (seven.contains(c.nodeId()) ? everything(c, seven, 4) : "")
                    + everything(c, ProcessGroup.createAmongMembers(c, 0, 1,
                    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12), 1));
            })));
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLiveWithLittle(final Plan plan) {
        for (int k = 0; k < 3; k++) {
            final int n = k;
            try (LoopbackNetwork network = new LoopbackNetwork(3);
                    GmtCluster cluster = TestClusters.builder(3, plan, ProcessGroupTest.class)
                        .set(k == 0 ? TestClusters.aggregation(256, 512, 512, 64, 1, 1, 1)
                            : TestClusters.aggregation(4096, 512, 16384, 64, 1, k, 1))
                        .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                            .delaying(n).refusingEvery(2 + n)).start()) {
                assertEquals("", TestClusters.join(cluster.call(ctx -> {
                    final ProcessGroup all = ProcessGroup.create(ctx, 2, 0, 1);
                    return ctx.callOnAll(c -> everything(c, all, 60));
                })), plan + " " + k);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldRefuseWhatIsWrong(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ProcessGroupTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int n = ctx.nodeCount();
                final StringBuilder text = new StringBuilder();
                text.append(Refusal.of(() -> ProcessGroup.create(ctx), "GMT-285"));
                text.append(Refusal.of(() -> ProcessGroup.create(ctx, 0, 0), "twice"));
                text.append(Refusal.of(() -> ProcessGroup.create(ctx, 0, n), "node " + n));
                text.append(Refusal.of(() -> ProcessGroup.createAmongMembers(ctx, -1), "node -1"));
                text.append(Refusal.of(() -> new ProcessGroup(1, new int[] {0, 1, 0}), "GMT-285"));
                text.append(Refusal.of(() -> new ProcessGroup(1, new int[] {0, 1, 0}), "node 0 twice"));
                text.append(Refusal.of(() -> new ProcessGroup(1, new int[] {0, -1}), "node -1"));
                text.append(Refusal.of(() -> new ProcessGroup(1, new int[0]), "no members"));
                final ProcessGroup all = ProcessGroup.all(ctx);
                text.append(Refusal.of(() -> all.subgroup(ctx, n), "rank " + n));
                text.append(Refusal.of(() -> all.broadcast(ctx, n, ""), "root rank"));
                text.append(all.equals(ProcessGroup.all(ctx)) ? "equal; " : "");
                if (n > 1) {
                    final ProcessGroup other = ProcessGroup.create(ctx, n - 1);
                    text.append(Refusal.of(() -> other.barrier(ctx), "GMT-286"));
                    text.append(Refusal.of(() -> other.allGather(ctx, 1), "GMT-286"));
                    text.append(Refusal.of(() -> Fence.barrier(ctx, other), "GMT-286"));
                    text.append(Refusal.of(() -> ProcessGroup.createAmongMembers(ctx, n - 1), "GMT-286"));
                    text.append(other.rank(0) == -1 && other.rank(n - 1) == 0 && other.node(0) == n - 1
                        && Arrays.equals(all.translate(new int[] {n - 1, 0}, other), new int[] {0, -1}) ? ""
                        : "ranks; ");
                    text.append(ctx.<String>call(n - 1, c -> Refusal.of(() -> all.barrier(c), "GMT-248")
                        + Refusal.of(() -> all.allGather(c, 1), "GMT-248")));
                }
                // Values that cannot travel, and arrays that do not fit together; members stay in step.
                text.append(TestClusters.join(ctx.callOnAll(c -> {
                    final int last = c.nodeCount() - 1;
                    final boolean isLast = c.nodeId() == last;
                    final Object odd = isLast ? Thread.currentThread() : "fine";
                    String wrong = Refusal.of(() -> all.allGather(c, odd), "GMT-245")
                        + Refusal.of(() -> all.broadcast(c, last, odd), "GMT-245");
                    // an exception without a message
                    final Object wordless = isLast ? Collections.unmodifiableList(new Unread()) : "fine";
                    wrong += Refusal.of(() -> all.allGather(c, wordless), "NoSuchElementException")
                        + Refusal.of(() -> all.broadcast(c, last, wordless), "NoSuchElementException");
                    if (c.nodeCount() > 1) {
                        wrong += Refusal.of(() -> all.allReduce(c, new long[isLast ? 3 : 4], ReduceOperator.SUM),
                            "as many");
                    }
                    wrong += Refusal.of(() -> all.scatter(c, last, List.of()), "members at rank " + last);
                    if (isLast) {
                        wrong += Refusal.of(() -> all.gather(c, 0, odd), "GMT-245");
                    } else if (c.nodeId() == 0) {
                        wrong += Refusal.of(() -> all.gather(c, 0, 1), "GMT-245");
                    } else {
                        all.gather(c, 0, 1);
                    }
                    wrong += Refusal.of(() -> all.allReduce(c, new double[1], ReduceOperator.XOR), "floating");
                    wrong += all.allReduce(c, 1, ReduceOperator.SUM) == c.nodeCount() ? "" : "out of step";
                    return wrong;
                })));
                return text.toString();
            }));
        }
    }

    /** A member that fails releases those who wait in collectives of any group of the team. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAbortWithTheTeam(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ProcessGroupTest.class)) {
            for (int form = 0; form < 4; form++) {
                final int how = form;
                final ParForException e = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                    final ProcessGroup all = ProcessGroup.all(ctx);
                    ctx.executeOnAll(c -> {
                        all.barrier(c);
                        if (c.nodeId() == c.nodeCount() - 1) {
                            throw new ArithmeticException("on purpose");
                        }
                        switch (how) {
                            case 0:
                                all.barrier(c);
                                break;
                            case 1:
                                all.allToAll(c, java.util.Collections.nCopies(c.nodeCount(), 1));
                                break;
                            case 2:
                                all.allReduce(c, new long[1000], ReduceOperator.SUM);
                                break;
                            default:
                                all.broadcast(c, c.nodeCount() - 1, "");
                                break;
                        }
                    });
                }));
                assertTrue(e.getMessage().contains("on purpose"), e.getMessage());
                final long sum = cluster.call(ctx -> {
                    final ProcessGroup all = ProcessGroup.all(ctx);
                    return ctx.<Long>callOnAll(c -> all.allReduce(c, 1, ReduceOperator.SUM)).get(0);
                });
                assertEquals(nodes, sum);
            }
        }
    }

    private static ProcessGroup amongAll(final TaskContext c) throws SuspendExecution {
        final int[] nodes = new int[c.nodeCount()];
        Arrays.setAll(nodes, node -> node);
        return ProcessGroup.createAmongMembers(c, nodes);
    }

    /** Members that have created a group, and one that has failed before it could: later groups have one number. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCreateGroupsAfterAMemberHasFailed(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ProcessGroupTest.class)) {
            for (int job = 0; job < 2; job++) {
                final List<Long> numbers = cluster.call(ctx -> {
                    try {
                        ctx.executeOnAll(c -> {
                            if (c.nodeId() == c.nodeCount() - 1) {
                                throw new ArithmeticException("on purpose");
                            }
                            amongAll(c);
                        });
                        throw new IllegalStateException("no failure");
                    } catch (final ParForException e) {
                        return ctx.callOnAll(c -> amongAll(c).id());
                    }
                });
                assertEquals(1, numbers.stream().distinct().count(), () -> "numbers " + numbers);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepDeadlinesAndNoticeDifferentCalls(final int nodes, final Plan plan) {
        if (nodes == 1) {
            return;
        }
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ProcessGroupTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final ProcessGroup pair = ProcessGroup.create(ctx, 0, 1);
                final Mutexes late = Mutexes.create(ctx, 1);
                late.lock(ctx, 0, 0);
                ctx.executeNb(1, c -> {
                    late.lock(c, 0, 0);
                    late.unlock(c, 0, 0);
                    pair.barrier(c);
                });
                final String[] wrong = {""};
                ctx.executeNb(0, c -> {
                    try {
                        pair.collectives(c).within(3_000_000).barrier();
                        throw new IllegalStateException("no deadline");
                    } catch (final GmtTimeoutException e) {
                        if (!e.getMessage().contains("node 1")) {
                            throw e;
                        }
                    }
                    final String other = Refusal.of(() -> pair.allGather(c, 1), "GMT-248");
                    if (!other.isEmpty()) {
                        throw new IllegalStateException(other);
                    }
                    Notify.notify(c, 0);
                    pair.barrier(c);
                });
                Notify.await(ctx, 0, 1);
                late.unlock(ctx, 0, 0);
                ctx.awaitTasks();
                return List.of(wrong[0]);
            })));
            final ParForException e = assertThrows(ParForException.class, () -> cluster.run(ctx -> {
                final ProcessGroup pair = ProcessGroup.create(ctx, 0, 1);
                ctx.executeOnAll(c -> {
                    if (c.nodeId() == 1) {
                        pair.barrier(c);
                    } else if (c.nodeId() == 0) {
                        pair.exchange(c, new byte[2][]);
                    }
                });
            }));
            assertTrue(e.getMessage().contains("GMT-245") || e.first().className()
                .equals(CollectiveAbortedException.class.getName()),
                e.getMessage());
        }
    }
}

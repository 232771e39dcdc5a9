package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtException;
import org.gmt4j.GmtTimeoutException;
import org.gmt4j.Job;
import org.gmt4j.NodeLocal;
import org.gmt4j.ParForException;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.TestClusters.Plan;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls with replies of all lengths, errors, and a distributed hash map made of calls. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RemoteProcedureTest {
    private static final byte[] NONE = new byte[0];

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void shouldSayHowLongArgumentsMayBe() {
        assertEquals(Integer.MAX_VALUE - 8, RemoteProcedure.length(1, Integer.MAX_VALUE - 9));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> RemoteProcedure.length(1 << 30, 1 << 30))
            .getMessage().startsWith("a header of 1073741824 bytes and data of 1073741824: "));
    }

    private static byte[] number(final long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    private static byte[] echo(final byte[] header, final byte[] data) {
        final byte[] reply = java.util.Arrays.copyOf(header, header.length + data.length);
        System.arraycopy(data, 0, reply, header.length, data.length);
        return reply;
    }

    /** Wrong replies for arguments and replies around the lengths of commands. */
    private static String echoes(final TaskContext ctx, final RemoteProcedure procedure, final int[] lengths)
        throws SuspendExecution {
        for (int node = 0; node < ctx.nodeCount(); node++) {
            final List<RemoteProcedure.Pending> pending = new ArrayList<>();
            for (final int length : lengths) {
                final byte[] header = new byte[length % 97];
                final byte[] data = new byte[length];
                java.util.Arrays.fill(header, (byte) 7);
                java.util.Arrays.fill(data, (byte) (length + node));
                pending.add(procedure.callNb(ctx, node, header, data));
                java.util.Arrays.fill(data, (byte) 0);
            }
            for (int k = lengths.length - 1; k >= 0; k--) {
                final byte[] reply = procedure.await(ctx, pending.get(k));
                final int headerLength = lengths[k] % 97;
                if (reply.length != lengths[k] + headerLength || headerLength > 0 && reply[headerLength - 1] != 7
                    || lengths[k] > 0 && (reply[headerLength] != (byte) (lengths[k] + node)
                        || reply[reply.length - 1] != reply[headerLength])) {
                    return "length " + lengths[k] + " at " + node + " gave " + reply.length;
                }
            }
        }
        return "";
    }

    private static final int[] LENGTHS = {0, 1, 31, 32, 33, 100, 1000, 3800, 3900, 3950, 4000, 4096, 5000, 100_000};

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldReplyToArgumentsOfEveryLength(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, RemoteProcedureTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ctx -> {
                final RemoteProcedure quick = RemoteProcedure.register(ctx, (c, header, data) -> echo(header, data));
                final RemoteProcedure waiting = RemoteProcedure.registerWaiting(ctx, (c, header, data) -> {
                    c.yield();
                    return echo(header, data);
                });
                final List<String> wrong = ctx.callOnAll(c -> echoes(c, quick, LENGTHS) + echoes(c, waiting, LENGTHS));
                final List<Integer> staged = ctx.callOnAll(c -> SyncServices.of(c).procedures().stagedCount());
                final List<String> all = new ArrayList<>(wrong);
                staged.forEach(count -> all.add(count == 0 ? "" : count + " parts left"));
                return all;
            })));
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldLiveWithLittle(final Plan plan) {
        for (int k = 1; k <= 2; k++) {
            final int n = k;
            try (LoopbackNetwork network = new LoopbackNetwork(3);
                    GmtCluster cluster = TestClusters.builder(3, plan, RemoteProcedureTest.class)
                        .set(TestClusters.aggregation(k == 1 ? 256 : 4096, 512, 16384, 64, 1, 1, 1))
                        .transports((nodeId, nodeCount) -> FaultyTransport.over(network.open(nodeId, nodeCount))
                            .delaying(n).refusingEvery(2 + n)).start()) {
                assertEquals("", TestClusters.join(cluster.call(ctx -> {
                    final RemoteProcedure quick = RemoteProcedure.register(ctx,
                        (c, header, data) -> echo(header, data));
                    return ctx.callOnAll(c -> echoes(c, quick, new int[] {0, 40, 90, 300, 1000, 4100}));
                })), plan + " " + k);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldBringErrorsBack(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, RemoteProcedureTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final StringBuilder text = new StringBuilder();
                final int last = ctx.nodeCount() - 1;
                final RemoteProcedure bad = RemoteProcedure.register(ctx, (c, header, data) -> divide(data.length));
                final RemoteProcedure badTask = RemoteProcedure.registerWaiting(ctx,
                    (c, header, data) -> divide(data.length));
                for (final RemoteProcedure procedure : List.of(bad, badTask)) {
                    try {
                        procedure.call(ctx, last, NONE, NONE);
                        text.append("no failure; ");
                    } catch (final ParForException e) {
                        text.append(e.first().nodeId() == last
                            && e.first().className().equals(ArithmeticException.class.getName())
                            && e.first().remoteStack().contains("divide") ? "" : e.getMessage());
                    }
                    text.append(procedure.call(ctx, last, NONE, new byte[1]).length == 1 ? "" : "no reply; ");
                    text.append(Refusal.of(() -> procedure.call(ctx, last, NONE, new byte[2]), "null"));
                    text.append(Refusal.of(() -> procedure.call(ctx, last + 1, NONE, NONE), "node " + (last + 1)));
                    procedure.remove(ctx);
                    text.append(Refusal.of(() -> procedure.call(ctx, last, NONE, NONE), "GMT-287"));
                    text.append(Refusal.of(() -> procedure.call(ctx, last, NONE, new byte[9999]), "GMT-287"));
                    text.append(Refusal.of(() -> procedure.remove(ctx), "GMT-287"));
                }
                // Inside the helper nobody waits.
                final RemoteProcedure waits = RemoteProcedure.register(ctx, (c, header, data) -> {
                    try {
                        c.yield();
                    } catch (final SuspendExecution e) {
                        throw new AssertionError(e);
                    }
                    return data;
                });
                text.append(Refusal.of(() -> waits.call(ctx, last, NONE, NONE), "GMT-214"));
                return text.toString();
            }));
        }
    }

    private static String left(final TaskContext ctx) throws SuspendExecution {
        return ctx.callOnAll(c -> SyncServices.of(c).procedures().stagedCount()).toString().replaceAll("[^1-9]", "");
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldKeepNothingOfRepliesThatNobodyAwaits(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, RemoteProcedureTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int last = ctx.nodeCount() - 1;
                final RemoteProcedure quick = RemoteProcedure.register(ctx, (c, header, data) -> echo(header, data));
                final RemoteProcedure waiting = RemoteProcedure.registerWaiting(ctx, (c, header, data) -> {
                    c.yield();
                    return echo(header, data);
                });
                ctx.execute(0, c -> {
                    for (final int length : LENGTHS) {
                        quick.callNb(c, last, NONE, new byte[length]);
                        waiting.callNb(c, last, NONE, new byte[length]);
                    }
                });
                String wrong = left(ctx);
                try {
                    ctx.execute(0, c -> {
                        waiting.callNb(c, last, NONE, new byte[5000]);
                        throw new IllegalStateException("on purpose");
                    });
                } catch (final ParForException e) {
                    wrong += e.getMessage().contains("on purpose") ? left(ctx) : e.getMessage();
                }
                final RemoteProcedure produces = RemoteProcedure.register(ctx,
                    (c, header, data) -> new byte[5000]);
                ctx.execute(0, c -> {
                    c.executeLocal(last, d -> produces.callNb(d, 0, NONE, NONE));
                    c.awaitVisits();
                });
                return wrong + left(ctx);
            }));
        }
    }

    @ParameterizedTest
    @EnumSource(Plan.class)
    void shouldKeepNoArgumentsOfCallsThatNeverBegin(final Plan plan) throws Exception {
        try (GmtCluster cluster = TestClusters.start(2, plan, RemoteProcedureTest.class)) {
            final RemoteProcedure waiting = cluster.call(ctx -> RemoteProcedure.registerWaiting(ctx,
                (c, header, data) -> data));
            final Job<Void> job = cluster.submit(ctx -> {
                ctx.progressed(1);
                while (!ctx.isCancelled()) {
                    Thread.onSpinWait();
                }
                waiting.callNb(ctx, 0, NONE, new byte[9000]);
                return null;
            });
            while (job.progress().done() == 0) {
                Thread.onSpinWait();
            }
            assertTrue(job.cancel());
            job.ended().toCompletableFuture().get(60, TimeUnit.SECONDS);
            assertEquals("", cluster.<String>call(RemoteProcedureTest::left));
        }
    }

    @Test
    void shouldRunNothingWithoutAllOfItsArguments() {
        final ProcedureTable table = new ProcedureTable();
        assertThrows(GmtException.class, () -> table.takeStaged(1, 7));
        table.stage(1, 7, 3, 2, new byte[] {9});
        assertTrue(assertThrows(GmtException.class, () -> table.takeStaged(1, 7)).getMessage()
            .contains("only 1 of 3 B"));
        assertEquals(0, table.stagedCount());
        table.stage(1, 7, 3, 2, new byte[] {9});
        table.stage(1, 7, 3, 0, new byte[] {7, 8});
        assertArrayEquals(new byte[] {7, 8, 9}, table.takeStaged(1, 7));
    }

    private static byte[] divide(final int by) {
        return by == 2 ? null : new byte[1 / by];
    }

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#fewShapes")
    void shouldWaitInsideProceduresAndKeepDeadlines(final int nodes, final Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, RemoteProcedureTest.class)) {
            assertEquals("", cluster.<String>call(ctx -> {
                final int last = ctx.nodeCount() - 1;
                final Mutexes mutexes = Mutexes.create(ctx, 1);
                final RemoteProcedure inner = RemoteProcedure.register(ctx, (c, header, data) -> number(c.nodeId()));
                final RemoteProcedure outer = RemoteProcedure.registerWaiting(ctx, (c, header, data) -> {
                    mutexes.lock(c, 0, 0);
                    long sum = 0;
                    for (int node = 0; node < c.nodeCount(); node++) {
                        final byte[] reply = inner.call(c, node, NONE, NONE);
                        sum += ByteBuffer.wrap(reply).getLong();
                    }
                    mutexes.unlock(c, 0, 0);
                    return number(sum);
                });
                mutexes.lock(ctx, 0, 0);
                final RemoteProcedure.Pending pending = outer.callNb(ctx, last, NONE, NONE);
                String wrong = "";
                try {
                    outer.await(ctx, pending, 2_000_000);
                    wrong = "no deadline; ";
                } catch (final GmtTimeoutException e) {
                    wrong = pending.test() ? "ended while the mutex was held; " : "";
                }
                mutexes.unlock(ctx, 0, 0);
                final byte[] reply = outer.await(ctx, pending);
                return wrong + (ByteBuffer.wrap(reply).getLong() == (long) last * (last + 1) / 2 ? "" : "wrong sum");
            }));
        }
    }

    /** Counts the words of a text: each word lives at the node that its hash says, calls add to it there. */
    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldCountWordsInADistributedMap(final int nodes, final Plan plan) {
        final String[] words = new String[600];
        final Map<String, Long> expected = new HashMap<>();
        long state = 12345;
        for (int i = 0; i < words.length; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            words[i] = "w" + Long.numberOfTrailingZeros(state >>> 20 | 1L << 40) + "-" + (state >>> 60);
            expected.merge(words[i], 1L, Long::sum);
        }
        try (GmtCluster cluster = TestClusters.start(nodes, plan, RemoteProcedureTest.class)) {
            final Map<String, Long> found = new HashMap<>();
            final String all = cluster.call(ctx -> {
                final NodeLocal<ConcurrentHashMap<String, Long>> map = NodeLocal.create(ctx,
                    c -> new ConcurrentHashMap<>());
                final RemoteProcedure add = RemoteProcedure.register(ctx, (c, header, data) ->
                    number(map.get().merge(text(data), ByteBuffer.wrap(header).getLong(), Long::sum)));
                final RemoteProcedure list = RemoteProcedure.register(ctx, (c, header, data) -> {
                    final StringBuilder lines = new StringBuilder();
                    map.get().forEach((word, count) -> lines.append(word).append('=').append(count).append('\n'));
                    return bytes(lines.toString());
                });
                for (int part = 0; part < 6; part++) {
                    final String[] some = java.util.Arrays.copyOfRange(words, part * 100, part * 100 + 100);
                    ctx.parForNb(100, 10, SpawnPolicy.SPREAD, (i, c) -> {
                        final String word = some[(int) i];
                        add.call(c, Math.floorMod(word.hashCode(), c.nodeCount()), number(1), bytes(word));
                    });
                    ctx.awaitTasks();
                }
                final StringBuilder text = new StringBuilder();
                for (int node = 0; node < ctx.nodeCount(); node++) {
                    final byte[] lines = list.call(ctx, node, NONE, NONE);
                    text.append(text(lines));
                }
                return text.toString();
            });
            all.lines().forEach(line -> found.merge(line.substring(0, line.indexOf('=')),
                Long.valueOf(line.substring(line.indexOf('=') + 1)), Long::sum));
            assertEquals(expected, found);
        }
    }
}

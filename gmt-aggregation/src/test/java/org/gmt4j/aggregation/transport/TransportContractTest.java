package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every transport promises. Inherited by one test per implementation. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class TransportContractTest {
    private static final int MANY = 1_000_000;

    private TransportCluster cluster;
    private AutoCloseable below;
    private Set<String> before;

    /** Opens what the transports of one test stand on (network, driver), closed by {@link #closeBelow}. */
    abstract TransportFactory openBelow(int nodeCount);

    abstract void closeBelow();

    @BeforeEach
    void setUp() {
        below = null;
        before = driverDirectories();
    }

    private TransportCluster open(final int nodeCount) {
        final TransportFactory factory = openBelow(nodeCount);
        below = this::closeBelow;
        cluster = new TransportCluster(factory, nodeCount);
        return cluster;
    }

    @AfterEach
    void shouldLeaveNothingBehind() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        if (below != null) {
            below.close();
        }
        final Set<String> left = driverDirectories();
        left.removeAll(before);
        assertEquals(Set.of(), left);
    }

    /** This process's own; others' come and go. */
    private static Set<String> driverDirectories() {
        final String mine = DriverDirectory.PREFIX + ProcessHandle.current().pid() + "-";
        final Set<String> found = new TreeSet<>();
        for (final File place : DriverDirectory.places()) {
            found.addAll(List.of(place.list((directory, name) -> name.startsWith(mine))));
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 16})
    void shouldDeliverFromEachNodeToEachNode(final int nodeCount) {
        open(nodeCount);
        for (int from = 0; from < nodeCount; from++) {
            for (int to = 0; to < nodeCount; to++) {
                for (final TrafficClass cls : TrafficClass.values()) {
                    cluster.send(from, to, cls, pair(from, to, cls), 64);
                }
            }
        }
        for (int to = 0; to < nodeCount; to++) {
            for (final TrafficClass cls : TrafficClass.values()) {
                final int node = to;
                final List<Long> expected =
                        LongStream.range(0, nodeCount).map(from -> pair((int) from, node, cls)).boxed().toList();
                assertEquals(expected, receive(to, cls, nodeCount).stream().sorted().toList());
            }
        }
    }

    @Test
    void shouldKeepOrderOfEachSource() {
        open(3);
        final int count = 2000;
        final long[] sent = new long[3];
        final long[] seen = new long[3];
        final FragmentConsumer consumer = (address, length) -> {
            final long id = TransportCluster.idOf(address, length);
            final int source = (int) (id >>> 32);
            assertEquals(seen[source]++, id & 0xFFFF_FFFFL);
            return true;
        };
        cluster.runUntil("all have arrived", () -> {
            for (int from = 1; from < 3; from++) {
                if (sent[from] < count && TransportCluster.trySend(cluster.node(from), 0, REQUEST,
                        (long) from << 32 | sent[from], lengthOf(sent[from])) == Transport.OK) {
                    sent[from]++;
                }
            }
            cluster.node(0).poll(REQUEST, consumer, 3);
            return seen[1] == count && seen[2] == count;
        });
    }

    @Test
    void shouldDeliverTheSameBufferFirstAfterRefusal() {
        open(3);
        cluster.send(1, 0, REQUEST, 1001, 48);
        cluster.send(1, 0, REQUEST, 1002, 48);
        cluster.send(2, 0, REQUEST, 2001, 48);
        cluster.send(2, 0, REQUEST, 2002, 48);
        awaitPending(0);
        final List<Long> refused = new ArrayList<>();
        while (refused.size() < 5) {
            cluster.doWork();
            assertEquals(0, cluster.node(0).poll(REQUEST, (address, length) -> {
                refused.add(TransportCluster.idOf(address, length));
                return false;
            }, 10));
        }
        assertEquals(1, refused.stream().distinct().count(), () -> "refused: " + refused);
        final List<Long> taken = receive(0, REQUEST, 4);
        assertEquals(refused.get(0), taken.get(0));
        assertTrue(taken.indexOf(1001L) < taken.indexOf(1002L) && taken.indexOf(2001L) < taken.indexOf(2002L));
        assertEquals(5, cluster.node(0).counters().deliveriesRefused());
    }

    @Test
    void shouldEndThePollWithTheRefusal() {
        open(2);
        for (int i = 0; i < 10; i++) {
            cluster.send(1, 0, REQUEST, i, 16);
        }
        final List<Long> offered = new ArrayList<>();
        cluster.runUntil("five were offered", () -> {
            cluster.node(0).poll(REQUEST, (address, length) -> {
                offered.add(TransportCluster.idOf(address, length));
                return offered.size() != 5;
            }, 5 - offered.size());
            return offered.size() == 5;
        });
        assertEquals(List.of(0L, 1L, 2L, 3L, 4L), offered);
        assertEquals(List.of(4L, 5L, 6L, 7L, 8L, 9L), receive(0, REQUEST, 6));
    }

    @Test
    void shouldNotExceedTheLimitOfAPoll() {
        open(2);
        for (int i = 0; i < 10; i++) {
            cluster.send(1, 0, REPLY, i, 16);
        }
        awaitPending(0);
        cluster.runUntil("three are delivered at once",
                () -> {
                    final int delivered = cluster.node(0).poll(REPLY, (address, length) -> true, 3);
                    assertTrue(delivered <= 3);
                    return delivered == 3;
                });
    }

    @Test
    void shouldPressBackWhenNobodyPollsAndRecover() {
        open(2);
        cluster.send(0, 1, REQUEST, 0, 1024);
        long sent = 1;
        while (sent < MANY && untilRefused(0, 1, sent)) {
            sent++;
        }
        assertTrue(sent < MANY, "never refused");
        final long before = sent;
        assertTrue(cluster.node(0).counters().claimsBackPressured() > 0);
        final List<Long> received = receive(1, REQUEST, (int) before);
        assertEquals(LongStream.range(0, before).boxed().toList(), received);
        cluster.send(0, 1, REQUEST, before, 1024);
        assertEquals(List.of(before), receive(1, REQUEST, 1));
    }

    private boolean untilRefused(final int from, final int to, final long id) {
        for (int i = 0; i < 200; i++) {
            if (TransportCluster.trySend(cluster.node(from), to, REQUEST, id, 1024) == Transport.OK) {
                return true;
            }
            cluster.doWork();
        }
        return false;
    }

    @Test
    void shouldLetRepliesPassBlockedRequests() {
        open(2);
        cluster.send(0, 1, REQUEST, 0, 1024);
        long sent = 1;
        while (untilRefused(0, 1, sent)) {
            sent++;
        }
        for (int i = 0; i < 500; i++) {
            cluster.send(0, 1, REPLY, i, 512);
            cluster.send(1, 0, REPLY, i, 512);
            assertEquals(List.of((long) i), receive(1, REPLY, 1));
            assertEquals(List.of((long) i), receive(0, REPLY, 1));
        }
    }

    @Test
    void shouldLetRequestsPassRefusedReplies() {
        open(2);
        cluster.send(0, 1, REPLY, 7, 64);
        cluster.send(0, 1, REQUEST, 8, 64);
        final AtomicBoolean wasOffered = new AtomicBoolean();
        cluster.runUntil("the reply was offered", () -> {
            cluster.node(1).poll(REPLY, (address, length) -> {
                wasOffered.set(true);
                return false;
            }, 1);
            return wasOffered.get();
        });
        assertEquals(List.of(8L), receive(1, REQUEST, 1));
        assertEquals(List.of(7L), receive(1, REPLY, 1));
    }

    @Test
    void shouldCarryEveryLength() {
        open(2);
        final int max = cluster.node(0).maxPayloadLength();
        final long[] next = {8};
        final FragmentConsumer consumer = (address, length) -> {
            assertEquals(next[0], TransportCluster.idOf(address, length));
            assertEquals(next[0], length);
            next[0] += 8;
            return true;
        };
        final long[] toSend = {8};
        cluster.runUntil("all lengths have arrived", () -> {
            while (toSend[0] <= max && TransportCluster.trySend(cluster.node(0), 1, REQUEST, toSend[0], (int) toSend[0])
                    == Transport.OK) {
                toSend[0] += 8;
            }
            cluster.node(1).poll(REQUEST, consumer, 100);
            return next[0] > max;
        });
        assertEquals(0, max % 8);
    }

    @Test
    void shouldRejectLengthsAndNodesOutOfRange() {
        open(2);
        final Transport transport = cluster.node(0);
        final TransportClaim claim = new TransportClaim();
        for (final int length : new int[] {-8, 0, 1, 7, 12, 17, transport.maxPayloadLength() + 8, Integer.MAX_VALUE}) {
            assertThrows(IllegalArgumentException.class,
                    () -> transport.tryClaim(1, REQUEST, length, claim), "" + length);
        }
        assertThrows(IllegalArgumentException.class, () -> transport.tryClaim(2, REQUEST, 8, claim));
        assertThrows(IllegalArgumentException.class, () -> transport.tryClaim(-1, REQUEST, 8, claim));
        assertFalse(claim.isOpen());
    }

    @Test
    void shouldNotDeliverAbortedClaims() {
        open(2);
        cluster.send(0, 1, REQUEST, 1, 64);
        final TransportClaim claim = new TransportClaim();
        for (int i = 0; i < 3000; i++) {
            cluster.runUntil("a claim is granted", () -> {
                cluster.node(1).poll(REQUEST, (address, length) -> {
                    assertEquals(1, TransportCluster.idOf(address, length));
                    return true;
                }, 1);
                return cluster.node(0).tryClaim(1, REQUEST, 1024, claim) == Transport.OK;
            });
            claim.abort();
        }
        cluster.send(0, 1, REQUEST, 2, 64);
        final List<Long> received = new ArrayList<>();
        cluster.runUntil("the committed one arrives", () -> {
            cluster.node(1).poll(REQUEST,
                    (address, length) -> received.add(TransportCluster.idOf(address, length)), 10);
            return received.contains(2L);
        });
        assertEquals(3000, cluster.node(0).counters().claimsAborted());
    }

    @Test
    void shouldRefuseTwoOpenClaims() {
        open(2);
        final TransportClaim claim = new TransportClaim();
        cluster.runUntil("a claim is granted", () -> cluster.node(0).tryClaim(1, REQUEST, 64, claim) == Transport.OK);
        assertThrows(IllegalStateException.class, () -> cluster.node(0).tryClaim(1, REPLY, 64, new TransportClaim()));
        claim.abort();
        assertThrows(IllegalStateException.class, claim::commit);
    }

    @Test
    void shouldOpenConnectionsOnFirstUseOnly() {
        open(3);
        assertTrue(cluster.node(0).counters().connectionsOpened() <= TrafficClass.COUNT);
        final long own = cluster.node(0).counters().connectionsOpened();       // those to itself may be there
        cluster.send(0, 2, REQUEST, 1, 8);
        final long first = cluster.node(0).counters().connectionsOpened() - own;
        assertTrue(first == 1 || first == 2, "one class, or both at once: " + first);
        cluster.send(0, 2, REQUEST, 2, 8);
        assertEquals(first, cluster.node(0).counters().connectionsOpened() - own);
        cluster.send(0, 2, REPLY, 3, 8);
        assertEquals(2, cluster.node(0).counters().connectionsOpened() - own);
    }

    @Test
    void shouldTellWhetherTrafficIsPending() {
        open(2);
        assertFalse(cluster.node(1).hasTrafficPending());
        cluster.send(0, 1, REPLY, 5, 8);
        awaitPending(1);
        assertTrue(cluster.node(1).hasTrafficPending(), "a look must not consume");
        assertEquals(List.of(5L), receive(1, REPLY, 1));
        cluster.runUntil("nothing is pending", () -> {
            cluster.node(1).poll(REPLY, (address, length) -> false, 10);       // takes fillers away
            return !cluster.node(1).hasTrafficPending();
        });
    }

    @Test
    void shouldPassOnWhatTheConsumerThrows() {
        open(2);
        cluster.send(0, 1, REQUEST, 1, 8);
        cluster.send(0, 1, REQUEST, 2, 8);
        awaitPending(1);
        assertEquals("a bug above", assertThrows(IllegalArgumentException.class, () -> {
            while (true) {
                cluster.doWork();
                cluster.node(1).poll(REQUEST, (address, length) -> {
                    throw new IllegalArgumentException("a bug above");
                }, 10);
            }
        }).getMessage());
        assertEquals(List.of(2L), receive(1, REQUEST, 1));
    }

    @Test
    void shouldAllowClaimsFromTheConsumer() {
        open(2);
        cluster.send(0, 1, REQUEST, 1, 8);
        cluster.send(1, 0, REPLY, 0, 8);
        receive(0, REPLY, 1);
        cluster.runUntil("the request was answered", () -> cluster.node(1).poll(REQUEST, (address, length) ->
                TransportCluster.trySend(cluster.node(1), 0, REPLY, 99, 24) == Transport.OK, 1) == 1);
        assertEquals(List.of(99L), receive(0, REPLY, 1));
    }

    @Test
    void shouldCloseTwiceInBoundedTime() {
        open(2);
        cluster.send(0, 1, REQUEST, 1, 8);
        final long startNs = System.nanoTime();
        for (int i = 0; i < 2; i++) {
            cluster.node(0).close();
            cluster.node(1).close();
        }
        assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(60));
        assertEquals(Transport.CLOSED, cluster.node(0).tryClaim(1, REQUEST, 8, new TransportClaim()));
        assertEquals(0, cluster.node(0).poll(REQUEST, (address, length) -> true, 10));
        assertEquals(0, cluster.node(0).doWork(System.nanoTime()));
        assertTrue(cluster.node(0).failure().isPresent());
    }

    @Test
    void shouldDeliverWhatWasCommittedBeforeClose() {
        open(2);
        cluster.send(0, 1, REQUEST, 0, 8);
        assertEquals(List.of(0L), receive(1, REQUEST, 1));
        for (int i = 1; i <= 5; i++) {
            cluster.send(0, 1, REQUEST, i, 8);
        }
        cluster.node(0).close();
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), receive(1, REQUEST, 5));
    }

    @Test
    void shouldWorkBetweenTwoThreads() throws Exception {
        open(2);
        final int count = 20_000;
        final AtomicReference<Throwable> error = new AtomicReference<>();
        final AtomicBoolean isDone = new AtomicBoolean();
        final Thread server = new Thread(() -> guard(error, () -> echoUntil(cluster.node(1), isDone)), "server");
        server.start();
        guard(error, () -> askAndCheck(cluster.node(0), count, error));
        isDone.set(true);
        server.join();
        if (error.get() != null) {
            throw new AssertionError(error.get());
        }
        assertEquals(count, cluster.node(1).counters().buffersDelivered());
    }

    /** Answers each request by a reply of the same id. */
    private static void echoUntil(final Transport transport, final AtomicBoolean isDone) {
        while (!isDone.get()) {
            transport.doWork(System.nanoTime());
            final int delivered = transport.poll(REQUEST, (address, length) -> TransportCluster.trySend(
                    transport, 0, REPLY, TransportCluster.idOf(address, length), length) == Transport.OK, 20);
            if (delivered == 0) {
                Thread.yield();
            }
        }
    }

    private static void askAndCheck(final Transport transport, final int count,
            final AtomicReference<Throwable> error) {
        final long[] answered = {0};
        long asked = 0;
        while (answered[0] < count && error.get() == null) {
            int work = transport.doWork(System.nanoTime());
            if (asked < count
                    && TransportCluster.trySend(transport, 1, REQUEST, asked, lengthOf(asked)) == Transport.OK) {
                asked++;
                work++;
            }
            work += transport.poll(REPLY, (address, length) -> {
                assertEquals(answered[0], TransportCluster.idOf(address, length));
                assertEquals(lengthOf(answered[0]), length);
                answered[0]++;
                return true;
            }, 20);
            if (work == 0) {
                Thread.yield();
            }
        }
    }

    private static void guard(final AtomicReference<Throwable> error, final Runnable body) {
        try {
            body.run();
        } catch (final Throwable t) {
            error.compareAndSet(null, t);
        }
    }

    private void awaitPending(final int node) {
        cluster.runUntil("traffic is pending at node " + node, () -> cluster.node(node).hasTrafficPending());
    }

    private List<Long> receive(final int node, final TrafficClass cls, final int count) {
        final List<Long> ids = new ArrayList<>();
        cluster.runUntil(count + " buffers have arrived at node " + node, () -> {
            cluster.node(node).poll(cls, (address, length) -> ids.add(TransportCluster.idOf(address, length)), count);
            return ids.size() >= count;
        });
        return ids;
    }

    private static long pair(final int from, final int to, final TrafficClass cls) {
        return from * 10_000L + to * 10L + cls.ordinal();
    }

    private static int lengthOf(final long sequence) {
        return 8 * (1 + (int) (sequence * 37 % 500));
    }
}

package org.gmt4j.aggregation.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a node with many streams looks at, over shared memory. Node 0 polls, the others send. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronAttentionTest {
    private static final int NODES = 9;
    private static final int LENGTH = 64;

    private MediaDriverLauncher launcher;
    private TransportCluster cluster;
    private final List<Long> taken = new ArrayList<>();

    @BeforeEach
    void open() {
        launcher = MediaDriverLauncher.launch(NODES);
        cluster = new TransportCluster((node, nodes) -> {
            final Transport transport = launcher.transports().open(node, nodes);
            if (node == 0) {
                transport.expectRequests(sender -> sender != NODES - 1);
            }
            return transport;
        }, NODES);
        for (int node = 1; node < NODES; node++) {
            cluster.send(node, 0, TrafficClass.REQUEST, node, LENGTH);
        }
        final int all = NODES - 1;
        cluster.runUntil("all have arrived", () -> {
            poll(100);
            return taken.size() == all;
        });
        taken.clear();
    }

    @AfterEach
    void close() {
        cluster.close();
        launcher.close();
    }

    private int poll(final int limit) {
        return cluster.node(0).poll(TrafficClass.REQUEST, (address, length) -> {
            taken.add(TransportCluster.idOf(address, length));
            return true;
        }, limit);
    }

    private long looks() {
        return cluster.node(0).counters().looks();
    }

    /** Traffic of node 1 only, until the others are quiet. */
    private void quieten() {
        assertEquals(0, poll(100));
        for (int i = 0; i < 2 * WatchedStream.QUIET_AFTER * StreamAttention.THOROUGH_EVERY; i++) {
            cluster.send(1, 0, TrafficClass.REQUEST, i, LENGTH);
            assertEquals(1, poll(100), "poll " + i);
        }
        taken.clear();
    }

    @Test
    void shouldLookAtWhatBringsSomethingAndRarelyAtTheRest() {
        quieten();
        final long before = looks();
        final int polls = 10 * StreamAttention.THOROUGH_EVERY;
        for (int i = 0; i < polls; i++) {
            cluster.send(1, 0, TrafficClass.REQUEST, i, LENGTH);
            assertEquals(1, poll(100));
        }
        final long each = looks() - before;
        assertTrue(each <= polls + 10 * NODES, each + " looks in " + polls + " polls");
    }

    @Test
    void shouldTakeTheFirstMessageOfAQuietStreamWithinSixteenBusyPolls() {
        quieten();
        cluster.send(3, 0, TrafficClass.REQUEST, 333, LENGTH);
        int polls = 0;
        while (!taken.contains(333L)) {
            cluster.send(1, 0, TrafficClass.REQUEST, polls, LENGTH);
            poll(100);
            assertTrue(++polls <= StreamAttention.THOROUGH_EVERY, "not taken by poll " + polls);
        }
    }

    @Test
    void shouldTakeItAtOnceWhenThereIsNothingElse() {
        quieten();
        assertEquals(0, poll(100));
        cluster.send(4, 0, TrafficClass.REQUEST, 444, LENGTH);
        assertTrue(cluster.node(0).hasTrafficPending());
        assertEquals(1, poll(100));
        assertEquals(List.of(444L), taken);
    }

    @Test
    void shouldDeliverARefusedBufferOfAQuietStreamFirst() {
        quieten();
        assertEquals(0, poll(100));
        cluster.send(5, 0, TrafficClass.REQUEST, 555, LENGTH);
        for (int i = 0; i < 3; i++) {
            final List<Long> offered = new ArrayList<>();
            assertEquals(0, cluster.node(0).poll(TrafficClass.REQUEST, (address, length) -> {
                offered.add(TransportCluster.idOf(address, length));
                return false;
            }, 100));
            assertEquals(List.of(555L), offered);
            cluster.send(1, 0, TrafficClass.REQUEST, i, LENGTH);
        }
        assertEquals(1, poll(1));
        assertEquals(List.of(555L), taken);
    }

    /** What nobody expects is late, and never lost; from then on it is like others. */
    @Test
    void shouldDeliverWhatAnUnexpectedNodeSendsALittleLater() {
        quieten();
        for (int look = 0; look < StreamAttention.WHOLE_EVERY * WatchedStream.QUIET_AFTER + StreamAttention.WHOLE_EVERY;
            look++) {
            poll(100);
        }
        cluster.send(NODES - 1, 0, TrafficClass.REQUEST, 999, LENGTH);
        int polls = 0;
        while (taken.isEmpty()) {
            poll(100);
            assertTrue(++polls <= StreamAttention.WHOLE_EVERY, "not taken by poll " + polls);
        }
        assertTrue(polls > 1, "looked at although nothing was expected");
        cluster.send(NODES - 1, 0, TrafficClass.REQUEST, 1000, LENGTH);
        assertEquals(1, poll(100));
    }

    /** All streams are served in turn, busy ones and those that become so. */
    @Test
    void shouldServeAllSourcesFairlyWithALimit() {
        quieten();
        for (int node = 1; node < NODES; node++) {
            for (int i = 0; i < 20; i++) {
                cluster.send(node, 0, TrafficClass.REQUEST, node * 1000L + i, LENGTH);
            }
        }
        final long[] next = new long[NODES];
        int polls = 0;
        while (taken.size() < 20 * (NODES - 1)) {
            poll(4);
            assertTrue(++polls < 1000);
        }
        for (final long id : taken) {
            assertEquals(next[(int) (id / 1000)]++, id % 1000, "order of node " + id / 1000);
        }
    }
}

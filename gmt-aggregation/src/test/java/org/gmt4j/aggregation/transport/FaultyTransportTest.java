package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FaultyTransportTest {
    private final LoopbackNetwork network = new LoopbackNetwork(2);
    private final FaultyTransport faulty = FaultyTransport.over(network.open(0, 2));
    private final Transport receiver = network.open(1, 2);

    @AfterEach
    void close() {
        network.close();
    }

    @Test
    void shouldRefuseTheClaimThatWasNamed() {
        final FaultyTransport transport = faulty.refusingClaim(3);
        assertEquals("OOBOO", answers(transport, 5));
        assertEquals(1, transport.refusedClaims());
        assertEquals(5, transport.claims());
        assertEquals(4, receiver.poll(REQUEST, (address, length) -> true, 10));
    }

    @Test
    void shouldRefuseEachSecondClaim() {
        assertEquals("OBOBO", answers(faulty.refusingEvery(2), 5));
    }

    @Test
    void shouldStallADestination() {
        faulty.stall(1);
        assertEquals("BB", answers(faulty, 2));
        assertEquals(Transport.OK, TransportCluster.trySend(faulty, 0, REQUEST, 1, 8));
        faulty.release(1);
        assertEquals("O", answers(faulty, 1));
    }

    @Test
    void shouldDelayDeliveries() {
        final FaultyTransport transport = faulty.delaying(2);
        answers(receiver, 0, 6);
        final StringBuilder delivered = new StringBuilder();
        for (int i = 0; i < 7; i++) {
            delivered.append(transport.poll(REQUEST, (address, length) -> true, 1));
        }
        assertEquals("1001001", delivered.toString());
        assertEquals(4, transport.delayedPolls());
    }

    private static String answers(final Transport transport, final int count) {
        return answers(transport, 1, count);
    }

    private static String answers(final Transport transport, final int to, final int count) {
        final StringBuilder answers = new StringBuilder();
        for (int i = 0; i < count; i++) {
            answers.append(TransportCluster.trySend(transport, to, REQUEST, i, 8) == Transport.OK ? 'O' : 'B');
        }
        return answers.toString();
    }
}

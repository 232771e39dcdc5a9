package org.gmt4j.bench.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.aggregation.transport.StreamAttention;
import org.gmt4j.aggregation.transport.WatchedStream;
import org.junit.jupiter.api.Test;

final class ModelStreamsTest {
    private static final int NODES = 12;

    private final List<Integer> taken = new ArrayList<>();

    private static ModelStreams streams(final Polling polling) {
        final ModelStreams streams = new ModelStreams(0, NODES, polling);
        for (int source = 1; source < NODES; source++) {
            streams.connect(source, true);
        }
        return streams;
    }

    private static Message from(final int source) {
        return new Message(null).reset(Message.Type.REQUEST, source, 0, 0);
    }

    private int poll(final ModelStreams streams, final int limit) {
        return streams.poll(limit, message -> taken.add(message.from));
    }

    @Test
    void shouldLookAtEverythingEachTimeWithPollingAll() {
        final ModelStreams streams = streams(Polling.ALL);
        for (int i = 0; i < 3 * WatchedStream.QUIET_AFTER; i++) {
            streams.arrive(from(5));
            assertEquals(NODES - 1, poll(streams, 8));
        }
        assertEquals(0, streams.pending());
    }

    @Test
    void shouldStopLookingWhenItHasTakenEnough() {
        final ModelStreams streams = streams(Polling.ALL);
        for (int source = 1; source < NODES; source++) {
            streams.arrive(from(source));
        }
        assertEquals(4, poll(streams, 4));
        assertEquals(List.of(1, 2, 3, 4), taken);
        assertEquals(NODES - 5, streams.pending());
        poll(streams, 100);
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11), taken);
    }

    @Test
    void shouldFindWhatComesInAQuietStreamWithinSixteenPolls() {
        final ModelStreams streams = streams(Polling.ATTENTIVE);
        streams.idle(WatchedStream.QUIET_AFTER);
        streams.arrive(from(5));
        assertEquals(NODES - 1, poll(streams, 8), "after idleness all are looked at");
        streams.arrive(from(7));
        int polls = 0;
        while (!taken.contains(7)) {
            streams.arrive(from(5));
            final int looks = poll(streams, 8);
            polls++;
            assertTrue(taken.contains(7) || looks == 1, "looked at " + looks);
            assertTrue(polls <= StreamAttention.THOROUGH_EVERY);
        }
        assertTrue(polls > 1, "the first poll looked at quiet streams");
    }

    @Test
    void shouldNotMakeStreamsQuietByAShortIdleness() {
        final ModelStreams streams = streams(Polling.ATTENTIVE);
        streams.idle(WatchedStream.QUIET_AFTER - 1);
        streams.arrive(from(5));
        poll(streams, 8);
        streams.arrive(from(5));
        assertEquals(NODES - 1, poll(streams, 8), "a busy poll looks at all: none is quiet");
    }

    @Test
    void shouldNotConnectTwice() {
        final ModelStreams streams = streams(Polling.ATTENTIVE);
        assertThrows(SimulationException.class, () -> streams.connect(3, true));
        assertThrows(SimulationException.class, () -> streams.connect(0, true));
        assertTrue(streams.knows(3));
    }
}

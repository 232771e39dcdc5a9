package org.gmt4j.aggregation.transport.connect;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TamperedTransport;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.aggregation.wire.BlockHeader;
import org.gmt4j.aggregation.wire.BufferHeader;
import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.aggregation.wire.CommandWord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Buffers with a wrong seal: none reaches a consumer, both sides hear of it, others go on. One thread, a clock that is
 * set.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SealTest {
    private static final long MS = 1_000_000;
    private static final int LENGTH = BufferHeader.LENGTH + BlockHeader.LENGTH + 16;
    private static final ConnectKey KEY = ConnectKey.of("the job's".getBytes(StandardCharsets.UTF_8));
    private static final ConnectConfig CONFIG = ConnectConfig.DEFAULT.withTimeouts(500 * MS, 5 * MS, 100 * MS)
        .withIdle(0, 0).withSigning(Signing.ON);

    private LoopbackNetwork network;
    private final Transport[] nodes = new Transport[3];
    private final List<String> broken = new ArrayList<>();
    private long nowNs = System.nanoTime();

    /** Three nodes; what comes to node 1 is tampered with. */
    private void open(final ConnectConfig config, final TamperedTransport.Tamper tamper) {
        open(config, new MemoryControlNetwork(3), tamper);
    }

    private void open(final ConnectConfig config, final MemoryControlNetwork controls,
                      final TamperedTransport.Tamper tamper) {
        network = new LoopbackNetwork(3, 4096);
        final byte[][] addresses = new byte[3][];
        for (int i = 0; i < 3; i++) {
            final int node = i;
            nodes[i] = OnDemandTransport.factory(TamperedTransport.at(1, network, tamper), controls,
                KEY, config).open(i, 3);
            nodes[i].onBroken(peer -> broken.add(node + ":" + peer));
            addresses[i] = nodes[i].localAddress();
        }
        for (final Transport node : nodes) {
            node.connect(addresses);
        }
    }

    @AfterEach
    void close() {
        for (final Transport node : nodes) {
            if (node != null) {
                node.close();
            }
        }
        network.close();
    }

    private void runUntil(final String what, final BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertTrue(i < 3_000_000, "waited in vain until " + what);
            nowNs += 20_000;
            for (final Transport node : nodes) {
                node.doWork(nowNs);
            }
        }
    }

    /** A buffer of one block of one command, the number its operand. */
    private static int trySend(final Transport from, final int to, final TrafficClass cls, final long number) {
        final TransportClaim claim = new TransportClaim();
        final int answer = from.tryClaim(to, cls, LENGTH, claim);
        if (answer == Transport.OK) {
            assertEquals(LENGTH, claim.length());
            final long at = claim.address();
            BufferHeader.encode(at, LENGTH, 77, from.nodeId(), cls.ordinal(), number);
            BlockHeader.encode(at + BufferHeader.LENGTH, BlockHeader.LENGTH + 16, BlockHeader.REQUEST, 0, 0);
            BlockHeader.route(at + BufferHeader.LENGTH, from.nodeId(), to, to);
            BlockHeader.home(at + BufferHeader.LENGTH, 0, 1, 1);
            UnsafeApi.putLong(at + BufferHeader.LENGTH + BlockHeader.LENGTH, CommandWord.base(CommandType.UPDATE, 0));
            UnsafeApi.putLong(at + LENGTH - 8, number);
            claim.commit();
        }
        return answer;
    }

    private void send(final int from, final int to, final TrafficClass cls, final long number) {
        runUntil(from + " reaches " + to, () -> trySend(nodes[from], to, cls, number) == Transport.OK);
    }

    private List<Long> receive(final int node, final TrafficClass cls) {
        final List<Long> numbers = new ArrayList<>();
        nodes[node].poll(cls, (address, length) -> {
            assertEquals(LENGTH, length, "the seal is taken off");
            return numbers.add(UnsafeApi.getLong(address + LENGTH - 8));
        }, 100);
        return numbers;
    }

    private List<Long> await(final int node, final TrafficClass cls) {
        final List<Long> numbers = new ArrayList<>();
        runUntil("something has come to " + node, () -> numbers.addAll(receive(node, cls)));
        return numbers;
    }

    private long counter(final int node, final String name) {
        return nodes[node].connections().counters().get(name);
    }

    /** Node 0 sends 0 .. 4 to node 1; the buffers from {@code firstBad} on must not arrive, and both must know. */
    private void assertReported(final String what, final int firstBad, final String code) {
        for (int i = 0; i < 5; i++) {
            send(0, 1, REQUEST, i);
        }
        send(2, 1, REQUEST, 100);
        send(0, 1, REPLY, 5);
        final List<Long> seen = new ArrayList<>();
        runUntil(what + ": both have been told", () -> {
            seen.addAll(receive(1, REQUEST));
            return broken.contains("1:0") && broken.contains("0:1");
        });
        assertEquals(2, broken.size(), () -> what + ": once each " + broken);
        seen.addAll(receive(1, REQUEST));
        final List<Long> expected = new ArrayList<>();
        for (long i = 0; i < firstBad; i++) {
            expected.add(i);
        }
        expected.add(100L);
        assertEquals(expected, seen.stream().sorted().toList(), what);
        assertEquals(List.of(), receive(1, REPLY), what + ": nothing more in the other class either");
        assertTrue(counter(1, "forged") > 0, what);
        assertTrue(nodes[1].failure(0).orElseThrow().contains(code + " in the stream of node 0"),
            nodes[1].failure(0).toString());
        assertTrue(nodes[0].failure(1).orElseThrow().contains("GMT-513 the connection to node 1 broke"),
            nodes[0].failure(1).toString());
        assertTrue(nodes[0].wasConnected(1) && nodes[1].wasConnected(0), "so that every wait ends");
        assertEquals(Transport.FAILED, trySend(nodes[0], 1, REQUEST, 9), what);
        assertEquals(Transport.FAILED, trySend(nodes[1], 0, REQUEST, 9), what);
        send(2, 1, REQUEST, 101);
        assertEquals(List.of(101L), await(1, REQUEST), what + ": others go on");
        send(1, 2, REPLY, 102);
        assertEquals(List.of(102L), await(2, REPLY), what + ": others go on");
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarrySoundBuffers(final ConnectMode mode) {
        open(CONFIG.withMode(mode), (number, source, cls, bytes, way) -> way.deliver(bytes));
        for (int i = 0; i < 20; i++) {
            for (int from = 0; from < 3; from++) {
                send(from, 1, REQUEST, i);
                send(from, 1, REPLY, i + 50);
                assertEquals(List.of((long) i), await(1, REQUEST));
                assertEquals(List.of(i + 50L), await(1, REPLY));
            }
        }
        assertEquals(List.of(), broken);
        assertEquals(0, counter(1, "forged"));
    }

    /** A bit of each byte, so of every field of every header and of the seal itself. */
    @Test
    void shouldRefuseABufferWithAnyBitChanged() {
        for (int at = 0; at < LENGTH + Sealer.LENGTH; at++) {
            final int place = at;
            broken.clear();
            open(CONFIG, (number, source, cls, bytes, way) -> {
                if (source == 0 && cls == REQUEST && BufferNumber.of(bytes) == 2) {
                    bytes[place] ^= (byte) (1 << place % 8);
                }
                way.deliver(bytes);
            });
            assertReported("byte " + at, 2, "GMT-517");
            close();
        }
        open(CONFIG, (number, source, cls, bytes, way) -> way.deliver(bytes));
    }

    @Test
    void shouldRefuseRepeatedLostLateForgedAndShortenedBuffers() {
        final byte[][] kept = new byte[1][];
        assertRefused("repeated", 3, "GMT-518", (number, bytes, way) -> {
            way.deliver(bytes);
            if (number == 2) {
                way.deliver(bytes);
            }
        });
        assertRefused("an old one again", 3, "GMT-518", (number, bytes, way) -> {
            kept[0] = number == 0 ? bytes.clone() : kept[0];
            way.deliver(number == 3 ? kept[0] : bytes);
        });
        assertRefused("lost", 2, "GMT-518", (number, bytes, way) -> {
            if (number != 2) {
                way.deliver(bytes);
            }
        });
        assertRefused("late", 2, "GMT-518", (number, bytes, way) -> {
            kept[0] = number == 2 ? bytes.clone() : kept[0];
            if (number != 2) {
                way.deliver(bytes);
            }
            if (number == 3) {
                way.deliver(kept[0]);
            }
        });
        assertRefused("forged", 2, "GMT-517", (number, bytes, way) -> {
            final byte[] forged = bytes.clone();
            Arrays.fill(forged, LENGTH + 8, LENGTH + 16, (byte) 0);
            way.deliver(number == 2 ? forged : bytes);
        });
        assertRefused("zeros", 2, "GMT-517",
            (number, bytes, way) -> way.deliver(number == 2 ? new byte[LENGTH] : bytes));
        assertRefused("a stub", 2, "GMT-517", (number, bytes, way) -> way.deliver(number == 2 ? new byte[8] : bytes));
        assertRefused("shortened", 2, "GMT-517",
            (number, bytes, way) -> way.deliver(number == 2 ? Arrays.copyOf(bytes, bytes.length - 8) : bytes));
        assertRefused("out of nowhere", 2, "GMT-517", (number, bytes, way) -> {
            if (number == 2) {
                way.deliver(new byte[LENGTH + Sealer.LENGTH]);
            }
            way.deliver(bytes);
        });
        open(CONFIG, (number, source, cls, bytes, way) -> way.deliver(bytes));
    }

    /** Decides about the requests of node 0. */
    private interface Fate {
        void of(long number, byte[] bytes, TamperedTransport.Way way);
    }

    private void assertRefused(final String what, final int firstBad, final String code, final Fate fate) {
        broken.clear();
        open(CONFIG, (number, source, cls, bytes, way) -> {
            if (source == 0 && cls == REQUEST) {
                fate.of(BufferNumber.of(bytes), bytes, way);
            } else {
                way.deliver(bytes);
            }
        });
        assertReported(what, firstBad, code);
        close();
    }

    /** Bytes that are genuine, but of the other class, another node or another connection. */
    @Test
    void shouldRefuseBuffersOfAnotherStream() {
        final byte[][] kept = new byte[1][];
        open(CONFIG, (number, source, cls, bytes, way) -> {
            kept[0] = source == 0 && cls == REPLY ? bytes.clone() : kept[0];
            way.deliver(source == 2 && cls == REPLY && BufferNumber.of(bytes) == 0 ? kept[0] : bytes);
        });
        send(0, 1, REPLY, 0);
        assertEquals(List.of(0L), await(1, REPLY));
        send(2, 1, REPLY, 0);
        runUntil("it is refused", () -> receive(1, REPLY).size() + broken.size() > 0);
        assertTrue(nodes[1].failure(2).orElseThrow().contains("GMT-517"));
    }

    @Test
    void shouldUseANewKeyForEachConnection() {
        final List<byte[]> kept = new ArrayList<>();
        final boolean[] isReplaying = {false};
        open(CONFIG.withIdle(50 * MS, MS), (number, source, cls, bytes, way) -> {
            way.deliver(isReplaying[0] && cls == REQUEST ? kept.get(0) : bytes);
            kept.add(bytes.clone());
        });
        for (int life = 0; life < 4; life++) {
            send(0, 1, REQUEST, life);
            assertEquals(List.of((long) life), await(1, REQUEST));
            runUntil("it is idle", () -> counter(0, "open") == 0 && counter(1, "open") == 0);
        }
        assertEquals(List.of(), broken);
        isReplaying[0] = true;
        send(0, 1, REQUEST, 9);
        runUntil("both know", () -> {
            assertEquals(List.of(), receive(1, REQUEST),
                "the first buffer of the first connection is not one of this one");
            return broken.contains("1:0") && broken.contains("0:1");
        });
        assertTrue(nodes[1].failure(0).orElseThrow().contains("GMT-517"));
    }

    /** The sender waits for an answer, and has asked to close in the meantime. */
    @Test
    void shouldTellASenderThatIsAboutToClose() {
        final MemoryControlNetwork controls = new MemoryControlNetwork(3);
        final boolean[] hasAsked = {false};
        controls.filter((source, destination, frame) -> {
            final ControlFrame in = new ControlFrame();
            final boolean isClosing = in.decode(frame, frame.length) && in.type == ControlFrame.Type.CLOSE;
            hasAsked[0] |= isClosing && source == 0;
            return !isClosing;
        });
        open(CONFIG.withIdle(50 * MS, MS), controls, (number, source, cls, bytes, way) -> {
            bytes[0] ^= 1;
            way.deliver(bytes);
        });
        send(0, 1, REQUEST, 0);
        runUntil("node 0 has asked", () -> hasAsked[0]);
        assertEquals(List.of(), receive(1, REQUEST));
        runUntil("both have been told", () -> broken.size() == 2);
        assertEquals(List.of("1:0", "0:1"), broken);
        assertTrue(nodes[0].wasConnected(1));
        assertTrue(nodes[0].failure(1).orElseThrow().contains("GMT-513"), nodes[0].failure(1)::toString);
    }

    /** What was refused above is offered again, and checked once. */
    @Test
    void shouldOfferAgainWhatWasRefusedAbove() {
        open(CONFIG, (number, source, cls, bytes, way) -> way.deliver(bytes));
        send(0, 1, REQUEST, 1);
        send(0, 1, REQUEST, 2);
        runUntil("they have come", () -> nodes[1].hasTrafficPending());
        for (int i = 0; i < 5; i++) {
            assertEquals(0, nodes[1].poll(REQUEST, (address, length) -> false, 10));
        }
        assertThrows(IllegalArgumentException.class, () -> nodes[1].poll(REQUEST, (address, length) -> {
            throw new IllegalArgumentException("a bug above");
        }, 10));
        assertEquals(List.of(2L), receive(1, REQUEST));
        assertEquals(List.of(), broken);
    }

    @Test
    void shouldRefuseToJoinNodesThatDoNotSeal() {
        open(CONFIG, (number, source, cls, bytes, way) -> way.deliver(bytes));
        try (LoopbackNetwork other = new LoopbackNetwork(2);
             Transport plain = OnDemandTransport.factory(other, new MemoryControlNetwork(2), KEY,
                 CONFIG.withSigning(Signing.AUTO)).open(0, 2)) {
            final TransportException e = assertThrows(TransportException.class,
                () -> plain.connect(new byte[][] {plain.localAddress(), nodes[1].localAddress()}));
            assertTrue(e.getMessage().contains("node 1 seals its buffers"), e.getMessage());
        }
    }

    /** The sequence in the buffer's own header. */
    private static final class BufferNumber {
        static long of(final byte[] bytes) {
            return bytes[24] & 0xff;
        }
    }
}

package org.gmt4j.aggregation.transport.connect;

import static org.gmt4j.aggregation.transport.TrafficClass.REPLY;
import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.UnsafeApi;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TrafficClass;
import org.gmt4j.aggregation.transport.Transport;
import org.gmt4j.aggregation.transport.TransportClaim;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork.Faults;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gate: who gets in, who does not, what a peer that does not answer means. One thread, a clock that is set. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OnDemandTransportTest {
    private static final long MS = 1_000_000;
    private static final ConnectKey KEY = ConnectKey.of("the job's".getBytes(StandardCharsets.UTF_8));
    private static final ConnectConfig CONFIG = ConnectConfig.DEFAULT.withTimeouts(500 * MS, 5 * MS, 100 * MS)
        .withIdle(0, 0);

    private LoopbackNetwork network;
    private MemoryControlNetwork controls;
    private Transport[] nodes = new Transport[0];
    private long nowNs = System.nanoTime();
    private final List<Integer> broken = new ArrayList<>();

    @AfterEach
    void close() {
        for (final Transport node : nodes) {
            node.close();
        }
        if (network != null) {
            network.close();
        }
    }

    private void open(final int count, final ConnectConfig config, final Faults faults, final ConnectKey keyOfLast) {
        open(count, config, faults, keyOfLast, -1);
    }

    /** @param listener the node that notes broken connections */
    private void open(final int count, final ConnectConfig config, final Faults faults, final ConnectKey keyOfLast,
                      final int listener) {
        network = new LoopbackNetwork(count, 4096);
        controls = new MemoryControlNetwork(count, faults);
        nodes = new Transport[count];
        final byte[][] addresses = new byte[count][];
        for (int i = 0; i < count; i++) {
            nodes[i] = OnDemandTransport.factory(network, controls, i == count - 1 ? keyOfLast : KEY, config)
                .open(i, count);
            addresses[i] = nodes[i].localAddress();
            if (i == listener) {
                nodes[i].onBroken(broken::add);
            }
        }
        for (final Transport node : nodes) {
            node.connect(addresses);
        }
    }

    private void step() {
        nowNs += 20_000;
        for (final Transport node : nodes) {
            node.doWork(nowNs);
        }
    }

    private void runUntil(final String what, final BooleanSupplier condition) {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertTrue(i < 3_000_000, "waited in vain until " + what);
            step();
        }
    }

    private void run(final long forNs) {
        for (final long end = nowNs + forNs; nowNs < end; ) {
            step();
        }
    }

    private static int trySend(final Transport from, final int to, final TrafficClass cls, final long value) {
        final TransportClaim claim = new TransportClaim();
        final int answer = from.tryClaim(to, cls, 8, claim);
        if (answer == Transport.OK) {
            UnsafeApi.putLong(claim.address(), value);
            claim.commit();
        }
        return answer;
    }

    private void send(final int from, final int to, final TrafficClass cls, final long value) {
        runUntil(from + " reaches " + to, () -> trySend(nodes[from], to, cls, value) == Transport.OK);
    }

    private List<Long> receive(final int node, final TrafficClass cls) {
        final List<Long> values = new ArrayList<>();
        nodes[node].poll(cls, (address, length) -> values.add(UnsafeApi.getLong(address)), 100);
        return values;
    }

    private long counter(final int node, final String name) {
        return nodes[node].connections().counters().get(name);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryBothClassesBothWaysOverABadChannel(final ConnectMode mode) {
        open(4, CONFIG.withMode(mode).withTimeouts(60_000 * MS, 5 * MS, 0),
            new Faults(100_000, 20 * MS, 0.3, 0.2, 7), KEY);
        for (int from = 0; from < 4; from++) {
            for (int to = 0; to < 4; to++) {
                send(from, to, REQUEST, 10 * from + to);
                send(from, to, REPLY, 100 + 10 * from + to);
            }
        }
        for (int to = 0; to < 4; to++) {
            final int node = to;
            final List<Long> seen = new ArrayList<>();
            runUntil("all have come to " + to, () -> {
                seen.addAll(receive(node, REQUEST));
                seen.addAll(receive(node, REPLY));
                return seen.size() >= 8;
            });
            for (int from = 0; from < 4; from++) {
                assertTrue(seen.contains(10L * from + to) && seen.contains(100L + 10L * from + to), seen::toString);
            }
            assertEquals(8, seen.size());
            runUntil("all are confirmed", () -> counter(node, "open") == 3);
        }
    }

    /** A thread that sleeps must wake for frames of the handshake as well as for buffers. */
    @Test
    void shouldWakeWhoSleeps() {
        open(2, CONFIG.withMode(ConnectMode.OVERLAP), Faults.NONE, KEY);
        final int[] calls = new int[2];
        for (int i = 0; i < 2; i++) {
            final int node = i;
            assertTrue(nodes[node].onArrival(() -> calls[node]++));
        }
        assertFalse(nodes[1].hasTrafficPending());
        trySend(nodes[0], 1, REQUEST, 7);
        nowNs += 20_000;
        nodes[0].doWork(nowNs);
        assertTrue(calls[1] > 0, "the first frame of the handshake");
        assertTrue(nodes[1].hasTrafficPending(), "the frame waits");
        // From here on each side only does something when it has been woken.
        // Each turn is longer than the shortest time between two looks: who sleeps has been woken once and for one
        // look.
        final int[] seen = {0, 0};
        final List<Long> got = new ArrayList<>();
        for (int i = 0; got.isEmpty() && i < 1_000; i++) {
            trySend(nodes[0], 1, REQUEST, 7);
            for (int node = 0; node < 2; node++) {
                if (calls[node] > seen[node]) {
                    seen[node] = calls[node];
                    nowNs += 20_000;
                    nodes[node].doWork(nowNs);
                }
            }
            got.addAll(receive(1, REQUEST));
        }
        assertEquals(7L, got.get(0));
    }

    @Test
    void shouldSayThatLateFramesWakeNobody() {
        open(2, CONFIG, Faults.delay(MS), KEY);
        assertFalse(nodes[0].onArrival(() -> { }));
    }

    @Test
    void shouldConnectAllAtOnceInStaticModeOnly() {
        open(3, CONFIG.withMode(ConnectMode.STATIC), Faults.NONE, KEY);
        runUntil("all are open", () -> counter(0, "open") == 2 && counter(1, "open") == 2 && counter(2, "open") == 2);
        assertEquals(Transport.OK, trySend(nodes[2], 0, REQUEST, 1));
        close();
        open(3, CONFIG, Faults.NONE, KEY);
        run(100 * MS);
        assertEquals(0, counter(0, "open"));
    }

    @Test
    void shouldCloseWhatIsIdleFreeItAndOpenItAgain() {
        open(2, CONFIG.withIdle(200 * MS, 50 * MS), Faults.NONE, KEY);
        for (int round = 1; round <= 5; round++) {
            send(0, 1, REQUEST, round);
            send(1, 0, REPLY, -round);
            final long made = round;
            assertEquals(List.of((long) round), receive(1, REQUEST));
            assertEquals(List.of((long) -round), receive(0, REPLY));
            assertEquals(made, counter(0, "made"));
            assertEquals(made, counter(0, "asked") + counter(0, "answered"));
            assertEquals(made, counter(0, "asked") + counter(1, "asked"));
            runUntil("idle connections are closed", () -> counter(0, "open") == 0 && counter(1, "open") == 0);
            assertEquals(made, counter(1, "closed"));
        }
    }

    @Test
    void shouldLiveTwoHundredLives() {
        open(2, CONFIG.withIdle(4 * MS, MS).withSigning(Signing.ON), Faults.NONE, KEY);
        for (long life = 1; life <= 200; life++) {
            send((int) life % 2, 1 - (int) life % 2, REQUEST, life);
            final int reader = 1 - (int) life % 2;
            final List<Long> seen = new ArrayList<>();
            runUntil("it has come", () -> seen.addAll(receive(reader, REQUEST)));
            assertEquals(List.of(life), seen);
            runUntil("idle connections are closed", () -> counter(0, "open") == 0 && counter(1, "open") == 0);
        }
        assertEquals(200, counter(0, "closed"));
        assertFalse(nodes[0].failure().isPresent() || nodes[1].failure().isPresent());
    }

    @Test
    void shouldNeitherLetAStrangerInNorReachOne() {
        open(3, CONFIG, Faults.NONE, ConnectKey.of("another job's".getBytes(StandardCharsets.UTF_8)));
        assertEquals(Transport.NOT_CONNECTED, trySend(nodes[2], 0, REQUEST, 666));
        runUntil("the stranger gives up", () -> trySend(nodes[2], 0, REQUEST, 666) == Transport.FAILED);
        assertEquals(Transport.NOT_CONNECTED, trySend(nodes[0], 2, REQUEST, 1));
        runUntil("the honest node gives up", () -> trySend(nodes[0], 2, REQUEST, 1) == Transport.FAILED);
        assertTrue(nodes[0].failure(2).orElseThrow().contains("GMT-510 node 2"), nodes[0].failure(2).toString());
        assertFalse(nodes[0].wasConnected(2));
        assertTrue(counter(0, "rejected") > 1 && counter(2, "rejected") > 1);
        assertEquals(0, receive(0, REQUEST).size());
        send(0, 1, REQUEST, 5);
        assertEquals(List.of(5L), receive(1, REQUEST), "others go on");
    }

    /** Each look used to log all of them again where more than one had failed. */
    @Test
    void shouldLogOnceThatANodeDoesNotAnswer() {
        open(4, CONFIG, Faults.NONE, KEY);
        controls.filter((source, destination, frame) -> false);
        final PrintStream originalError = System.err;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            for (int attempt = 0; attempt < 3; attempt++) {
                for (int node = 1; node < 4; node++) {
                    final int silent = node;
                    runUntil("a try has begun", () -> trySend(nodes[0], silent, REQUEST, 1) == Transport.NOT_CONNECTED);
                }
                for (int node = 1; node < 4; node++) {
                    final int silent = node;
                    runUntil("it has failed", () -> trySend(nodes[0], silent, REQUEST, 1) == Transport.FAILED);
                }
                run(20 * MS);
            }
        } finally {
            System.setErr(originalError);
        }
        assertTrue(counter(0, "failed") >= 9, "tries");
        for (int node = 1; node < 4; node++) {
            final String said = "GMT-510 node " + node + " did not answer";
            final String all = printed.toString(StandardCharsets.UTF_8);
            assertEquals(1, all.lines().filter(line -> line.contains(said)).count(), all);
        }
    }

    /** Bytes put right into the stream of a node that has not proved who it is. */
    @Test
    void shouldNotReadStreamsThatWereNotAdmitted() {
        open(2, CONFIG, Faults.NONE, KEY);
        controls.filter((source, destination, frame) -> frame[5] != ControlFrame.Type.CONFIRM.ordinal());
        send(0, 1, REQUEST, 9);
        run(50 * MS);
        assertEquals(0, receive(1, REQUEST).size());
        assertFalse(nodes[1].hasTrafficPending());
        controls.filter((source, destination, frame) -> true);
        final List<Long> seen = new ArrayList<>();
        runUntil("it is admitted", () -> seen.addAll(receive(1, REQUEST)));
        assertEquals(List.of(9L), seen);
    }

    /** Nobody claims again: the one who waits for the answer to this buffer is the only one that there is. */
    @ParameterizedTest
    @EnumSource
    void shouldBringWhatWasSentBeforeAConnectionFailedUnconfirmed(final Signing signing) {
        open(2, CONFIG.withSigning(signing), Faults.NONE, KEY);
        controls.filter((source, destination, frame) -> frame[5] != ControlFrame.Type.CONFIRM.ordinal());
        send(0, 1, REQUEST, 9);
        runUntil("two tries have failed", () -> counter(0, "failed") >= 2);
        assertEquals(0, receive(1, REQUEST).size());
        controls.filter((source, destination, frame) -> true);
        final List<Long> seen = new ArrayList<>();
        runUntil("it comes", () -> seen.addAll(receive(1, REQUEST)));
        assertEquals(List.of(9L), seen);
        final long made = counter(0, "asked");
        run(2_000 * MS);
        assertEquals(made, counter(0, "asked"), "nothing is left to bring");
    }

    /** The same, but the other node ends: what was sent is lost, and somebody must say so. */
    @Test
    void shouldTellThatWhatWasSentBeforeAConnectionFailedIsLost() {
        open(2, CONFIG, Faults.NONE, KEY, 0);
        controls.filter((source, destination, frame) -> frame[5] != ControlFrame.Type.CONFIRM.ordinal());
        send(0, 1, REQUEST, 9);
        runUntil("a try has failed", () -> counter(0, "failed") >= 1);
        assertEquals(List.of(), broken, "it may still come");
        nodes[1].close();
        runUntil("the loss is told", () -> !broken.isEmpty());
        assertEquals(List.of(1), broken);
        assertTrue(nodes[0].wasConnected(1));
        assertTrue(nodes[0].failure(1).orElseThrow().contains("GMT-511"), nodes[0].failure(1).toString());
    }

    /** The closer asks in vain and goes on; the other side has given its streams back meanwhile. */
    @ParameterizedTest
    @EnumSource
    void shouldGoOnWhenACloserHearsNothing(final Signing signing) {
        open(2, CONFIG.withSigning(signing).withIdle(200 * MS, 50 * MS), Faults.NONE, KEY);
        send(0, 1, REQUEST, 1);
        assertEquals(List.of(1L), receive(1, REQUEST));
        final boolean[] isAgreed = {false};
        controls.filter((source, destination, frame) -> {
            isAgreed[0] |= frame[5] == ControlFrame.Type.CLOSED.ordinal();
            return !isAgreed[0];
        });
        runUntil("one side has closed", () -> counter(0, "closed") + counter(1, "closed") > 0);
        final int closer = counter(0, "closed") > 0 ? 1 : 0;
        controls.filter((source, destination, frame) -> true);
        send(closer, 1 - closer, REQUEST, 2);
        final List<Long> seen = new ArrayList<>();
        runUntil("it comes", () -> seen.addAll(receive(1 - closer, REQUEST)));
        send(1 - closer, closer, REPLY, -2);
        runUntil("the answer comes", () -> seen.addAll(receive(closer, REPLY)));
        assertEquals(List.of(2L, -2L), seen);
        assertEquals(0, counter(0, "failed") + counter(1, "failed"));
        assertFalse(nodes[0].wasConnected(1) || nodes[1].wasConnected(0), "nothing was lost");
    }

    @Test
    void shouldRefuseForgedChangedAndMisdirectedFrames() {
        open(3, CONFIG, Faults.NONE, KEY);
        final List<byte[]> heard = new ArrayList<>();
        controls.filter((source, destination, frame) -> heard.add(frame.clone()));
        send(0, 1, REQUEST, 1);
        run(20 * MS);
        final long before = counter(1, "rejected") + counter(2, "rejected");
        long injected = 0;
        for (final byte[] frame : List.copyOf(heard)) {
            for (int bit = 0; bit < frame.length * 8; bit += 5) {
                final byte[] changed = frame.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                controls.inject(1, changed);
                injected++;
            }
            controls.inject(2, frame);                 // signed, but for somebody else
            injected++;
        }
        final Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            final byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            controls.inject(1, noise);
            injected++;
        }
        run(20 * MS);
        assertEquals(injected, counter(1, "rejected") + counter(2, "rejected") - before);
        assertEquals(0, counter(2, "made"));
        assertEquals(1, counter(1, "open"));
        send(0, 1, REQUEST, 2);
        assertEquals(List.of(1L, 2L), receive(1, REQUEST));
    }

    @Test
    void shouldTryAgainWhenAPeerCameLate() {
        open(2, CONFIG, Faults.NONE, KEY);
        controls.filter((source, destination, frame) -> false);
        assertEquals(Transport.NOT_CONNECTED, trySend(nodes[0], 1, REQUEST, 1));
        runUntil("it fails", () -> trySend(nodes[0], 1, REQUEST, 1) == Transport.FAILED);
        assertEquals(1, counter(0, "failed"));
        controls.filter((source, destination, frame) -> true);
        send(0, 1, REQUEST, 2);
        assertEquals(List.of(2L), receive(1, REQUEST));
    }

    @Test
    void shouldSayThatAddressesHaveNoChannel() {
        open(2, CONFIG, Faults.NONE, KEY);
        try (Transport other = OnDemandTransport.factory(new LoopbackNetwork(2), new MemoryControlNetwork(2),
            KEY, CONFIG).open(0, 2)) {
            final byte[] plain = "loopback:1".getBytes(StandardCharsets.UTF_8);
            assertThrows(TransportException.class, () -> other.connect(new byte[][] {other.localAddress(), plain}));
            assertThrows(TransportException.class, () -> other.connect(new byte[][] {other.localAddress(), {1}}));
            assertThrows(TransportException.class, () -> other.connect(new byte[][] {other.localAddress()}));
        }
    }

    @Test
    void shouldDeriveNumbersFromTheKeyOnly() {
        assertEquals(KEY.number("salt"), ConnectKey.of("the job's".getBytes(StandardCharsets.UTF_8)).number("salt"));
        assertTrue(KEY.number("salt") != KEY.number("pepper"));
        assertTrue(KEY.number("salt") != ConnectKey.random().number("salt"));
        assertFalse(KEY.toString().contains("job's"));
    }
}

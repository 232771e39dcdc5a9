package org.gmt4j.engine.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SeedBootstrapTest extends BootstrapContractTest {

    private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    private final JobKey key = JobKey.random();
    private BootstrapConfig config = BootstrapConfig.defaults();
    private SeedServer server;

    @Override
    void endJob() {
        super.endJob();
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private void start(final int nodeCount) {
        server = SeedServer.start(new InetSocketAddress(HOST, 0), nodeCount, key, config);
    }

    private SeedBootstrap join(final int id, final int count, final JobKey withKey) {
        return SeedBootstrap.join(HOST, server.port(), id, count, withKey, config);
    }

    private SeedBootstrap joinAs(final int id, final int count) {
        final SeedBootstrap node = join(id, count, key);
        nodes.add(node);
        return node;
    }

    @Override
    List<Bootstrap> join(final int nodeCount) throws Exception {
        start(nodeCount);
        return onEach(nodeCount, id -> () -> join(id, nodeCount, key));
    }

    @Test
    void shouldRefuseWrongKeyOnBothSides() {
        start(2);
        final BootstrapException refused = assertThrows(BootstrapException.class, () -> join(0, 2, JobKey.of("other")));
        assertEquals("GMT-106", refused.code());
        assertTrue(refused.getMessage().startsWith("GMT-106 the node's job key is not the seed's"),
            refused.getMessage());
        assertEquals(1, server.droppedConnections());
        joinAs(0, 2);
    }

    @Test
    void shouldRefuseDuplicateNodeIdAndKeepTheFirst() throws Exception {
        start(2);
        joinAs(0, 2);
        final BootstrapException refused = assertThrows(BootstrapException.class, () -> join(0, 2, key));
        assertEquals("GMT-105", refused.code());
        assertTrue(refused.getMessage().contains("node 0 has joined already"), refused.getMessage());
        joinAs(1, 2);
        assertEquals(2, onEach(2, id -> () -> nodes.get(id).allGather(new byte[] {1}, LIMIT)).get(0).length);
    }

    @Test
    void shouldRefuseWrongCountAndIdOutOfRange() {
        start(2);
        assertTrue(assertThrows(BootstrapException.class, () -> join(0, 3, key)).getMessage()
            .contains("believes in 3 nodes, the job has 2"));
        assertEquals("GMT-105", assertThrows(BootstrapException.class, () -> join(2, 2, key)).code());
    }

    @Test
    void shouldNameNodeThatDoesNotJoinInTime() throws Exception {
        withLimits(limitMs -> {
            config = new BootstrapConfig(limitMs + 1, 50, 60_000);
            start(4);
            for (final int id : new int[] {0, 1, 3}) {
                joinAs(id, 4);
            }
            final List<BootstrapException> refusals = onEach(3, i -> () -> assertThrows(BootstrapException.class,
                () -> nodes.get(i).allGather(new byte[1], LIMIT)));
            for (final BootstrapException refused : refusals) {
                assertTrue(refused.getMessage().startsWith("GMT-104 node 2 did not join within " + (limitMs + 1)
                    + " ms (3 of 4 present: 0,1,3)."), refused.getMessage());
            }
            assertTrue(assertThrows(BootstrapException.class, () -> join(2, 4, key)).getMessage()
                .startsWith("GMT-104"));
        });
    }

    @Test
    void shouldDropGarbageAndGoOn() throws Exception {
        start(1);
        for (final String garbage
            : List.of("GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\0\0\0\1x", "\0\0\0\2\2x", "\377\377\377\377")) {
            try (Socket stranger = new Socket(HOST, server.port())) {
                stranger.getOutputStream().write(garbage.getBytes(StandardCharsets.ISO_8859_1));
                readToEnd(stranger.getInputStream());
            }
        }
        assertEquals(4, server.droppedConnections());
        assertArrayEquals(new byte[][] {{7}}, joinAs(0, 1).allGather(new byte[] {7}, LIMIT));
    }

    private static void readToEnd(final InputStream in) throws IOException {
        try {
            in.readAllBytes();
        } catch (final java.net.SocketException e) {
            // reset: dropped as well
        }
    }

    @Test
    void shouldDropSilentStranger() throws Exception {
        start(1);
        try (Socket stranger = new Socket(HOST, server.port())) {
            stranger.setSoTimeout(1_000 * (SeedServer.STRANGER_LIMIT_SECONDS + 100));
            readToEnd(stranger.getInputStream());
        }
        assertEquals(1, server.droppedConnections());
    }

    @Test
    void shouldRefuseOtherProtocolVersion() throws Exception {
        start(1);
        try (Socket stranger = new Socket(HOST, server.port())) {
            final DataInputStream in = new DataInputStream(stranger.getInputStream());
            in.skipNBytes(in.readInt());
            final ByteBuffer join = SeedProtocol.join(0, 1, JobKey.nonce(), new byte[JobKey.MAC_LENGTH]);
            join.putInt(SeedProtocol.HEADER_LENGTH + Long.BYTES, SeedProtocol.VERSION + 1);
            stranger.getOutputStream().write(join.array());
            in.readInt();
            assertEquals(SeedProtocol.REFUSED, in.readByte());
            assertTrue(new String(in.readAllBytes(), StandardCharsets.UTF_8).startsWith("GMT-107"));
        }
    }

    @Test
    void shouldSayThatWhatAnswersIsNoSeed() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getByName(HOST))) {
            threads.submit(() -> {
                try (Socket socket = other.accept()) {
                    socket.getOutputStream()
                        .write("220 mail.example.org ESMTP ready\r\n".getBytes(StandardCharsets.US_ASCII));
                    readToEnd(socket.getInputStream());
                }
                return null;
            });
            final BootstrapException refused = assertThrows(BootstrapException.class,
                () -> SeedBootstrap.join(HOST, other.getLocalPort(), 0, 1, key, config));
            assertEquals("GMT-107", refused.code());
        }
    }

    @Test
    void shouldNotTrustSeedThatDoesNotKnowTheKey() throws Exception {
        try (ServerSocket impostor = new ServerSocket(0, 5, InetAddress.getByName(HOST))) {
            threads.submit(() -> {
                try (Socket socket = impostor.accept()) {
                    socket.getOutputStream().write(SeedProtocol.hello(JobKey.nonce()).array());
                    socket.getOutputStream().write(SeedProtocol.welcome(new byte[JobKey.MAC_LENGTH], "job").array());
                    readToEnd(socket.getInputStream());
                }
                return null;
            });
            assertEquals("GMT-106", assertThrows(BootstrapException.class,
                () -> SeedBootstrap.join(HOST, impostor.getLocalPort(), 0, 1, key, config)).code());
        }
    }

    /** A seed whose process is stopped or has no core may stand there for longer than any read of a frame takes. */
    @Test
    void shouldGoOnWhileTheSeedStandsInTheMiddleOfAFrame() throws Exception {
        config = new BootstrapConfig(100_000, 50, 60_000);
        try (ServerSocket slow = new ServerSocket(0, 5, InetAddress.getByName(HOST))) {
            final Future<Integer> beats = threads.submit(() -> {
                try (Socket socket = slow.accept()) {
                    return beatsWithinAFrame(socket);
                }
            });
            nodes.add(SeedBootstrap.join(HOST, slow.getLocalPort(), 0, 1, key, config));
            assertArrayEquals(new byte[][] {{1, 2, 3}}, nodes.get(0).allGather(new byte[] {1, 2, 3}, LIMIT));
            nodes.get(0).leave();
            nodes.get(0).close();
            assertEquals(2 * 3, beats.get(60, TimeUnit.SECONDS));
        }
    }

    /** Answers one all-gather, and waits for beats of the node behind some bytes of the answer. */
    private int beatsWithinAFrame(final Socket socket) throws IOException {
        final DataInputStream in = new DataInputStream(socket.getInputStream());
        final byte[] challenge = JobKey.nonce();
        socket.getOutputStream().write(SeedProtocol.hello(challenge).array());
        final ByteBuffer join = ByteBuffer.wrap(in.readNBytes(in.readInt()));
        join.position(1 + Long.BYTES + 3 * Integer.BYTES);
        final byte[] nonce = SeedProtocol.bytes(join, JobKey.NONCE_LENGTH);
        socket.getOutputStream().write(SeedProtocol.welcome(key.proof(SeedProtocol.SEED_ROLE, challenge, nonce,
            SeedProtocol.claim(SeedProtocol.VERSION, 0, 1)), "job").array());
        while (in.readNBytes(in.readInt())[0] != SeedProtocol.GATHER) {
            Thread.onSpinWait();                    // a beat
        }
        final byte[] answer = SeedProtocol.gathered(0, new byte[][] {{1, 2, 3}}).array();
        int beats = 0;
        int written = 0;
        for (final int end : new int[] {2, 9, answer.length}) {
            socket.getOutputStream().write(answer, written, end - written);
            written = end;
            for (int i = 0; i < 3 && end < answer.length; i++) {
                beats += in.readNBytes(in.readInt())[0] == SeedProtocol.BEAT ? 1 : 0;
            }
        }
        readToEnd(in);
        return beats;
    }

    @Test
    void shouldWaitForSeedThatStartsLater() throws Exception {
        final int port = FreePort.next();
        final Future<SeedBootstrap> early = threads.submit(() -> SeedBootstrap.join(HOST, port, 0, 1, key, config));
        server = SeedServer.start(new InetSocketAddress(HOST, port), 1, key, config);
        nodes.add(early.get(60, TimeUnit.SECONDS));
    }

    @Test
    void shouldGiveUpOnSeedThatNeverAnswers() throws Exception {
        config = new BootstrapConfig(200, 50, 1_000);
        final int port = FreePort.next();
        assertEquals("GMT-108",
            assertThrows(BootstrapException.class, () -> SeedBootstrap.join(HOST, port, 0, 1, key, config)).code());
    }

    @Test
    void shouldSayThatPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 5, InetAddress.getByName(HOST))) {
            final BootstrapException refused = assertThrows(BootstrapException.class,
                () -> SeedServer.start(new InetSocketAddress(HOST, taken.getLocalPort()), 1, key, config));
            assertEquals("GMT-109", refused.code());
            assertTrue(refused.getMessage().contains("may use the port"), refused.getMessage());
        }
    }

    @Test
    void shouldSayWhyASeedCannotListen() {
        assertCannotListen(InetSocketAddress.createUnresolved("nosuchhost", 7_000),
            "no host of that name is known here");
        assertCannotListen(new InetSocketAddress("203.0.113.7", 7_000), "is not an address of this host");
    }

    private void assertCannotListen(final InetSocketAddress address, final String why) {
        final BootstrapException refused = assertThrows(BootstrapException.class,
            () -> SeedServer.start(address, 1, key, config));
        assertEquals("GMT-109", refused.code());
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
        assertFalse(refused.getMessage().contains("null") || refused.getMessage().contains("use the port"),
            refused.getMessage());
    }

    @Test
    void shouldTellNodesThatSeedIsLost() throws Exception {
        joined(2);
        final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
        server.close();
        for (final BlockingQueue<NodeFailure> queue : seen) {
            final NodeFailure failure = queue.poll(60, TimeUnit.SECONDS);
            assertNotNull(failure);
            assertEquals(NodeFailure.SEED, failure.nodeId());
            assertTrue(failure.message().startsWith("GMT-111 the seed of the job is lost"), failure.message());
        }
    }

    @Test
    void shouldLeaveNoThreadBehind() {
        start(1);
        for (int round = 0; round < 200; round++) {
            final SeedBootstrap node = join(0, 1, key);
            node.leave();
            node.close();
            assertEquals(List.of(), Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("gmt-seed-")).toList());
            server.close();
            start(1);
        }
    }

    @Test
    void shouldCountSilentNodeAsFailed() throws Exception {
        withLimits(limitMs -> {
            config = new BootstrapConfig(100_000, 50, limitMs);
            start(2);
            joinAs(0, 2);
            final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
            final SeedBootstrap mute = SeedBootstrap.join(HOST, server.port(), 1, 2, key,
                new BootstrapConfig(100_000, 80_000, 240_000));
            final NodeFailure failure = seen.get(0).poll(60, TimeUnit.SECONDS);
            mute.leave();
            mute.close();
            assertNotNull(failure);
            assertEquals(1, failure.nodeId());
            assertTrue(failure.reason().startsWith("silent for"), failure.reason());
        });
    }

    @Test
    void shouldKeepIdleNodes() throws Exception {
        withLimits(limitMs -> {
            config = new BootstrapConfig(100_000, 50, limitMs);
            joined(2);
            final List<BlockingQueue<NodeFailure>> seen = listenEverywhere();
            assertEquals(null, seen.get(0).poll(3L * limitMs, TimeUnit.MILLISECONDS));
            assertTrue(seen.get(1).isEmpty());
        });
    }

    @Test
    void shouldTellHostOfServerAndCountLeavers() throws Exception {
        joined(2);
        final BlockingQueue<NodeFailure> host = new java.util.concurrent.LinkedBlockingQueue<>();
        server.onFailure(host::add);
        nodes.get(0).leave();
        nodes.get(1).close();
        assertEquals(1, host.poll(60, TimeUnit.SECONDS).nodeId());
        assertTrue(server.awaitAllGone(Duration.ofSeconds(60)));
    }

    /** Whoever is there has said what it has to say: nobody waits for the limit. */
    @Test
    void shouldNotWaitForContributionsOfNodesThatHaveLeft() throws Exception {
        joined(3);
        nodes.get(1).leave();
        final Future<byte[][]> other = threads.submit(() ->
            nodes.get(2).allGather(new byte[] {2}, Duration.ofDays(1)));
        final BootstrapException e = assertThrows(BootstrapException.class,
            () -> nodes.get(0).allGather(new byte[0], Duration.ofDays(1)));
        assertEquals("GMT-112 node 1 left without contributing to all-gather 0. See that node's messages for why it "
            + "left.", e.getMessage());
        assertThrows(ExecutionException.class, () -> other.get(60, TimeUnit.SECONDS));
    }
}

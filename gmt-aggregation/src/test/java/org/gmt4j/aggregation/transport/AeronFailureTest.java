package org.gmt4j.aggregation.transport;

import static org.gmt4j.aggregation.transport.TrafficClass.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.CncFileDescriptor;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.MappedByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lost drivers and peers end in an answer, not in a wait or a stack trace. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class AeronFailureTest {
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(1000);
    /** Nobody may be taken for dead because the machine stood still: those who are dead are made to look so. */
    private static final long LIVENESS_NS = TimeUnit.SECONDS.toNanos(100);

    private static final Pattern LOG_LINE = Pattern.compile("[0-9:.]+ (INFO|WARN|ERROR) ");

    private final PrintStream originalError = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @BeforeEach
    void catchPrints() {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void shouldPrintNothingButLogLines() {
        System.setErr(originalError);
        printed.toString(StandardCharsets.UTF_8).lines()
                .forEach(line -> assertTrue(LOG_LINE.matcher(line).lookingAt(), line));
    }

    @Test
    void shouldSayThatThereIsNoDriver() {
        final AeronConfig config = AeronConfig.ipc(directory.toString()).withTimeouts(LIVENESS_NS, SHORT_NS);
        final TransportException e = assertThrows(TransportException.class, () -> AeronTransport.open(config, 0, 2));
        assertEquals(TransportException.Code.NO_DRIVER, e.code());
        assertTrue(e.getMessage().contains(directory.toString()), e.getMessage());
    }

    @Test
    void shouldSayThatAnAddressIsNotOurs() {
        final AeronConfig config = AeronConfig.udp("192.0.2.1");       // reserved for documentation
        final TransportException e = assertThrows(TransportException.class, () -> AeronTransport.open(config, 0, 2));
        assertEquals(TransportException.Code.STREAM_FAILED, e.code());
        assertTrue(e.getMessage().contains("192.0.2.1"), e.getMessage());
    }

    @Test
    void shouldSayThatAddressesDoNotFit() {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2);
                Transport transport = launcher.transports().open(0, 2)) {
            final byte[] own = transport.localAddress();
            final byte[] other = "udp|1000|10.0.0.1:4|10.0.0.1:5".getBytes(StandardCharsets.UTF_8);
            final byte[] elsewhere = (new String(own, StandardCharsets.UTF_8) + "2").getBytes(StandardCharsets.UTF_8);
            assertThrows(TransportException.class, () -> transport.connect(new byte[][] {own}));
            assertThrows(TransportException.class, () -> transport.connect(new byte[][] {own, other}));
            assertThrows(TransportException.class, () -> transport.connect(new byte[][] {own, elsewhere}));
        }
    }

    @Test
    void shouldFailClaimsForAPeerThatNeverComes() {
        try (MediaDriverLauncher launcher = MediaDriverLauncher.launch(2)) {
            final AeronConfig config = launcher.config().withTimeouts(LIVENESS_NS, SHORT_NS);
            try (Transport transport = AeronTransport.open(config, 0, 2)) {
                transport.connect(new byte[][] {transport.localAddress(), transport.localAddress()});
                assertEquals(Transport.OK, untilClaimed(transport, 0));
                assertEquals(Transport.NOT_CONNECTED, TransportCluster.trySend(transport, 1, REQUEST, 1, 8));
                assertEquals(Transport.FAILED, finalAnswer(transport));
                assertTrue(transport.failure().orElseThrow().contains("node 1 did not answer within 1000 ms"));
                assertEquals(Transport.OK, untilClaimed(transport, 0), "other peers go on");
            }
        }
    }

    @Test
    void shouldFailClaimsForAPeerThatLeft() {
        final AeronConfig config = AeronConfig.udp("127.0.0.1").withTimeouts(LIVENESS_NS, SHORT_NS);
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(config), 2)) {
            cluster.send(0, 1, REQUEST, 1, 8);
            cluster.node(1).close();
            assertEquals(Transport.FAILED, finalAnswer(cluster.node(0)));
        }
    }

    @Test
    void shouldAnswerClosedWhenTheDriverStops() {
        final MediaDriverLauncher launcher = MediaDriverLauncher.launch(2);
        try (TransportCluster cluster = new TransportCluster(launcher.transports(), 2)) {
            cluster.send(0, 1, REQUEST, 1, 8);
            launcher.close();
            assertEquals(Transport.CLOSED, finalAnswer(cluster.node(0)));
            assertTrue(cluster.node(0).failure().orElseThrow().contains(launcher.directory()));
            assertTrue(cluster.node(0).counters().errors() > 0);
            assertEquals(0, cluster.node(0).poll(REQUEST, (address, length) -> true, 1));
        }
    }

    @Test
    void shouldAnswerClosedWhenTheDriverIsKilled() throws Exception {
        final Process process = startDriver();
        final String driver = new BufferedReader(new InputStreamReader(process.getInputStream(),
            StandardCharsets.UTF_8)).readLine();
        final AeronConfig config = AeronConfig.ipc(driver).withTimeouts(LIVENESS_NS, LIVENESS_NS);
        try (TransportCluster cluster = new TransportCluster(AeronTransport.factory(config), 2)) {
            cluster.send(0, 1, REQUEST, 1, 8);
            process.destroyForcibly().waitFor();
            lookDead(driver);
            assertEquals(Transport.CLOSED, finalAnswer(cluster.node(0)));
            assertEquals(Transport.CLOSED, finalAnswer(cluster.node(1)));
        } finally {
            process.destroyForcibly().waitFor();
            assertTrue(DriverDirectory.remove(new File(driver).getParentFile()));
        }
    }

    @Test
    void shouldEndAStandaloneDriverWithItsInput() throws Exception {
        final Process process = startDriver();
        final File driver =
                new File(new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))
                    .readLine());
        assertTrue(driver.isDirectory());
        process.getOutputStream().close();
        assertTrue(process.waitFor(120, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue());
        assertTrue(!driver.exists());
    }

    /** As if the liveness timeout were over: the driver's last sign of life is made an hour older. */
    private static void lookDead(final String driver) {
        final File file = new File(driver, CncFileDescriptor.CNC_FILE);
        final MappedByteBuffer mapped = IoUtil.mapExistingFile(file, CncFileDescriptor.CNC_FILE);
        try {
            final UnsafeBuffer metaData = CncFileDescriptor.createMetaDataBuffer(mapped);
            new ManyToOneRingBuffer(CncFileDescriptor.createToDriverBuffer(mapped, metaData))
                    .consumerHeartbeatTime(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(1));
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    private Process startDriver() throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx64m",
                "-cp", System.getProperty("java.class.path"),
                MediaDriverLauncher.class.getName(), "2", directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** Claims for node 1 until the answer is final. */
    private static int finalAnswer(final Transport transport) {
        while (true) {
            transport.doWork(System.nanoTime());
            final int answer = TransportCluster.trySend(transport, 1, REQUEST, 1, 8);
            if (answer == Transport.CLOSED || answer == Transport.FAILED) {
                return answer;
            }
            LockSupport.parkNanos(TransportCluster.PARK_NS);       // most of these answers follow from a time limit
        }
    }

    /** The first answer that is no "not yet": a young stream is back-pressured until its first window arrives. */
    private static int untilClaimed(final Transport transport, final int node) {
        int answer = Transport.NOT_CONNECTED;
        while (answer == Transport.NOT_CONNECTED || answer == Transport.BACK_PRESSURED) {
            transport.doWork(System.nanoTime());
            answer = TransportCluster.trySend(transport, node, REQUEST, 1, 8);
            Thread.yield();
        }
        return answer;
    }
}

package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.transport.FaultyTransport;
import org.gmt4j.aggregation.transport.LoopbackNetwork;
import org.gmt4j.aggregation.transport.TamperedTransport;
import org.gmt4j.aggregation.transport.TransportFactory;
import org.gmt4j.aggregation.transport.connect.ConnectConfig;
import org.gmt4j.aggregation.transport.connect.ConnectKey;
import org.gmt4j.aggregation.transport.connect.MemoryControlNetwork;
import org.gmt4j.aggregation.transport.connect.OnDemandTransport;
import org.gmt4j.aggregation.transport.connect.Signing;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each one-sided verb under each fault of the transport: the result is right, or every wait ends with the name of a
 * node. Never a wrong result.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VerbsUnderFaultsTest {
    private static final int BYTES = 256 * 1024;
    private static final int ROWS = 512;
    private static final int ROW = BYTES / ROWS / 2;
    private static final int FAULTY_BUFFER = 4;

    private static final int NEVER = Integer.MIN_VALUE;
    /** Buffers from the other node since the verb began; negative: not counted. */
    private static final AtomicInteger BUFFERS = new AtomicInteger(NEVER);
    private static volatile int firstBuffer;

    enum Verb {
        PUT, PUT_LOCAL, GET, ACCUMULATE, PUT_STRIDED, GET_STRIDED, PUT_PATCHES, GET_PATCHES, PUT_VECTOR, GET_VECTOR, ADD
    }

    enum Fault { LOST, DOUBLED, LATE, CHANGED, FORGED, REFUSED, SLOW }

    static Stream<Arguments> verbsAndFaults() {
        return Arrays.stream(Verb.values())
            .flatMap(verb -> Arrays.stream(Fault.values()).map(fault -> Arguments.of(verb, fault)));
    }

    @ParameterizedTest
    @MethodSource("verbsAndFaults")
    void shouldBeRightOrSayWhoIsToBlame(final Verb verb, final Fault fault) {
        if (fault == Fault.REFUSED || fault == Fault.SLOW) {
            try (LoopbackNetwork network = new LoopbackNetwork(2)) {
                final TransportFactory faulty = (node, count) -> {
                    final FaultyTransport transport = FaultyTransport.over(network.open(node, count));
                    return fault == Fault.REFUSED ? transport.refusingEvery(3) : transport.delaying(5);
                };
                try (GmtCluster cluster = start(faulty)) {
                    assertEquals("", cluster.call(ctx -> run(verb, ctx)));
                }
            }
            return;
        }
        for (int tampered = 0; tampered < 2; tampered++) {
            final boolean carriesData = tampered == 1 ^ verb.name().startsWith("GET");
            underFault(verb, fault, tampered, carriesData);
        }
    }

    private static void underFault(final Verb verb, final Fault fault, final int tampered, final boolean carriesData) {
        BUFFERS.set(NEVER);
        // where few buffers go, nothing is changed
        firstBuffer = carriesData ? 0 : NEVER;
        try (LoopbackNetwork network = new LoopbackNetwork(2)) {
            final TransportFactory transports =
                OnDemandTransport.factory(TamperedTransport.at(tampered, network, tamper(fault)),
                new MemoryControlNetwork(2), ConnectKey.random(), ConnectConfig.DEFAULT.withSigning(Signing.ON));
            try (GmtCluster cluster = start(transports)) {
                cluster.run(ctx -> Armci.of(ctx).free(Armci.of(ctx).allocate(8)));      // connections are there
                if (!carriesData) {
                    assertEquals("", cluster.call(ctx -> run(verb, ctx)));
                    return;
                }
                final RuntimeException e = assertThrows(RuntimeException.class,
                    () -> cluster.call(ctx -> run(verb, ctx)));
                final String said = causes(e);
                assertTrue(said.contains("node 0") || said.contains("node 1"), said);
                // the other node may be told of the end of the connection only
                final boolean isWrong = fault == Fault.CHANGED || fault == Fault.FORGED;
                assertTrue(said.contains(isWrong ? "GMT-517" : "GMT-518") || said.contains("GMT-513"), said);
            }
        }
    }

    private static String causes(final Throwable thrown) {
        final StringBuilder said = new StringBuilder();
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            said.append(t).append('\n');
        }
        return said.toString();
    }

    private static GmtCluster start(final TransportFactory transports) {
        return TestClusters.builder(2, TestClusters.Plan.COMBINED, VerbsUnderFaultsTest.class)
            .transports(transports).start();
    }

    /** The fault happens to one buffer from the other node, once it counts. */
    private static TamperedTransport.Tamper tamper(final Fault fault) {
        final Random random = new Random(fault.ordinal());
        final byte[][] held = new byte[1][];
        return (number, source, cls, bytes, way) -> {
            final boolean isIt = BUFFERS.getAndUpdate(n -> n < 0 ? n : n + 1) == FAULTY_BUFFER;
            if (!isIt) {
                way.deliver(bytes);
                if (held[0] != null) {
                    way.deliver(held[0]);
                    held[0] = null;
                }
                return;
            }
            switch (fault) {
                case LOST:
                    break;
                case DOUBLED:
                    way.deliver(bytes);
                    way.deliver(bytes);
                    break;
                case LATE:
                    held[0] = bytes;
                    break;
                case CHANGED:
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    way.deliver(bytes);
                    break;
                default:
                    final byte[] forged = bytes.clone();
                    forged[forged.length / 2] ^= 1;
                    way.deliver(forged);
                    way.deliver(bytes);
                    break;
            }
        };
    }

    /** What is wrong with the result, or nothing. */
    static String run(final Verb verb, final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(BYTES);
        final byte[] bytes = new byte[BYTES];
        new Random(verb.ordinal()).nextBytes(bytes);
        final byte[] expected = new byte[BYTES];
        final byte[] found = new byte[BYTES];
        final LocalBuffer out = LocalBuffer.of(bytes);
        final LocalBuffer in = LocalBuffer.of(found);
        final Patch rows = Patch.of(0, ROW).times(ROWS, 2L * ROW);
        final int half = ROWS / 2;
        final Patch[] patches = {Patch.of(2L * ROW * half, ROW).times(ROWS - half, 2L * ROW),
            Patch.of(0, ROW).times(half, 2L * ROW)};
        final IoVector vector = rows();
        if (verb == Verb.GET) {
            armci.put(out, 0, memory, 1, 0, BYTES);
        }
        BUFFERS.set(firstBuffer);
        switch (verb) {
            case GET:
                System.arraycopy(bytes, 0, expected, 0, BYTES);                         // it is all that follows
                break;
            case PUT:
                armci.putNb(out, 0, memory, 1, 0, BYTES);
                ctx.await();
                System.arraycopy(bytes, 0, expected, 0, BYTES);
                break;
            case PUT_LOCAL:
                System.arraycopy(bytes, 0, expected, 0, BYTES);
                armci.putLocal(out, 0, memory, 1, 0, BYTES);
                Arrays.fill(bytes, (byte) -1);                                          // it is ours again
                ctx.await();
                break;
            case ACCUMULATE:
                armci.accumulateNb(Accumulate.LONG, out, 0, memory, 1, 0, BYTES);
                ctx.await();
                System.arraycopy(bytes, 0, expected, 0, BYTES);
                break;
            case PUT_STRIDED:
                armci.putStridedNb(out, rows, memory, 1, rows);
                ctx.await();
                copyRows(bytes, expected);
                break;
            case PUT_PATCHES:
                armci.putPatchesNb(out, patches, memory, 1, patches);
                ctx.await();
                copyRows(bytes, expected);
                break;
            case GET_PATCHES:
                armci.getPatchesNb(memory, 1, patches, in, patches);
                ctx.await();
                break;
            case PUT_VECTOR:
                armci.putVectorNb(out, memory, 1, vector);
                ctx.await();
                copyRows(bytes, expected);
                break;
            case GET_STRIDED:
                armci.getStridedNb(memory, 1, rows, in, rows);
                ctx.await();
                break;
            case GET_VECTOR:
                armci.getVectorNb(memory, 1, in, vector);
                ctx.await();
                break;
            default:
                for (int i = 0; i < BYTES / 8; i++) {
                    armci.addLongNb(memory, 1, 8L * i, 1);
                    expected[8 * i] = 1;
                }
                ctx.await();
                break;
        }
        armci.get(memory, 1, 0, in, 0, BYTES);
        armci.free(memory);
        final int differs = Arrays.mismatch(expected, found);
        return differs < 0 ? "" : verb + " differs at byte " + differs;
    }

    private static IoVector rows() {
        final long[] places = new long[ROWS];
        for (int i = 0; i < ROWS; i++) {
            places[i] = 2L * ROW * i;
        }
        return new IoVector(places, places.clone(), ROW);
    }

    private static void copyRows(final byte[] source, final byte[] target) {
        for (int i = 0; i < ROWS; i++) {
            System.arraycopy(source, 2 * ROW * i, target, 2 * ROW * i, ROW);
        }
    }
}

package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Accumulates of every type with scale, from all nodes and many tasks at once: small whole numbers, so that every sum
 * is exact.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciAccumulateTest {
    private static final int VALUES = 700;
    private static final int TASKS = 24;

    @ParameterizedTest
    @MethodSource("org.gmt4j.TestClusters#shapes")
    void shouldAddEveryTypeAtomically(final int nodes, final TestClusters.Plan plan) {
        try (GmtCluster cluster = TestClusters.start(nodes, plan, ArmciAccumulateTest.class)) {
            assertEquals("", TestClusters.join(cluster.call(ArmciAccumulateTest::allTypes)));
        }
    }

    private static List<String> allTypes(final TaskContext ctx) throws SuspendExecution {
        final List<String> failures = new ArrayList<>();
        final Armci armci = Armci.of(ctx);
        for (final AccumulateType type : AccumulateType.values()) {
            final ArmciMemory memory = armci.allocate(2L * VALUES * type.lengthInBytes());
            final int code = type.ordinal();
            ctx.parFor(TASKS, 1, SpawnPolicy.PARTITION, (k, c) -> addAll(c, memory, AccumulateType.values()[code]));
            for (int node = 0; node < ctx.nodeCount(); node++) {
                failures.add(check(armci, memory, type, node));
            }
            armci.free(memory);
        }
        return failures;
    }

    /** Values 1, 2, 3 ... and for complex ones (1, 10), (2, 20) ... */
    private static LocalBuffer source(final AccumulateType type) {
        final int parts = type.lengthInBytes() / type.width() * VALUES;
        final int step = type.isComplex() ? 2 : 1;
        final double[] values = new double[parts];
        for (int i = 0; i < parts; i++) {
            values[i] = (i / step + 1) % 50 * (i % step == 1 ? 10 : 1);
        }
        switch (type) {
            case INT:
                final int[] ints = new int[parts];
                java.util.Arrays.setAll(ints, i -> (int) values[i]);
                return LocalBuffer.of(ints);
            case LONG:
                final long[] longs = new long[parts];
                java.util.Arrays.setAll(longs, i -> (long) values[i]);
                return LocalBuffer.of(longs);
            case FLOAT:
            case FLOAT_COMPLEX:
                final float[] floats = new float[parts];
                for (int i = 0; i < parts; i++) {
                    floats[i] = (float) values[i];
                }
                return LocalBuffer.of(floats);
            default:
                return LocalBuffer.of(values);
        }
    }

    private static Scale scale(final AccumulateType type) {
        return type.isComplex() ? Scale.of(2.0, 1.0) : type.isWhole() ? Scale.of(3) : Scale.of(0.5);
    }

    private static void addAll(final TaskContext ctx, final ArmciMemory memory, final AccumulateType type)
        throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final LocalBuffer source = source(type);
        final int length = type.lengthInBytes();
        final long bytes = source.lengthInBytes();
        final long[] all = new long[VALUES];
        java.util.Arrays.setAll(all, i -> (long) i * length);
        for (int node = 0; node < ctx.nodeCount(); node++) {
            // The first half contiguous, strided by two and by vector; the second only at even places, strided.
            armci.accumulateNb(type, scale(type), source, 0, memory, node, 0, bytes);
            armci.accumulateVectorNb(type, scale(type), source, memory, node, new IoVector(all, all, length));
            armci.accumulateStrided(type, Scale.ONE, source, 0, new long[] {length, length * 2L, length * 70L},
                memory, node, bytes, new long[] {length, length * 2L, length * 70L},
                new long[] {length, 2, 35, VALUES / 70});
            for (int i = 0; i < 20; i++) {
                armci.accumulateNb(type, Scale.ONE, source, (long) i * length, memory, node, (long) i * length, length);
            }
        }
        ctx.await();
    }

    private static String check(final Armci armci, final ArmciMemory memory, final AccumulateType type, final int node)
        throws SuspendExecution {
        final long bytes = memory.lengthInBytes(node);
        final byte[] found = new byte[(int) bytes];
        armci.get(memory, node, 0, LocalBuffer.of(found), 0, bytes);
        final java.nio.ByteBuffer in = java.nio.ByteBuffer.wrap(found).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 2 * VALUES; i++) {
            final double x = (i % VALUES + 1) % 50;
            final double y = type.isComplex() ? 10 * x : 0;
            final boolean isFirst = i < VALUES;
            final double real = type.isComplex() ? 2 * x - y : type.isWhole() ? 3 * x : 0.5 * x;
            final double imaginary = type.isComplex() ? 2 * y + x : 0;
            final double once = !isFirst || i < 20 ? 1 : 0;
            final double expectedReal = TASKS * ((isFirst ? 2 * real : 0) + once * x);
            final double expectedImaginary = TASKS * ((isFirst ? 2 * imaginary : 0) + once * y);
            final int at = i * type.lengthInBytes();
            final double foundReal = value(in, type, at);
            final double foundImaginary = type.isComplex() ? value(in, type, at + type.width()) : 0;
            if (foundReal != expectedReal || foundImaginary != expectedImaginary) {
                return type + " node " + node + " value " + i + ": " + foundReal + ", " + foundImaginary
                    + " instead of " + expectedReal + ", " + expectedImaginary;
            }
        }
        return "";
    }

    private static double value(final java.nio.ByteBuffer in, final AccumulateType type, final int at) {
        switch (type) {
            case INT:
                return in.getInt(at);
            case LONG:
                return in.getLong(at);
            case FLOAT:
            case FLOAT_COMPLEX:
                return in.getFloat(at);
            default:
                return in.getDouble(at);
        }
    }
}

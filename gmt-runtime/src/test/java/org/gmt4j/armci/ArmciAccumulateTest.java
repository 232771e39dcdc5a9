package org.gmt4j.armci;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.GmtCluster;
import org.gmt4j.Patch;
import org.gmt4j.SpawnPolicy;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.aggregation.wire.AccumulateKind;
import org.gmt4j.engine.onesided.AccumulateOperator;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Accumulates of every type with scale, from all nodes and many tasks at once: small whole numbers, so that every sum
 * is exact.
 */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArmciAccumulateTest {
    private static final int VALUES = 700;
    private static final int TASKS = 24;
    private static final Accumulate[] SUMS = {Accumulate.INT, Accumulate.LONG, Accumulate.FLOAT, Accumulate.DOUBLE,
        Accumulate.FLOAT_COMPLEX, Accumulate.DOUBLE_COMPLEX};

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
        for (int i = 0; i < SUMS.length; i++) {
            final Accumulate type = SUMS[i];
            final ArmciMemory memory = armci.allocate(2L * VALUES * type.lengthInBytes());
            final int code = i;
            ctx.parFor(TASKS, 1, SpawnPolicy.PARTITION, (k, c) -> addAll(c, memory, SUMS[code]));
            for (int node = 0; node < ctx.nodeCount(); node++) {
                failures.add(check(armci, memory, type, node));
            }
            armci.free(memory);
        }
        return failures;
    }

    /** Values 1, 2, 3 ... and for complex ones (1, 10), (2, 20) ... */
    private static boolean isComplex(final Accumulate type) {
        return AccumulateOperator.of(type).isComplex();
    }

    private static LocalBuffer source(final Accumulate type) {
        final int parts = type.lengthInBytes() / type.width() * VALUES;
        final int step = isComplex(type) ? 2 : 1;
        final double[] values = new double[parts];
        for (int i = 0; i < parts; i++) {
            values[i] = (i / step + 1) % 50 * (i % step == 1 ? 10 : 1);
        }
        switch (AccumulateOperator.of(type).kind()) {
            case AccumulateKind.INT:
                final int[] ints = new int[parts];
                java.util.Arrays.setAll(ints, i -> (int) values[i]);
                return LocalBuffer.of(ints);
            case AccumulateKind.LONG:
                final long[] longs = new long[parts];
                java.util.Arrays.setAll(longs, i -> (long) values[i]);
                return LocalBuffer.of(longs);
            case AccumulateKind.FLOAT:
                final float[] floats = new float[parts];
                for (int i = 0; i < parts; i++) {
                    floats[i] = (float) values[i];
                }
                return LocalBuffer.of(floats);
            default:
                return LocalBuffer.of(values);
        }
    }

    private static Accumulate scaled(final Accumulate type) {
        return isComplex(type) ? type.scaled(2.0, 1.0) : isWhole(type) ? type.scaled(3) : type.scaled(0.5);
    }

    private static boolean isWhole(final Accumulate type) {
        return type == Accumulate.INT || type == Accumulate.LONG;
    }

    private static void addAll(final TaskContext ctx, final ArmciMemory memory, final Accumulate type)
        throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        final LocalBuffer source = source(type);
        final int length = type.lengthInBytes();
        final long bytes = source.lengthInBytes();
        final long[] all = new long[VALUES];
        java.util.Arrays.setAll(all, i -> (long) i * length);
        for (int node = 0; node < ctx.nodeCount(); node++) {
            // The first half contiguous, strided by two and by vector; the second only at even places, strided.
            armci.accumulateNb(scaled(type), source, 0, memory, node, 0, bytes);
            armci.accumulateVectorNb(scaled(type), source, memory, node, new IoVector(all, all, length));
            final Patch shape = Patch.of(0, length).times(2, length).times(35, length * 2L).times(VALUES / 70,
                length * 70L);
            armci.accumulateStrided(type, source, shape, memory, node, shape.at(bytes));
            for (int i = 0; i < 20; i++) {
                armci.accumulateNb(type, source, (long) i * length, memory, node, (long) i * length, length);
            }
        }
        ctx.await();
    }

    private static String check(final Armci armci, final ArmciMemory memory, final Accumulate type, final int node)
        throws SuspendExecution {
        final long bytes = memory.lengthInBytes(node);
        final byte[] found = new byte[(int) bytes];
        armci.get(memory, node, 0, LocalBuffer.of(found), 0, bytes);
        final java.nio.ByteBuffer in = java.nio.ByteBuffer.wrap(found).order(java.nio.ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < 2 * VALUES; i++) {
            final double x = (i % VALUES + 1) % 50;
            final double y = isComplex(type) ? 10 * x : 0;
            final boolean isFirst = i < VALUES;
            final double real = isComplex(type) ? 2 * x - y : isWhole(type) ? 3 * x : 0.5 * x;
            final double imaginary = isComplex(type) ? 2 * y + x : 0;
            final double once = !isFirst || i < 20 ? 1 : 0;
            final double expectedReal = TASKS * ((isFirst ? 2 * real : 0) + once * x);
            final double expectedImaginary = TASKS * ((isFirst ? 2 * imaginary : 0) + once * y);
            final int at = i * type.lengthInBytes();
            final double foundReal = value(in, type, at);
            final double foundImaginary = isComplex(type) ? value(in, type, at + type.width()) : 0;
            if (foundReal != expectedReal || foundImaginary != expectedImaginary) {
                return type + " node " + node + " value " + i + ": " + foundReal + ", " + foundImaginary
                    + " instead of " + expectedReal + ", " + expectedImaginary;
            }
        }
        return "";
    }

    private static double value(final java.nio.ByteBuffer in, final Accumulate type, final int at) {
        switch (AccumulateOperator.of(type).kind()) {
            case AccumulateKind.INT:
                return in.getInt(at);
            case AccumulateKind.LONG:
                return in.getLong(at);
            case AccumulateKind.FLOAT:
                return in.getFloat(at);
            default:
                return in.getDouble(at);
        }
    }

    /** There is no imaginary part to multiply with, in which an infinite number would be none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldScaleBothPartsOfComplexValuesByRealFactors(final int nodes) {
        try (GmtCluster cluster = TestClusters.start(nodes, TestClusters.Plan.COMBINED, ArmciAccumulateTest.class)) {
            cluster.run(ctx -> {
                for (final Accumulate type : new Accumulate[] {Accumulate.FLOAT_COMPLEX, Accumulate.DOUBLE_COMPLEX}) {
                    scaleInfiniteParts(ctx, type, type.scaled(2), 2);
                    scaleInfiniteParts(ctx, type, type.scaled(2.0), 2);
                    scaleInfiniteParts(ctx, type, type.scaled(2, 0), Double.NaN);
                }
            });
        }
    }

    private static void scaleInfiniteParts(final TaskContext ctx, final Accumulate type, final Accumulate scaled,
                                           final double imaginary) throws SuspendExecution {
        final LocalBuffer source = type.width() == 4 ? LocalBuffer.of(new float[] {Float.POSITIVE_INFINITY, 1})
            : LocalBuffer.of(new double[] {Double.POSITIVE_INFINITY, 1});
        final int length = type.lengthInBytes();
        final Armci armci = Armci.of(ctx);
        final ArmciMemory memory = armci.allocate(4L * length);
        for (int node = 0; node < ctx.nodeCount(); node++) {
            armci.accumulate(scaled, source, 0, memory, node, 0, length);
            armci.accumulateVector(scaled, source, memory, node, new IoVector(new long[1], new long[] {length},
                length));
            armci.accumulateStrided(scaled, source, Patch.of(0, length).times(2, 0), memory, node,
                Patch.of(2L * length, length).times(2, length));
            final byte[] found = new byte[4 * length];
            armci.get(memory, node, 0, LocalBuffer.of(found), 0, found.length);
            final java.nio.ByteBuffer in = java.nio.ByteBuffer.wrap(found).order(java.nio.ByteOrder.LITTLE_ENDIAN);
            for (int i = 0; i < 4; i++) {
                assertArrayEquals(new double[] {Double.POSITIVE_INFINITY, imaginary},
                    new double[] {value(in, type, i * length), value(in, type, i * length + type.width())},
                    type + " at node " + node + ", value " + i);
            }
        }
        armci.free(memory);
    }
}

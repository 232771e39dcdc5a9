package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.gmt4j.CollectiveAbortedException;
import org.gmt4j.GmtCluster;
import org.gmt4j.ParForException;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the members of a team are told of a matrix: the same to each, and what MatrixMath tells one task. */
@Timeout(120)
class TeamResultsTest {
    private static final long[][] SHAPES = {{1}, {2}, {97}, {40_000}, {1, 1}, {1, 13}, {13, 1}, {3, 2}, {71, 83},
        {150, 160}, {1, 1, 2}, {5, 6, 7}};
    private static final String BITS = " ";
    private static final AtomicInteger ABORTED = new AtomicInteger();

    /** Numbers whose sums depend on the order in which they are added; whole ones of whole types. */
    private static GlobalMatrix filled(final TaskContext ctx, final MatrixSpec spec, final long seed)
        throws SuspendExecution {
        final GlobalMatrix matrix = GlobalMatrix.create(ctx, spec);
        final Random random = new Random(seed);
        final Tile tile = Tile.of(spec.type(), spec.extents());
        final int count = (int) matrix.box().size();
        for (int i = 0; i < count; i++) {
            final double number = random.nextGaussian() * Math.pow(10, random.nextInt(9));
            switch (spec.type()) {
                case INT, LONG -> TileMath.set(tile, i, Math.rint(number));
                case COMPLEX -> {
                    tile.doubles()[2 * i] = number;
                    tile.doubles()[2 * i + 1] = random.nextDouble();
                }
                default -> TileMath.set(tile, i, number);
            }
        }
        matrix.put(ctx, matrix.box(), tile);
        return matrix;
    }

    private static String bits(final double... numbers) {
        final StringBuilder bits = new StringBuilder();
        for (final double number : numbers) {
            bits.append(Long.toHexString(Double.doubleToRawLongBits(number))).append(BITS);
        }
        return bits.toString();
    }

    private static String bits(final Found found, final int dims) {
        final StringBuilder bits = new StringBuilder(bits(found.value()));
        for (int dim = 0; dim < dims; dim++) {
            bits.append(found.index(dim)).append(BITS);
        }
        return bits.toString();
    }

    private static String ofOne(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        final String products = a.type() == MatrixType.COMPLEX ? bits(MatrixMath.complexDot(ctx, a, b))
            : bits(MatrixMath.dot(ctx, a, b)) + (a.type().isWhole() ? MatrixMath.wholeDot(ctx, a, b) : "") + BITS;
        return products + bits(MatrixMath.norm1(ctx, a), MatrixMath.normInfinity(ctx, a),
            MatrixMath.normFrobenius(ctx, a)) + bits(MatrixMath.least(ctx, a), a.dims())
            + bits(MatrixMath.greatest(ctx, a), a.dims());
    }

    private static String ofMember(final TaskContext node, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        final String products = a.type() == MatrixType.COMPLEX ? bits(TeamMath.complexDot(node, a, b))
            : bits(TeamMath.dot(node, a, b)) + (a.type().isWhole() ? TeamMath.wholeDot(node, a, b) : "") + BITS;
        return products + bits(TeamMath.norm1(node, a), TeamMath.normInfinity(node, a),
            TeamMath.normFrobenius(node, a)) + bits(TeamMath.least(node, a), a.dims())
            + bits(TeamMath.greatest(node, a), a.dims());
    }

    private static void check(final TaskContext ctx, final MatrixSpec spec, final MatrixSpec other)
        throws SuspendExecution {
        final GlobalMatrix a = filled(ctx, spec, 3);
        final GlobalMatrix b = filled(ctx, other, 5);
        final String expected = ofOne(ctx, a, b);
        for (final String member : ctx.callOnAll(node -> ofMember(node, a, b))) {
            assertEquals(expected, member, spec::toString);
        }
        a.destroy(ctx);
        b.destroy(ctx);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7})
    void shouldBeThoseOfMatrixMathToTheLastBit(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, TeamResultsTest.class)) {
            cluster.run(ctx -> {
                final ProcessGroup some = ProcessGroup.create(ctx, nodes > 2 ? new int[] {2, 0} : new int[] {0});
                for (final MatrixType type : MatrixType.values()) {
                    for (final long[] shape : SHAPES) {
                        final MatrixSpec plain = MatrixSpec.of(type, shape);
                        final long[] small = new long[shape.length];
                        Arrays.fill(small, 2);
                        final long[] large = new long[shape.length];
                        Arrays.fill(large, 9);
                        check(ctx, plain, plain);
                        check(ctx, plain.blockCyclic(small), plain);
                        check(ctx, plain.blockCyclic(large), plain.blockCyclic(small));
                        check(ctx, plain.on(some), plain);
                    }
                }
                ctx.executeOnAll(node -> assertEquals(0, NodeCalls.of(node).living(), "nothing is kept"));
            });
        }
    }

    /** Many nodes along each line, whose sums come in any order. */
    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void shouldBeTheSameInEachCall(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, TeamResultsTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : List.of(MatrixSpec.doubles(200, 190).grid(nodes, 1),
                    MatrixSpec.doubles(200, 190).grid(1, nodes),
                    MatrixSpec.doubles(200, 190).blockCyclic(9, 10).grid(nodes, 1))) {
                    final GlobalMatrix a = filled(ctx, spec, 11);
                    final String first = bits(MatrixMath.norm1(ctx, a), MatrixMath.normInfinity(ctx, a));
                    for (int time = 0; time < 20; time++) {
                        assertEquals(first, bits(MatrixMath.norm1(ctx, a), MatrixMath.normInfinity(ctx, a)));
                        for (final String member : ctx.callOnAll(node -> bits(TeamMath.norm1(node, a),
                            TeamMath.normInfinity(node, a)))) {
                            assertEquals(first, member);
                        }
                    }
                }
            });
        }
    }

    /** More lines than nodes add up at a time, of which the last one is the greatest. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldAddUpManyLines(final int nodes) {
        final int lines = 300_000;
        try (GmtCluster cluster = TestClusters.local(nodes, TeamResultsTest.class)) {
            cluster.run(ctx -> {
                for (final MatrixSpec spec : List.of(MatrixSpec.ints(lines, 3).grid(1, nodes),
                    MatrixSpec.ints(lines, 3).grid(nodes, 1), MatrixSpec.ints(lines, 3).blockCyclic(100, 1))) {
                    final GlobalMatrix a = GlobalMatrix.create(ctx, spec);
                    a.fill(ctx, -1);
                    a.put(ctx, Box.of(lines - 1, lines, 0, 3), Tile.of(new int[] {-4, 5, 6}, 1, 3));
                    for (final String member : ctx.callOnAll(node -> bits(TeamMath.normInfinity(node, a),
                        TeamMath.norm1(node, a)))) {
                        assertEquals(bits(15, lines + 5), member);
                    }
                    assertEquals(15, MatrixMath.normInfinity(ctx, a));
                    a.destroy(ctx);
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void shouldFindTheFirstOfEqualsAndWhatIsNoNumber(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, TeamResultsTest.class)) {
            cluster.run(ctx -> {
                final double nan = Double.NaN;
                extremes(ctx, "-3.0 at [1] 7.0 at [0]", 7, -3, 7, 1, -3, 7, 7);
                extremes(ctx, "-0.0 at [2] 0.0 at [0]", 0, 0, -0.0, 0, -0.0, 0, 0);
                extremes(ctx, "-1.0 at [6] NaN at [3]", 2, 3, 1, nan, nan, 5, -1);
                extremes(ctx, "NaN at [0] NaN at [0]", nan, nan, nan, nan, nan, nan, nan);
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(7, 5));
                a.put(ctx, Box.of(6, 7, 0, 1), Tile.of(new double[] {nan}, 1, 1));
                for (final String found : ctx.callOnAll(node -> bits(TeamMath.norm1(node, a),
                    TeamMath.normInfinity(node, a), TeamMath.normFrobenius(node, a), TeamMath.dot(node, a, a)))) {
                    assertEquals(bits(nan, nan, nan, nan), found);
                }
            });
        }
    }

    private static void extremes(final TaskContext ctx, final String expected, final double... numbers)
        throws SuspendExecution {
        final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(numbers.length));
        a.put(ctx, a.box(), Tile.of(numbers, numbers.length));
        for (final String found : ctx.callOnAll(node -> TeamMath.least(node, a) + " " + TeamMath.greatest(node, a))) {
            assertEquals(expected, found);
        }
        a.destroy(ctx);
    }

    /** Members at different speeds, and elements of others: who is done may change them. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void shouldNeedNoBarrierBehind(final int nodes) {
        try (GmtCluster cluster = TestClusters.local(nodes, TeamResultsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.longs(40, 30));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.longs(40, 30).grid(1, nodes));
                ctx.executeOnAll(node -> {
                    final Random random = new Random(node.nodeId());
                    for (int round = 1; round <= 30; round++) {
                        TeamMath.fill(node, a, round);
                        TeamMath.fill(node, b, 3 * round);
                        node.barrier();
                        assertEquals(40 * 30 * 3 * round * round, TeamMath.wholeDot(node, a, b));
                        for (int turn = random.nextInt(8); turn > 0; turn--) {
                            node.yield();
                        }
                    }
                });
            });
        }
    }

    /** What members call that wait. */
    private static void number(final TaskContext node, final int which, final GlobalMatrix a) throws SuspendExecution {
        switch (which) {
            case 0 -> TeamMath.dot(node, a, a);
            case 1 -> TeamMath.wholeDot(node, a, a);
            case 2 -> TeamMath.norm1(node, a);
            case 3 -> TeamMath.normInfinity(node, a);
            case 4 -> TeamMath.normFrobenius(node, a);
            case 5 -> TeamMath.least(node, a);
            default -> TeamMath.greatest(node, a);
        }
    }

    @Test
    void shouldEndTheWaitForAMemberThatFails() {
        try (GmtCluster cluster = TestClusters.local(3, TeamResultsTest.class)) {
            final GlobalMatrix a = cluster.call(ctx -> GlobalMatrix.create(ctx, MatrixSpec.longs(9, 8)));
            for (int which = 0; which < 7; which++) {
                final int call = which;
                ABORTED.set(0);
                final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                    ctx.executeOnAll(node -> {
                        if (node.nodeId() == 2) {
                            number(node, call, a);
                            throw new IllegalStateException("as planned");
                        }
                        abortedIn(node, call, a);
                    })));
                assertTrue(failure.getMessage().contains("as planned"), failure::getMessage);
                assertEquals(2, ABORTED.get(), "members that waited, in call " + which);
                cluster.run(ctx -> ctx.executeOnAll(node -> number(node, call, a)));
            }
        }
    }

    private static void abortedIn(final TaskContext node, final int call, final GlobalMatrix a)
        throws SuspendExecution {
        try {
            number(node, call, a);                                   // its end may be that of the member's that fails
            number(node, call, a);
        } catch (final CollectiveAbortedException aborted) {
            ABORTED.incrementAndGet();
            throw aborted;
        }
    }

    /** An element that one node alone sees. */
    @Test
    void shouldEndTheWaitForAMemberThatIsRefused() {
        try (GmtCluster cluster = TestClusters.local(3, TeamResultsTest.class)) {
            final GlobalMatrix a = cluster.call(ctx -> GlobalMatrix.create(ctx, MatrixSpec.longs(9)));
            cluster.run(ctx -> a.put(ctx, Box.of(8, 9), Tile.of(new long[] {Long.MAX_VALUE}, 1)));
            ABORTED.set(0);
            final ParForException failure = assertThrows(ParForException.class, () -> cluster.run(ctx ->
                ctx.executeOnAll(node -> abortedIn(node, 6, a))));
            assertTrue(failure.getMessage().contains("GMT-386 the number 9.22"), failure::getMessage);
            assertEquals(2, ABORTED.get());
            cluster.run(ctx -> ctx.executeOnAll(node -> assertEquals(1, TeamMath.wholeDot(node, a, a))));
        }
    }

    @Test
    void shouldRefuseAlikeBeforeTheyWait() {
        try (GmtCluster cluster = TestClusters.local(3, TeamResultsTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4).named("a"));
                final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 5).named("b"));
                final GlobalMatrix z = GlobalMatrix.create(ctx, MatrixSpec.complex(4, 4).named("z"));
                ctx.executeOnAll(node -> {
                    final String by = ", asked by node " + node.nodeId() + ": expected ";
                    refuses("GMT-385", "matrix 'b' of [4, 5] DOUBLE" + by, () -> TeamMath.dot(node, a, b));
                    refuses("GMT-386", "matrix 'z' of [4, 4] COMPLEX" + by, () -> TeamMath.dot(node, z, z));
                    refuses("GMT-386", "matrix 'a' of [4, 4] DOUBLE" + by, () -> TeamMath.wholeDot(node, a, a));
                    refuses("GMT-386", "matrix 'a' of [4, 4] DOUBLE" + by, () -> TeamMath.complexDot(node, a, a));
                    assertEquals(0, TeamMath.dot(node, a, a));
                });
            });
        }
    }
}

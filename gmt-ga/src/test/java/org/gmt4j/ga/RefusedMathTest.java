package org.gmt4j.ga;

import static org.gmt4j.ga.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskBody;
import org.gmt4j.TaskContext;
import org.gmt4j.TestClusters;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Refusals of what is done with whole matrices and boxes name these, and the node that has asked: here not node 0. */
@Timeout(120)
class RefusedMathTest {
    private static final String A = "matrix 'a' of [10, 10] DOUBLE";
    private static final String B = "matrix 'b' of [10, 9] DOUBLE";
    private static final String WHOLE = "matrix 'whole' of [10, 10] LONG";
    private static final String LINE = "matrix 'line' of [10] DOUBLE";
    private static final String BY = ", asked by node 2: expected ";

    private static void onThreeNodes(final TaskBody program) {
        try (GmtCluster cluster = TestClusters.local(3, RefusedMathTest.class)) {
            cluster.run(program);
        }
    }

    private static GlobalMatrix threes(final TaskContext ctx) throws SuspendExecution {
        final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 10).named("a"));
        a.fill(ctx, 3);
        return a;
    }

    private static GlobalMatrix whole(final TaskContext ctx) throws SuspendExecution {
        return GlobalMatrix.create(ctx, MatrixSpec.longs(10, 10).named("whole"));
    }

    private static GlobalMatrix line(final TaskContext ctx) throws SuspendExecution {
        return GlobalMatrix.create(ctx, MatrixSpec.doubles(10).named("line"));
    }

    private static void hasThrees(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix... zeros)
        throws SuspendExecution {
        final double[] threes = new double[100];
        Arrays.fill(threes, 3);
        assertArrayEquals(threes, a.get(ctx, a.box()).doubles());
        for (final GlobalMatrix zero : zeros) {
            assertEquals(0, MatrixMath.normFrobenius(ctx, zero));
        }
    }

    @Test
    void shouldNameWhatIsNotTurnedOver() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 9).named("b"));
            final GlobalMatrix whole = whole(ctx);
            final GlobalMatrix line = line(ctx);
            final String like = " turned over is not like ";
            final String same = A + " turned over in place, while nodes still read it";
            ctx.execute(2, node -> {
                refuses("GMT-385", A + like + B + BY, () -> MatrixMath.transpose(node, a, b));
                refuses("GMT-385", A + like + WHOLE + BY, () -> MatrixMath.transpose(node, a, whole));
                refuses("GMT-385", LINE + like + A + BY, () -> MatrixMath.transpose(node, line, a));
                refuses("GMT-385", same + BY + "another", () -> MatrixMath.transpose(node, a, a));
            });
            ctx.executeOnAll(node -> {
                final String by = ", asked by node " + node.nodeId() + ": ";
                refuses("GMT-385", B + like + A + by, () -> TeamMath.transpose(node, b, a));
                refuses("GMT-385", same + by, () -> TeamMath.transpose(node, a, a));
            });
            hasThrees(ctx, a, b, whole, line);
        });
    }

    @Test
    void shouldNameWhatIsNotCopiedOrAdded() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 9).named("b"));
            final GlobalMatrix whole = whole(ctx);
            final Box four = Box.of(0, 2, 3, 5);
            final Box six = Box.of(1, 3, 0, 3);
            final String all = "[0..10, 0..10)";
            ctx.execute(2, node -> {
                refuses("GMT-385", "the box [0..2, 3..5) of " + A + " to the box [1..3, 0..3) of " + B + BY,
                    () -> MatrixMath.copy(node, a, four, b, six));
                refuses("GMT-385", "the box " + all + " of " + A + " to the box " + all + " of " + WHOLE + BY,
                    () -> a.copyTo(node, whole));
                refuses("GMT-385", "the box [1..3, 4..6) of " + A + " would be written while others still read the "
                    + "box [0..2, 3..5) of it" + BY, () -> MatrixMath.copy(node, a, four, a, four.shift(1, 1)));
                refuses("GMT-385", "the box [0..10, 0..9) of " + B + " and the box " + all + " of " + A + BY,
                    () -> MatrixMath.add(node, 1, a, 1, b, a));
                refuses("GMT-385", "1 factors, 3 matrices [" + A + ", " + A + ", " + B + "] and 1 boxes "
                    + "[[0..2, 3..5)]" + BY, () -> MatrixMath.add(node, new double[] {1},
                        new GlobalMatrix[] {a, a, b}, new Box[] {four}));
            });
            ctx.executeOnAll(node -> refuses("GMT-385", "[1..3, 0..3) of " + B + ", asked by node " + node.nodeId(),
                () -> TeamMath.copy(node, a, four, b, six)));
            hasThrees(ctx, a, b, whole);
        });
    }

    @Test
    void shouldNameWhatIsNotMultiplied() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 9).named("b"));
            final GlobalMatrix whole = whole(ctx);
            final GlobalMatrix line = line(ctx);
            final Box left = Box.of(0, 3, 0, 4);
            final Box right = Box.of(0, 4, 0, 3);
            final Box wrong = Box.of(5, 7, 1, 4);
            final Operand one = Operand.of(a, left);
            final Operand other = Operand.of(b, right);
            final String ofA = "the box [0..3, 0..4) of " + A;
            final String ofB = "the box [0..4, 0..3) of " + B;
            ctx.execute(2, node -> {
                refuses("GMT-385", "a product " + ofA + " times " + ofB + " as the box [5..7, 1..4) of " + WHOLE
                    + BY + "one type", () -> MatrixMath.multiply(node, 1, one, other, 0, whole, wrong));
                refuses("GMT-385", ofA + ", times " + ofB + ", is not like the box [5..7, 1..4) of " + A + BY
                    + "3 x 3", () -> MatrixMath.multiply(node, 1, one, other, 0, a, wrong));
                refuses("GMT-385", "the product of " + ofA + ", and " + ofB + ", as one of the two, or over a part "
                    + "of it, in the box [2..5, 3..6) of " + A + BY + "boxes that share no element",
                    () -> MatrixMath.multiply(node, 1, one, other, 0, a, Box.of(2, 5, 3, 6)));
                refuses("GMT-386", "a product with the box [0..10) of " + LINE + BY + "two dimensions",
                    () -> MatrixMath.multiply(node, 1, a, line, 0, b));
                refuses("GMT-386", "a product with the box [0..10) of " + LINE + BY + "two dimensions",
                    () -> MatrixMath.multiply(node, 1, a, b, 0, line));
            });
            ctx.executeOnAll(node -> refuses("GMT-385", ", is not like the box [5..7, 1..4) of " + B
                + ", asked by node " + node.nodeId(), () -> TeamMath.multiply(node, 1, one, one.turned(), 0, b,
                    wrong)));
            hasThrees(ctx, a, b, whole, line);
        });
    }

    @Test
    void shouldNameWhatHasNoSum() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix whole = whole(ctx);
            final GlobalMatrix z = GlobalMatrix.create(ctx, MatrixSpec.complex(10).named("z"));
            ctx.execute(2, node -> {
                refuses("GMT-386", "a whole sum of " + A + BY + "ints", () -> MatrixMath.wholeDot(node, a, a));
                refuses("GMT-386", "a complex sum of " + WHOLE + BY,
                    () -> MatrixMath.complexDot(node, whole, whole));
                refuses("GMT-386", "matrix 'z' of [10] COMPLEX" + BY, () -> MatrixMath.dot(node, z, z));
                refuses("GMT-386", "0.0 + 1.0i of " + A + BY, () -> a.fill(node, 0, 1));
                refuses("GMT-385", "of " + A + " and the box [0..10) of matrix 'z' of [10] COMPLEX" + BY,
                    () -> MatrixMath.complexDot(node, a, z));
            });
            hasThrees(ctx, a, whole, z);
        });
    }

    @Test
    void shouldNameWhatIsNotSolved() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix b = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 9).named("b"));
            final GlobalMatrix cube = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 2, 2).named("cube"));
            final GlobalMatrix few = GlobalMatrix.create(ctx, MatrixSpec.doubles(9).named("few"));
            final GlobalMatrix dealt = GlobalMatrix.create(ctx,
                MatrixSpec.doubles(10, 10).named("dealt").blockCyclic(2, 2));
            final GlobalMatrix oblong = GlobalMatrix.create(ctx,
                MatrixSpec.doubles(10, 10).named("oblong").blockCyclic(2, 5));
            final String ofFew = "matrix 'few' of [9] DOUBLE";
            ctx.execute(2, node -> {
                refuses("GMT-385", A + " and a right side " + ofFew + BY,
                    () -> MatrixMath.solve(node, a, few, few));
                refuses("GMT-385", B + " and a right side " + A + BY, () -> MatrixMath.solve(node, b, a, a));
                refuses("GMT-387", A + " is singular, asked by node 2: ", () -> MatrixMath.solve(node, a, b, b));
                refuses("GMT-386", "factors of " + B + BY + "as many rows as columns",
                    () -> LuFactorisation.factor(node, b, LuForm.GET_NB));
                refuses("GMT-386", "factors of " + A + " as it is distributed" + BY + "square blocks",
                    () -> LuFactorisation.factor(node, a, LuForm.GET_NB));
                refuses("GMT-386", "factors of matrix 'oblong' of [10, 10] DOUBLE as it is distributed" + BY,
                    () -> LuFactorisation.solve(node, oblong, b, b));
                refuses("GMT-385", ofFew + " is no right side for matrix 'dealt' of [10, 10] DOUBLE" + BY,
                    () -> LuFactorisation.solve(node, dealt, few, few));
                refuses("GMT-385", "'cube' of [10, 2, 2] DOUBLE is no right side for matrix 'dealt' of [10, 10] "
                    + "DOUBLE" + BY, () -> LuFactorisation.solve(node, dealt, cube, cube));
            });
            hasThrees(ctx, a, b, cube, few, dealt, oblong);
        });
    }

    @Test
    void shouldNameWhatIsNoDirection() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(10, 10).named("a").ghosts(1, 1));
            ctx.execute(2, node -> {
                refuses("GMT-380", "[1] for " + A + BY, () -> a.updateGhosts(node, true, new int[] {1}));
                refuses("GMT-380", "[0, 2] for " + A + BY, () -> a.fetchGhosts(node, true, 0, 2));
            });
            ctx.executeOnAll(node -> refuses("GMT-380", "[0, 0] for " + A + ", asked by node " + node.nodeId(),
                () -> TeamMath.updateGhosts(node, a, true, new int[] {0, 0})));
        });
    }

    private static GlobalMatrix gone(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final GlobalMatrix gone = GlobalMatrix.create(ctx, spec.named("gone"));
        gone.destroy(ctx);
        return gone;
    }

    private static void isGone(final TaskContext node, final Refusals.Call call) throws SuspendExecution {
        refuses("GMT-383", "matrix 'gone' of [10, 10] DOUBLE has been destroyed, asked by node " + node.nodeId(), call);
    }

    /** By one task, which starts no work on others then: a failure of theirs were no refusal. */
    @Test
    void shouldNameADestroyedMatrixInCallsOfOneTask() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix gone = gone(ctx, MatrixSpec.doubles(10, 10));
            ctx.execute(2, node -> {
                isGone(node, () -> gone.fill(node, 1));
                isGone(node, () -> gone.fill(node, 1, 2));
                isGone(node, () -> gone.zero(node));
                isGone(node, () -> gone.copyTo(node, a));
                isGone(node, () -> a.copyTo(node, gone));
                isGone(node, () -> gone.updateGhosts(node, true));
                isGone(node, () -> gone.updateGhosts(node, true, new int[] {0, 1}));
                isGone(node, () -> gone.duplicate(node, "other"));
                isGone(node, () -> gone.destroy(node));
                isGone(node, () -> gone.calls(node));
                isGone(node, () -> gone.callsHere());
                isGone(node, () -> LuFactorisation.factor(node, gone, LuForm.GET_NB));
                isGone(node, () -> LuFactorisation.solve(node, gone, a, a));
            });
            final Box box = a.box();
            ctx.execute(2, node -> {
                isGone(node, () -> MatrixMath.fill(node, gone, box, 1, 0));
                isGone(node, () -> MatrixMath.scale(node, gone, 2));
                isGone(node, () -> MatrixMath.scale(node, gone, 2, 1));
                isGone(node, () -> MatrixMath.scale(node, gone, box, 2, 0));
                isGone(node, () -> MatrixMath.map(node, gone, x -> x, a));
                isGone(node, () -> MatrixMath.map(node, a, x -> x, gone));
                isGone(node, () -> MatrixMath.combine(node, a, gone, (x, y) -> x, a));
                isGone(node, () -> MatrixMath.complexMap(node, gone, x -> x[0] = 1, gone));
                isGone(node, () -> MatrixMath.complexCombine(node, gone, gone, (x, y) -> x[0] = 1, gone));
                isGone(node, () -> MatrixMath.copy(node, gone, box, a, box));
                isGone(node, () -> MatrixMath.transpose(node, a, gone));
                isGone(node, () -> MatrixMath.multiply(node, 1, a, gone, 0, a));
                isGone(node, () -> MatrixMath.multiply(node, 1, a, a, 0, gone));
                isGone(node, () -> MatrixMath.solve(node, gone, a, a));
                isGone(node, () -> MatrixMath.solve(node, a, a, gone));
            });
            hasThrees(ctx, a);
        });
    }

    @Test
    void shouldNameADestroyedMatrixInSums() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix gone = gone(ctx, MatrixSpec.doubles(10, 10));
            final double[] one = {1};
            ctx.execute(2, node -> {
                isGone(node, () -> MatrixMath.add(node, 1, gone, 1, a, a));
                isGone(node, () -> MatrixMath.add(node, one, a, one, a, gone));
                isGone(node, () -> MatrixMath.add(node, new double[2], new GlobalMatrix[] {a, gone, a},
                    new Box[] {a.box(), a.box(), a.box()}));
                isGone(node, () -> MatrixMath.dot(node, a, gone));
                isGone(node, () -> MatrixMath.wholeDot(node, gone, gone));
                isGone(node, () -> MatrixMath.complexDot(node, gone, gone));
                isGone(node, () -> MatrixMath.norm1(node, gone));
                isGone(node, () -> MatrixMath.normInfinity(node, gone));
                isGone(node, () -> MatrixMath.normFrobenius(node, gone));
                isGone(node, () -> MatrixMath.least(node, gone));
                isGone(node, () -> MatrixMath.greatest(node, gone));
            });
            hasThrees(ctx, a);
        });
    }

    /** What is asked without a task's context knows its node, too. */
    @Test
    void shouldNameADestroyedMatrixInQuestions() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix gone = gone(ctx, MatrixSpec.doubles(10, 10));
            ctx.executeOnAll(node -> {
                isGone(node, gone::type);
                isGone(node, gone::dims);
                isGone(node, () -> gone.extent(0));
                isGone(node, gone::name);
                isGone(node, gone::box);
                isGone(node, () -> gone.distribution(0));
                isGone(node, () -> gone.locate(1, 1));
                isGone(node, () -> gone.locate(a.box()));
                isGone(node, () -> a.isAlignedWith(gone));
                isGone(node, gone::local);
                isGone(node, gone::summary);
                isGone(node, () -> gone.print(node, a.box()));
                isGone(node, () -> Operand.of(gone));
            });
        });
    }

    @Test
    void shouldNameADestroyedMatrixInCallsOfATeam() {
        onThreeNodes(ctx -> {
            final GlobalMatrix a = threes(ctx);
            final GlobalMatrix gone = gone(ctx, MatrixSpec.doubles(10, 10));
            ctx.executeOnAll(node -> {
                isGone(node, () -> TeamMath.fill(node, gone, 1));
                isGone(node, () -> TeamMath.zero(node, gone));
                isGone(node, () -> TeamMath.scale(node, gone, 2));
                isGone(node, () -> TeamMath.map(node, a, x -> x, gone));
                isGone(node, () -> TeamMath.combine(node, gone, a, (x, y) -> x, a));
                isGone(node, () -> TeamMath.complexMap(node, gone, x -> x[0] = 1, gone));
                isGone(node, () -> TeamMath.complexCombine(node, gone, gone, (x, y) -> x[0] = 1, gone));
                isGone(node, () -> TeamMath.add(node, 1, a, 1, gone, a));
                isGone(node, () -> TeamMath.copy(node, a, a.box(), gone, a.box()));
                isGone(node, () -> TeamMath.transpose(node, gone, a));
                isGone(node, () -> TeamMath.multiply(node, 1, Operand.of(a), Operand.of(a), 0, gone, a.box()));
                isGone(node, () -> TeamMath.dot(node, a, gone));
                isGone(node, () -> TeamMath.wholeDot(node, gone, gone));
                isGone(node, () -> TeamMath.complexDot(node, gone, gone));
                isGone(node, () -> TeamMath.norm1(node, gone));
                isGone(node, () -> TeamMath.normInfinity(node, gone));
                isGone(node, () -> TeamMath.normFrobenius(node, gone));
                isGone(node, () -> TeamMath.least(node, gone));
                isGone(node, () -> TeamMath.greatest(node, gone));
                isGone(node, () -> TeamMath.updateGhosts(node, gone, true));
                isGone(node, () -> gone.fetchGhosts(node, true));
                isGone(node, () -> gone.fetchGhosts(node, true, 0, 1));
            });
            hasThrees(ctx, a);
        });
    }
}

package org.gmt4j.ga;

import java.util.Arrays;
import org.gmt4j.DoubleOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * What is computed with whole matrices and boxes of them: each node does its own part, in pieces that fit the caches.
 * Each function is called by one task and returns when all nodes are done. Matrices may be distributed in any way;
 * where they are alike, nothing travels. Results of the same matrices differ between node counts by rounding only.
 *
 * <p>Refusals, before anything has changed: {@link MatrixException} GMT-381 where a box is not in its matrix, GMT-385
 * where extents or types do not fit, GMT-386 where elements of the type have no such operation or factor, and GMT-383
 * where a matrix has been destroyed. They name the matrices, their boxes and the node of the calling task. What a node
 * finds on the way, with the place left half done, is the cause of a {@link org.gmt4j.ParForException}: GMT-386 where a
 * function makes a number that is no element, or meets a long of 2^53 or more.
 *
 * <p>The next function begins when all nodes have ended the last one. Where a program of many small steps needs that
 * after some of them only, the tasks of a team call {@link TeamMath} instead.
 *
 * <p>Sums, differences and multiples of ints and longs are those modulo 2^32 and 2^64, as Java's.
 *
 * <p>Nodes give way to other tasks every 50 microseconds or so, for functions of elements after some hundred of them,
 * for products after two tiles of up to 256 x 256 have been multiplied: there a cancelled or late job ends, which
 * leaves results half done.
 */
public final class MatrixMath {
    private MatrixMath() {
    }

    // --- elements alone ---

    /** Sets all elements of a box. */
    public static void fill(final TaskContext ctx, final GlobalMatrix a, final Box box, final double real,
                            final double imaginary) throws SuspendExecution {
        Arguments.checkFill(a.part(), box, real, imaginary);
        ctx.executeOnAll(node -> fillHere(node, a.part(), box, new double[] {real, imaginary}));
    }

    static void fillHere(final TaskContext ctx, final MatrixPart part, final Box box, final double[] value)
        throws SuspendExecution {
        final Tile tile = scratch(part);
        final GivingWay way = new GivingWay();
        TileMath.fill(tile, (int) tile.extent(0), value[0], value[1]);
        for (final Box piece : LocalBoxes.of(part, box)) {
            write(ctx, part, piece, tile);
            way.between(ctx);
        }
    }

    /** Multiplies all elements with a factor; a whole one where elements are whole numbers. */
    public static void scale(final TaskContext ctx, final GlobalMatrix a, final double alpha)
        throws SuspendExecution {
        scale(ctx, a, alpha, 0);
    }

    /** The same for complex numbers, with a complex factor. */
    public static void scale(final TaskContext ctx, final GlobalMatrix a, final double real, final double imaginary)
        throws SuspendExecution {
        scale(ctx, a, a.box(), real, imaginary);
    }

    /** The same for the elements of a box. */
    public static void scale(final TaskContext ctx, final GlobalMatrix a, final Box box, final double real,
                             final double imaginary) throws SuspendExecution {
        final double[] factor = Arguments.checkScale(a.part(), box, real, imaginary);
        ctx.executeOnAll(node -> scaleHere(node, a.part(), box, factor));
    }

    static void scaleHere(final TaskContext ctx, final MatrixPart part, final Box box, final double[] factor)
        throws SuspendExecution {
        final Tile tile = scratch(part);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(part, box)) {
            read(ctx, part, piece, tile);
            TileMath.scale(tile, count(piece), factor);
            write(ctx, part, piece, tile);
            way.between(ctx);
        }
    }

    /** Sets each element of c to a function of that of a, which may be c. Of complex numbers: {@link #complexMap}. */
    public static void map(final TaskContext ctx, final GlobalMatrix a, final ElementFunction function,
                           final GlobalMatrix c) throws SuspendExecution {
        Arguments.checkMap(a, function, c);
        ctx.executeOnAll(node -> mapHere(node, a.part(), function, c.part()));
    }

    static void mapHere(final TaskContext ctx, final MatrixPart a, final ElementFunction function, final MatrixPart c)
        throws SuspendExecution {
        final Tile tile = scratch(c);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(c, a)) {
            read(ctx, a, piece, tile);
            final int count = count(piece);
            for (int from = 0; from < count; from += GivingWay.ELEMENTS) {
                map(tile, from, Math.min(count, from + GivingWay.ELEMENTS), function);
                way.between(ctx);
            }
            write(ctx, c, piece, tile);
        }
    }

    private static void map(final Tile tile, final int from, final int to, final ElementFunction function) {
        for (int i = from; i < to; i++) {
            TileMath.set(tile, i, function.of(TileMath.exact(tile, i)));
        }
    }

    /**
     * Sets each element of c to a function of those of a and b, either of which may be c. Of complex numbers:
     * {@link #complexCombine}.
     */
    public static void combine(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b,
                               final DoubleOperator function, final GlobalMatrix c) throws SuspendExecution {
        Arguments.checkCombine(a, b, function, c);
        ctx.executeOnAll(node -> combineHere(node, a.part(), b.part(), function, c.part()));
    }

    static void combineHere(final TaskContext ctx, final MatrixPart a, final MatrixPart b,
                            final DoubleOperator function, final MatrixPart c) throws SuspendExecution {
        final Tile x = scratch(c);
        final Tile y = scratch(c);
        final GivingWay way = new GivingWay();
        for (final Box piece : LocalBoxes.of(c, a, b)) {
            read(ctx, a, piece, x);
            read(ctx, b, piece, y);
            final int count = count(piece);
            for (int from = 0; from < count; from += GivingWay.ELEMENTS) {
                combine(x, y, from, Math.min(count, from + GivingWay.ELEMENTS), function);
                way.between(ctx);
            }
            write(ctx, c, piece, x);
        }
    }

    private static void combine(final Tile x, final Tile y, final int from, final int to,
                                final DoubleOperator function) {
        for (int i = from; i < to; i++) {
            TileMath.set(x, i, function.apply(TileMath.exact(x, i), TileMath.exact(y, i)));
        }
    }

    /**
     * Sets each complex element of c to a function of that of a, which may be c.
     *
     * <pre>{@code
     * MatrixMath.complexMap(ctx, a, z -> z[1] = -z[1], a);                             // conjugates
     * }</pre>
     */
    public static void complexMap(final TaskContext ctx, final GlobalMatrix a, final ComplexFunction function,
                                  final GlobalMatrix c) throws SuspendExecution {
        ComplexElements.map(ctx, a, function, c);
    }

    /** Sets each complex element of c to a function of those of a and b, either of which may be c. */
    public static void complexCombine(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b,
                                      final ComplexOperator function, final GlobalMatrix c) throws SuspendExecution {
        ComplexElements.combine(ctx, a, b, function, c);
    }

    // --- sums ---

    /** Sets c to alpha a + beta b; a and b may be c. */
    public static void add(final TaskContext ctx, final double alpha, final GlobalMatrix a, final double beta,
                           final GlobalMatrix b, final GlobalMatrix c) throws SuspendExecution {
        add(ctx, new double[] {alpha, beta}, new GlobalMatrix[] {a, b, c}, new Box[] {a.box(), b.box(), c.box()});
    }

    /**
     * The same with complex factors.
     *
     * @param alpha one number; of complex numbers two are its real and imaginary part; none is 1
     * @param beta  the same
     */
    public static void add(final TaskContext ctx, final double[] alpha, final GlobalMatrix a, final double[] beta,
                           final GlobalMatrix b, final GlobalMatrix c) throws SuspendExecution {
        add(ctx, Arguments.factors(c, alpha, beta), new GlobalMatrix[] {a, b, c},
            new Box[] {a.box(), b.box(), c.box()});
    }

    /**
     * The same for boxes of the same extents: {@code c[boxes[2]] = factors[0] a[boxes[0]] + factors[1] b[boxes[1]]}.
     * Where a or b is c, its box is that of c, or the two share no element.
     *
     * @param factors two numbers; for complex ones also four, real and imaginary part of each
     * @throws MatrixException GMT-385 where numbers of arguments, types or extents do not fit, or boxes of one matrix
     *                         overlap; GMT-386 where elements do not take a factor
     */
    public static void add(final TaskContext ctx, final double[] factors, final GlobalMatrix[] matrices,
                           final Box[] boxes) throws SuspendExecution {
        final double[] parts = Arguments.checkAdd(ctx, factors, matrices, boxes);
        final GlobalMatrix a = matrices[0];
        final GlobalMatrix b = matrices[1];
        final GlobalMatrix c = matrices[2];
        final Box ofA = boxes[0];
        final Box ofB = boxes[1];
        final Box ofC = boxes[2];
        ctx.executeOnAll(node -> addHere(node, parts, new GlobalMatrix[] {a, b, c}, new Box[] {ofA, ofB, ofC}));
    }

    /** @param factors real and imaginary part of both */
    static void addHere(final TaskContext ctx, final double[] factors, final GlobalMatrix[] matrices,
                        final Box[] boxes) throws SuspendExecution {
        final double[] alpha = {factors[0], factors[1]};
        final double[] beta = {factors[2], factors[3]};
        final MatrixPart a = matrices[0].part();
        final MatrixPart b = matrices[1].part();
        final MatrixPart c = matrices[2].part();
        final Tile x = scratch(c);
        final Tile y = scratch(c);
        final GivingWay way = new GivingWay();
        final boolean areAlike = isAlike(matrices[0], boxes[0], matrices[2], boxes[2])
            && isAlike(matrices[1], boxes[1], matrices[2], boxes[2]);
        for (final Box piece : LocalBoxes.of(c, boxes[2], areAlike)) {
            read(ctx, a, moved(piece, boxes[2], boxes[0]), x);
            read(ctx, b, moved(piece, boxes[2], boxes[1]), y);
            TileMath.scale(x, count(piece), alpha);
            TileMath.scale(y, count(piece), beta);
            TileMath.add(x, y, count(piece));
            write(ctx, c, piece, x);
            way.between(ctx);
        }
    }

    /**
     * Returns the sum of the products of all elements, of ints, longs, floats or doubles. Of whole numbers it is exact
     * where no partial sum reaches 2^53, else rounded as doubles are; {@link #wholeDot} does not round.
     */
    public static double dot(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        return Products.dot(Shares.ofCluster(ctx), a, b);
    }

    /** Returns the sum of the products of all elements of ints or longs, modulo 2^64. */
    public static long wholeDot(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        return Products.wholeDot(Shares.ofCluster(ctx), a, b);
    }

    /** Returns real and imaginary part of the sum of the products of complex numbers; neither is conjugated. */
    public static double[] complexDot(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        return Products.complexDot(Shares.ofCluster(ctx), a, b);
    }

    /**
     * Returns the greatest sum of the sizes of a column's elements, of a matrix of two dimensions. Of one or three
     * dimensions it is that of a vector of all elements: the sum of their sizes. Longs are taken as the nearest
     * doubles. Where several nodes have parts of a column, a double for each column goes to all of them.
     */
    public static double norm1(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Norms.one(Shares.ofCluster(ctx), a);
    }

    /**
     * Returns the greatest sum of the sizes of a row's elements, of a matrix of two dimensions. Of one or three
     * dimensions it is that of a vector of all elements: the largest size. Longs are taken as the nearest doubles.
     */
    public static double normInfinity(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Norms.infinity(Shares.ofCluster(ctx), a);
    }

    /**
     * Returns the root of the sum of the squares of all elements' sizes, of any number of dimensions: infinite only
     * where it is more than a double holds, whatever the squares are. Longs are taken as the nearest doubles.
     */
    public static double normFrobenius(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Norms.frobenius(Shares.ofCluster(ctx), a);
    }

    /**
     * Returns the least element and where it is, the first in the order of rows; of complex ones the size counts. The
     * order is that of {@link Double#compare}: -0.0 is less than 0.0, and not-a-number greater than all others.
     */
    public static Found least(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Extremes.find(Shares.ofCluster(ctx), a, -1);
    }

    /** Returns the greatest element and where it is, in the order of {@link #least}. */
    public static Found greatest(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Extremes.find(Shares.ofCluster(ctx), a, 1);
    }

    // --- copies ---

    /**
     * Copies a box to another one of as many elements, in the order of rows: extents and even the number of dimensions
     * may differ. Two boxes of one matrix share no element, or are the same.
     *
     * @throws MatrixException GMT-385 where types or numbers of elements do not fit, or boxes of one matrix overlap
     */
    public static void copy(final TaskContext ctx, final GlobalMatrix from, final Box source, final GlobalMatrix to,
                            final Box target) throws SuspendExecution {
        Copying.copy(ctx, from, source, to, target);
    }

    /**
     * Sets b, another matrix, to a turned over: {@code b[j][i] = a[i][j]}. Each node reads its own part and writes to
     * the others.
     *
     * @throws MatrixException GMT-385 where types or extents do not fit, or b is a
     */
    public static void transpose(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        Transposition.transpose(ctx, a, b);
    }

    // --- products ---

    /**
     * Sets c to alpha a b + beta c, matrices of one type and two dimensions; c is neither a nor b. Of ints and longs
     * factors are whole, and results are those modulo 2^32 and 2^64; floats are summed in floats. For each 1,024 x
     * 1,024 elements of its part of c a node gets as many rows of a and columns of b, once; meanwhile it takes up to 17
     * MB of heap for doubles, twice as much for complex numbers.
     *
     * @throws MatrixException GMT-385 where types or extents do not fit, or c is a or b; GMT-386 where a factor is not
     *                         whole, or a matrix has not two dimensions
     */
    public static void multiply(final TaskContext ctx, final double alpha, final GlobalMatrix a, final GlobalMatrix b,
                                final double beta, final GlobalMatrix c) throws SuspendExecution {
        multiply(ctx, alpha, Operand.of(a), Operand.of(b), beta, c, c.box());
    }

    /**
     * The same with complex factors.
     *
     * @param alpha one number; of complex numbers two are its real and imaginary part; none is 1
     * @param beta  the same
     */
    public static void multiply(final TaskContext ctx, final double[] alpha, final GlobalMatrix a,
                                final GlobalMatrix b, final double[] beta, final GlobalMatrix c)
        throws SuspendExecution {
        multiply(ctx, alpha, Operand.of(a), Operand.of(b), beta, c, c.box());
    }

    /**
     * The same for boxes, each factor as it lies or turned over, of complex numbers conjugated or not:
     * {@code c[box] = alpha a b + beta c[box]}. What is got from other nodes is what
     * {@link #multiply(TaskContext, double, GlobalMatrix, GlobalMatrix, double, GlobalMatrix)} gets for matrices of
     * these extents: panels are turned over and conjugated by the node that got them. The nodes that own the box do the
     * work, of small blocks dealt in turn all of them. Where alpha is 0, or a has no columns, the factors are not read,
     * and what is left is beta c; where beta is 0, the box is not read.
     *
     * <pre>{@code
     * MatrixMath.multiply(ctx, 1, Operand.of(a, Box.of(0, 50, 0, 20)).turned(), Operand.of(b), 0, c, c.box());
     * }</pre>
     *
     * @param box of c; shares no element with the factors' boxes where it is of the same matrix
     * @throws MatrixException GMT-381 where a box is not in its matrix; GMT-385 where types or extents do not fit, or
     *                         c's box and that of a factor share elements; GMT-386 where a factor is not whole, or a
     *                         matrix has not two dimensions
     */
    public static void multiply(final TaskContext ctx, final double alpha, final Operand a, final Operand b,
                                final double beta, final GlobalMatrix c, final Box box) throws SuspendExecution {
        multiply(ctx, new double[] {alpha}, a, b, new double[] {beta}, c, box);
    }

    /**
     * The same with complex factors.
     *
     * <pre>{@code
     * Operand adjoint = Operand.of(a).turned().conjugated();
     * MatrixMath.multiply(ctx, new double[] {0, 1}, adjoint, Operand.of(b), new double[] {0}, c, c.box());
     * }</pre>
     *
     * @param alpha one number; of complex numbers two are its real and imaginary part; none is 1
     * @param beta  the same
     * @throws MatrixException GMT-386 also where a factor of real matrices has an imaginary part
     */
    public static void multiply(final TaskContext ctx, final double[] alpha, final Operand a, final Operand b,
                                final double[] beta, final GlobalMatrix c, final Box box) throws SuspendExecution {
        Multiplication.multiply(ctx, alpha, a, b, beta, c, box);
    }

    /**
     * Sets x to the solution of A x = b, all of doubles, for one right side or one in each column of b. By {@link
     * LuFactorisation} of a copy where that goes: a's diagonal dominates, or a is symmetric and positive definite.
     * Other matrices are then solved with exchanges of rows, which takes some times as long, and A and b once more on
     * the nodes' heaps. x may be b.
     *
     * @throws MatrixException GMT-385 where extents do not fit; GMT-386 where elements are not doubles; GMT-387 where a
     *                         is singular, or an element is infinite or no number
     */
    public static void solve(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b, final GlobalMatrix x)
        throws SuspendExecution {
        LinearSolve.solve(ctx, a, b, x);
    }

    // --- shared ---

    /** Returns room for a piece; of a small matrix for all of it. */
    static Tile scratch(final MatrixPart part) {
        return Tile.of(part.spec().type(), Math.min(LocalBoxes.PIECE, Box.whole(part.spec().extents()).size()));
    }

    static int count(final Box piece) {
        return (int) piece.size();
    }

    /** Reads a piece into the first elements of a tile. */
    static void read(final TaskContext ctx, final MatrixPart part, final Box piece, final Tile tile)
        throws SuspendExecution {
        Transfer.uncalled(part, piece, tile.shaped(piece.extents()), CallKind.GET, null).run(ctx);
    }

    static void write(final TaskContext ctx, final MatrixPart part, final Box piece, final Tile tile)
        throws SuspendExecution {
        Transfer.uncalled(part, piece, tile.shaped(piece.extents()), CallKind.PUT, null).run(ctx);
    }

    /** Returns the place in one box of a piece of another. */
    static Box moved(final Box piece, final Box from, final Box to) {
        final long[] distances = new long[piece.dims()];
        for (int dim = 0; dim < distances.length; dim++) {
            distances[dim] = to.from(dim) - from.from(dim);
        }
        return piece.shift(distances);
    }

    /** Returns whether a node owns the same of a box of one matrix as of another's. */
    static boolean isAlike(final GlobalMatrix a, final Box ofA, final GlobalMatrix c, final Box ofC) {
        return ofA.equals(ofC) && Arrays.equals(a.box().extents(), c.box().extents())
            && a.part().layout().isLike(c.part().layout());
    }
}

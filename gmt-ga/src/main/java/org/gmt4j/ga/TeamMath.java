package org.gmt4j.ga;

import org.gmt4j.DoubleOperator;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Functions of {@link MatrixMath} for a team of tasks, one on each node, of which each member calls them: they have no
 * barriers of their own, so that a program has one only where it needs it. What Global Arrays does with
 * {@code GA_Mask_sync(first, last)}: a {@link TaskContext#barrier()} before a call stands for {@code first}, one after
 * it for {@code last}, and none for a synchronisation that is left out.
 *
 * <pre>{@code
 * ctx.executeOnAll(node -> {
 *     TeamMath.fill(node, a, 1);                       // three steps on own elements
 *     TeamMath.fill(node, b, 2);
 *     TeamMath.add(node, 2, a, 3, b, c);
 *     node.barrier();                                  // others' elements are read from here on
 *     TeamMath.multiply(node, 1, Operand.of(a), Operand.of(c), 0, d, d.box());
 * });
 * }</pre>
 *
 * <p><b>Who does what.</b> Each member of the team calls, with the same arguments; on a node where none calls, nothing
 * is done. A call returns when this member's share is done, and what it has written has arrived. Of matrices in one
 * block a node that share is what the node itself owns of the result, and of {@link #transpose} what it owns of the
 * matrix to be turned over; of blocks dealt in turn, and of a copy to a box of other extents, it may be other elements.
 *
 * <p><b>Where a barrier is needed.</b> Between a call and one that reads or writes elements that another member has
 * written, or writes elements that another one reads. Not between calls on matrices in one block a node that are
 * distributed alike, where each element of the result depends on elements of its own place: {@link #fill}, {@link
 * #scale}, {@link #add}, {@link #map}, {@link #combine} and those of complex elements, and copies between equal boxes.
 * {@link #multiply} reads from all members' parts, {@link #transpose} writes to them. Nothing checks that: with a
 * barrier too few, old and new elements mix. {@link TaskContext#executeOnAll} itself ends when all members have ended.
 *
 * <p>Refusals are those of {@link MatrixMath}, of each member for itself, before it has changed anything: all are
 * refused alike.
 *
 * <p><b>What waits for others.</b> {@link #updateGhosts}, for the nodes beside. What gives a number, for all members:
 * {@link #dot}, {@link #wholeDot}, {@link #complexDot}, the norms, {@link #least} and {@link #greatest}. Each member
 * gets the same result, to the last bit that of {@link MatrixMath}. There must be a member on each node of the cluster,
 * also where a matrix lies on some of them only, and all make these calls in the same order, as those of {@link
 * org.gmt4j.Collectives}. No barrier is needed behind one, since all have read their elements when it returns; before
 * it none where each member reads what it has written itself. Costs a gather and a broadcast of some bytes; {@link
 * #norm1} and {@link #normInfinity} of two dimensions a double for each line besides, where nodes share lines.
 *
 * <p>Where a member fails, those that wait for it get a {@link org.gmt4j.CollectiveAbortedException}. That is also what
 * others get where one alone meets an element that is refused (GMT-386, a long of 2^53 or more), when the refusal
 * leaves its body.
 */
public final class TeamMath {
    private TeamMath() {
    }

    /** Sets all elements; see {@link GlobalMatrix#fill}. */
    public static void fill(final TaskContext ctx, final GlobalMatrix a, final double value) throws SuspendExecution {
        fill(ctx, a, a.box(), value, 0);
    }

    /** The same for complex numbers. */
    public static void fill(final TaskContext ctx, final GlobalMatrix a, final double real, final double imaginary)
        throws SuspendExecution {
        fill(ctx, a, a.box(), real, imaginary);
    }

    /** Sets all elements of a box; see {@link MatrixMath#fill}. */
    public static void fill(final TaskContext ctx, final GlobalMatrix a, final Box box, final double real,
                            final double imaginary) throws SuspendExecution {
        Arguments.checkFill(a.part(), box, real, imaginary);
        MatrixMath.fillHere(ctx, a.part(), box, new double[] {real, imaginary});
    }

    /**
     * Fills the ghosts of this node from the blocks beside, and gives those the edges of its own. Waits for the same
     * call of the members beside this one alone, and needs no barrier before or behind: the ghosts are those of the
     * blocks as their owners had them when they called, the own block may be changed when this returns, and the ghosts
     * stay as they are until the next call. Each piece is one put to the neighbour, besides a word; the border in the
     * memory of the node is three times as large for it.
     *
     * <p>Of a matrix, one update at a time: all members update the same ghosts in the same order, by a task of each
     * node. A node without a block returns at once. Where a member fails, those that wait for it get a {@link
     * org.gmt4j.CollectiveAbortedException}.
     *
     * @param isPeriodic whether the matrix goes on at its other side; otherwise ghosts beyond it stay as they are
     * @param directions each -1, 0 or 1 for each dimension, not all of them 0, see {@link GlobalMatrix#updateGhosts};
     *                   none for all
     * @throws MatrixException GMT-380 where one is no direction
     */
    public static void updateGhosts(final TaskContext ctx, final GlobalMatrix a, final boolean isPeriodic,
                                    final int[]... directions) throws SuspendExecution {
        final MatrixPart part = a.part();
        final int[] codes = Ghosts.chosen(part, directions);
        if (codes.length > 0) {
            part.ghosts().run(ctx, part, isPeriodic, codes);
        }
    }

    /** Sets all elements to zero. */
    public static void zero(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        fill(ctx, a, 0);
    }

    /** Multiplies all elements with a factor; see {@link MatrixMath#scale}. */
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
        MatrixMath.scaleHere(ctx, a.part(), box, Arguments.checkScale(a.part(), box, real, imaginary));
    }

    /** Sets each element of c to a function of that of a; see {@link MatrixMath#map}. */
    public static void map(final TaskContext ctx, final GlobalMatrix a, final ElementFunction function,
                           final GlobalMatrix c) throws SuspendExecution {
        Arguments.checkMap(a, function, c);
        MatrixMath.mapHere(ctx, a.part(), function, c.part());
    }

    /** Sets each element of c to a function of those of a and b; see {@link MatrixMath#combine}. */
    public static void combine(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b,
                               final DoubleOperator function, final GlobalMatrix c) throws SuspendExecution {
        Arguments.checkCombine(a, b, function, c);
        MatrixMath.combineHere(ctx, a.part(), b.part(), function, c.part());
    }

    /** Sets each complex element of c to a function of that of a; see {@link MatrixMath#complexMap}. */
    public static void complexMap(final TaskContext ctx, final GlobalMatrix a, final ComplexFunction function,
                                  final GlobalMatrix c) throws SuspendExecution {
        ComplexElements.checkMap(a, function, c);
        ComplexElements.mapHere(ctx, a.part(), function, c.part());
    }

    /** Sets each complex element of c to a function of those of a and b; see {@link MatrixMath#complexCombine}. */
    public static void complexCombine(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b,
                                      final ComplexOperator function, final GlobalMatrix c) throws SuspendExecution {
        ComplexElements.checkCombine(a, b, function, c);
        ComplexElements.combineHere(ctx, a.part(), b.part(), function, c.part());
    }

    /** Sets c to alpha a + beta b. */
    public static void add(final TaskContext ctx, final double alpha, final GlobalMatrix a, final double beta,
                           final GlobalMatrix b, final GlobalMatrix c) throws SuspendExecution {
        add(ctx, new double[] {alpha, beta}, new GlobalMatrix[] {a, b, c}, new Box[] {a.box(), b.box(), c.box()});
    }

    /**
     * The same with complex factors; see
     * {@link MatrixMath#add(TaskContext, double[], GlobalMatrix, double[], GlobalMatrix, GlobalMatrix)}.
     */
    public static void add(final TaskContext ctx, final double[] alpha, final GlobalMatrix a, final double[] beta,
                           final GlobalMatrix b, final GlobalMatrix c) throws SuspendExecution {
        add(ctx, Arguments.factors(c, alpha, beta), new GlobalMatrix[] {a, b, c},
            new Box[] {a.box(), b.box(), c.box()});
    }

    /** The same for boxes; see {@link MatrixMath#add(TaskContext, double[], GlobalMatrix[], Box[])}. */
    public static void add(final TaskContext ctx, final double[] factors, final GlobalMatrix[] matrices,
                           final Box[] boxes) throws SuspendExecution {
        MatrixMath.addHere(ctx, Arguments.checkAdd(ctx, factors, matrices, boxes), matrices, boxes);
    }

    /** Returns the sum of the products of all elements to each member; see {@link MatrixMath#dot}. */
    public static double dot(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        return Products.dot(Shares.ofTeam(ctx, a), a, b);
    }

    /** Returns the sum of the products of ints or longs to each member; see {@link MatrixMath#wholeDot}. */
    public static long wholeDot(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        return Products.wholeDot(Shares.ofTeam(ctx, a), a, b);
    }

    /** Returns the sum of the products of complex numbers to each member; see {@link MatrixMath#complexDot}. */
    public static double[] complexDot(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        return Products.complexDot(Shares.ofTeam(ctx, a), a, b);
    }

    /** Returns the greatest sum of a column's sizes to each member, or that of all elements. */
    public static double norm1(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Norms.one(Shares.ofTeam(ctx, a), a);
    }

    /** Returns the greatest sum of a row's sizes to each member, or the largest of all. */
    public static double normInfinity(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Norms.infinity(Shares.ofTeam(ctx, a), a);
    }

    /** Returns the root of the sum of all squares to each member; see {@link MatrixMath#normFrobenius}. */
    public static double normFrobenius(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Norms.frobenius(Shares.ofTeam(ctx, a), a);
    }

    /** Returns the least element and where it is to each member; see {@link MatrixMath#least}. */
    public static Found least(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Extremes.find(Shares.ofTeam(ctx, a), a, -1);
    }

    /** Returns the greatest element and where it is to each member; see {@link MatrixMath#greatest}. */
    public static Found greatest(final TaskContext ctx, final GlobalMatrix a) throws SuspendExecution {
        return Extremes.find(Shares.ofTeam(ctx, a), a, 1);
    }

    /** Copies a box to another one of as many elements; see {@link MatrixMath#copy}. */
    public static void copy(final TaskContext ctx, final GlobalMatrix from, final Box source, final GlobalMatrix to,
                            final Box target) throws SuspendExecution {
        Copying.copyPart(ctx, from, source, to, target);
    }

    /** Sets b to a turned over; see {@link MatrixMath#transpose}. */
    public static void transpose(final TaskContext ctx, final GlobalMatrix a, final GlobalMatrix b)
        throws SuspendExecution {
        Transposition.transposePart(ctx, a, b);
    }

    /**
     * Sets a box of c to alpha a b + beta times itself; see
     * {@link MatrixMath#multiply(TaskContext, double, Operand, Operand, double, GlobalMatrix, Box)}.
     */
    public static void multiply(final TaskContext ctx, final double alpha, final Operand a, final Operand b,
                                final double beta, final GlobalMatrix c, final Box box) throws SuspendExecution {
        multiply(ctx, new double[] {alpha}, a, b, new double[] {beta}, c, box);
    }

    /**
     * The same with complex factors; see
     * {@link MatrixMath#multiply(TaskContext, double[], Operand, Operand, double[], GlobalMatrix, Box)}.
     */
    public static void multiply(final TaskContext ctx, final double[] alpha, final Operand a, final Operand b,
                                final double[] beta, final GlobalMatrix c, final Box box) throws SuspendExecution {
        Multiplication.multiplyPart(ctx, alpha, a, b, beta, c, box);
    }
}

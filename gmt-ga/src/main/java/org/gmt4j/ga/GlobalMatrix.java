package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.GmtException;
import org.gmt4j.NodeLocal;
import org.gmt4j.Issuer;
import org.gmt4j.OperationHandle;
import org.gmt4j.TaskContext;
import org.gmt4j.Transferable;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.ProcessGroup;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A dense matrix of one to three dimensions over all nodes, as in Global Arrays: each node owns blocks of it, and any
 * task reads, writes and adds to any box of it with one-sided operations, without the owners' help.
 *
 * <pre>{@code
 * GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(1000, 1000).named("a"));
 * a.fill(ctx, 1);
 * double[] tile = new double[10 * 20];
 * a.get(ctx, Box.of(0, 10, 500, 520), Tile.of(tile, 10, 20));
 * a.accumulate(ctx, Box.of(0, 10, 500, 520), Tile.of(tile, 10, 20), 0.5);
 * a.destroy(ctx);
 * }</pre>
 *
 * <p><b>Who calls.</b> Patches, lists and elements are for any task. What concerns the whole matrix ({@code create,
 * fill, copyTo, updateGhosts, destroy} and all of {@link MatrixMath}) is called by one task, which starts the nodes'
 * work and returns when all is done. Bodies capture a matrix as they do an array. Threads that are no tasks use
 * {@link BlockingMatrix}.
 *
 * <p><b>Order.</b> A plain call returns when its data have arrived; the data of {@code Nb} calls have after
 * {@code ctx.await()}, or {@code ctx.await(handle)} where they were given a handle. Accumulates are atomic with respect
 * to each other, element by element. Nothing else orders tasks: use {@link TaskContext#barrier()} in a team.
 *
 * <p><b>Cost.</b> A box over blocks of p nodes is at most p one-sided operations, started at once, those of the nodes
 * behind the caller first: also of blocks dealt in turn that the edges of the box cut, with steps, and around the edges
 * of the matrix, however often. The operation is strided where the node's part is one pattern of equal rows, else a
 * vector: of the rows where these are at most 65,536 and 128 bytes on average, otherwise of the patterns, each with any
 * number of rows. Patterns are made when they move, at most 65,536 at a time. Only what has more of them takes more
 * operations, one for each node and 65,536 patterns: steps that meet blocks at as many different places, and boxes that
 * go around as often.
 *
 * <p><b>Refusals</b> are {@link MatrixException}s, and nothing has moved: GMT-380 steps of 0 or less, GMT-381 outside,
 * GMT-382 wrong type or tile, GMT-383 destroyed, GMT-386 a factor that elements of the type do not take. They name the
 * matrix, the box and the node that has asked.
 *
 * @see "Nieplocha, Harrison, Littlefield: Global Arrays, The Journal of Supercomputing 10, 1996"
 */
public final class GlobalMatrix implements Transferable {
    /** One-sided memory cannot be allocated. Other codes are of a job that fails meanwhile. */
    private static final String ARMCI_REFUSAL = "GMT-276";
    private final String label;
    private final NodeLocal<MatrixPart> parts;

    private GlobalMatrix(final String label, final NodeLocal<MatrixPart> parts) {
        this.label = label;
        this.parts = parts;
    }

    // --- set-up ---

    /**
     * Creates a matrix of zeros. Called by one task. Refusals name the matrix, and the node of that task.
     *
     * @throws MatrixException GMT-380 where the nodes do not suit its distribution; GMT-384 where a node has too little
     *                         memory, and nothing has been allocated anywhere
     */
    public static GlobalMatrix create(final TaskContext ctx, final MatrixSpec spec) throws SuspendExecution {
        final Layout layout = layout(ctx, spec);
        final ArmciMemory memory = allocate(ctx, spec, layout);
        try {
            final ProcessGroup members = ProcessGroup.create(ctx, layout.members());
            final ProcessGroup team = ProcessGroup.all(ctx);
            final NodeLocal<MatrixPart> parts = NodeLocal.create(ctx, node -> new MatrixPart(spec,
                Layout.of(spec, node.nodeCount()), memory, node.nodeId(), members, team, NodeCalls.of(node).open()));
            NodeCalls.of(ctx).count(CallKind.CREATE, parts.get().lengths(ctx.nodeCount()), ctx.nodeId());
            return new GlobalMatrix(spec.toString(), parts);
        } catch (final RuntimeException failure) {
            Armci.of(ctx).free(memory);
            throw failure;
        }
    }

    /** A layout knows no task; who has asked is said here. */
    private static Layout layout(final TaskContext ctx, final MatrixSpec spec) {
        try {
            for (final int member : spec.members()) {
                if (member < 0 || member >= ctx.nodeCount()) {
                    throw MatrixSpec.bad(spec + " on node " + member + ", which does not exist");
                }
            }
            return Layout.of(spec, ctx.nodeCount());
        } catch (final MatrixException refusal) {
            throw refusal.with(MatrixPart.asked(ctx.nodeId()));
        }
    }

    private static ArmciMemory allocate(final TaskContext ctx, final MatrixSpec spec, final Layout layout)
        throws SuspendExecution {
        final long[] lengths = new long[ctx.nodeCount()];
        for (int node = 0; node < lengths.length; node++) {
            final long room = layout instanceof BlockedLayout blocked ? GhostRoom.elements(blocked, node) : 0;
            lengths[node] = (layout.elements(node) + room) * spec.type().length();
        }
        return allocate(ctx, lengths, spec);
    }

    /**
     * Allocates one-sided memory.
     *
     * @param of named by the refusal
     * @throws MatrixException GMT-384 where a node has too little memory, and nothing has been allocated anywhere
     */
    static ArmciMemory allocate(final TaskContext ctx, final long[] lengths, final Object of)
        throws SuspendExecution {
        try {
            return Armci.of(ctx).allocate(lengths);
        } catch (final GmtException | IllegalArgumentException refusal) {       // the latter of a part beyond 2^40 B
            if (refusal instanceof GmtException failure && !failure.code().equals(ARMCI_REFUSAL)) {
                throw failure;
            }
            throw new MatrixException(MatrixException.NO_MEMORY, of + " does not fit" + MatrixPart.asked(ctx.nodeId())
                + ": " + refusal.getMessage(), refusal);
        }
    }

    /** Creates a matrix of zeros of the same type, extents and distribution. Called by one task. */
    public GlobalMatrix duplicate(final TaskContext ctx, final String name) throws SuspendExecution {
        return create(ctx, part().spec().named(name));
    }

    /** Gives the memory back on all nodes. Called by one task when no other uses it. */
    public void destroy(final TaskContext ctx) throws SuspendExecution {
        final MatrixPart part = part();
        final long[] lengths = part.lengths(ctx.nodeCount());
        Armci.of(ctx).free(part.memory());
        parts.free(ctx);
        NodeCalls.of(ctx).count(CallKind.DESTROY, lengths, ctx.nodeId());
    }

    /** Returns this node's part; refused, with the name of the node, where the matrix has been destroyed. */
    MatrixPart part() {
        try {
            return parts.get();
        } catch (final GmtException freed) {
            throw new MatrixException(MatrixException.DESTROYED, label + " has been destroyed"
                + MatrixPart.asked(parts.nodeId()), freed);
        }
    }

    // --- what it is ---

    public MatrixType type() {
        return part().spec().type();
    }

    /** Returns the number of dimensions, 1 to 3. */
    public int dims() {
        return part().spec().dims();
    }

    /** Returns the number of indices in a dimension. */
    public long extent(final int dim) {
        return part().spec().extent(dim);
    }

    /** Returns the name, which may be empty. */
    public String name() {
        return part().spec().name();
    }

    /** Returns the box of all elements. */
    public Box box() {
        return Box.whole(part().spec().extents());
    }

    /** Returns the boxes that a node owns: one, or none; several where blocks are dealt in turn. */
    public List<Box> distribution(final int node) {
        return LocalBoxes.owned(part(), node);
    }

    /** Returns the node that owns an element. */
    public int locate(final long... index) {
        final MatrixPart part = part();
        final int[] block = new int[part.layout().dims()];
        place(part, block, index);
        return part.layout().owner(block);
    }

    /** Returns who owns which part of a box, in the order of the blocks. */
    public List<Share> locate(final Box box) {
        final MatrixPart part = part();
        part.check(box);
        final Layout layout = part.layout();
        final List<Share> shares = new ArrayList<>();
        layout.visit(box, block -> shares.add(new Share(layout.owner(block), layout.box(block).intersect(box))));
        return shares;
    }

    /** Returns whether both are the same matrix, however a body got it. */
    boolean isSameAs(final GlobalMatrix other) {
        return part().memory() == other.part().memory();
    }

    /** Returns whether another matrix has its elements at the same nodes and places. */
    public boolean isAlignedWith(final GlobalMatrix other) {
        final MatrixPart a = part();
        final MatrixPart b = other.part();
        if (!Arrays.equals(a.spec().extents(), b.spec().extents()) || a.spec().type() != b.spec().type()) {
            return false;
        }
        for (int node = 0; node <= Arrays.stream(a.layout().members()).max().orElse(0); node++) {
            if (!distribution(node).equals(other.distribution(node)) || !LocalBoxes.isPlacedAlike(a, b, node)) {
                return false;
            }
        }
        return true;
    }

    // --- patches ---

    /** Reads a box, and waits. @param tile of the same extents */
    public void get(final TaskContext ctx, final Box box, final Tile tile) throws SuspendExecution {
        Transfer.of(part(), box, tile, CallKind.GET, null).run(ctx);
    }

    /** Returns a new tile with the elements of a box. */
    public Tile get(final TaskContext ctx, final Box box) throws SuspendExecution {
        final MatrixPart part = part();
        part.check(box);
        final Tile tile = Tile.of(part, box);
        get(ctx, box, tile);
        return tile;
    }

    /**
     * Starts {@link #get(TaskContext, Box, Tile)}.
     *
     * @param issuer the task, whose {@code await()} waits for it, or a handle of it
     */
    public void getNb(final Issuer issuer, final Box box, final Tile tile) {
        Transfer.of(part(), box, tile, CallKind.GET, null).start(issuer);
    }

    /** Starts {@link #get(TaskContext, Box, Tile)}; {@code ctx.await(handle)} waits for it. */
    public void getNb(final TaskContext ctx, final OperationHandle handle, final Box box, final Tile tile) {
        Transfer.of(part(), box, tile, CallKind.GET, null).start(ctx, handle);
    }

    /** Writes a box, and waits. @param tile of the same extents */
    public void put(final TaskContext ctx, final Box box, final Tile tile) throws SuspendExecution {
        Transfer.of(part(), box, tile, CallKind.PUT, null).run(ctx);
    }

    /** Starts {@link #put}. @param issuer the task or a handle, as of {@link #getNb(Issuer, Box, Tile)} */
    public void putNb(final Issuer issuer, final Box box, final Tile tile) {
        Transfer.of(part(), box, tile, CallKind.PUT, null).start(issuer);
    }

    /** Starts {@link #put}; {@code ctx.await(handle)} waits for it. */
    public void putNb(final TaskContext ctx, final OperationHandle handle, final Box box, final Tile tile) {
        Transfer.of(part(), box, tile, CallKind.PUT, null).start(ctx, handle);
    }

    /**
     * Adds {@code factor} times the tile to a box, and waits.
     *
     * @param factor one number, a whole one for ints and longs; for complex numbers it scales both parts, and two
     *               numbers are its real and imaginary part; none is 1
     */
    public void accumulate(final TaskContext ctx, final Box box, final Tile tile, final double... factor)
        throws SuspendExecution {
        final MatrixPart part = part();
        Transfer.of(part, box, tile, CallKind.ACCUMULATE, part.sum(factor)).run(ctx);
    }

    /** Starts {@link #accumulate}. @param issuer the task or a handle, as of {@link #getNb(Issuer, Box, Tile)} */
    public void accumulateNb(final Issuer issuer, final Box box, final Tile tile, final double... factor) {
        final MatrixPart part = part();
        Transfer.of(part, box, tile, CallKind.ACCUMULATE, part.sum(factor)).start(issuer);
    }

    /** Starts {@link #accumulate}; {@code ctx.await(handle)} waits for it. */
    public void accumulateNb(final TaskContext ctx, final OperationHandle handle, final Box box, final Tile tile,
                             final double... factor) {
        final MatrixPart part = part();
        Transfer.of(part, box, tile, CallKind.ACCUMULATE, part.sum(factor)).start(ctx, handle);
    }

    // --- patches around the edges ---

    /** Reads a box that goes on at the other side where it leaves the matrix, and waits. */
    public void getPeriodic(final TaskContext ctx, final Box box, final Tile tile) throws SuspendExecution {
        Periodic.of(part(), box, tile, CallKind.GET, null).run(ctx);
    }

    /**
     * Starts {@link #getPeriodic}.
     *
     * @param issuer the task, whose {@code await()} waits for it, or a handle of the task
     */
    public void getPeriodicNb(final Issuer issuer, final Box box, final Tile tile) {
        Periodic.of(part(), box, tile, CallKind.GET, null).start(issuer);
    }

    /** Writes a box as {@link #getPeriodic} reads it; where it meets itself, one of the values wins. */
    public void putPeriodic(final TaskContext ctx, final Box box, final Tile tile) throws SuspendExecution {
        Periodic.of(part(), box, tile, CallKind.PUT, null).run(ctx);
    }

    /** Starts {@link #putPeriodic}. @param issuer the task or a handle, as of {@link #getPeriodicNb} */
    public void putPeriodicNb(final Issuer issuer, final Box box, final Tile tile) {
        Periodic.of(part(), box, tile, CallKind.PUT, null).start(issuer);
    }

    /** Adds to a box as {@link #getPeriodic} reads it; where it meets itself, all values count. */
    public void accumulatePeriodic(final TaskContext ctx, final Box box, final Tile tile, final double... factor)
        throws SuspendExecution {
        final MatrixPart part = part();
        Periodic.of(part, box, tile, CallKind.ACCUMULATE, part.sum(factor)).run(ctx);
    }

    /** Starts {@link #accumulatePeriodic}. @param issuer the task or a handle, as of {@link #getPeriodicNb} */
    public void accumulatePeriodicNb(final Issuer issuer, final Box box, final Tile tile, final double... factor) {
        final MatrixPart part = part();
        Periodic.of(part, box, tile, CallKind.ACCUMULATE, part.sum(factor)).start(issuer);
    }

    // --- every so many index ---

    /**
     * Reads every so many index of a box, from its first on, and waits.
     *
     * @param steps from one index to the next in each dimension, 1 or more (GMT-380)
     * @param tile  of as many indices as are read: of 7 in steps of 3 three, the first, the fourth and the seventh
     */
    public void getStrided(final TaskContext ctx, final Box box, final long[] steps, final Tile tile)
        throws SuspendExecution {
        strided(part(), box, steps, tile, CallKind.GET, null).run(ctx);
    }

    /**
     * Starts {@link #getStrided}.
     *
     * @param issuer the task, whose {@code await()} waits for it, or a handle of the task
     */
    public void getStridedNb(final Issuer issuer, final Box box, final long[] steps, final Tile tile) {
        strided(part(), box, steps, tile, CallKind.GET, null).start(issuer);
    }

    /** Writes the elements that {@link #getStrided} reads, and no others, and waits. */
    public void putStrided(final TaskContext ctx, final Box box, final long[] steps, final Tile tile)
        throws SuspendExecution {
        strided(part(), box, steps, tile, CallKind.PUT, null).run(ctx);
    }

    /** Starts {@link #putStrided}. @param issuer the task or a handle, as of {@link #getStridedNb} */
    public void putStridedNb(final Issuer issuer, final Box box, final long[] steps, final Tile tile) {
        strided(part(), box, steps, tile, CallKind.PUT, null).start(issuer);
    }

    /** Adds to the elements that {@link #getStrided} reads as {@link #accumulate} does, and waits. */
    public void accumulateStrided(final TaskContext ctx, final Box box, final long[] steps, final Tile tile,
                                  final double... factor) throws SuspendExecution {
        final MatrixPart part = part();
        strided(part, box, steps, tile, CallKind.ACCUMULATE, part.sum(factor)).run(ctx);
    }

    /** Starts {@link #accumulateStrided}. @param issuer the task or a handle, as of {@link #getStridedNb} */
    public void accumulateStridedNb(final Issuer issuer, final Box box, final long[] steps, final Tile tile,
                                    final double... factor) {
        final MatrixPart part = part();
        strided(part, box, steps, tile, CallKind.ACCUMULATE, part.sum(factor)).start(issuer);
    }

    private static Transfer strided(final MatrixPart part, final Box box, final long[] steps, final Tile tile,
                                    final CallKind kind, final Accumulate sum) {
        return Transfer.of(part, Lattice.of(part, box, steps), tile, kind, sum);
    }

    // --- elements ---

    /**
     * Reads elements in any order, and waits.
     *
     * @param values     a tile of one dimension
     * @param subscripts for each dimension an array with an index for each value
     */
    public void gather(final TaskContext ctx, final Tile values, final long[]... subscripts)
        throws SuspendExecution {
        list(ctx, CallKind.GATHER, values, subscripts);
    }

    /** Writes elements in any order, and waits; of several for one element, one wins. See {@link #gather}. */
    public void scatter(final TaskContext ctx, final Tile values, final long[]... subscripts)
        throws SuspendExecution {
        list(ctx, CallKind.SCATTER, values, subscripts);
    }

    /** Adds {@code factor} times each value to an element, and waits; all count. See {@link #gather}. */
    public void scatterAccumulate(final TaskContext ctx, final double factor, final Tile values,
                                  final long[]... subscripts) throws SuspendExecution {
        list(ctx, CallKind.SCATTER_ACCUMULATE, values, subscripts, factor);
    }

    /** The same for complex numbers, with a complex factor. */
    public void scatterAccumulate(final TaskContext ctx, final double real, final double imaginary, final Tile values,
                                  final long[]... subscripts) throws SuspendExecution {
        list(ctx, CallKind.SCATTER_ACCUMULATE, values, subscripts, real, imaginary);
    }

    private void list(final TaskContext ctx, final CallKind kind, final Tile values, final long[][] subscripts,
                      final double... factor) throws SuspendExecution {
        final MatrixPart part = part();
        values.fitList(part);
        ElementLists.run(ctx, part, kind, values, subscripts,
            kind == CallKind.SCATTER_ACCUMULATE ? part.sum(factor) : null);
    }

    /**
     * Returns an element and adds to it at once: of many tasks that take numbers from one element, each gets another.
     * For ints and longs.
     *
     * @throws MatrixException GMT-386 where the matrix has ints, and none holds {@code delta}
     */
    public long readIncrement(final TaskContext ctx, final long delta, final long... index) throws SuspendExecution {
        final MatrixPart part = part();
        final int[] block = new int[part.layout().dims()];
        final long place = placeToIncrement(part, delta, block, index);
        final int owner = part.layout().owner(block);
        final long before = part.spec().type() == MatrixType.LONG
            ? part.memory().longs().fetchAdd(ctx, owner, place, delta)
            : part.memory().ints().fetchAdd(ctx, owner, place, delta);
        countIncrement(part, owner);
        return before;
    }

    /**
     * Starts {@link #readIncrement}. A task takes its next number while it works with the present one.
     *
     * @param issuer the task, whose {@code await()} waits for it, or a handle of the task
     * @param before gets at {@code at} what the element was
     */
    public void readIncrementNb(final Issuer issuer, final long delta, final long[] before, final int at,
                                final long... index) {
        final MatrixPart part = part();
        final int[] block = new int[part.layout().dims()];
        final long place = placeToIncrement(part, delta, block, index);
        final int owner = part.layout().owner(block);
        if (part.spec().type() == MatrixType.LONG) {
            part.memory().longs().fetchAddNb(issuer, owner, place, delta, before, at);
        } else {
            part.memory().ints().fetchAddNb(issuer, owner, place, delta, before, at);
        }
        countIncrement(part, owner);
    }

    private static long placeToIncrement(final MatrixPart part, final long delta, final int[] block,
                                         final long[] index) {
        part.requireType(MatrixType.LONG, MatrixType.INT);
        if (part.spec().type() == MatrixType.INT && delta != (int) delta) {
            throw part.notDefined("an increment by " + delta + " in " + part.spec(), "a number that an int holds");
        }
        return place(part, block, index);
    }

    private static void countIncrement(final MatrixPart part, final int owner) {
        part.statistics().call(CallKind.READ_INCREMENT);
        part.statistics().issued(CallKind.READ_INCREMENT, 1);
        part.statistics().moved(CallKind.READ_INCREMENT, part.spec().type().length(), owner != part.nodeId());
    }

    private static long place(final MatrixPart part, final int[] block, final long[] index) {
        if (index.length != block.length) {
            throw new MatrixException(MatrixException.OUTSIDE, index.length + " indices for " + part.spec()
                + part.asked());
        }
        for (int dim = 0; dim < block.length; dim++) {
            if (index[dim] < 0 || index[dim] >= part.layout().extent(dim)) {
                throw new MatrixException(MatrixException.OUTSIDE, "index " + index[dim] + " in dimension " + dim
                    + " exceeds " + part.spec() + part.asked());
            }
            block[dim] = part.layout().blockOf(dim, index[dim]);
        }
        return part.layout().place(block, index);
    }

    // --- this node's own part ---

    /** Returns this node's blocks, to be read and written in place: one, or none; several where dealt in turn. */
    public List<LocalPatch> local() {
        final MatrixPart part = part();
        final List<LocalPatch> patches = new ArrayList<>();
        for (final int[] block : LocalBoxes.blocks(part.layout(), part.nodeId())) {
            patches.add(LocalPatch.of(part, block));
        }
        return patches;
    }

    /**
     * Fills the ghosts of all nodes from the blocks beside them. Called by one task.
     *
     * @param isPeriodic whether the matrix goes on at its other side; otherwise ghosts beyond it stay as they are
     */
    public void updateGhosts(final TaskContext ctx, final boolean isPeriodic) throws SuspendExecution {
        Arguments.requireAlive(this);
        final GlobalMatrix matrix = this;
        ctx.executeOnAll(node -> matrix.fetchGhosts(node, isPeriodic));
    }

    /**
     * The same for the ghosts in some directions alone, all at once; other ghosts stay as they are. Called by one task.
     *
     * @param directions each -1, 0 or 1 for each dimension, not all of them 0: {@code {-1, 0}} for rows before a block,
     *                   {@code {-1, 1}} for the corner where they meet columns behind it
     * @throws MatrixException GMT-380 where one is no direction
     */
    public void updateGhosts(final TaskContext ctx, final boolean isPeriodic, final int[]... directions)
        throws SuspendExecution {
        final GlobalMatrix matrix = this;
        final int[] all = Ghosts.joined(part(), directions);
        ctx.executeOnAll(node -> Ghosts.fetch(node, matrix.part(), isPeriodic, all));
    }

    /**
     * Fills the ghosts of this node alone, for a team whose members each call it between two barriers, or between other
     * collectives that it has anyway. {@link TeamMath#updateGhosts} needs none.
     */
    public void fetchGhosts(final TaskContext ctx, final boolean isPeriodic) throws SuspendExecution {
        Ghosts.fetch(ctx, part(), isPeriodic, null);
    }

    /** The same for the ghosts in one direction: -1, 0 or 1 for each dimension, not all of them 0. */
    public void fetchGhosts(final TaskContext ctx, final boolean isPeriodic, final int... direction)
        throws SuspendExecution {
        Ghosts.check(part(), direction);
        Ghosts.fetch(ctx, part(), isPeriodic, direction);
    }

    // --- the whole ---

    /** Sets all elements. Called by one task. */
    public void fill(final TaskContext ctx, final double value) throws SuspendExecution {
        MatrixMath.fill(ctx, this, box(), value, 0);
    }

    /** The same for complex numbers. */
    public void fill(final TaskContext ctx, final double real, final double imaginary) throws SuspendExecution {
        MatrixMath.fill(ctx, this, box(), real, imaginary);
    }

    /** Sets all elements to zero. Called by one task. */
    public void zero(final TaskContext ctx) throws SuspendExecution {
        fill(ctx, 0);
    }

    /** Copies all elements to a matrix of the same type and extents, distributed in any way. Called by one task. */
    public void copyTo(final TaskContext ctx, final GlobalMatrix target) throws SuspendExecution {
        MatrixMath.copy(ctx, this, box(), target, target.box());
    }

    /** Returns what all nodes together have called and moved so far; of all matrices see {@link CallTable#ofAll}. */
    public CallTable calls(final TaskContext ctx) throws SuspendExecution {
        Arguments.requireAlive(this);
        final GlobalMatrix matrix = this;
        return ctx.callOnAll(node -> matrix.callsHere()).stream().reduce(CallTable.NONE, CallTable::plus);
    }

    /** Returns what this node has called so far. */
    public CallTable callsHere() {
        return part().statistics().table();
    }

    /** Returns name, type, extents, and who owns what: a line for each block. */
    public String summary() {
        final MatrixPart part = part();
        final StringBuilder text = new StringBuilder(part.spec().toString()).append('\n');
        part.layout().visit(box(), block -> text.append("  node ").append(part.layout().owner(block)).append(' ')
            .append(part.layout().box(block)).append('\n'));
        return text.toString();
    }

    /** Returns the elements of a box as text, a line for each row. For small boxes. */
    public String print(final TaskContext ctx, final Box box) throws SuspendExecution {
        return Printing.text(get(ctx, box), box);
    }

    @Override
    public String toString() {
        return label;
    }
}

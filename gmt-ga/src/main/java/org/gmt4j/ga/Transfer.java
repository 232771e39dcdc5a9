package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.gmt4j.Issuer;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.IoVector;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A box of a matrix, or every so many index of it, or the boxes of one that goes around it, and the local side: one
 * one-sided call for each owner, those behind this node first. It is a strided one where the owner's part is one
 * pattern, otherwise a vector: of all runs while these are short and few, else of the patterns, of which each may have
 * any number of runs. Used once, by one task.
 *
 * <p>Work and memory grow with the owners and their patterns, not with rows. What would need more than
 * {@value #MOST_PATTERNS} patterns at a time, of some 300 bytes each, is cut there: steps that meet blocks at ever
 * other places.
 */
final class Transfer {
    /** Bytes of the runs of a vector; measured: 64 are faster in a vector, 512 are not. */
    private static final int LONGEST_RUN = 128;
    /** Patterns of all owners that are kept at a time. */
    private static final int MOST_PATTERNS = ElementLists.LONGEST;

    private final MatrixPart part;
    private final LocalBuffer local;
    private final CallKind kind;
    private final Accumulate sum;
    private final Consumer<Transfer> source;
    /** In the order of the nodes. */
    private final List<Piece> pieces = new ArrayList<>();
    private int patterns;
    /** Of the task that starts it. */
    private TransferCalls calls;

    /**
     * @param sum    what an accumulate does; null for others
     * @param source adds the boxes when the transfer is started
     */
    private Transfer(final MatrixPart part, final LocalBuffer local, final CallKind kind, final Accumulate sum,
                     final Consumer<Transfer> source) {
        this.part = part;
        this.local = local;
        this.kind = kind;
        this.sum = sum;
        this.source = source;
    }

    /** Cuts a box. */
    static Transfer of(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                       final Accumulate sum) {
        part.check(box);
        return of(part, Lattice.of(box), tile, kind, sum);
    }

    /** Cuts some of the indices of a box. */
    static Transfer of(final MatrixPart part, final Lattice lattice, final Tile tile, final CallKind kind,
                       final Accumulate sum) {
        tile.fit(part, lattice);
        tile.requireApart(part, lattice);
        part.statistics().call(kind);
        return new Transfer(part, tile.buffer(), kind, sum, transfer -> transfer.add(lattice, tile));
    }

    /** Cuts a part of a call that has been counted, whose box has been checked, and whose tile has its extents. */
    static Transfer uncalled(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                             final Accumulate sum) {
        final Lattice lattice = Lattice.of(box);
        tile.requireRoom(part, lattice);
        return new Transfer(part, tile.buffer(), kind, sum, transfer -> transfer.add(lattice, tile));
    }

    /** Cuts several boxes. @param source adds checked boxes, and the parts for them of a tile that fits */
    static Transfer ofSeveral(final MatrixPart part, final Tile tile, final CallKind kind, final Accumulate sum,
                              final Consumer<Transfer> source) {
        part.statistics().call(kind);
        return new Transfer(part, tile.buffer(), kind, sum, source);
    }

    // --- cutting ---

    /** Adds a box, or some of its indices. @param tile a part of the local side */
    void add(final Lattice lattice, final Tile tile) {
        final Box box = lattice.box();
        if (part.layout() instanceof CyclicLayout cyclic && !box.isEmpty() && !cyclic.isInOneBlock(box)) {
            DealtPieces.of(cyclic, lattice, tile, part.spec().type().length(), this::add);
        } else {
            BlockPieces.of(part, lattice, tile, this::add);
        }
    }

    private void add(final int node, final Patch there, final Patch here) {
        if (patterns == MOST_PATTERNS) {
            startAll();
        }
        patterns++;
        pieceOf(node).add(there, here);
    }

    private Piece pieceOf(final int node) {
        final int place = firstFrom(pieces, node);
        if (place == pieces.size() || pieces.get(place).node() != node) {
            pieces.add(place, new Piece(node));
        }
        return pieces.get(place);
    }

    /** Returns the place of the first piece that is a node's or one's behind it; the end where there is none. */
    private static int firstFrom(final List<Piece> pieces, final int node) {
        int low = 0;
        int high = pieces.size();
        while (low < high) {
            final int middle = low + high >>> 1;
            if (pieces.get(middle).node() < node) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    // --- moving ---

    /** Moves the pieces, those behind this node first, and waits. */
    void run(final TaskContext ctx) throws SuspendExecution {
        cut(ctx, null);
        if (patterns == 1) {
            final Piece piece = pieces.get(0);
            count(piece);
            part.statistics().issued(kind, 1);
            move(Armci.of(ctx), piece.node(), piece.there(0), piece.here(0));
            return;
        }
        startAll();
        ctx.await();
    }

    /** Starts to move the pieces. @param issuer the task, or its handle that is to be waited for */
    void start(final Issuer issuer) {
        start(issuer.task(), issuer instanceof OperationHandle handle ? handle : null);
    }

    /** Starts to move the pieces. @param handle that is to be waited for; null for the task */
    void start(final TaskContext ctx, final OperationHandle handle) {
        cut(ctx, handle);
        startAll();
    }

    private void cut(final TaskContext ctx, final OperationHandle handle) {
        calls = new TransferCalls(Armci.of(ctx), handle, kind, sum, local, part);
        source.accept(this);
    }

    /** Starts what has been cut so far, the pieces behind this node first. */
    private void startAll() {
        beginBehind(pieces, part.nodeId());
        for (final Piece piece : pieces) {
            count(piece);
            start(piece);
        }
        pieces.clear();
        patterns = 0;
    }

    /** Turns pieces so that those of the nodes behind one are the first, and its own the last. */
    static void beginBehind(final List<Piece> pieces, final int node) {
        Collections.rotate(pieces, -firstFrom(pieces, node + 1));
    }

    private void count(final Piece piece) {
        part.statistics().moved(kind, piece.bytes(), piece.node() != part.nodeId());
    }

    private void start(final Piece piece) {
        if (piece.patterns() == 1) {
            calls.strided(piece.node(), piece.there(0), piece.here(0));
        } else if (piece.runs() <= ElementLists.LONGEST && piece.bytes() <= LONGEST_RUN * piece.runs()) {
            startVector(piece);
        } else {
            calls.patches(piece.node(), piece.there(), piece.here());
        }
    }

    /** The vectors of one call have runs of one length each: patterns of the same length are one vector. */
    private void startVector(final Piece piece) {
        final ElementLists lists = part.takeLists();
        lists.reserve((int) piece.runs());
        final List<IoVector> vectors = new ArrayList<>();
        int from = 0;
        int end = 0;
        final int last = piece.patterns() - 1;
        for (int i = 0; i <= last; i++) {
            final Patch here = piece.here(i);
            Piece.starts(here, lists.local(), end);
            end = Piece.starts(piece.there(i), lists.remote(), end);
            if (i == last || piece.here(i + 1).run() != here.run()) {
                vectors.add(new IoVector(lists.local(), lists.remote(), from, end - from, (int) here.run()));
                from = end;
            }
        }
        calls.vectors(piece.node(), vectors.toArray(new IoVector[0]));
        part.giveBack(lists);
    }

    private void move(final Armci armci, final int node, final Patch there, final Patch here)
        throws SuspendExecution {
        final ArmciMemory memory = part.memory();
        final boolean isRange = there.levels() == 0;
        switch (kind) {
            case GET:
                if (isRange) {
                    armci.get(memory, node, there.offset(), local, here.offset(), here.size());
                } else {
                    armci.getStrided(memory, node, there, local, here);
                }
                break;
            case PUT:
                if (isRange) {
                    armci.put(local, here.offset(), memory, node, there.offset(), here.size());
                } else {
                    armci.putStrided(local, here, memory, node, there);
                }
                break;
            default:
                armci.accumulateStrided(sum, local, here, memory, node, there);
                break;
        }
    }
}

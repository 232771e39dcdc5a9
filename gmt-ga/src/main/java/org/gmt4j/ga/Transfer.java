package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
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
 * A box of a matrix, or every so many index of it, and the local side, cut into one one-sided call for each owner: a
 * strided one where the node's share is one pattern, as it is but for dealt blocks that the edges of the box cut, or
 * that steps meet at different places. Then it is a vector of all runs while these are short, otherwise a strided call
 * for each pattern, which copies long runs faster. Used once, by one task. Work and memory grow with the nodes, but
 * with the runs of a vector.
 */
final class Transfer {
    /** Bytes of the runs of a vector; measured: 64 are faster in a vector, 512 are not. */
    private static final int LONGEST_RUN = 128;

    private final MatrixPart part;
    private final Lattice lattice;
    private final Tile tile;
    private final CallKind kind;
    private final Accumulate sum;
    private final List<Piece> pieces = new ArrayList<>();
    private int first = -1;

    /** @param sum what an accumulate does; null for others */
    private Transfer(final MatrixPart part, final Lattice lattice, final Tile tile, final CallKind kind,
                     final Accumulate sum) {
        this.part = part;
        this.lattice = lattice;
        this.tile = tile;
        this.kind = kind;
        this.sum = sum;
        final Box box = lattice.box();
        if (part.layout() instanceof CyclicLayout cyclic && !box.isEmpty() && !cyclic.isInOneBlock(box)) {
            DealtPieces.of(cyclic, lattice, tile, part.spec().type().length()).forEach(this::add);
        } else {
            part.layout().visit(box, this::add);
        }
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
        return new Transfer(part, lattice, tile, kind, sum);
    }

    /** Cuts a part of a call that has been counted, whose box and tile have been checked. */
    static Transfer uncalled(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                             final Accumulate sum) {
        return new Transfer(part, Lattice.of(box), tile, kind, sum);
    }

    /** Adds what a block has of the box: one run where its rows lie one behind the other on both sides. */
    private void add(final int[] block) {
        final Layout layout = part.layout();
        final Box shared = lattice.within(layout.box(block));
        if (shared.isEmpty()) {
            return;
        }
        final int dims = shared.dims();
        final long[] index = new long[dims];
        final long[] distance = new long[dims];
        final long[] counts = new long[dims];
        for (int dim = 0; dim < dims; dim++) {
            index[dim] = shared.from(dim);
            distance[dim] = lattice.place(dim, index[dim]);
            counts[dim] = lattice.count(dim, index[dim], shared.to(dim));
        }
        final int length = part.spec().type().length();
        final long[] local = tile.strides();
        long run = 1;
        long pitch = 1;
        int dim = dims - 1;
        while (dim >= 0 && (counts[dim] == 1 || lattice.step(dim) == 1 && pitch == run && local[dim] == run)) {
            run *= counts[dim];
            pitch *= layout.pitch(dim, block[dim]);
            dim--;
        }
        Patch there = Patch.of(layout.place(block, index) * length, run * length);
        Patch here = Patch.of(tile.place(distance) * length, run * length);
        for (; dim >= 0; dim--) {
            if (counts[dim] > 1) {
                there = there.times(counts[dim], pitch * lattice.step(dim) * length);
                here = here.times(counts[dim], local[dim] * length);
            }
            pitch *= layout.pitch(dim, block[dim]);
        }
        add(new Piece(layout.owner(block), there, here));
    }

    private void add(final Piece piece) {
        if (first < 0 && piece.node() > part.nodeId()) {
            first = pieces.size();
        }
        pieces.add(piece);
        part.statistics().moved(kind, piece.bytes(), piece.node() != part.nodeId());
    }

    /** Moves the pieces, those behind this node first, and waits. */
    void run(final TaskContext ctx) throws SuspendExecution {
        if (pieces.size() == 1 && pieces.get(0).there().length == 1) {
            part.statistics().issued(kind, 1);
            move(Armci.of(ctx), pieces.get(0).node(), pieces.get(0).there()[0], pieces.get(0).here()[0]);
            return;
        }
        start(ctx, null);
        ctx.await();
    }

    /** Starts to move the pieces. @param issuer the task, or its handle that is to be waited for */
    void start(final Issuer issuer) {
        start(issuer.task(), issuer instanceof OperationHandle handle ? handle : null);
    }

    /** Starts to move the pieces. @param handle that is to be waited for; null for the task */
    void start(final TaskContext ctx, final OperationHandle handle) {
        final TransferCalls calls = new TransferCalls(Armci.of(ctx), handle, kind, sum, tile.buffer(), part.memory());
        for (int i = 0; i < pieces.size(); i++) {
            start(calls, at(i));
        }
    }

    private void start(final TransferCalls calls, final Piece piece) {
        final int patterns = piece.there().length;
        final boolean isShort = patterns > 1 && piece.bytes() <= LONGEST_RUN * piece.runs();
        int from = 0;
        while (from < patterns) {
            final int end = isShort ? piece.endOf(from, ElementLists.LONGEST) : from + 1;
            part.statistics().issued(kind, 1);
            if (end - from > 1) {
                startVector(calls, piece, from, end);
            } else {
                calls.strided(piece.node(), piece.there()[from], piece.here()[from]);
            }
            from = end;
        }
    }

    /** The vectors of one call have runs of one length each: patterns of the same length are one vector. */
    private void startVector(final TransferCalls calls, final Piece piece, final int first, final int last) {
        final ElementLists lists = part.takeLists();
        lists.reserve((int) piece.runs(first, last));
        final List<IoVector> vectors = new ArrayList<>();
        int from = 0;
        int end = 0;
        for (int i = first; i < last; i++) {
            final Patch here = piece.here()[i];
            Piece.starts(here, lists.local(), end);
            end = Piece.starts(piece.there()[i], lists.remote(), end);
            if (i + 1 == last || piece.here()[i + 1].run() != here.run()) {
                vectors.add(new IoVector(lists.local(), lists.remote(), from, end - from, (int) here.run()));
                from = end;
            }
        }
        calls.vectors(piece.node(), vectors.toArray(new IoVector[0]));
        part.giveBack(lists);
    }

    private Piece at(final int i) {
        return pieces.get((i + Math.max(0, first)) % pieces.size());
    }

    private void move(final Armci armci, final int node, final Patch there, final Patch here)
        throws SuspendExecution {
        final ArmciMemory memory = part.memory();
        final LocalBuffer local = tile.buffer();
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

package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
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
 * A box of a matrix and the local side, cut into one one-sided call for each owner: a strided one where the node's
 * share is one pattern, as it is but for dealt blocks that the edges of the box cut. Then it is a vector of all runs
 * while these are short, otherwise a strided call for each pattern, which copies long runs faster. Used once, by one
 * task. Work and memory grow with the nodes, but with the runs of a vector.
 */
final class Transfer {
    /** Bytes of the runs of a vector; measured: 64 are faster in a vector, 512 are not. */
    private static final int LONGEST_RUN = 128;

    private final MatrixPart part;
    private final Box box;
    private final Tile tile;
    private final CallKind kind;
    private final Accumulate sum;
    private final List<Piece> pieces = new ArrayList<>();
    private int first = -1;

    /** @param sum what an accumulate does; null for others */
    private Transfer(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                     final Accumulate sum) {
        this.part = part;
        this.box = box;
        this.tile = tile;
        this.kind = kind;
        this.sum = sum;
        if (part.layout() instanceof CyclicLayout cyclic && !box.isEmpty() && !cyclic.isInOneBlock(box)) {
            DealtPieces.of(cyclic, box, tile, part.spec().type().length()).forEach(this::add);
        } else {
            part.layout().visit(box, this::add);
        }
    }

    /** Cuts a checked box. */
    static Transfer of(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                       final Accumulate sum) {
        part.check(box);
        tile.fit(part.spec(), box);
        tile.requireApart(part, box);
        part.statistics().call(kind);
        return new Transfer(part, box, tile, kind, sum);
    }

    /** Cuts a part of a call that has been counted, whose box and tile have been checked. */
    static Transfer uncalled(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                             final Accumulate sum) {
        return new Transfer(part, box, tile, kind, sum);
    }

    private void add(final int[] block) {
        final Layout layout = part.layout();
        final Box shared = layout.box(block).intersect(box);
        final int dims = shared.dims();
        final long[] index = new long[dims];
        final long[] distance = new long[dims];
        for (int dim = 0; dim < dims; dim++) {
            index[dim] = shared.from(dim);
            distance[dim] = shared.from(dim) - box.from(dim);
        }
        final int length = part.spec().type().length();
        final long[] local = tile.strides();
        long run = shared.extent(dims - 1);
        long pitch = layout.pitch(dims - 1, block[dims - 1]);
        int dim = dims - 2;
        while (dim >= 0 && (pitch == run && local[dim] == run || shared.extent(dim) == 1)) {
            run *= shared.extent(dim);
            pitch *= layout.pitch(dim, block[dim]);
            dim--;
        }
        Patch there = Patch.of(layout.place(block, index) * length, run * length);
        Patch here = Patch.of(tile.place(distance) * length, run * length);
        for (; dim >= 0; dim--) {
            there = there.times(shared.extent(dim), pitch * length);
            here = here.times(shared.extent(dim), local[dim] * length);
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

    /** Starts to move the pieces. @param handle that is to be waited for; null for the task */
    void start(final TaskContext ctx, final OperationHandle handle) {
        final TransferCalls calls = new TransferCalls(Armci.of(ctx), handle, kind, sum, tile.buffer(), part.memory());
        for (int i = 0; i < pieces.size(); i++) {
            start(calls, at(i));
        }
    }

    private void start(final TransferCalls calls, final Piece piece) {
        final int patterns = piece.there().length;
        final long runs = patterns == 1 ? 0 : piece.runs();
        if (patterns > 1 && runs <= ElementLists.LONGEST && piece.bytes() <= LONGEST_RUN * runs) {
            part.statistics().issued(kind, 1);
            startVector(calls, piece);
            return;
        }
        part.statistics().issued(kind, patterns);
        for (int i = 0; i < patterns; i++) {
            calls.strided(piece.node(), piece.there()[i], piece.here()[i]);
        }
    }

    /** The vectors of one call have runs of one length each. */
    private void startVector(final TransferCalls calls, final Piece piece) {
        final ElementLists lists = part.takeLists();
        lists.reserve((int) piece.runs());
        final IoVector[] vectors = new IoVector[piece.there().length];
        int from = 0;
        for (int i = 0; i < vectors.length; i++) {
            final Patch here = piece.here()[i];
            Piece.starts(here, lists.local(), from);
            final int end = Piece.starts(piece.there()[i], lists.remote(), from);
            vectors[i] = new IoVector(lists.local(), lists.remote(), from, end - from, (int) here.run());
            from = end;
        }
        calls.vectors(piece.node(), vectors);
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

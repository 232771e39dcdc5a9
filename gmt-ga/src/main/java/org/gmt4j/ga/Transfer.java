package org.gmt4j.ga;

import java.util.ArrayList;
import java.util.List;
import org.gmt4j.OperationHandle;
import org.gmt4j.Patch;
import org.gmt4j.TaskContext;
import org.gmt4j.armci.Accumulate;
import org.gmt4j.armci.Armci;
import org.gmt4j.armci.ArmciMemory;
import org.gmt4j.armci.LocalBuffer;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A box of a matrix and the local side, cut into one strided operation for each block that they share. Used once, by
 * one task. Work and memory grow with the blocks, not with the elements.
 */
final class Transfer {
    private final MatrixPart part;
    private final Box box;
    private final Tile tile;
    private final CallKind kind;
    private final Accumulate sum;
    private final List<Piece> pieces = new ArrayList<>();
    private int first = -1;

    /** One block's share. */
    private record Piece(int node, Patch there, Patch here) {
    }

    /** @param sum what an accumulate does; null for others */
    private Transfer(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                     final Accumulate sum) {
        this.part = part;
        this.box = box;
        this.tile = tile;
        this.kind = kind;
        this.sum = sum;
        part.layout().visit(box, this::add);
    }

    /** Cuts a checked box. */
    static Transfer of(final MatrixPart part, final Box box, final Tile tile, final CallKind kind,
                       final Accumulate sum) {
        part.check(box);
        tile.fit(part.spec(), box);
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
        final int node = layout.owner(block);
        if (first < 0 && node > part.nodeId()) {
            first = pieces.size();
        }
        pieces.add(new Piece(node, there, here));
        part.statistics().moved(kind, here.size(), node != part.nodeId());
    }

    /** Moves the pieces, those behind this node first, and waits. */
    void run(final TaskContext ctx) throws SuspendExecution {
        final Armci armci = Armci.of(ctx);
        if (pieces.size() == 1) {
            move(armci, pieces.get(0));
            return;
        }
        for (int i = 0; i < pieces.size(); i++) {
            start(armci, null, at(i));
        }
        ctx.await();
    }

    /** Starts to move the pieces. @param handle that is to be waited for; null for the task */
    void start(final TaskContext ctx, final OperationHandle handle) {
        final Armci armci = Armci.of(ctx);
        for (int i = 0; i < pieces.size(); i++) {
            start(armci, handle, at(i));
        }
    }

    private Piece at(final int i) {
        return pieces.get((i + Math.max(0, first)) % pieces.size());
    }

    private void move(final Armci armci, final Piece piece) throws SuspendExecution {
        final ArmciMemory memory = part.memory();
        final LocalBuffer local = tile.buffer();
        final Patch there = piece.there();
        final Patch here = piece.here();
        final boolean isRange = there.levels() == 0;
        switch (kind) {
            case GET:
                if (isRange) {
                    armci.get(memory, piece.node(), there.offset(), local, here.offset(), here.size());
                } else {
                    armci.getStrided(memory, piece.node(), there, local, here);
                }
                break;
            case PUT:
                if (isRange) {
                    armci.put(local, here.offset(), memory, piece.node(), there.offset(), here.size());
                } else {
                    armci.putStrided(local, here, memory, piece.node(), there);
                }
                break;
            default:
                armci.accumulateStrided(sum, local, here, memory, piece.node(), there);
                break;
        }
    }

    private void start(final Armci armci, final OperationHandle handle, final Piece piece) {
        final ArmciMemory memory = part.memory();
        final LocalBuffer local = tile.buffer();
        switch (kind) {
            case GET:
                if (handle == null) {
                    armci.getStridedNb(memory, piece.node(), piece.there(), local, piece.here());
                } else {
                    armci.getStridedNb(handle, memory, piece.node(), piece.there(), local, piece.here());
                }
                break;
            case PUT:
                if (handle == null) {
                    armci.putStridedNb(local, piece.here(), memory, piece.node(), piece.there());
                } else {
                    armci.putStridedNb(handle, local, piece.here(), memory, piece.node(), piece.there());
                }
                break;
            default:
                if (handle == null) {
                    armci.accumulateStridedNb(sum, local, piece.here(), memory, piece.node(), piece.there());
                } else {
                    armci.accumulateStridedNb(handle, sum, local, piece.here(), memory, piece.node(), piece.there());
                }
                break;
        }
    }
}

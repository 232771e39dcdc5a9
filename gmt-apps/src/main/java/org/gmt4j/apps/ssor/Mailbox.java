package org.gmt4j.apps.ssor;

import java.util.ArrayList;
import java.util.List;

/**
 * Where in the one-sided memory of a node its neighbours put what they have for it: for each inner plane and side the
 * edge that a sweep needs, and for each node with points in the layers around its part these points, all planes of
 * them. A flag for each. Nothing is put anywhere twice before it has been taken: each sweep, and each exchange of
 * layers, begins only after all earlier ones at the nodes that it depends on. Known to every node; offsets are bytes.
 */
final class Mailbox {
    /**
     * Points of another node in the layers around a part.
     *
     * @param source node that owns them
     */
    record Slab(int source, Part points) {
    }

    private static final int SIDES = Side.values().length;

    private final int node;
    private final int n;
    private final Part part;
    private final List<Slab> slabs = new ArrayList<>();
    private final long[] edgeStarts = new long[SIDES];
    private final long[] slabStarts;
    private final long bytes;

    Mailbox(final ProcessGrid grid, final int node) {
        this.node = node;
        n = grid.n();
        part = grid.part(node);
        addSlabs(grid);
        long end = bytesOf(SIDES * n + slabs.size());
        for (final Side side : Side.values()) {
            edgeStarts[side.ordinal()] = end;
            end += n * edgeBytes(side);
        }
        slabStarts = new long[slabs.size()];
        for (int s = 0; s < slabStarts.length; s++) {
            slabStarts[s] = end;
            end += slabBytes(s);
        }
        bytes = end;
    }

    private void addSlabs(final ProcessGrid grid) {
        final Part alongX = new Part(part.iLow() - Block.LAYERS, part.iHigh() + Block.LAYERS, part.jLow(),
            part.jHigh());
        final Part alongY = new Part(part.iLow(), part.iHigh(), part.jLow() - Block.LAYERS,
            part.jHigh() + Block.LAYERS);
        for (int other = 0; other < grid.size(); other++) {
            if (other != node && grid.areInLine(node, other)) {
                final Part theirs = grid.part(other);
                final Part points = theirs.with(theirs.jLow() == part.jLow() ? alongX : alongY);
                if (!points.isEmpty()) {
                    slabs.add(new Slab(other, points));
                }
            }
        }
    }

    private static long bytesOf(final int words) {
        return (long) Double.BYTES * words;
    }

    private long edgeBytes(final Side side) {
        final Part edge = side.edge(part, false);
        return bytesOf(Gas.VALUES * edge.width() * edge.depth());
    }

    /** Returns the node whose memory it is. */
    int node() {
        return node;
    }

    /** Returns the length of the memory. */
    long bytes() {
        return bytes;
    }

    long edgeFlag(final Side side, final int k) {
        return bytesOf(side.ordinal() * n + k);
    }

    /** Returns where the edge of the neighbour on a side goes: as many points as this part has on that side. */
    long edge(final Side side, final int k) {
        return edgeStarts[side.ordinal()] + k * edgeBytes(side);
    }

    List<Slab> slabs() {
        return slabs;
    }

    long slabFlag(final int s) {
        return bytesOf(SIDES * n + s);
    }

    long slab(final int s) {
        return slabStarts[s];
    }

    /** Returns the bytes of the inner planes of a slab. */
    long slabBytes(final int s) {
        final Part points = slabs.get(s).points();
        return bytesOf(Gas.VALUES * points.width() * points.depth() * (n - 2));
    }
}

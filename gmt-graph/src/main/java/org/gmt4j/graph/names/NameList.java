package org.gmt4j.graph.names;

import java.util.Arrays;
import org.gmt4j.graph.memory.Room;
import org.gmt4j.graph.memory.TextList;

/**
 * The names of the vertices of one node that are texts, ascending. Filled by one task of each node, then read by any
 * thread of the node.
 *
 * <p>Memory: the bytes of the names and 8 for each, twice that at most.
 */
public final class NameList implements AutoCloseable {
    private static final byte[] NOTHING = {};

    /** Vertices of each node but the last ones: contiguous parts, like those of arrays. */
    private final long part;
    /** By the node that has sent them: names of consecutive vertices. */
    private final TextList[] pieces;
    private final long[] firsts;
    private final Room room;
    /** By node: its first name, ascending; of nodes that have one. */
    private byte[][] bounds = {};

    NameList(final long count, final int nodes, final Room room) {
        this.room = room;
        part = count == 0 ? 1 : (count - 1) / nodes + 1;
        pieces = new TextList[nodes];
        firsts = new long[nodes];
    }

    /** The node that has the name of a vertex. */
    int owner(final long vertex) {
        return (int) (vertex / part);
    }

    /** The first vertex of the next node. */
    long end(final long vertex) {
        return (vertex / part + 1) * part;
    }

    /** Takes names of consecutive vertices, ascending by sender. */
    void take(final int sender, final long first, final byte[] block) {
        if (pieces[sender] == null) {
            pieces[sender] = new TextList(room);
            firsts[sender] = first;
        }
        TextBlock.forEach(block, (index, bytes, offset, length) -> pieces[sender].add(bytes, offset, length));
    }

    /** The first name of this node; null without any. */
    byte[] first() {
        for (final TextList piece : pieces) {
            if (piece != null) {
                return piece.text(0);
            }
        }
        return null;
    }

    void setBounds(final byte[] block) {
        bounds = TextBlock.texts(block);
    }

    /** The node that has a name if anybody has it; -1 below the first one. */
    int owner(final byte[] name) {
        final int at = Arrays.binarySearch(bounds, name, Arrays::compareUnsigned);
        return at >= 0 ? at : -at - 2;
    }

    /** The vertex of a name, or {@link VertexNames#NOBODY}. */
    long find(final byte[] name) {
        for (int sender = 0; sender < pieces.length; sender++) {
            final int number = pieces[sender] == null ? -1 : pieces[sender].find(name);
            if (number >= 0) {
                return firsts[sender] + number;
            }
        }
        return VertexNames.NOBODY;
    }

    /** Names of vertices of this node from an index on, in a block: as many as fit, but at least one. */
    byte[] names(final long[] vertices, final int from) {
        final TextBlock block = new TextBlock();
        for (int i = from; i < vertices.length && !block.isFull(); i++) {
            add(vertices[i], block);
        }
        return block.take();
    }

    private void add(final long vertex, final TextBlock block) {
        for (int sender = 0; sender < pieces.length; sender++) {
            final TextList piece = pieces[sender];
            if (piece != null && vertex >= firsts[sender] && vertex - firsts[sender] < piece.count()) {
                block.add(piece, (int) (vertex - firsts[sender]));
                return;
            }
        }
        block.add(NOTHING);
    }

    @Override
    public void close() {
        for (final TextList piece : pieces) {
            if (piece != null) {
                piece.close();
            }
        }
    }
}

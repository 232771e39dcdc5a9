package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.List;

/**
 * The data that one member sends to another in one exchange, assembled from pieces in any order. Guarded by the monitor
 * of {@link TeamTable}.
 *
 * <p>Memory: the received pieces, not the announced length, until all have arrived; so a damaged message cannot
 * allocate more than it brings.
 */
final class Pieces {
    private record Piece(byte[] bytes, int offset) {
    }

    private final int length;
    private final List<Piece> parts = new ArrayList<>();
    private int missing;
    private byte[] data;

    /** @param length of all pieces together */
    Pieces(final int length) {
        this.length = length;
        missing = length;
    }

    /**
     * Adds a piece.
     *
     * @param total length of all pieces, as given in the message
     * @return false when it contradicts earlier pieces: the message is damaged or forged, and changes nothing
     */
    boolean take(final byte[] bytes, final int offset, final int total) {
        if (total != length || offset < 0 || bytes.length > missing || offset > length - bytes.length) {
            return false;
        }
        parts.add(new Piece(bytes, offset));
        missing -= bytes.length;
        return true;
    }

    boolean isComplete() {
        return missing == 0;
    }

    /** Returns all data, when complete. */
    byte[] data() {
        if (data == null) {
            data = parts.size() == 1 ? parts.get(0).bytes : joined();
            parts.clear();
        }
        return data;
    }

    private byte[] joined() {
        final byte[] all = new byte[length];
        for (final Piece part : parts) {
            System.arraycopy(part.bytes, 0, all, part.offset, part.bytes.length);
        }
        return all;
    }
}

package org.gmt4j.engine.task;

import java.util.ArrayList;
import java.util.List;

/**
 * What one member sends to another in one exchange, as it comes in, in any order. Guarded by the monitor of
 * {@link TeamTable}.
 *
 * <p>Memory: what has come in, and not what was announced, until all is there; so a damaged message cannot ask for more
 * than it brings.
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
     * One piece has come.
     *
     * @param total length of all pieces, as the message says
     * @return false when it does not fit the ones before: the message is damaged or forged, and changes nothing
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

    /** All, when it is complete. */
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

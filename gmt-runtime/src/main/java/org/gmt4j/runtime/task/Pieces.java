package org.gmt4j.runtime.task;

/** What one member sends to another in one exchange, as it comes in. Guarded by the monitor of {@link TeamTable}. */
final class Pieces {
    final byte[] data;
    private int missing;

    Pieces(final int length) {
        data = new byte[length];
        missing = length;
    }

    void received(final int length) {
        missing -= length;
    }

    boolean isComplete() {
        return missing <= 0;
    }
}

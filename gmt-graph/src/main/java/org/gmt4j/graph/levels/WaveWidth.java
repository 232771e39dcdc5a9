package org.gmt4j.graph.levels;

/**
 * How many levels waves may go ahead between two rounds of all nodes: more while hardly a level has to be lowered,
 * fewer where many have. After each time that it was too many it takes more rounds until it grows again: graphs whose
 * neighbours are on other nodes are searched level by level nearly always. Owned by one task.
 */
final class WaveWidth {
    static final int MOST = 4096;
    private static final int MOST_PATIENCE = 64;
    private static final int FEW = 16;
    private static final int MANY = 4;

    private int width = 1;
    private int patience = 1;
    private int good;

    /** Levels of the next round. */
    int levels() {
        return width;
    }

    /** Learns from a round. */
    void learn(final WaveSums round) {
        if (round.lowered() * MANY > round.followed()) {
            width = Math.max(1, width / MANY);
            patience = Math.min(MOST_PATIENCE, 2 * patience);
            good = 0;
        } else if (round.lowered() * FEW <= round.followed() && ++good >= patience) {
            width = Math.min(MOST, 2 * width);
            good = 0;
        }
    }
}

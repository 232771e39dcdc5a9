package org.gmt4j.graph.levels;

/**
 * How many levels waves may go ahead between two rounds of all nodes: more while hardly a level has to be lowered,
 * fewer where many have. After each time that it was too many it takes more rounds until it grows again. Where rounds
 * get on slowly all the same, since neighbours are on other nodes, going apart is in vain. Owned by one task.
 */
final class WaveWidth {
    static final int MOST = 4096;
    private static final int MOST_PATIENCE = 64;
    private static final int FEW = 16;
    private static final int MANY = 4;
    /** Rounds that are looked at together. */
    private static final int ROUNDS = 16;
    /** A round of all waves pays when it finds so many levels, or a wave follows so many rows in it. */
    private static final int LEVELS_THAT_PAY = 8;
    private static final int ROWS_THAT_PAY = 4096;

    private final int waves;
    private int width = 1;
    private int patience = 1;
    private int good;
    private int rounds;
    private long levels;
    private long followed;
    private boolean isVain;

    WaveWidth(final int waves) {
        this.waves = waves;
    }

    /** Levels of the next round. */
    int levels() {
        return width;
    }

    /** Learns from a round. @param advanced levels that are final since */
    void learn(final WaveSums round, final long advanced) {
        levels += advanced;
        followed += round.followed();
        if (++rounds == ROUNDS) {
            isVain = levels < ROUNDS * LEVELS_THAT_PAY && followed < (long) ROUNDS * ROWS_THAT_PAY * waves;
            rounds = 0;
            levels = 0;
            followed = 0;
        }
        if (round.lowered() * MANY > round.followed()) {
            width = Math.max(1, width / MANY);
            patience = Math.min(MOST_PATIENCE, 2 * patience);
            good = 0;
        } else if (round.lowered() * FEW <= round.followed() && ++good >= patience) {
            width = Math.min(MOST, 2 * width);
            good = 0;
        }
    }

    /** Whether the last rounds have not paid. */
    boolean isVain() {
        return isVain;
    }
}

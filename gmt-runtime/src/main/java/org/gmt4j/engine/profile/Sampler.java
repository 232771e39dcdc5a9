package org.gmt4j.engine.profile;

/** Selects one of so many items for recording, including the first. Owned by one thread. */
final class Sampler {
    private final int every;
    private int left = 1;

    Sampler(final int every) {
        this.every = every;
    }

    boolean isDue() {
        if (--left > 0) {
            return false;
        }
        left = every;
        return true;
    }
}

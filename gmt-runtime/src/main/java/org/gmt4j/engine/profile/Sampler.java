package org.gmt4j.engine.profile;

/** Says of one of so many that it is to be recorded, of the first as well. Owned by one thread. */
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

package org.gmt4j.quasar.check;

/**
 * Counts the work on one method, and ends it where it gets out of hand: a program must start, even if a check of it
 * cannot be finished. A step is a look at one value or at one of its reads. One thread.
 */
final class Steps {
    /**
     * Some ten seconds of work. A method of 2,600 instructions and 43 variables takes 3 million steps, one of 22,000
     * instructions and 32 variables takes 6 million.
     */
    static final long MOST = 30_000_000;

    private final long most;
    private long count;

    /** The work on a method was too much. */
    static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyException(final long most) {
            super("more than " + most + " steps", null, false, false);
        }
    }

    Steps(final long most) {
        this.most = most;
    }

    void add(final int more) {
        count += more;
        if (count > most) {
            throw new TooManyException(most);
        }
    }

    long count() {
        return count;
    }
}

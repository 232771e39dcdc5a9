package org.gmt4j.bench.simulate.transpose;

/**
 * The core of a node's first process, which the server may share. Owned by the model's thread.
 *
 * <p>A polling server and a process that polls for its answers always want the core, so that each has it for one slice
 * in turn, with work or without. A blocking server takes it whenever it has work, as a thread that has slept may.
 */
abstract class Core {
    /** When the server is done with some work that it could begin at {@code fromPs}. */
    abstract long serverEnd(long fromPs, long workPs);

    /** When the process is done, unless the server takes the core in between: see {@link #takenPs()}. */
    abstract long processEnd(long fromPs, long workPs);

    /** Time that the server has taken from whatever the process was doing, so far and up to its last known work. */
    long takenPs() {
        return 0;
    }

    static Core of(final TransposeConfig.Nodes nodes, final long offsetPs) {
        if (!nodes.isFull()) {
            return separate();
        }
        return nodes.waiting() == Wait.POLL ? new Sliced(nodes.slicePs(), offsetPs) : new Preempted();
    }

    /** A core that is not shared. */
    static Core separate() {
        return new Separate();
    }

    /** Two cores: nobody waits for the other. */
    private static final class Separate extends Core {
        @Override
        long serverEnd(final long fromPs, final long workPs) {
            return fromPs + workPs;
        }

        @Override
        long processEnd(final long fromPs, final long workPs) {
            return fromPs + workPs;
        }
    }

    /** Slices in turn, the server's first. */
    private static final class Sliced extends Core {
        private final long slicePs;
        private final long offsetPs;

        Sliced(final long slicePs, final long offsetPs) {
            this.slicePs = slicePs;
            this.offsetPs = offsetPs;
        }

        @Override
        long serverEnd(final long fromPs, final long workPs) {
            return end(fromPs, workPs, offsetPs);
        }

        @Override
        long processEnd(final long fromPs, final long workPs) {
            return end(fromPs, workPs, offsetPs + slicePs);
        }

        /** @param firstPs when some slice of the worker's begins */
        private long end(final long fromPs, final long workPs, final long firstPs) {
            final long at = Math.floorMod(fromPs - firstPs, 2 * slicePs);
            final long beginPs = at < slicePs ? fromPs : fromPs + 2 * slicePs - at;
            final long leftPs = at < slicePs ? slicePs - at : slicePs;
            if (workPs <= leftPs) {
                return beginPs + workPs;
            }
            final long othersTurns = (workPs - leftPs - 1) / slicePs + 1;
            return beginPs + workPs + othersTurns * slicePs;
        }
    }

    /** The server first. */
    private static final class Preempted extends Core {
        private long serverUntilPs;
        private long takenPs;

        @Override
        long serverEnd(final long fromPs, final long workPs) {
            takenPs += workPs;
            serverUntilPs = fromPs + workPs;
            return serverUntilPs;
        }

        @Override
        long processEnd(final long fromPs, final long workPs) {
            return Math.max(fromPs, serverUntilPs) + workPs;
        }

        @Override
        long takenPs() {
            return takenPs;
        }
    }
}

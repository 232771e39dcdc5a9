package org.gmt4j.bench.simulate.connections;

/** Whose memory the processes of an application use. Immutable; its random choices follow from a seed alone. */
interface Pattern {
    /** Runs the application's loops and touches the owners of what they read, write and count with. */
    void run(ConnectionTable table);

    /** How many of so many processes have data of the application. */
    default int working(final int processes) {
        return processes;
    }

    /** How the application is laid out, in a word or two; {@code -} if there is nothing to choose. */
    default String layout() {
        return "-";
    }
}

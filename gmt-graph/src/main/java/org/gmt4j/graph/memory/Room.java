package org.gmt4j.graph.memory;

/** Room for memory outside of the heap that grows. Any thread. */
@FunctionalInterface
public interface Room {
    /** For what is bounded by other means. */
    Room BOUNDLESS = bytes -> { };

    /**
     * Asks for so many bytes, which the caller allocates afterwards: before anything has changed, since what it has can
     * be read, closed, or grow another time where the room refuses by an exception.
     */
    void take(long bytes);
}

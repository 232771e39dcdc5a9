package org.gmt4j.bench.simulate;

/** Counters of a node's server and its processes. Mutable; owned by the model's thread. */
final class ServerCounters {
    long turns;
    long busyPs;
    long wakeUps;
    long executed;
    long forwarded;
    /** Answers handed on for others. */
    long forwardedReplies;
    /** Streams looked at. */
    long looks;
    long buffersTaken;
    long blocksTaken;
    /** Buffers of requests, also those that processes have sent themselves. */
    long buffersSent;
    long acksSent;
    /** Messages that found the incoming link crowded. */
    long crowded;

    void add(final ServerCounters other) {
        turns += other.turns;
        busyPs += other.busyPs;
        wakeUps += other.wakeUps;
        executed += other.executed;
        forwarded += other.forwarded;
        forwardedReplies += other.forwardedReplies;
        looks += other.looks;
        buffersTaken += other.buffersTaken;
        blocksTaken += other.blocksTaken;
        buffersSent += other.buffersSent;
        acksSent += other.acksSent;
        crowded += other.crowded;
    }
}

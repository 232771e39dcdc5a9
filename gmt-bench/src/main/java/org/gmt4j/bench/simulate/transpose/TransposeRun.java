package org.gmt4j.bench.simulate.transpose;

import java.util.Optional;

/**
 * The result of one run.
 *
 * @param config        of the run
 * @param seconds       until the last process was done
 * @param meanSeconds   until a process was done, mean
 * @param serverSeconds of work of the busiest server
 * @param counts        of everything that was sent
 */
record TransposeRun(TransposeConfig config, double seconds, double meanSeconds, double serverSeconds, Counts counts) {
    /**
     * What was sent, of all processes.
     *
     * @param operations  remote puts or gets
     * @param messages    on the network
     * @param wireBytes   of them, with headers
     * @param remoteBytes of blocks in them
     * @param localBytes  of blocks that were copied within a node
     * @param wakeUps     of servers
     * @param events      of the model
     */
    record Counts(long operations, long messages, long wireBytes, long remoteBytes, long localBytes, long wakeUps,
                  long events) {
    }

    static TransposeRun of(final TransposeConfig config) {
        return new TransposeModel(config).run();
    }

    Protocol protocol() {
        return Protocol.of(config.way(), config.largestBlockBytes(), config.eagerLimit());
    }

    Optional<Double> paperSeconds() {
        return PaperTimes.of(config);
    }
}

package org.gmt4j.aggregation.queue;

/**
 * Executes commands that a lane has issued for elements of its own node, where the same thread may execute them.
 * Gathered in blocks like all others they run in tight loops, whose cache misses overlap; executed one by one between
 * the issuing of remote ones they would not, because a processor looks ahead only so many instructions.
 */
public interface OwnCommands {
    /**
     * Executes the commands in [from, end); they never run user code.
     *
     * @param reply where values go, in command order
     * @return how many entries the list of failed commands has; see {@link #failureOrdinal} and {@link #failureCode}
     */
    int execute(long from, long end, long reply, int replyLength);

    /** Of entry i of the last execution: as in {@link org.gmt4j.aggregation.wire.FailureRecord}. */
    int failureOrdinal(int i);

    int failureCode(int i);
}

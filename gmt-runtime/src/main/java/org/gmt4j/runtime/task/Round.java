package org.gmt4j.runtime.task;

/**
 * One collective in progress on this node. Guarded by {@link CollectiveRounds}, except what is final.
 *
 * <pre>
 * early (contributions of children came first) --this node arrives--> waits for children --all here--> sent up
 *                                                                     --result, failure or abort--> over
 * early (pieces of members came first) --this node arrives, says whose pieces it expects--> all here --> over
 * </pre>
 */
final class Round {
    final Team team;
    final long number;
    /** Of an exchange, by rank of the sender; null when none has come. */
    java.util.Map<Integer, Pieces> pieces;
    /** Of an exchange: ranks whose pieces this node waits for. Null before it arrives, and for rounds along the tree. */
    int[] expected;
    final byte[][] fromChildren = new byte[CollectiveRounds.FAN_OUT][];
    /** What the first child that could not contribute said. */
    String failure;
    /** Null until this node arrives. */
    Collective collective;
    byte[] mine;
    boolean isSentUp;
    boolean isOver;
    byte[] result;
    /** The task that is suspended here. */
    WaitingTask waiter;

    Round(final Team team, final long number) {
        this.team = team;
        this.number = number;
    }
}

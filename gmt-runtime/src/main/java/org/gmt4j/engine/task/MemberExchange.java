package org.gmt4j.engine.task;

import org.gmt4j.fibers.SuspendExecution;

/**
 * One step of a collective in which members give each other byte arrays of any length, without a tree: each says from
 * whom it expects something, sends what it has to give, and waits. All members take part in the same steps in the same
 * order, also those that neither send nor expect anything. For the layers above, which build gather, scatter,
 * all-to-all and reductions of arrays on it. Lengths beyond a command travel as several commands, those beyond
 * twice the eager limit of puts as transfers of the one-sided core, and are put together at the receiver.
 *
 * <p>It fails and is aborted like the other collectives of its team, see {@link EngineCollectives}. Belongs to the task
 * that began it.
 */
public final class MemberExchange {
    private final EngineTask ctx;
    private final CollectiveRounds rounds;
    private final Round round;

    private MemberExchange(final EngineTask ctx, final CollectiveRounds rounds, final Round round) {
        this.ctx = ctx;
        this.rounds = rounds;
        this.round = round;
    }

    /**
     * Arrives at the step.
     *
     * @param group    as in {@link EngineTask#among}; 0, with {@code members} null, for all nodes
     * @param name     name of the step in messages
     * @param expected ranks of the other members that will send to this node
     */
    public static MemberExchange begin(final EngineTask ctx, final long group, final int[] members, final String name,
                                       final int... expected) {
        if (!ctx.isPreemptable()) {
            throw Worker.mayNotWait();
        }
        if (ctx.openRound != null) {
            throw new IllegalStateException("GMT-248 this task's wait in " + ctx.openRound.collective.name()
                + " has expired; call the same collective again before " + name);
        }
        final CollectiveRounds rounds = ctx.parts.rounds();
        return new MemberExchange(ctx, rounds, rounds.arriveAtExchange(ctx.task, new GroupScope(group, members),
            name, expected));
    }

    /** Sends data to another member, which must expect it. Once to each. The array may be changed when this returns. */
    public void send(final int rank, final byte[] data) {
        rounds.sendPieces(ctx, round, rank, data);
    }

    /**
     * The same for a member that sends to this one in the same step, so that no more than two steps are under way
     * between both: short data go as a notice, by mail within a host.
     */
    public void swap(final int rank, final byte[] data) {
        rounds.sendNoteOrPieces(ctx, round, rank, data);
    }

    /** Notifies a member that expects data of a failure, so that its step fails. */
    public void fail(final int rank, final String why) {
        rounds.sendFailure(round, rank, why);
    }

    /** Suspends until all expected data have arrived. */
    public void await() throws SuspendExecution {
        ctx.checkMayWait();
        ctx.awaitRound(round, -1);
        rounds.outcome(round);
    }

    /** Returns the data of an expected member; after {@link #await()}. */
    public byte[] from(final int rank) {
        return rounds.piecesOf(round, rank);
    }
}

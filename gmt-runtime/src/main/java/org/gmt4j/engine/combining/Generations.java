package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.aggregation.wire.CommandWord;
import org.gmt4j.engine.container.EntrySender;

/**
 * The updates that one lane holds back of one array, in the order in which they are over: waiters join the open
 * {@link Generation}, its updates are sent, it is closed, and it ends behind the ones before it. Owned by the lane. Per
 * update.
 *
 * <p><b>Exactness.</b> The issuer of an update joins when the update is put into a table, which is before it can be
 * sent, and an update is sent within the generation that is open then. Generations end in their order, so an issuer's
 * operations are complete only when its updates, and those that made them needless, have been executed.
 */
final class Generations {
    private final LaneCombining lane;
    private final HeldBack held;
    private Generation open;
    private Generation oldest;
    private Generation free;
    private boolean isNoted;
    private int failureCount;

    Generations(final LaneCombining lane, final HeldBack held) {
        this.lane = lane;
        this.held = held;
        open = new Generation(this).begin(0);
        oldest = open;
    }

    /** The issuer waits for the open generation, which the lane then closes. */
    void join(final Completion issuer) {
        open.join(issuer);
        note();
    }

    /** Has the lane issue what is held. */
    void note() {
        if (!isNoted) {
            isNoted = true;
            lane.holds(held);
        }
    }

    /** Notes whether the lane will issue what is held. */
    void noted(final boolean now) {
        isNoted = now;
    }

    /** Returns whether a flush is due, because so many have joined. */
    boolean isFull() {
        return open.isFull();
    }

    /** Returns whether updates have been sent and not been executed, as far as is known here. */
    boolean isAnyUnderWay() {
        return oldest != open || !open.isComplete();
    }

    /** Returns whether nothing has been sent or joined of which somebody has not been told, be it done or failed. */
    boolean isQuiet() {
        return oldest == open && open.isUnused() && !open.hasFailed();
    }

    /** Returns the number of the open generation. Numbers wrap. */
    int openNumber() {
        return open.number;
    }

    /** Returns the number of the oldest generation that is not over. */
    int oldestNumber() {
        return oldest.number;
    }

    /** Returns the open generation, which does not end before {@link #release}. */
    Generation hold() {
        open.issued();
        return open;
    }

    void release(final Generation kept) {
        kept.completed(1);
    }

    /** Sends an update as a command of the open generation. */
    void send(final long word, final long place, final long value) {
        send(open, word, place, value);
    }

    /** Sends an update as a command of a generation that is not over. */
    void send(final Generation generation, final long word, final long place, final long value) {
        final int node = (int) (place >>> CommandWord.OFFSET_BITS);
        generation.issued();                          // not over before the command is known
        try {
            lane.aggregator().update(node, word | place & CommandWord.MAX_OFFSET, value, generation);
        } catch (final RuntimeException cause) {
            notIssued(generation, node, cause);
        } catch (final Error cause) {
            generation.failed(new IllegalStateException("the command was not issued", cause));
            throw cause;
        } finally {
            generation.completed(1);
        }
    }

    /** Sends a merge as a command of the open generation. */
    void send(final EntrySender sender, final int operation, final long key, final int node, final long value) {
        final Generation generation = open;
        generation.issued();
        try {
            sender.note(lane.aggregator(), generation, node, operation, key, value);
        } catch (final RuntimeException cause) {
            notIssued(generation, node, cause);
        } catch (final Error cause) {
            generation.failed(new IllegalStateException("the command was not issued", cause));
            throw cause;
        } finally {
            generation.completed(1);
        }
    }

    /** The issuers of updates to a lost node learn it at their waits. */
    private void notIssued(final Generation generation, final int node, final RuntimeException cause) {
        generation.failed(cause);
        if (!lane.aggregator().isGone(node)) {
            throw cause;
        }
    }

    /** Closes the open generation: whoever joined it has nothing held back any more. */
    void close() {
        if (!open.isUnused()) {
            final Generation closed = open;
            open = (free == null ? new Generation(this) : takeFree()).begin(closed.number + 1);
            closed.next = open;
            closed.isClosed = true;
            end();
        }
    }

    private Generation takeFree() {
        final Generation taken = free;
        free = taken.next;
        return taken;
    }

    /** Ends the oldest generations, in their order, as far as all of their updates have been executed. */
    void end() {
        while (oldest.isClosed && oldest.isComplete()) {
            final Generation over = oldest;
            oldest = over.next;
            failureCount += over.end() ? 1 : 0;
            over.next = free;
            free = over;
        }
    }

    /** Returns the number of generations that have failed: values that have not arrived stand for no others. */
    int failureCount() {
        return failureCount;
    }
}

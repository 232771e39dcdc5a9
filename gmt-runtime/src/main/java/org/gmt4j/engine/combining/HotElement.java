package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.memory.Segment;

/**
 * A place of {@link HotElements}: an element of another node to which tasks of one lane add at the same time, and wait
 * for the value before. Owned by the lane. Per addition.
 *
 * <pre>
 * FREE --lead--> TAKEN: a command is under way; other tasks join, and their sum goes behind --all ended--> FREE
 * </pre>
 */
public final class HotElement {
    private final HotElements all;
    private long word;                               // 0: free
    private int node;
    /** Commands under way. */
    private int flights;
    /** What is to travel next, or null. */
    private GatheredAdds gathered;

    HotElement(final HotElements all) {
        this.all = all;
    }

    /** Returns whether it stands for no element. */
    public boolean isFree() {
        return word == 0;
    }

    /** Returns whether it stands for the element of a command's first word at a node. */
    public boolean isOf(final long ofWord, final int atNode) {
        return word == ofWord && node == atNode;
    }

    /**
     * A task has just issued an addition itself: while it is under way, others can join. Returns false when other
     * additions have the place; otherwise the task calls {@link #ended} after its wait.
     */
    public boolean lead(final long ofWord, final int atNode) {
        if (word != 0) {
            return false;
        }
        word = ofWord;
        node = atNode;
        flights = 1;
        return true;
    }

    /** A command has come back. */
    public void ended() {
        if (--flights == 0 && gathered == null) {
            word = 0;
        }
    }

    /**
     * One more operation of the issuer: an addition that travels with others, behind everything that the lane has
     * issued to the node so far. Its value is delivered. The place is free, or stands for the element.
     */
    public void join(final long ofWord, final int atNode, final Segment segment, final Completion issuer,
                     final long operand) {
        if (gathered == null) {
            word = ofWord;
            node = atNode;
            gathered = all.gather(this, segment);
        }
        gathered.add(issuer, operand);
    }

    boolean mayTravel(final int mostFlights) {
        return flights < mostFlights;
    }

    /** Sends what has been gathered, as one command. */
    void send() {
        final GatheredAdds adds = gathered;
        gathered = null;
        flights++;
        all.send(word, node, adds);
    }
}

package org.gmt4j.engine.combining;

import org.gmt4j.aggregation.queue.Aggregator;
import org.gmt4j.aggregation.queue.RequestBlock;
import org.gmt4j.engine.memory.Segment;

/**
 * Additions of one lane's tasks to elements of other nodes whose value before the tasks wait for. Those to one hot
 * element, such as the tail of a queue, travel together: while one is under way, others gather. Owned by the lane;
 * counters are read by any thread, which may see slightly old values. Per addition and per turn.
 *
 * <p>Each element has one possible place. Where others have it, additions travel alone. What has been gathered for an
 * element is sent when no command for it is under way any more, and, so that nobody waits longer than without this
 * class, with one under way when nothing can run on the lane.
 */
final class HotElements {
    private static final int SLOT_BITS = 6;
    /** Commands for one element under way, with which nothing more is sent. */
    private static final int MOST_FLIGHTS = 2;

    private final Aggregator aggregator;
    private final HotElement[] slots = new HotElement[1 << SLOT_BITS];
    /** Those with something gathered, each once. */
    private final HotElement[] gathering = new HotElement[1 << SLOT_BITS];
    private int gatheringCount;
    private GatheredAdds free;
    private long addCount;
    private long commandCount;

    HotElements(final Aggregator aggregator) {
        this.aggregator = aggregator;
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new HotElement(this);
        }
    }

    /** Returns the place of the element of a command's first word at a node. */
    HotElement at(final long word, final int node) {
        return slots[slot(word, node)];
    }

    static int slot(final long word, final int node) {
        return (int) ((word + ((long) node << 32)) * 0x9E37_79B9_7F4A_7C15L >>> Long.SIZE - SLOT_BITS);
    }

    GatheredAdds gather(final HotElement element, final Segment segment) {
        gathering[gatheringCount++] = element;
        final GatheredAdds taken = free;
        if (taken == null) {
            return new GatheredAdds(this).begin(element, segment);
        }
        free = taken.next;
        return taken.begin(element, segment);
    }

    void free(final GatheredAdds ended) {
        ended.next = free;
        free = ended;
    }

    /** Sends what waits for no answer. Not inside of an operation. */
    void issueDue() {
        issue(1);
    }

    /** The same when nothing can run on the lane, so that nothing more would be gathered. */
    void issueAwaited() {
        issue(MOST_FLIGHTS);
    }

    private void issue(final int mostFlights) {
        for (int i = gatheringCount - 1; i >= 0; i--) {
            final HotElement element = gathering[i];
            if (element.mayTravel(mostFlights)) {
                gathering[i] = gathering[--gatheringCount];
                gathering[gatheringCount] = null;
                element.send();
            }
        }
    }

    void send(final long word, final int node, final GatheredAdds adds) {
        addCount += adds.count();
        commandCount++;
        adds.issued();                                // not over before the command is known
        try {
            aggregator.fetch(node, word, adds.sum(), adds, null, RequestBlock.TO_COMPLETION);
        } catch (final RuntimeException cause) {
            adds.failed(cause);
            if (!aggregator.isGone(node)) {           // those who wait for a lost node learn it by their waits
                throw cause;
            }
        } catch (final Error cause) {
            adds.failed(new IllegalStateException("the command was not issued", cause));
            throw cause;
        } finally {
            adds.completed(1);
        }
    }

    long addCount() {
        return addCount;
    }

    long commandCount() {
        return commandCount;
    }
}

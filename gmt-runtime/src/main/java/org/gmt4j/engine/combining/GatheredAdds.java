package org.gmt4j.engine.combining;

import java.util.Arrays;
import org.gmt4j.aggregation.queue.Completion;
import org.gmt4j.engine.memory.Segment;

/**
 * Additions to one element that travel as one command: it adds their sum, and each issuer gets the value before, plus
 * the operands of those who came before it. Owned by the lane. Per addition.
 *
 * <pre>
 * GATHERING: issuers join --sent--> UNDER WAY --answered, or failed: all issuers are told--> free
 * </pre>
 */
final class GatheredAdds extends Completion {
    private final HotElements all;
    private HotElement element;
    private Segment segment;
    private Completion[] issuers = new Completion[8];
    /** Sum of the operands before that of the issuer. */
    private long[] before = new long[8];
    private int count;
    private long sum;
    /** The one behind it in the list of free ones. */
    GatheredAdds next;

    GatheredAdds(final HotElements all) {
        this.all = all;
    }

    /** @param width has elements of the same width */
    GatheredAdds begin(final HotElement to, final Segment width) {
        element = to;
        segment = width;
        return this;
    }

    void add(final Completion issuer, final long operand) {
        if (count == issuers.length) {
            issuers = Arrays.copyOf(issuers, count * 2);
            before = Arrays.copyOf(before, count * 2);
        }
        issuer.issued();
        issuers[count] = issuer;
        before[count++] = sum;
        sum += operand;
    }

    int count() {
        return count;
    }

    long sum() {
        return sum;
    }

    @Override
    protected void onComplete() {
        final RuntimeException cause = takeFailure();
        for (int i = 0; i < count; i++) {
            final Completion issuer = issuers[i];
            issuers[i] = null;
            if (cause != null) {
                issuer.failed(cause);
            } else {
                issuer.deliver(segment.extend(value() + before[i]));
            }
            issuer.completed(1);
        }
        count = 0;
        sum = 0;
        segment = null;
        element.ended();
        all.free(this);
    }
}

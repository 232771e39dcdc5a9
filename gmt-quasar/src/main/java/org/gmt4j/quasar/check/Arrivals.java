package org.gmt4j.quasar.check;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values with which control comes to one slot of a join, one for each predecessor, and what they have in common.
 *
 * <p>A handler of exceptions has each instruction of its block as a predecessor, and most of them bring the same value.
 * So equal values are kept once, with their number, and a new one is added to the result of the others. Set-up.
 */
final class Arrivals {
    private final FlowFrame.Passed own;
    private final Steps steps;
    private final Map<FlowValue, Integer> counts = new LinkedHashMap<>();
    private FlowValue merged;
    /** The identity of all values but those that came round unchanged; null if there are no others. */
    private Object common;
    private boolean isOne = true;
    /** The last result, until another value arrives. */
    private FlowValue result;

    /** @param own the identity of the slot where its values differ */
    Arrivals(final FlowFrame.Passed own, final Steps steps) {
        this.own = own;
        this.steps = steps;
    }

    void add(final FlowValue value) {
        if (counts.merge(value, 1, Integer::sum) == 1) {
            mergeReads(value);
            mergeIdentity(value);
            result = null;
        }
    }

    /** @param isKept whether what the old value has brought stays */
    void replace(final FlowValue old, final FlowValue value, final boolean isKept) {
        add(value);
        if (counts.merge(old, -1, Integer::sum) > 0) {
            return;
        }
        counts.remove(old);
        result = null;
        common = null;
        isOne = true;
        counts.keySet().forEach(this::mergeIdentity);
        if (!isKept) {
            merged = null;
            counts.keySet().forEach(this::mergeReads);
        }
    }

    private void mergeReads(final FlowValue value) {
        steps.add(1 + value.reads.size());
        final FlowValue arrived = value.withoutReads(this::isPassedHere);
        merged = merged == null ? arrived : merged.merge(arrived);
    }

    /** Returns whether an identity is of an earlier passage, and now denotes another value. */
    private boolean isPassedHere(final Object identity) {
        return identity instanceof FlowFrame.Passed passed && passed.place() == own.place();
    }

    private void mergeIdentity(final FlowValue value) {
        steps.add(1);
        if (own.equals(value.identity)) {
            return;       // the value came round unchanged
        }
        isOne &= value.identity != null && (common == null || common.equals(value.identity));
        common = value.identity;
    }

    /** @param last the slot's value until now, if it counts as one more arrival, or null */
    FlowValue result(final FlowValue last) {
        if (merged == FlowValue.NOTHING) {
            return merged;
        }
        final Object identity = identity(last);
        if (result == null || !identity.equals(result.identity)) {
            result = merged.withIdentity(identity);
        }
        return result;
    }

    private Object identity(final FlowValue last) {
        if (last == null || own.equals(last.identity)) {
            return isOne && common != null ? common : own;
        }
        final boolean isSame = isOne && last.identity != null && (common == null || common.equals(last.identity));
        return isSame ? last.identity : own;
    }

    @Override
    public String toString() {
        return merged + " of " + counts.size();
    }
}

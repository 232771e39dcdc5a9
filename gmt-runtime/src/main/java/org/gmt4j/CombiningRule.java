package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.memory.Segment;

/** The operations that fit the declaration of an array, see {@link Combining}, and the refusals of all others. */
final class CombiningRule {
    private static final String[] OPERATIONS = {"add", "swap", "min", "max", "and", "or", "xor", "add", "min", "max"};

    private CombiningRule() {
    }

    /** Refuses declarations that no operation fits. */
    static void check(final ArraySpec spec) {
        final ElementType type = spec.type();
        final boolean isFloating = type == ElementType.FLOAT || type == ElementType.DOUBLE;
        if (spec.combining() != Combining.NONE && (type == ElementType.RECORD
            || isFloating && spec.combining() == Combining.ONCE)) {
            throw new IllegalArgumentException("GMT-258 an array of " + type + " cannot combine by " + spec.combining()
                + ": take numbers, and integers for " + Combining.ONCE);
        }
        final int unused = Long.SIZE - Byte.SIZE * spec.elementLength();
        if (spec.combining() == Combining.ONCE && spec.initial() << unused >> unused != spec.initial()) {
            throw new IllegalArgumentException("GMT-258 an element of an array of " + type + " cannot have the value "
                + spec.initial() + " that once(...) names");
        }
    }

    /** Returns the operator of a declared array's updates; none where there is no declaration. */
    static int operator(final ArraySpec spec) {
        final boolean isFloating = spec.type() == ElementType.FLOAT || spec.type() == ElementType.DOUBLE;
        return switch (spec.combining()) {
            case ADD -> isFloating ? CommandType.ADD_FLOATING : CommandType.ADD;
            case MIN -> isFloating ? CommandType.MIN_FLOATING : CommandType.MIN;
            case MAX -> isFloating ? CommandType.MAX_FLOATING : CommandType.MAX;
            default -> ArrayCombining.ONCE;
        };
    }

    /** Returns whether nodes remember elements, which must then change as declared and in no other way. */
    static boolean isRemembered(final ArraySpec spec) {
        return spec.combining() != Combining.NONE && spec.combining() != Combining.ADD;
    }

    /** Returns the refusal of an operator other than the declared one. */
    static UnsupportedOperationException refused(final ArraySpec spec, final Object array, final int operator) {
        return refused(spec, array, OPERATIONS[operator]);
    }

    /** Refuses a compare-and-set that the declaration does not name. */
    static void requireComparing(final ArraySpec spec, final Segment segment, final Object array,
                                 final long expected) {
        if (spec.combining() != Combining.ONCE) {
            throw refused(spec, array, "compareAndSet");
        }
        if (segment.extend(expected) != segment.extend(spec.initial())) {
            throw new UnsupportedOperationException("GMT-258 compareAndSet expects " + expected + " in " + array
                + ", whose elements change once from " + spec.initial()
                + ": name the expected value at allocation, by once(...)");
        }
    }

    /** @param array for the message, as all parameters of this name */
    static UnsupportedOperationException refused(final ArraySpec spec, final Object array, final String operation) {
        return new UnsupportedOperationException("GMT-258 " + operation + " does not fit " + array
            + ", which was declared combining " + spec.combining()
            + ": take an array without the declaration");
    }

    /** Refuses to set elements here that other nodes may remember. */
    static void requireSettable(final ArraySpec spec, final Segment segment, final Object array, final int nodeId) {
        if (!segment.admits(false)) {
            throw new UnsupportedOperationException("GMT-258 elements of " + array + ", declared combining "
                + spec.combining() + ", have been updated at node " + nodeId
                + " since they were set, so nodes may remember them: fill the whole array before setting elements");
        }
    }
}

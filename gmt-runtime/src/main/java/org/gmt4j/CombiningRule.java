package org.gmt4j;

import org.gmt4j.aggregation.wire.CommandType;
import org.gmt4j.engine.combining.ArrayCombining;
import org.gmt4j.engine.memory.Segment;

/**
 * The operations that fit the declaration of an array, see {@link Combining}, the operands that fit its elements, and
 * the refusals of all others.
 */
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
        final int unused = unusedBits(spec);
        if (spec.combining() == Combining.ONCE && spec.initial() << unused >> unused != spec.initial()) {
            throw new IllegalArgumentException("GMT-258 an element of an array of " + type + " cannot have the value "
                + spec.initial() + " that once(...) names");
        }
    }

    /** Returns how many bits of a {@code long} an integer element does not have; 0 for elements of other types. */
    static int unusedBits(final ArraySpec spec) {
        return switch (spec.type()) {
            case BYTE, SHORT, INT -> Long.SIZE - Byte.SIZE * spec.elementLength();
            default -> 0;
        };
    }

    /**
     * Refuses an operand that no element can have, where its low bits would make a wrong result. Sums and bitwise
     * operations have the same low bits whatever the others are.
     */
    static void requireOperand(final ArraySpec spec, final Object array, final int operator, final long operand) {
        if (operator == CommandType.SWAP || operator == CommandType.MIN || operator == CommandType.MAX) {
            throw unfit(spec, array, OPERATIONS[operator] + " with ", operand);
        }
    }

    static IllegalArgumentException unfit(final ArraySpec spec, final Object array, final String operation,
                                          final long value) {
        final long least = Long.MIN_VALUE >> unusedBits(spec);
        return new IllegalArgumentException("GMT-258 " + operation + value + ", which no element of " + array
            + " can have: expected " + least + " to " + ~least + ", or an array of longs");
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
    static void requireComparing(final ArraySpec spec, final Object array, final long expected) {
        if (spec.combining() != Combining.ONCE) {
            throw refused(spec, array, "compareAndSet");
        }
        if (expected != spec.initial()) {
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

package org.gmt4j.quasar.check;

import java.util.List;
import java.util.function.Predicate;
import org.gmt4j.quasar.check.HeapRead.Place;

/**
 * Identities of values: an instruction (its last result), a parameter, a constant, a place read, or an expression of
 * these.
 */
final class Identities {
    private static final int MAX_DEPTH = 5;

    private Identities() {
    }

    /** The same operation on the same values has the same result. */
    record Expression(Object operation, List<Object> operands) {
    }

    record Parameter(int local) {
    }

    record Constant(Object value) {
    }

    /** Returns an expression of values that are all known, or else {@code otherwise}. */
    static Object expression(final Object operation, final Object otherwise, final FlowValue... operands) {
        for (final FlowValue operand : operands) {
            if (operand.identity == null || depth(operand.identity) >= MAX_DEPTH) {
                return otherwise;
            }
        }
        return new Expression(operation, java.util.Arrays.stream(operands).map(o -> o.identity).toList());
    }

    static Object place(final Place place, final Object otherwise) {
        return place == null || depth(place) >= MAX_DEPTH ? otherwise : place;
    }

    private static int depth(final Object identity) {
        if (identity instanceof Expression expression) {
            int deepest = 0;
            for (final Object operand : expression.operands) {
                deepest = Math.max(deepest, depth(operand));
            }
            return deepest + 1;
        }
        if (identity instanceof Place place) {
            return 1 + Math.max(depth(place.base()), place.index() == null ? 0 : depth(place.index()));
        }
        return 0;
    }

    static boolean mentions(final Object identity, final Predicate<Object> isMeant) {
        if (isMeant.test(identity)) {
            return true;
        }
        if (identity instanceof Expression expression) {
            for (final Object operand : expression.operands) {
                if (mentions(operand, isMeant)) {
                    return true;
                }
            }
        } else if (identity instanceof Place place) {
            return mentions(place.base(), isMeant) || place.index() != null && mentions(place.index(), isMeant);
        }
        return false;
    }
}

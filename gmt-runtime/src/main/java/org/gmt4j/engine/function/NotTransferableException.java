package org.gmt4j.engine.function;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A value cannot travel. Contains the path from the body to the value: each level that the exception passes adds its
 * step. {@link CaptureDiagnosis} turns it into the message for the user.
 */
final class NotTransferableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String code;
    private final transient Deque<Step> path = new ArrayDeque<>();

    NotTransferableException(final String code, final String reasonAndRemedy) {
        super(reasonAndRemedy, null, false, false);
        this.code = code;
    }

    String code() {
        return code;
    }

    /** Returns the path from the body to the value. */
    Deque<Step> path() {
        return path;
    }

    NotTransferableException in(final Holder holder, final int slot, final Object value) {
        path.addFirst(new Step(holder, slot, null, value));
        return this;
    }

    NotTransferableException in(final String place, final Object value) {
        path.addFirst(new Step(null, 0, place, value));
        return this;
    }

    /** The value in a slot of a lambda, record or object; or at a named place in a collection (then without holder). */
    record Step(Holder holder, int slot, String place, Object value) {
    }
}

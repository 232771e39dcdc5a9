package org.gmt4j.engine.function;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Tells the encoder that a value cannot travel, and on which way from the body it was found: each level that the
 * exception passes adds its step. {@link CaptureDiagnosis} makes it into the message that the user reads.
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

    /** From the body to the culprit. */
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

package co.paralleluniverse.fibers.instrument;

import java.util.Map;

/**
 * Methods that wait but cannot be instrumented, or that would lose what other tasks store while they wait. The message
 * has a line for each: where, why, what to do.
 */
public final class UninstrumentableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UninstrumentableException(final Map<String, String> reasons) {
        super(messageOf(reasons));
    }

    private static String messageOf(final Map<String, String> reasons) {
        final StringBuilder message = new StringBuilder("fibers cannot wait in ").append(reasons.size())
            .append(reasons.size() == 1 ? " method" : " methods");
        reasons.forEach((method, reason) -> message.append("\n  ").append(method).append(": ").append(reason));
        return message.toString();
    }
}

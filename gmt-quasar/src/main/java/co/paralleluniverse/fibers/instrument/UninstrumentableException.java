package co.paralleluniverse.fibers.instrument;

import java.util.Map;

/**
 * Methods wait but cannot be instrumented, or would lose stores of other tasks during a wait. The message has a line
 * for each: place, reason, remedy.
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

package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.gmt4j.fibers.SuspendExecution;

/** For tests of what is refused. Stateless. */
final class Refusals {
    private Refusals() {
    }

    /** What may wait, as most calls do. */
    interface Call {
        void run() throws SuspendExecution;
    }

    /** Fails unless a call is refused by a code, with words that name what. */
    static void refuses(final String code, final String part, final Call call) throws SuspendExecution {
        try {
            call.run();
        } catch (final MatrixException refusal) {
            assertTrue(refusal.getMessage().startsWith(code + " ") && refusal.getMessage().contains(part),
                () -> code + " ... " + part + " expected, found: " + refusal.getMessage());
            return;
        }
        fail(code + " ... " + part + " expected");
    }
}

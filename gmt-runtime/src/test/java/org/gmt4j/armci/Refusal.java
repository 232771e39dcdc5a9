package org.gmt4j.armci;

import org.gmt4j.fibers.SuspendExecution;

/** Says in words what is wrong with an attempt that should be refused; empty: nothing. */
final class Refusal {
    /** What should be refused. */
    interface Attempt {
        void run() throws SuspendExecution;
    }

    private Refusal() {
    }

    static String of(final Attempt attempt, final String part) throws SuspendExecution {
        try {
            attempt.run();
        } catch (final RuntimeException e) {
            return String.valueOf(e.getMessage()).contains(part) ? "" : e + " does not say " + part + "; ";
        }
        return "not refused: " + part + "; ";
    }
}

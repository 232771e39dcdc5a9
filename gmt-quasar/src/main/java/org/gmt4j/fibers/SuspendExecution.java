package org.gmt4j.fibers;

/**
 * Declared by methods that may suspend the current fiber: {@code throws SuspendExecution}. The instrumentation finds
 * such methods by this clause. Programs neither throw nor catch it: no wait throws it in instrumented code. Replaces
 * Quasar's class of the same simple name.
 */
public final class SuspendExecution extends Exception {
    /** For use by the fibers. */
    public static final SuspendExecution PARK = new SuspendExecution();
    /** For use by the fibers. */
    public static final SuspendExecution YIELD = new SuspendExecution();
    private static final long serialVersionUID = 1L;

    private SuspendExecution() {
        super("a method that waits was not instrumented: build with the instrumentation step, or start with the agent",
            null, false, false);
    }
}

package org.gmt4j.fibers;

/**
 * Declared by methods that may suspend the fiber they run on: {@code throws SuspendExecution}. The instrumentation
 * finds such methods by it. Programs neither throw nor catch it: no wait throws it in instrumented code. Takes the
 * place of Quasar's class of the same simple name.
 */
public final class SuspendExecution extends Exception {
    /** For the fibers. */
    public static final SuspendExecution PARK = new SuspendExecution();
    /** For the fibers. */
    public static final SuspendExecution YIELD = new SuspendExecution();
    private static final long serialVersionUID = 1L;

    private SuspendExecution() {
        super("a method that waits was not instrumented: build with the instrumentation step, or start with the agent",
            null, false, false);
    }
}

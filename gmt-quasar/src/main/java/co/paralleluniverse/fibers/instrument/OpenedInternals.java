package co.paralleluniverse.fibers.instrument;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Opens the part of the JDK that the runtime's off-heap memory needs, so that the agent is the only flag: the effect of
 * {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED}, or of the module's name. Any thread.
 */
final class OpenedInternals {
    /** The class that needs it. */
    static final String USER = "org/agrona/UnsafeApi";
    private static final String PACKAGE = "jdk.internal.misc";

    private OpenedInternals() {
    }

    /** Opens it to the module that has the class: that of a class path has no name. */
    static void to(final Instrumentation instrumentation, final Module module) {
        final Map<String, Set<Module>> opened = Map.of(PACKAGE, Set.of(module));
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), opened, opened, Set.of(), Map.of());
    }
}

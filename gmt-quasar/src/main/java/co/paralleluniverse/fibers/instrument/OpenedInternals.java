package co.paralleluniverse.fibers.instrument;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Opens the part of the JDK that the runtime's off-heap memory needs to a class path, so that the agent is the only
 * flag: the effect of {@code --add-opens java.base/jdk.internal.misc=ALL-UNNAMED}. Any thread.
 */
final class OpenedInternals {
    /** The class that needs it. */
    static final String USER = "org/agrona/UnsafeApi";
    private static final String PACKAGE = "jdk.internal.misc";

    private OpenedInternals() {
    }

    static void to(final Instrumentation instrumentation, final ClassLoader loader) {
        final Map<String, Set<Module>> opened = Map.of(PACKAGE, Set.of(loader.getUnnamedModule()));
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), opened, opened, Set.of(), Map.of());
    }
}

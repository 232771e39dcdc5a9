package org.gmt4j.engine.memory;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Memory outside of Java's heap that this process has freed, and the C library keeps for later. Stateless; any thread.
 */
public final class NativeHeap {
    private NativeHeap() {
    }

    /**
     * Gives it back to the system: some 0.15 s for each GB, while others that allocate may wait. Does nothing where the
     * JVM has no command {@code System.trim_native_heap}, as on systems without glibc.
     *
     * @return whether the JVM can
     */
    public static boolean trim() {
        try {
            ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "systemTrimNativeHeap", null, null);
            return true;
        } catch (final JMException | RuntimeException e) {
            return false;
        }
    }
}

package co.paralleluniverse.concurrent.util;

import java.security.AccessControlContext;
import java.util.Collections;
import java.util.Map;

/**
 * Replaces Quasar's class: fibers have no thread-locals and no context class loader of their own, they see those of the
 * worker thread. So no reflection into java.lang is needed, and creating a fiber is cheaper.
 */
@SuppressWarnings({"removal", "deprecation"})
public final class ThreadAccess {
    private ThreadAccess() {
    }

    public static Runnable getTarget(final Thread thread) {
        return null;
    }

    public static void setTarget(final Thread thread, final Runnable target) {
    }

    public static Object getThreadLocals(final Thread thread) {
        return null;
    }

    public static void setThreadLocals(final Thread thread, final Object locals) {
    }

    public static Object getInheritableThreadLocals(final Thread thread) {
        return null;
    }

    public static void setInheritableThreadLocals(final Thread thread, final Object locals) {
    }

    public static Object createInheritedMap(final Object locals) {
        return null;
    }

    public static Object cloneThreadLocalMap(final Object locals) {
        return null;
    }

    @SuppressWarnings("rawtypes")
    public static Map<ThreadLocal, Object> toMap(final Object locals) {
        return Collections.emptyMap();
    }

    public static ClassLoader getContextClassLoader(final Thread thread) {
        return null;
    }

    public static void setContextClassLoader(final Thread thread, final ClassLoader loader) {
    }

    public static AccessControlContext getInheritedAccessControlContext(final Thread thread) {
        return null;
    }

    public static void setInheritedAccessControlContext(final Thread thread, final AccessControlContext context) {
    }
}

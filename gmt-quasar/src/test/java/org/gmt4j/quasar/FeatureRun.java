package org.gmt4j.quasar;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/**
 * Runs the tests of the named classes in a bare JVM: for other JDKs and for the agent. Exits with the number of
 * failures, at most 99.
 */
final class FeatureRun {
    private FeatureRun() {
    }

    public static void main(final String[] classNames) throws Exception {
        int runs = 0;
        int failures = 0;
        for (final String className : classNames) {
            final Class<?> type = Class.forName(className);
            final Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            for (final Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    runs++;
                    failures += passes(constructor.newInstance(), method) ? 0 : 1;
                }
            }
        }
        System.out.println("java " + Runtime.version().feature() + ": " + runs + " runs, " + failures + " failures");
        System.exit(runs == 0 ? 99 : Math.min(failures, 99));
    }

    private static boolean passes(final Object test, final Method method) throws IllegalAccessException {
        method.setAccessible(true);
        try {
            method.invoke(test);
            return true;
        } catch (final InvocationTargetException e) {
            System.out.println("FAILED " + method);
            e.getCause().printStackTrace(System.out);
            return false;
        }
    }
}

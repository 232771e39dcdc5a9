package org.gmt4j.cli.launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.gmt4j.cli.CliException;
import org.gmt4j.engine.cluster.ExitWatch;

/** Calls the main method of somebody's program, and ends the processes in which it must not go on. Stateless. */
final class ProgramMain {

    private ProgramMain() {
    }

    /** @throws Throwable of the method; GMT-789 when it cannot be called at all */
    static void call(final String mainClass, final String[] arguments) throws Throwable {
        final Method main;
        try {
            final Class<?> type = Class.forName(mainClass, false, ClassLoader.getSystemClassLoader());
            main = type.getDeclaredMethod("main", String[].class);
            main.setAccessible(true);           // its class need not be public
        } catch (final ReflectiveOperationException | LinkageError e) {
            throw CliException.failed("GMT-789", "the main class " + mainClass + " cannot be loaded ("
                + e + "). A library may be missing on the class path. Add it: --jar app.jar:library.jar.", e);
        }
        try {
            main.invoke(null, (Object) arguments);
        } catch (final InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * The line on which a program has called System.exit in the middle of a job, while it does. Its main method may:
     * the exit code is its own.
     */
    static Optional<String> exitCaller() {
        return ExitWatch.exitCaller(callers -> callers.get(0).getClassName().startsWith("org.gmt4j.cli.")
            || callers.stream().anyMatch(frame -> frame.getClassName().equals(ProgramMain.class.getName())));
    }

    /** The job is over, and this process was only a part of it. */
    static void end(final int code) {
        System.exit(code);
    }
}

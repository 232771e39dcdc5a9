package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Instrumented;
import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.JavaAgent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.gmt4j.GmtException;

/**
 * Finds, at waits of each class of body, the frame that fibers could not restore, and reports the remedy. Without it an
 * uninstrumented task would silently start again at each wait. The first waits of a class are looked at on each worker,
 * for not all come from the same methods, and a few of those after them: a look takes some microseconds. Owned by one
 * worker.
 */
final class InstrumentationCheck {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    /** Waits of a class of body that are all looked at. */
    static final int FIRST = 64;
    /** Of those after them one in so many. */
    private static final int SOME = 4096;
    /** Names of the methods of a class that fibers restore, or that are only passed through. */
    private static final ClassValue<Set<String>> SOUND = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(final Class<?> type) {
            return soundMethods(type);
        }
    };
    private final Map<Class<?>, long[]> waits = new HashMap<>();
    private final Class<?> worker;
    private Class<?> last;
    private long[] count;

    /** @param worker class of the caller, which suspends nothing */
    InstrumentationCheck(final Class<?> worker) {
        this.worker = worker;
    }

    /** @param context context of the task: frames of its class and those above it belong to the runtime */
    void check(final Class<?> body, final Object context) {
        if (body != last) {
            count = waits.computeIfAbsent(body, type -> new long[1]);
            last = body;
        }
        final long number = count[0]++;
        if (number < FIRST || number % SOME == 0) {
            walk(context.getClass());
        }
    }

    private void walk(final Class<?> context) {
        final StackWalker.StackFrame bad = WALKER.walk(frames -> frames
            .takeWhile(frame -> !frame.getClassName().equals("co.paralleluniverse.fibers.Coroutine"))
            .filter(frame -> frame.getDeclaringClass() != InstrumentationCheck.class
                && frame.getDeclaringClass() != worker
                && !frame.getDeclaringClass().isAssignableFrom(context)
                && !frame.getDeclaringClass().isHidden())
            .filter(frame -> !SOUND.get(frame.getDeclaringClass()).contains(frame.getMethodName()))
            .findFirst().orElse(null));
        if (bad != null) {
            throw notInstrumented(bad);
        }
    }

    private static GmtException notInstrumented(final StackWalker.StackFrame frame) {
        final Class<?> type = frame.getDeclaringClass();
        final String where = frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
        final String refusals = refusalsOf(type);
        if (!refusals.isEmpty()) {
            return new GmtException("GMT-215",
                where + " waits in a task, but its class cannot be instrumented for fibers: " + refusals);
        }
        if (type.isAnnotationPresent(Instrumented.class) || JavaAgent.isActive()) {
            return new GmtException("GMT-215",
                where + " waits in a task without declaring it, and was therefore not instrumented for fibers."
                + " Declare 'throws SuspendExecution', or where the language has no such clause (Kotlin, "
                + "Scala) put @Suspendable on it");
        }
        return new GmtException("GMT-215",
            where + " waits in a task, but its class was not instrumented for fibers. Either run the"
            + " instrumentation step in the build (README, 'Your own project'), or start Java with "
            + "-javaagent:gmt-quasar.jar");
    }

    /** Returns the reasons for which the instrumentation refuses the class. */
    private static String refusalsOf(final Class<?> type) {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in == null ? "" : ClassFileStep.refusals(type.getClassLoader(), in.readAllBytes());
        } catch (final IOException e) {
            return "";
        }
    }

    private static Set<String> soundMethods(final Class<?> type) {
        final Set<String> names = new HashSet<>();
        for (final Method method : type.getDeclaredMethods()) {
            if (method.isSynthetic() && !method.getName().startsWith("lambda$")
                || method.isAnnotationPresent(Instrumented.class)) {
                names.add(method.getName());
            }
        }
        return names;
    }
}

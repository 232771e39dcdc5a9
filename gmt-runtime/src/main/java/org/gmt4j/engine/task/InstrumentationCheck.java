package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Instrumented;
import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.JavaAgent;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.gmt4j.GmtException;

/**
 * Finds, at the first wait of each class of body, the frame that fibers could not restore, and reports the remedy.
 * Without it an uninstrumented task would silently start again at each wait. Owned by one worker.
 */
final class InstrumentationCheck {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private final Set<Class<?>> sound = new HashSet<>();
    private final Class<?> worker;
    private Class<?> last;

    /** @param worker class of the caller, which suspends nothing */
    InstrumentationCheck(final Class<?> worker) {
        this.worker = worker;
    }

    /** @param context of the task that waits: frames of its class and those above it belong to the runtime */
    void check(final UnfinishedTask context) {
        final Class<?> body = context.task.bodyClass();
        if (body == last) {
            return;
        }
        if (!sound.contains(body)) {
            walk(context);
            sound.add(body);
        }
        last = body;
    }

    private void walk(final UnfinishedTask context) {
        final StackWalker.StackFrame bad = WALKER.walk(frames -> frames
            .takeWhile(frame -> !frame.getClassName().equals("co.paralleluniverse.fibers.Coroutine"))
            .filter(frame -> frame.getDeclaringClass() != InstrumentationCheck.class
                && frame.getDeclaringClass() != worker
                && !frame.getDeclaringClass().isAssignableFrom(context.getClass())
                && !frame.getDeclaringClass().isHidden())
            .filter(frame -> !isInstrumented(frame))
            .findFirst().orElse(null));
        if (bad != null) {
            final GmtException refusal = notInstrumented(bad);
            context.fiber.refuse(refusal);
            throw refusal;
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

    private static boolean isInstrumented(final StackWalker.StackFrame frame) {
        for (final Method method : frame.getDeclaringClass().getDeclaredMethods()) {
            if (method.getName().equals(frame.getMethodName())
                && (method.isSynthetic() && !method.getName().startsWith("lambda$")
                    || method.isAnnotationPresent(Instrumented.class))) {
                return true;
            }
        }
        return false;
    }
}

package org.gmt4j.engine.task;

import co.paralleluniverse.fibers.Coroutine;
import co.paralleluniverse.fibers.Instrumented;
import co.paralleluniverse.fibers.UninstrumentedCallException;
import co.paralleluniverse.fibers.instrument.ClassFileStep;
import co.paralleluniverse.fibers.instrument.JavaAgent;
import co.paralleluniverse.fibers.instrument.ProgramAgent;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gmt4j.GmtException;

/**
 * Finds, before the first wait of each class of body, and at the end of waits whose frames are linked in a new way, the
 * frame that fibers could not restore, and reports the remedy. Without it an uninstrumented method would silently start
 * again at each wait. Owned by one worker.
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
        requireInstrumented(context, WALKER.walk(frames -> frames
            .takeWhile(frame -> frame.getDeclaringClass() != Coroutine.class)
            .filter(frame -> frame.getDeclaringClass() != InstrumentationCheck.class
                && frame.getDeclaringClass() != worker)
            .toList()));
    }

    /** Throws when one of the frames between a wait and its body cannot be entered again. */
    static void requireInstrumented(final UnfinishedTask context, final List<StackWalker.StackFrame> frames) {
        for (final StackWalker.StackFrame frame : frames) {
            final Class<?> type = frame.getDeclaringClass();
            if (!type.isHidden() && !type.isAssignableFrom(context.getClass())
                && !UninstrumentedCallException.isInstrumented(frame)) {
                final GmtException refusal = notInstrumented(frame);
                context.forgetWait();
                context.fiber.refuse(refusal);
                throw refusal;
            }
        }
    }

    /** Names what the frames have noticed, which is mostly a method. */
    static GmtException explained(final UninstrumentedCallException noticed, final Class<?> body) {
        if (noticed.method() != null) {
            return notInstrumented(noticed.method());
        }
        final StackWalker.StackFrame caller = noticed.caller();
        final String where = caller == null ? "in a body of " + body.getName()
            : caller.getLineNumber() < 0 ? "in " + caller.getClassName() + "." + caller.getMethodName()
            : "at or before " + text(caller);
        return new GmtException("GMT-215", "a method that was called " + where + " waits in a task, but was not "
            + "instrumented for fibers, and it has returned without waiting. Declare 'throws SuspendExecution' on each"
            + " method that waits (@Suspendable in Kotlin and Scala), and have its class instrumented", noticed);
    }

    private static String text(final StackWalker.StackFrame frame) {
        return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
    }

    private static GmtException notInstrumented(final StackWalker.StackFrame frame) {
        final Class<?> type = frame.getDeclaringClass();
        final String where = text(frame);
        if (type.isAnnotationPresent(Instrumented.class)) {
            return UninstrumentedCallException.mayWait(frame) ? callsUndeclared(where) : undeclared(where);
        }
        final String refusals = refusalsOf(type);
        if (!refusals.isEmpty()) {
            return new GmtException("GMT-215",
                where + " waits in a task, but its class cannot be instrumented for fibers: " + refusals);
        }
        if (type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader()) {
            return new GmtException("GMT-215", where + ", which is Java's own, has called back a method that waits in"
                + " a task. What Java's library calls cannot wait: get what it needs before, or write the loop out");
        }
        if (ProgramAgent.isActive()) {
            return new GmtException("GMT-215", where + " waits in a task, but the agent of ./gmt has not instrumented"
                + " its class: either the method does not declare that it waits (throws SuspendExecution, in Kotlin and"
                + " Scala @Suspendable), or the class comes from neither a jar nor a folder. Then run the"
                + " instrumentation step in the build (README, 'Your own project')");
        }
        return JavaAgent.isActive() ? undeclared(where) : new GmtException("GMT-215",
            where + " waits in a task, but its class was not instrumented for fibers. Either run the"
            + " instrumentation step in the build (README, 'Your own project'), or start Java with "
            + "-javaagent:gmt-quasar.jar");
    }

    private static GmtException undeclared(final String where) {
        return new GmtException("GMT-215",
            where + " waits in a task without declaring it, and was therefore not instrumented for fibers."
            + " Declare 'throws SuspendExecution', or where the language has no such clause (Kotlin, "
            + "Scala) put @Suspendable on it");
    }

    /** The method may wait, but at none of its calls. */
    private static GmtException callsUndeclared(final String where) {
        return new GmtException("GMT-215",
            where + " calls what waits in a task through an interface that does not declare it, as Supplier, Callable "
            + "and all others of Java's own, so that its variables were not saved. Use an interface whose method has "
            + "'throws SuspendExecution' ('throws Exception' is not enough), or in Kotlin and Scala @Suspendable");
    }

    /** Returns the reasons for which the instrumentation refuses the class. */
    private static String refusalsOf(final Class<?> type) {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in == null ? "" : ClassFileStep.refusals(type.getClassLoader(), in.readAllBytes());
        } catch (final IOException e) {
            return "";
        }
    }
}

package org.gmt4j.runtime.task;

import co.paralleluniverse.fibers.Instrumented;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Set;
import org.gmt4j.GmtException;

/**
 * Finds, at the first wait of each class of body, the frame that fibers could not restore, and says what to do. Without this
 * an un-instrumented task would silently begin again at each wait. Owned by one worker.
 */
final class InstrumentationCheck {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private final Set<Class<?>> sound = new HashSet<>();
    private Class<?> last;

    void check(final Class<?> body) {
        if (body == last) {
            return;
        }
        if (!sound.contains(body)) {
            walk();
            sound.add(body);
        }
        last = body;
    }

    private static void walk() {
        final String bad = WALKER.walk(frames -> frames
            .takeWhile(frame -> !frame.getClassName().equals("co.paralleluniverse.fibers.Coroutine"))
            .filter(frame -> frame.getDeclaringClass() != InstrumentationCheck.class
                && frame.getDeclaringClass() != Worker.class && !frame.getDeclaringClass().isAssignableFrom(TaskContext.class)
                && !frame.getDeclaringClass().isHidden())
            .filter(frame -> !isInstrumented(frame))
            .map(frame -> frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber())
            .findFirst().orElse(null));
        if (bad != null) {
            throw new GmtException("GMT-215", bad + " waits in a task, but its class was not instrumented for fibers. Either run the"
                + " instrumentation step in the build (README, 'Your own project'), or start Java with -javaagent:gmt-quasar.jar");
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

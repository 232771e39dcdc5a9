package co.paralleluniverse.fibers;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.fibers.Suspendable;

/**
 * A method that was not instrumented has called one that waits, and could not wait itself. It is mostly known; else the
 * method that has called it is.
 */
public final class UninstrumentedCallException extends IllegalStateException {
    private static final long serialVersionUID = 1;
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final transient StackWalker.StackFrame method;
    private final transient StackWalker.StackFrame caller;

    private UninstrumentedCallException(final StackWalker.StackFrame method, final StackWalker.StackFrame caller) {
        super("a method that was not instrumented called one that waits, and did not wait itself"
            + (method != null ? ": " + method : caller != null ? ": called in " + caller : ""));
        this.method = method;
        this.caller = caller;
    }

    /**
     * Looks at the stack, which ends at the method that noticed it.
     *
     * @param isEntered whether that method has been entered again, and has called the one that is looked for; else it
     *                  has been called after that
     */
    static UninstrumentedCallException here(final boolean isEntered) {
        final List<StackWalker.StackFrame> stack = WALKER.walk(frames -> frames
            .dropWhile(frame -> frame.getDeclaringClass().getPackage() == Frames.class.getPackage())
            .takeWhile(frame -> frame.getDeclaringClass() != Coroutine.class)
            .filter(frame -> !frame.getDeclaringClass().isHidden())
            .toList());
        return new UninstrumentedCallException(
            stack.stream().filter(frame -> !isInstrumented(frame)).findFirst().orElse(null),
            stack.stream().skip(isEntered ? 0 : 1).findFirst().orElse(null));
    }

    /** At the end of a coroutine, of which nothing is left on the stack. */
    static UninstrumentedCallException atEnd() {
        return new UninstrumentedCallException(null, null);
    }

    /** Returns whether a frame can be entered again, or needs not be, as those of bridges and adapters. Slow. */
    public static boolean isInstrumented(final StackWalker.StackFrame frame) {
        final Method method;
        try {
            method = method(frame);
        } catch (final LinkageError e) {
            // a method of the class, perhaps one that is never called, names a class that is not there
            return frame.getDeclaringClass().isAnnotationPresent(Instrumented.class);
        }
        return method != null && (isAdapter(method) || method.isAnnotationPresent(Instrumented.class));
    }

    /** Compilers make other synthetic methods as well: of lambdas. */
    private static boolean isAdapter(final Method method) {
        return method.isBridge() || method.isSynthetic()
            && (method.getName().startsWith("access$") || method.getName().endsWith("$default"));
    }

    /**
     * Returns whether the method of a frame may wait as its source says. Where it was not instrumented nevertheless, it
     * calls nothing that declares to wait. Slow.
     */
    public static boolean mayWait(final StackWalker.StackFrame frame) {
        final Method method;
        try {
            method = method(frame);
        } catch (final LinkageError e) {
            return false;
        }
        return method != null && (method.getName().startsWith("lambda$")
            || method.isAnnotationPresent(Suspendable.class)
            || List.of(method.getExceptionTypes()).contains(SuspendExecution.class));
    }

    /** Returns null for constructors and static initialisers. */
    private static Method method(final StackWalker.StackFrame frame) {
        for (final Method method : frame.getDeclaringClass().getDeclaredMethods()) {
            if (method.getName().equals(frame.getMethodName()) && frame.getDescriptor().equals(descriptor(method))) {
                return method;
            }
        }
        return null;
    }

    private static String descriptor(final Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes()).toMethodDescriptorString();
    }

    /** Returns the method that could not wait; null where it has returned before it was noticed. */
    public StackWalker.StackFrame method() {
        return method;
    }

    /** Returns the method that has called it, or a caller of that; null where there is none. */
    public StackWalker.StackFrame caller() {
        return caller;
    }
}

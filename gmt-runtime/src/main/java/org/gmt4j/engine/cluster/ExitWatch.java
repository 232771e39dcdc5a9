package org.gmt4j.engine.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Detects the end of the process in the middle of a job, and its cause: a call of {@code System.exit} by the program,
 * or a signal. Any thread; a shutdown hook until it is closed.
 */
public final class ExitWatch implements AutoCloseable {
    private final String who;
    private final Consumer<String> action;
    private final Thread hook = new Thread(this::processEnds, "gmt-exit");

    private ExitWatch(final String who, final Consumer<String> action) {
        this.who = who;
        this.action = action;
    }

    /** @param action receives the cause once, while the process ends; should be short */
    public static ExitWatch start(final String who, final Consumer<String> action) {
        final ExitWatch watch = new ExitWatch(who, action);
        try {
            Runtime.getRuntime().addShutdownHook(watch.hook);
        } catch (final IllegalStateException e) {
            watch.processEnds();                        // the process is ending already
        }
        return watch;
    }

    private void processEnds() {
        final Optional<Exit> exit = exit(stack -> false);
        if (exit.filter(Exit::isOrderly).isPresent()) {
            return;
        }
        action.accept(exit.map(found -> "a program called System.exit on " + who + ", at " + found.line())
            .orElse("the process of " + who + " was asked to end"));
    }

    /**
     * Returns the line on which a program has called System.exit in the middle of a job, while the process ends. For
     * hooks.
     *
     * @param isOrderly whether an exit is a launcher's own; its argument is the stack from the line that calls exit on
     */
    public static Optional<String> exitCaller(final Predicate<List<StackTraceElement>> isOrderly) {
        return exit(isOrderly).filter(found -> !found.isOrderly()).map(found -> found.line().toString());
    }

    /** Whether somebody has called System.exit, rather than a signal ends the process. For hooks. */
    public static boolean isExiting() {
        return exit(stack -> false).isPresent();
    }

    /**
     * @param line      line of the call
     * @param isOrderly whether it ends a job rather than interrupts one
     */
    private record Exit(StackTraceElement line, boolean isOrderly) {
    }

    private static Optional<Exit> exit(final Predicate<List<StackTraceElement>> isOrderly) {
        for (final Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            final StackTraceElement[] stack = thread.getValue();
            for (int i = 0; i < stack.length - 1; i++) {
                if (isExit(stack[i]) && !isExit(stack[i + 1])) {
                    final List<StackTraceElement> callers = List.of(stack).subList(i + 1, stack.length);
                    return Optional.of(new Exit(callers.get(0), isEndOfJob(callers.get(0)) || isOrderly.test(callers)));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isEndOfJob(final StackTraceElement line) {
        return line.getClassName().equals(OtherNodeMain.class.getName());
    }

    private static boolean isExit(final StackTraceElement frame) {
        final String type = frame.getClassName();
        return frame.getMethodName().equals("exit")
            && (type.equals("java.lang.System") || type.equals("java.lang.Runtime"));
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // the process is ending: the hook has run, or runs now
        }
    }
}

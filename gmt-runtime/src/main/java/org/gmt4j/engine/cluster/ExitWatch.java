package org.gmt4j.engine.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Sees a process end in the middle of a job, and why: a program has called {@code System.exit}, or it was asked to from
 * outside. Any thread; a shutdown hook until it is closed.
 */
public final class ExitWatch implements AutoCloseable {
    private final String who;
    private final Consumer<String> action;
    private final Thread hook = new Thread(this::processEnds, "gmt-exit");

    private ExitWatch(final String who, final Consumer<String> action) {
        this.who = who;
        this.action = action;
    }

    /** @param action told once why the process ends, while it does; should be quick */
    public static ExitWatch start(final String who, final Consumer<String> action) {
        final ExitWatch watch = new ExitWatch(who, action);
        try {
            Runtime.getRuntime().addShutdownHook(watch.hook);
        } catch (final IllegalStateException e) {
            watch.processEnds();                        // it is ending already
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
     * The line on which a program has called System.exit in the middle of a job, while it does. For hooks that end the
     * process.
     *
     * @param isOrderly whether an exit is a launcher's own; its argument is the stack from the line that calls exit on
     */
    public static Optional<String> exitCaller(final Predicate<List<StackTraceElement>> isOrderly) {
        return exit(isOrderly).filter(found -> !found.isOrderly()).map(found -> found.line().toString());
    }

    /**
     * @param line      that calls
     * @param isOrderly the end of a job, not of a program in the middle of one
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
            // the process is ending: the hook has run, or runs
        }
    }
}

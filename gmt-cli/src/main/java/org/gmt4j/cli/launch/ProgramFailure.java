package org.gmt4j.cli.launch;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.gmt4j.cli.ErrorReport;

/**
 * The message for people when a program has thrown: a message of the runtime's by itself, anything else with the
 * program's stack. Stateless.
 */
final class ProgramFailure {
    private static final String CALLER = ProgramMain.class.getName();

    private static final List<String> NOT_OF_PROGRAM = List.of("java.", "jdk.", "sun.", "org.gmt4j.",
        "co.paralleluniverse.");

    private ProgramFailure() {
    }

    static void print(final Throwable failure, final String mainClass, final boolean debug, final PrintStream err) {
        final Optional<String> message = ErrorReport.coded(failure);
        if (message.isEmpty()) {
            err.println("GMT-790 the program " + mainClass + " failed: " + ErrorReport.words(failure));
            for (final Throwable cause : ErrorReport.causes(failure)) {
                if (cause != failure) {
                    err.println("Caused by: " + ErrorReport.words(cause));
                }
                trim(cause);
                Arrays.stream(cause.getStackTrace()).forEach(frame -> err.println("\tat " + frame));
            }
        } else if (debug) {
            err.println(message.get());
            ErrorReport.printStack(failure, err);
        } else {
            err.println(message.get());
            for (final Throwable cause : ErrorReport.causes(failure)) {
                firstOfProgram(cause).ifPresent(frame -> err.println("\tat " + frame));
            }
        }
        err.flush();
    }

    /** Where the program came to the refusal or the failure. */
    private static Optional<StackTraceElement> firstOfProgram(final Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
            .filter(frame -> NOT_OF_PROGRAM.stream().noneMatch(frame.getClassName()::startsWith)).findFirst();
    }

    /** Without the frames of how the main method came to be called. */
    private static void trim(final Throwable failure) {
        final StackTraceElement[] stack = failure.getStackTrace();
        for (int i = 0; i < stack.length; i++) {
            if (stack[i].getClassName().equals(CALLER)) {
                int end = i;
                while (end > 0 && (stack[end - 1].getClassName().startsWith("java.lang.reflect.")
                    || stack[end - 1].getClassName().startsWith("jdk.internal.reflect."))) {
                    end--;
                }
                failure.setStackTrace(Arrays.copyOf(stack, end));
                return;
            }
        }
    }
}

package org.gmt4j.cli;

import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.gmt4j.aggregation.settings.ConfigException;
import org.gmt4j.aggregation.topology.TopologyException;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.engine.bootstrap.BootstrapException;

/** Turns a failure into one line {@code GMT-nnn what, where, why, what to do}, and into an exit code. */
public final class ErrorReport {

    private static final Pattern CODED = Pattern.compile("GMT-\\d{3} .*", Pattern.DOTALL);

    /** What to do about names that Java does not know; without a full stop. */
    static final String LOCALE = "If it has letters beyond ASCII, Java needs a locale that knows them: LC_ALL=C.UTF-8";

    private static final int MOST_CAUSES = 50;

    private ErrorReport() {
    }

    /** Prints the message, and the stack trace if asked. @return the exit code */
    public static int print(final Throwable failure, final PrintStream err, final boolean debug) {
        err.println(message(failure, debug));
        if (debug) {
            printStack(failure, err);
        }
        err.flush();
        return exitCode(failure);
    }

    /** @return the message, starting with a code: the failure's own, or that of the first cause that has one */
    public static String message(final Throwable failure, final boolean debug) {
        final Optional<String> coded = coded(failure);
        if (coded.isPresent()) {
            return coded.get();
        }
        return "GMT-130 the run failed: " + describe(failure) + (debug ? "" : ". Run again with --debug to see where.");
    }

    /**
     * @return the failure's own message, or that of the first cause, that starts with a code; nothing where none does
     */
    public static Optional<String> coded(final Throwable failure) {
        for (final Throwable cause : causes(failure)) {
            final String text = messageOf(cause);
            if (CODED.matcher(text).matches()) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    /** @return a failure and its causes, each of them once: a program's may form a circle */
    public static List<Throwable> causes(final Throwable failure) {
        final Set<Throwable> had = Collections.newSetFromMap(new IdentityHashMap<>());
        final List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null && had.size() < MOST_CAUSES && had.add(cause);
                cause = causeOf(cause)) {
            causes.add(cause);
        }
        return causes;
    }

    private static Throwable causeOf(final Throwable failure) {
        try {
            return failure.getCause();
        } catch (final RuntimeException | Error own) {
            return null;
        }
    }

    /** @return what a failure says of itself; its class alone where the methods of a program's failure fail */
    public static String words(final Throwable failure) {
        try {
            return failure.toString();
        } catch (final RuntimeException | Error own) {
            return failure.getClass().getName() + " (its message cannot be had: getMessage() or toString() has thrown "
                + own.getClass().getName() + ")";
        }
    }

    /** Prints the stack trace, as far as a program's failure can be printed. */
    public static void printStack(final Throwable failure, final PrintStream err) {
        try {
            failure.printStackTrace(err);
        } catch (final RuntimeException | Error own) {
            err.println(words(failure));
        }
    }

    private static String messageOf(final Throwable failure) {
        try {
            return String.valueOf(failure.getMessage());
        } catch (final RuntimeException | Error own) {
            return "";
        }
    }

    private static String describe(final Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "out of memory (" + failure.getMessage()
                + "); give each node more with GMT_HEAP, use fewer nodes or "
                + "a smaller input";
        }
        if (failure instanceof LinkageError) {
            return "a class cannot be loaded (" + failure + "). Class path and installation must be whole, and "
                + "'ulimit -n' 64 or more";
        }
        if (failure instanceof InvalidPathException name) {
            return badName(name);
        }
        return simpleWords(failure);
    }

    private static String simpleWords(final Throwable failure) {
        try {
            final String message = failure.getMessage();
            return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        } catch (final RuntimeException | Error own) {
            return words(failure);
        }
    }

    /** @return why a text cannot be the name of a file, and what to do: most often the locale lacks its letters */
    static String badName(final InvalidPathException name) {
        return "'" + name.getInput() + "' cannot be the name of a file (" + name.getReason()
            + "). " + LOCALE;
    }

    /** @return exit code of the process after this failure */
    public static int exitCode(final Throwable failure) {
        if (failure instanceof CliException cli) {
            return cli.exitCode();
        }
        if (failure instanceof ConfigException || failure instanceof TopologyException) {
            return ExitCode.USAGE;
        }
        if (failure instanceof BootstrapException bootstrap) {
            return switch (bootstrap.code()) {
                case BootstrapException.BAD_IDENTITY, BootstrapException.NO_KEY -> ExitCode.USAGE;
                case BootstrapException.SEED_ADDRESS -> ExitCode.ENVIRONMENT_UNFIT;
                default -> ExitCode.RUN_FAILED;
            };
        }
        if (failure instanceof TransportException transport && transport.code() == TransportException.Code.NO_SPACE) {
            return ExitCode.ENVIRONMENT_UNFIT;
        }
        return ExitCode.RUN_FAILED;
    }
}

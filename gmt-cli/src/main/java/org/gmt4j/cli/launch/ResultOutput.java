package org.gmt4j.cli.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.gmt4j.cli.CliContext;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.result.ResultWriter;
import org.gmt4j.cli.result.RunResult;
import org.gmt4j.cli.result.WholeFile;

/**
 * Brings a result where the user wants it: programs' formats to standard output or a file, and then text for people
 * to standard error.
 */
public final class ResultOutput {

    /** The message when standard output takes nothing. */
    public static final String LOST = "the result cannot be written to standard output (no room there, "
        + "or nobody reads it). What was printed is not whole; repeat the command with another destination, "
        + "or with -o FILE.";

    private ResultOutput() {
    }

    /** @return the exit code that the result deserves */
    static int write(final RunResult result, final CommonOptions options, final CliContext context) throws IOException {
        final ResultWriter writer = ResultWriter.of(options.format());
        if (options.output().isPresent()) {
            final Path file = context.folder().resolve(options.output().get());
            final StringBuilder text = new StringBuilder();
            writer.write(result, text);
            try {
                WholeFile.write(file, text);
            } catch (final IOException e) {
                throw lost(result, file, context, e);
            }
            text(result, context.err());
            context.err().println(" saved " + file);
        } else if (options.format() == ResultWriter.Format.TEXT) {
            text(result, context.out());
            requireWritten(context.out());
        } else {
            writer.write(result, context.out());
            requireWritten(context.out());
            text(result, context.err());
        }
        if (isWrong(result)) {
            sayThatItIsWrong(result, context);
            return ExitCode.VERIFICATION_FAILED;
        }
        return ExitCode.OK;
    }

    /** The verdict counts more than its file. */
    private static CliException lost(final RunResult result, final Path file, final CliContext context,
                                     final IOException e) {
        final String message = "the result cannot be written to " + file + " (" + reason(e) + ").";
        if (isWrong(result)) {
            sayThatItIsWrong(result, context);
            return CliException.unverified("GMT-131", message, e);
        }
        return CliException.failed("GMT-131", message + " The run itself has ended well; repeat it with another -o.",
            e);
    }

    private static boolean isWrong(final RunResult result) {
        return result.verified().isPresent() && !result.verified().get();
    }

    private static void sayThatItIsWrong(final RunResult result, final CliContext context) {
        context.err().println("GMT-140 verification of " + result.app()
            + " failed: the result is wrong, so no rate is shown. "
            + "Please report it with this command line and seed.");
    }

    /** The message of such an exception is often the path alone. */
    private static String reason(final IOException e) {
        return e instanceof NoSuchFileException ? "there is no such folder" : e.getMessage();
    }

    /** A stream for printing keeps its trouble to itself until it is asked. */
    private static void requireWritten(final PrintStream out) {
        if (out.checkError()) {
            throw CliException.failed("GMT-131", LOST, null);
        }
    }

    private static void text(final RunResult result, final PrintStream out) throws IOException {
        ResultWriter.of(ResultWriter.Format.TEXT).write(result, out);
        out.flush();
    }
}

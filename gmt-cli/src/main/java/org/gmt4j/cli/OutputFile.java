package org.gmt4j.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.gmt4j.cli.result.WholeFile;

/** The file of {@code -o}: refused before the work where it cannot be written, and written whole behind it. Set-up. */
final class OutputFile {
    private OutputFile() {
    }

    /**
     * Refuses a name that nothing can be written under.
     *
     * @param named as typed; relative names begin at the working folder
     * @return the file
     */
    static Path checked(final CliContext context, final Path named) {
        final Path file = context.folder().resolve(named);
        if (!WholeFile.isPossible(file)) {
            throw CliException.usage("-o " + named + ": cannot write there. Name a file in a folder that exists.");
        }
        return file;
    }

    /**
     * Writes the file.
     *
     * @param code of a failure
     * @param what such as {@code the estimate}
     */
    static void write(final Path file, final CharSequence text, final String code, final String what) {
        try {
            WholeFile.write(file, text);
        } catch (final IOException e) {
            throw CliException.failed(code, what + " cannot be written to " + file + " (" + e.getMessage()
                + "). Repeat with another -o.", e);
        }
    }
}

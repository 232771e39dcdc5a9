package org.gmt4j.cli.shell;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What JShell says of the lines of a file, passed on. It tells nobody else that a line did not compile: the heading of
 * the compiler's errors is looked for. Owned by one thread.
 */
final class CompilerErrors extends FilterOutputStream {
    private static final String HEADING = "Error:";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    CompilerErrors(final OutputStream out) {
        super(out);
    }

    @Override
    public void write(final int value) throws IOException {
        out.write(value);
        if (value != '\n') {
            line.write(value);
            return;
        }
        if (line.toString(StandardCharsets.US_ASCII).strip().equals(HEADING)) {
            ShellVariables.fail();
        }
        line.reset();
    }
}

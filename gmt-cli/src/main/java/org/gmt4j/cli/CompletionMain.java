package org.gmt4j.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.AutoComplete;

/** Writes the completion of {@code gmt} for bash and zsh, with all commands on the class path: a step of the build. */
public final class CompletionMain {

    private CompletionMain() {
    }

    /** @param arguments the file to write */
    public static void main(final String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), AutoComplete.bash("gmt",
            new GmtCli(GmtMain.context(CliContext.Role.LAUNCHER)).commandLine(List.of())));
    }
}

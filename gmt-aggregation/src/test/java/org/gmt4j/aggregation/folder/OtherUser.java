package org.gmt4j.aggregation.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs commands as another user of this machine, where this one is root; tests are skipped elsewhere. */
public final class OtherUser {
    /** Nobody, by convention. */
    public static final int ID = 65_534;
    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

    private OtherUser() {
    }

    public static void assumeCanBecome() throws IOException {
        assumeTrue(OwnFolder.user() == 0, "only root can act as two users");
        assumeTrue(Files.isExecutable(SETPRIV), SETPRIV + " is missing");
    }

    /** @return what it says */
    public static String run(final String... command) throws IOException, InterruptedException {
        final List<String> line = new ArrayList<>(List.of(SETPRIV.toString(), "--reuid=" + ID, "--regid=" + ID,
            "--clear-groups"));
        line.addAll(List.of(command));
        final Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> line + ": " + said);
        return said;
    }
}

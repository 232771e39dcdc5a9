package org.gmt4j.cli.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gmt4j.aggregation.folder.OwnFolder;
import org.gmt4j.aggregation.settings.Environment;
import org.gmt4j.aggregation.settings.ReservedVariables;
import org.gmt4j.engine.publish.JobDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empty files in the folder of the job. One says that the JVM of a node has come up, and says itself whatever goes
 * wrong from now on; another that it ends by {@code System.exit}, whose code may be that of a signal. Stateless.
 */
public final class StartNote {
    private static final Logger LOG = LoggerFactory.getLogger(StartNote.class);
    private static final String STARTED = "started-";
    private static final String EXITED = "exited-";

    private StartNote() {
    }

    /** In a node's process. Nothing happens where no launcher has made a folder. */
    public static void write(final Environment environment) {
        write(environment, STARTED);
    }

    /** In a node's process, while it ends because its program has called {@code System.exit}. */
    static void writeExit(final Environment environment) {
        write(environment, EXITED);
    }

    private static void write(final Environment environment, final String kind) {
        environment.variable(ReservedVariables.AERON_DIR).map(Path::of).flatMap(JobDirectory::around)
            .filter(OwnFolder::isOwn).ifPresent(folder -> {
            try {
                Files.createFile(folder.resolve(kind + nodeId(environment)));
            } catch (final IOException e) {
                LOG.debug("cannot note in {}", folder, e);
            }
        });
    }

    /** As the launcher writes it: users may write 01. */
    private static String nodeId(final Environment environment) {
        final String text = environment.variable(ReservedVariables.NODE_ID).orElse("0").strip();
        try {
            return String.valueOf(Integer.parseInt(text));
        } catch (final NumberFormatException e) {
            return text;                        // will be refused
        }
    }

    /** In the launcher: has a node's JVM come up? */
    static boolean exists(final JobDirectory folder, final int nodeId) {
        return Files.exists(folder.path().resolve(STARTED + nodeId));
    }

    /** In the launcher: has a node's program called {@code System.exit}? */
    static boolean hasExited(final JobDirectory folder, final int nodeId) {
        return Files.exists(folder.path().resolve(EXITED + nodeId));
    }
}

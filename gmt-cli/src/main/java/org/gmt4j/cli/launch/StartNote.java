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
 * An empty file in the folder of the job: the JVM of a node has come up, and says itself whatever goes wrong from now
 * on. Stateless.
 */
public final class StartNote {
    private static final Logger LOG = LoggerFactory.getLogger(StartNote.class);
    private static final String STARTED = "started-";

    private StartNote() {
    }

    /** In a node's process. Nothing happens where no launcher has made a folder. */
    public static void write(final Environment environment) {
        environment.variable(ReservedVariables.AERON_DIR).map(Path::of).flatMap(JobDirectory::around)
            .filter(OwnFolder::isOwn).ifPresent(folder -> {
            try {
                Files.createFile(folder.resolve(STARTED + environment.variable(ReservedVariables.NODE_ID).orElse("0")));
            } catch (final IOException e) {
                LOG.debug("cannot note the start in {}", folder, e);
            }
        });
    }

    /** In the launcher: has a node's JVM come up? */
    static boolean exists(final JobDirectory folder, final int nodeId) {
        return Files.exists(folder.path().resolve(STARTED + nodeId));
    }
}

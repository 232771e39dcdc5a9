package org.gmt4j.cli.launch;

import co.paralleluniverse.fibers.instrument.ProgramAgent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.gmt4j.cli.CliException;

/**
 * A jar that holds no more than the name of the agent: its class is on the class path, be that jars or folders.
 * Stateless.
 */
final class ProgramAgentJar {
    private static final String NAME = "agent.jar";

    private ProgramAgentJar() {
    }

    /** @return the jar, made in the folder of the job if it is not there yet */
    static Path in(final Path folder) {
        final Path jar = folder.resolve(NAME);
        if (Files.exists(jar)) {
            return jar;
        }
        final Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", ProgramAgent.class.getName());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            return jar;
        } catch (final IOException e) {
            throw CliException.unfit("GMT-122", "cannot write " + jar + " (" + e.getMessage()
                + "). Name another folder in GMT_AERON_DIR.");
        }
    }
}

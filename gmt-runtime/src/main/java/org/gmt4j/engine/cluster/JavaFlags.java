package org.gmt4j.engine.cluster;

import co.paralleluniverse.fibers.Coroutine;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.jar.JarFile;
import org.agrona.DirectBuffer;
import org.gmt4j.GmtException;

/** Checks the flags of Java that memory outside of the heap needs. Any thread. */
final class JavaFlags {
    private static final String PACKAGE = "jdk.internal.misc";
    private static final String OPENS = "--add-opens java.base/" + PACKAGE + "=";
    private static final String UNKNOWN_AGENT = "-javaagent:gmt-quasar.jar";

    /** Flags do not change while Java runs. */
    private static volatile boolean isRight;

    private JavaFlags() {
    }

    /**
     * Throws when a flag is missing. Called before anything uses such memory, because the JVM's own message does not
     * help.
     *
     * @throws GmtException GMT-298 with the exact flag to add
     */
    static void require() {
        if (!isRight) {
            check();
            isRight = true;
        }
    }

    private static void check() {
        loadUser();
        final Module agrona = DirectBuffer.class.getModule();
        if (!Object.class.getModule().isExported(PACKAGE, agrona)) {
            final String opens = OPENS + (agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED");
            throw new GmtException("GMT-298", "Java keeps " + PACKAGE
                + " closed, which the runtime's memory outside of the heap needs. Start Java with "
                + agent().map(agent -> agent + ", which also instruments programs that no build has instrumented, or "
                + "with " + opens).orElse(opens + ". The jar of this program has the classes of gmt-quasar.jar, but "
                + "its manifest not the lines Premain-Class and Launcher-Agent-Class of that, so it is no agent"));
        }
    }

    /** Loads a class of the class loader to which the agent opens the package. */
    private static void loadUser() {
        try {
            Class.forName("org.agrona.UnsafeApi", false, DirectBuffer.class.getClassLoader());
        } catch (final ClassNotFoundException e) {
            throw new GmtException("GMT-298", "org.agrona.UnsafeApi is not beside org.agrona.DirectBuffer: "
                + "the class path has two versions of Agrona", e);
        }
    }

    /** Returns the agent with its path, if known; nothing where all classes are merged to a jar that is none. */
    private static Optional<String> agent() {
        final CodeSource source = Coroutine.class.getProtectionDomain().getCodeSource();
        try {
            final Path jar = source == null ? null : Path.of(source.getLocation().toURI());
            if (jar != null && Files.isRegularFile(jar)) {
                final boolean isMerged = source.getLocation().equals(
                    DirectBuffer.class.getProtectionDomain().getCodeSource().getLocation());
                return isAgent(jar) ? Optional.of("-javaagent:" + jar)
                    : isMerged ? Optional.empty() : Optional.of(UNKNOWN_AGENT);
            }
        } catch (final IOException | URISyntaxException | RuntimeException e) {
            return Optional.of(UNKNOWN_AGENT);
        }
        return Optional.of(UNKNOWN_AGENT);
    }

    private static boolean isAgent(final Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.getManifest() != null
                && opened.getManifest().getMainAttributes().getValue("Premain-Class") != null;
        }
    }
}

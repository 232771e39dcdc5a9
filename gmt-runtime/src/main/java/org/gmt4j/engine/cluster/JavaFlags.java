package org.gmt4j.engine.cluster;

import co.paralleluniverse.fibers.Coroutine;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.agrona.DirectBuffer;
import org.gmt4j.GmtException;

/** Checks the flags of Java that memory outside of the heap needs. Any thread. */
final class JavaFlags {
    private static final String PACKAGE = "jdk.internal.misc";
    private static final String OPENS = "--add-opens java.base/" + PACKAGE + "=";

    private JavaFlags() {
    }

    /**
     * Throws when a flag is missing. Called before anything uses such memory, because the JVM's own message does not
     * help.
     *
     * @throws GmtException GMT-298 with the exact flag to add
     */
    static void require() {
        loadUser();
        final Module agrona = DirectBuffer.class.getModule();
        if (!Object.class.getModule().isExported(PACKAGE, agrona)) {
            throw new GmtException("GMT-298", "Java keeps " + PACKAGE
                + " closed, which the runtime's memory outside of the heap needs. Start Java with "
                + agent() + ", which also instruments programs that no build has instrumented, or with " + OPENS
                + (agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED"));
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

    /** Returns the agent with its path, where it is known. */
    private static String agent() {
        final CodeSource source = Coroutine.class.getProtectionDomain().getCodeSource();
        try {
            final Path jar = source == null ? null : Path.of(source.getLocation().toURI());
            return "-javaagent:" + (jar != null && Files.isRegularFile(jar) ? jar : "gmt-quasar.jar");
        } catch (final URISyntaxException | RuntimeException e) {
            return "-javaagent:gmt-quasar.jar";
        }
    }
}

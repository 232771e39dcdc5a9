package co.paralleluniverse.fibers.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which classes the agent of launched programs instruments, by the place that they come from. */
class ProgramAgentTest {
    /** As Spring Boot's class loader brings one; Java itself knows the protocol in it as little as any. */
    private static final URLStreamHandler HANDLER = new URLStreamHandler() {
        @Override
        protected URLConnection openConnection(final URL url) {
            return null;
        }

        @Override
        protected void parseURL(final URL url, final String text, final int start, final int limit) {
            setURL(url, "jar", "", -1, null, null, text.substring(start, limit), null, null);
        }
    };

    private final List<String> said = new ArrayList<>();
    private final ProgramAgent agent = new ProgramAgent(List.of("/runtime.jar"), said::add);

    /** Any class with a loop that the build has not instrumented. */
    private byte[] transformed(final URL place) throws Exception {
        return agent.transform(getClass().getClassLoader(), "p/Looping", null,
            new ProtectionDomain(new CodeSource(place, (Certificate[]) null), null), classFile());
    }

    private byte[] classFile() throws Exception {
        try (InputStream in = InstrumentationTask.class.getResourceAsStream("InstrumentationTask.class")) {
            return in.readAllBytes();
        }
    }

    @Test
    void shouldTakeClassesOfFoldersJarsAndJarsInJars() throws Exception {
        assertNotNull(transformed(new URL("file:/program/classes/")));
        assertNotNull(transformed(new URL("file:/program.jar")));
        assertNotNull(transformed(new URL("jar:file:/program.jar!/BOOT-INF/classes!/")));
        assertNotNull(transformed(new URL(null, "jar:nested:/program.jar/!BOOT-INF/classes/!/", HANDLER)));
        assertNull(transformed(new URL("file:/runtime.jar")));
        assertNull(transformed(new URL(null, "jar:nested:/runtime.jar/!BOOT-INF/classes/!/", HANDLER)));
        assertNull(transformed(new URL("http://elsewhere/program.jar")));
        assertEquals(List.of(), said);
    }
}

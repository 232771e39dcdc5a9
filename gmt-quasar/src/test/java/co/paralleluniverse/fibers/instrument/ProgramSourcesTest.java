package co.paralleluniverse.fibers.instrument;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import org.junit.jupiter.api.Test;

/** Which classes the agents take for the program's: in a jar its libraries may lie beside it. */
class ProgramSourcesTest {
    private final ProgramSources sources = new ProgramSources();

    private boolean holds(final String place, final String className, final boolean concerns) throws Exception {
        return sources.hold(className, new ProtectionDomain(new CodeSource(new URL(place), (Certificate[]) null), null),
            concerns);
    }

    @Test
    void shouldHoldAllOfAFolder() throws Exception {
        assertFalse(holds("file:/program/classes/", "util/Kernel", false), "before anything names us");
        assertTrue(holds("file:/program/classes/", "com/acme/Main", true));
        assertTrue(holds("file:/program/classes/", "util/Kernel", false));
        assertFalse(holds("file:/library/classes/", "util/Kernel", false));
    }

    @Test
    void shouldHoldThePackagesOfAProgramInAJar() throws Exception {
        final String jar = "file:/program.jar";
        assertTrue(holds(jar, "com/acme/tasks/Main", true));
        assertTrue(holds(jar, "com/acme/tasks/Kernel", false));
        assertTrue(holds(jar, "com/acme/tasks/deep/Kernel", false));
        assertTrue(holds(jar, "com/acme/util/Kernel", false));
        assertTrue(holds(jar, "com/acme/Kernel", false));
        assertFalse(holds("file:/other.jar", "com/acme/tasks/Kernel", false));
    }

    @Test
    void shouldNotHoldTheLibrariesInTheJarOfAProgram() throws Exception {
        final String jar = "file:/program.jar";
        assertTrue(holds(jar, "com/acme/tasks/Main", true));
        assertFalse(holds(jar, "it/unimi/dsi/fastutil/longs/Long2LongOpenHashMap", false));
        assertFalse(holds(jar, "com/fasterxml/jackson/Parser", false));
        assertFalse(holds(jar, "com/Other", false));
        assertFalse(holds(jar, "Other", false));
        assertTrue(holds(jar, "com/small/Main", true));
        assertTrue(holds(jar, "com/small/Kernel", false));
        assertFalse(holds(jar, "com/fasterxml/jackson/Parser", false));
        assertTrue(holds(jar, "Main", true));
        assertTrue(holds(jar, "Kernel", false));
        assertFalse(holds(jar, "com/fasterxml/jackson/Parser", false));
        assertFalse(holds(jar, "org/agrona/collections/Hashing", true));
    }
}

package org.gmt4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gmt4j.aggregation.settings.ConfigReference;
import org.gmt4j.engine.node.SettingRecords;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dwrite.reference=true} to write the files anew. */
class SettingsReferenceTest {

    private static final Path CONFIG = Path.of("..", "config");
    private static final boolean WRITE = Boolean.getBoolean("write.reference");

    private final ConfigReference reference = new ConfigReference(SettingRecords.catalog());

    @Test
    void shouldHaveFreshReference() throws IOException {
        check(CONFIG.resolve("REFERENCE.md"), reference.markdown());
    }

    @Test
    void shouldHaveFreshProfile() throws IOException {
        check(CONFIG.resolve("gmt.properties"), reference.properties());
    }

    private static void check(final Path file, final String expected) throws IOException {
        if (WRITE) {
            Files.createDirectories(CONFIG);
            Files.writeString(file, expected);
        }
        assertEquals(expected, Files.exists(file) ? Files.readString(file) : "(missing)",
            file + " is stale: mvn -pl gmt-cli -am test -Dtest=SettingsReferenceTest -Dwrite.reference=true "
                + "-Dsurefire.failIfNoSpecifiedTests=false");
    }
}

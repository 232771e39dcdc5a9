package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gmt scale jmh}: an application with a parameter by its place, and without anything that grows. */
@Timeout(120)
class JmhSeriesTest {
    @TempDir
    private Path folder;
    private ScaleTestBed bed;

    @BeforeEach
    void open() {
        bed = new ScaleTestBed(folder);
    }

    @Test
    void shouldRefuseWeakScaling() {
        assertEquals(ExitCode.USAGE, bed.gmt("scale", "jmh", "--weak"), bed.err());
        assertTrue(bed.err().contains("nothing to scale"), bed.err());
    }

    @Test
    void shouldLetTheApplicationKeepItsPattern() {
        assertEquals(ExitCode.OK, bed.gmt("scale", "jmh", "--strong", "Aggregator", "-n", "1", "--repeat", "1",
            "--report", "s"), bed.err());
        assertEquals("Aggregator", bed.jobs.get(0).get(bed.jobs.get(0).size() - 1));
    }

    @Test
    void shouldHelp() {
        assertEquals(ExitCode.OK, bed.gmt("scale", "jmh", "--help"));
        assertTrue(bed.out().contains("--sweep") && bed.out().contains("Examples:"), bed.out());
    }
}

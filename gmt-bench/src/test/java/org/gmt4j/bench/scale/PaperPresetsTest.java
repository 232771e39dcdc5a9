package org.gmt4j.bench.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.gmt4j.cli.AppPreset;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.cli.GmtApp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --preset paper} of the papers' applications, alone and in series. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PaperPresetsTest {
    private static final String SMALL = " --trials 1 --warm-up 0 --in-process -n 2 --format json";

    @TempDir
    private Path folder;

    private ScaleTestBed assertOk(final String line) {
        final ScaleTestBed bed = new ScaleTestBed(folder);
        assertEquals(ExitCode.OK, bed.gmt(line.split(" ")), () -> line + "\n" + bed.err());
        return bed;
    }

    /** Every preset: its options exist, its values are accepted, and its memory is known. */
    @ParameterizedTest
    @ValueSource(strings = {"lu", "ssor", "lj", "flow", "nwchem", "randomaccess", "transpose",
        "topologies"})
    void shouldBeUnderstood(final String name) {
        final GmtApp app = ServiceLoader.load(GmtApp.class).stream().map(ServiceLoader.Provider::get)
            .filter(each -> each.name().equals(name)).findFirst().orElseThrow();
        final CommandSpec spec = CommandSpec.forAnnotatedObject(app);
        assertEquals("paper", app.presets().get(0).name());
        for (final AppPreset preset : app.presets()) {
            preset.options().keySet().forEach(option -> {
                assertNotNull(spec.findOption(option), option);
                assertEquals(option, spec.findOption(option).longestName());
            });
            assertOk("estimate " + name + " -n 4 --preset " + preset.name());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "run lu|--size 70|\"--size\":\"70\"",
        "run ssor|--class S|\"--class\":\"S\"",
        "run lj|--particles 108 --block-size 27|\"--particles\":\"108\",\"--steps\":\"100\"",
        "run flow|--grid 8x6x5 --minutes 2|\"--grid\":\"8x6x5\",\"--minutes\":\"2\"",
        "run nwchem|--tasks 20 --compute-us 10|\"--kind\":\"dft\",\"--tasks\":\"20\"",
        "run randomaccess|-g 8|\"-g\":\"8\",\"--way\":\"vector\",\"--connections\":\"static,overlap\"",
        "bench topologies|--class S|\"--programs\":\"ssor\",\"--class\":\"S\"",
        "bench transpose|--size 60|\"--size\":\"60\",\"--ways\":\"naive,library\",\"--limits\":\"2k,10k,40k\""})
    void shouldRunSmallerWhereOptionsAreTyped(final String app, final String options, final String used) {
        final ScaleTestBed bed = assertOk(app + " --preset paper " + options + SMALL);
        final String json = bed.out().replaceAll("\\s+", "");
        assertTrue(json.contains("\"preset\":{\"name\":\"paper\"," + used), bed::out);
        assertTrue(json.contains("\"verified\":true"), bed::out);
        assertTrue(!app.endsWith("transpose") || json.contains("\"limit\":\"40k\""), "lists are split");
    }

    /** Elsewhere the flag of a setting that takes one value. */
    @Test
    void shouldTakeSeveralWaitsByTheirOwnName() {
        final ScaleTestBed bed = assertOk("bench transpose --preset paper --size 60 --wait block,adaptive" + SMALL);
        final String json = bed.out().replaceAll("\\s+", "");
        assertTrue(json.contains("\"--modes\":\"block,adaptive\""), bed::out);
        assertTrue(json.contains("\"wait\":\"block\"") && json.contains("\"wait\":\"adaptive\""), bed::out);
        assertFalse(json.contains("\"wait\":\"poll\""), bed::out);
        assertEquals(ExitCode.USAGE, bed.gmt("bench", "transpose", "--wait", "block,nap"), bed::out);
        assertTrue(bed.err().contains("'nap' is no way to wait: there are poll, block"), bed::err);
    }

    @Test
    void shouldNameTheLargestThatFits() {
        for (final String line : List.of("run flow --grid 20000x20000x5", "run lj --particles 1000000000",
            "bench transpose --size 40000 --limits 1,2,3,4,5,6,7,8", "run nwchem --basis 4096")) {
            final ScaleTestBed bed = new ScaleTestBed(folder);
            assertEquals(ExitCode.ENVIRONMENT_UNFIT, bed.gmt((line + " --memory-max 1m").split(" ")), bed::err);
            assertTrue(bed.err().matches("(?s)GMT-120 .*a smaller input \\(--[a-z]+ [0-9x]+ would fit\\).*"), bed::err);
        }
    }

    @Test
    void shouldReachEachJobOfASeries() {
        final ScaleTestBed bed = assertOk("scale flow --strong --preset paper-400 -n 1,2 --repeat 1 --report r");
        assertEquals(2, bed.jobs.size());
        bed.jobs.forEach(job -> assertTrue(job.containsAll(List.of("--preset", "paper-400")), job::toString));
        assertEquals("paper-400", bed.series("r").header().preset());
        final ScaleTestBed weak = assertOk("scale lj --weak --preset paper -n 1,2 --repeat 1 --report w");
        assertTrue(weak.jobs.get(1).contains("32768"), () -> weak.jobs.toString());
        final ScaleTestBed help = assertOk("scale flow --preset help");
        assertTrue(help.out().contains("paper-800: figure 18: --grid 800x800x15 --minutes 20"), help::out);
        assertEquals(ExitCode.USAGE, bed.gmt("scale", "flow", "--strong", "--preset", "gmt-weak"), bed::out);
        assertTrue(bed.err().contains("flow has paper, paper-400, paper-800."), bed::err);
    }
}

package org.gmt4j.apps.nwchem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.CallTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The replay as people call it, its plan against the figures it is taken from, and its judge. */
@Timeout(120)
class NwchemAppTest {
    /** The same on any number of nodes, and in every build. */
    private static final String DFT_150 = Long.toHexString(Expected.of(new ReplayPlan(Mix.DFT, 150, 60, 0, 0, 1))
        .digest());
    private static final String CCSD_9 = Long.toHexString(Expected.of(new ReplayPlan(Mix.CCSD, 9, 150, 0, 0, 1))
        .digest());

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"1,", "2,", "3, --streams 3 --topology mfcg", "4, --topology hypercube", "5,", "6,",
        "7, --streams 2 --topology mfcg"})
    void shouldDrawEachTaskOnceAndAddAllUp(final int nodes, final String more) {
        final String text = new CommandLineRun(folder).assertVerified("nwchem --tasks 150 --compute-us 20 --basis 60"
            + " -n " + nodes + (more == null ? "" : " " + more));
        assertTrue(text.replaceAll(" +", "").contains("checksum:" + DFT_150), text);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldReplayFewLargeTasks(final int nodes) {
        final String text = new CommandLineRun(folder).assertVerified("nwchem --kind ccsd --tasks 9 --compute-us 300"
            + " --basis 150 -n " + nodes);
        assertTrue(text.replaceAll(" +", "").contains("checksum:" + CCSD_9), text);
    }

    /** Also where nothing is verified; other tasks or places of patches have another one. */
    @ParameterizedTest
    @CsvSource({"1, text, 150, 1", "3, json, 150, 1", "2, csv, 150, 1", "2, json, 151, 1", "2, json, 150, 2"})
    void shouldTellTheChecksumInAllFormats(final int nodes, final String format, final int tasks, final int seed) {
        final CommandLineRun gmt = new CommandLineRun(folder);
        assertEquals(ExitCode.OK, gmt.execute("run nwchem --tasks " + tasks + " --compute-us 0 --basis 60 --warm-up 0"
            + " --trials 1 --no-verify --in-process --seed " + seed + " -n " + nodes + " --format " + format),
            gmt::err);
        assertTrue(gmt.out().contains("checksum"), gmt::out);
        assertEquals(tasks == 150 && seed == 1, gmt.out().contains(DFT_150), gmt::out);
    }

    @Test
    void shouldMakeTheCallsOfTheReport() {
        final CommandLineRun gmt = new CommandLineRun(folder);
        assertEquals(ExitCode.OK, gmt.execute("run nwchem --tasks 448 --compute-us 0 --in-process -n 2 --warm-up 0"
            + " --trials 1 --format json"), gmt::err);
        final String json = gmt.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"create\":{\"calls\":256},\"destroy\":{\"calls\":256}"), json);
        assertTrue(json.contains("\"get\":{\"calls\":3425,\"bytes\":7200000,"), json);
        assertTrue(json.contains("\"put\":{\"calls\":465,\"bytes\":1840000,"), json);
        assertTrue(json.contains("\"accumulate\":{\"calls\":448,\"bytes\":354000,"), json);
        assertTrue(json.contains("\"verified\":true") && json.contains("\"counterPercent\":"), json);
    }

    /** Of the last of two trials alone, those made and destroyed first. */
    @Test
    void shouldPrintTheTableOfAllArrays() {
        final String text = new CommandLineRun(folder).assertVerified("nwchem --tasks 448 --compute-us 0 --basis 60"
            + " -n 3").replaceAll(" +", " ");
        assertTrue(text.contains(" kind calls operations bytes remote bytes\n create 256 0 "), text);
        assertTrue(text.contains("\n destroy 256 0 "), text);
        assertTrue(text.contains("\n get 3425 "), text);
    }

    @ParameterizedTest
    @EnumSource(Mix.class)
    void shouldPlaceAllPatchesInside(final Mix mix) {
        for (final PatchCalls calls : new PatchCalls[] {mix.gets(), mix.puts(), mix.sums()}) {
            final Box all = Box.of(0, mix.leastBasis(), 0, mix.leastBasis());
            long elements = 0;
            for (long call = 0; call < calls.first(3 * calls.period()); call++) {
                assertEquals(elements, calls.elementsBefore(call));
                final Box box = calls.box(call, mix.leastBasis(), 1);
                assertTrue(all.contains(box) && box.size() <= calls.largest(), box::toString);
                elements += box.size();
            }
            assertEquals(3 * calls.rows() * calls.columns(), elements);
        }
    }

    /** 1,024 streams of 224 KB of patches, each with 2 MB of bits for the tasks of the round. */
    @Test
    void shouldEstimateEachStream() {
        final CommandLineRun gmt = new CommandLineRun(folder);
        assertEquals(ExitCode.OK, gmt.execute("estimate nwchem --kind ccsd --tasks 16777216 --streams 1024"), gmt::err);
        assertTrue(gmt.out().replaceAll(" +", " ").contains(" streams - 2,241\n"), gmt::out);
    }

    @Test
    void shouldDivideTasksAmongRounds() {
        for (final long tasks : new long[] {1, 6, 7, 100, 448, 1000, 12345}) {
            final ReplayPlan plan = new ReplayPlan(Mix.DFT, tasks, 60, 0, 1, 1);
            assertEquals(tasks, LongStream.range(0, plan.rounds()).map(r -> plan.tasksOf((int) r)).sum());
            assertTrue(plan.rounds() >= 1 && plan.rounds() <= 64 && plan.tasksOf(0) >= 1);
        }
    }

    @Test
    void shouldKnowTheSumOfADensity() {
        final Box box = Box.of(3, 9, 11, 14);
        long sum = 0;
        for (int i = 3; i < 9; i++) {
            for (int j = 11; j < 14; j++) {
                sum += (long) ReplayPlan.density(4, i, j);
            }
        }
        assertEquals(sum, ReplayPlan.densityOf(4, box));
    }

    @Test
    void shouldFindWhatIsWrong() {
        final ReplayPlan plan = new ReplayPlan(Mix.DFT, 70, 60, 0, 1, 1);
        final ReplayJudge judge = new ReplayJudge(plan);
        final Expected right = Expected.of(plan);
        assertTrue(judge.complaint(replayed(70, 1, right.sum(), right.digest())).contains("1 of them twice or never"));
        assertTrue(judge.complaint(replayed(69, 0, right.sum(), right.digest())).contains("69 tasks"));
        assertTrue(judge.complaint(replayed(70, 0, right.sum() + 1, right.digest())).contains("add up to"));
        assertTrue(judge.complaint(replayed(70, 0, right.sum(), right.digest() + 1)).contains("digest"));
        final String none = judge.complaint(replayed(70, 0, right.sum(), right.digest()));
        assertTrue(none.contains("0 gets of 0 bytes"), none);
        assertTrue(none.contains("0 arrays made and 0 freed were counted; expected 40 of each"), none);
    }

    private static Replayed replayed(final long tasks, final long wrong, final long sum, final long digest) {
        return new Replayed(1, new long[] {tasks}, wrong, 0, 0, 0, 0, CallTable.NONE, sum, digest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--kind hf", "--tasks 0", "--basis 19", "--basis 5000", "--compute-us -1", "--streams -1",
        "--kind ccsd --basis 100", "--trials 0"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        new CommandLineRun(folder).assertRefused("nwchem " + options);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        new CommandLineRun(folder).assertHelps("nwchem");
    }
}

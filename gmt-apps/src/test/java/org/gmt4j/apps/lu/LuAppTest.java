package org.gmt4j.apps.lu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.GmtCluster;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.ExitCode;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.ga.Box;
import org.gmt4j.ga.GlobalMatrix;
import org.gmt4j.ga.LuFactorisation;
import org.gmt4j.ga.LuForm;
import org.gmt4j.ga.Tile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The application as people call it, with its nodes in this JVM, and its judges. */
@Timeout(240)
class LuAppTest {
    @TempDir
    private Path folder;
    private CommandLineRun run;

    @BeforeEach
    void prepare() {
        run = new CommandLineRun(folder);
    }

    /** Returns the digest of the factors. */
    private String verified(final String line) {
        assertEquals(ExitCode.OK, run.execute("run lu " + line + " --in-process --warm-up 0 --trials 2 --format json"),
            () -> line + "\n" + run.err());
        final String json = run.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"verified\":true") && json.contains("\"ratio\":") && json.contains("GFLOP/s")
            && json.contains("\"residual\":") && json.contains("\"solutionError\":"), json);
        final Matcher digest = Pattern.compile("\"digest\":\"([0-9a-f]+)\"").matcher(json);
        final Set<String> found = new HashSet<>();
        while (digest.find()) {
            found.add(digest.group(1));
        }
        assertEquals(1, found.size(), json);
        return found.iterator().next();
    }

    @ParameterizedTest
    @CsvSource({"37,8", "1,1", "50,50"})
    void shouldFindTheSameFactorsOnAnyNumberOfNodes(final int size, final int side) {
        final Set<String> digests = new HashSet<>();
        for (final int nodes : new int[] {1, 2, 3, 4, 5, 6, 7}) {
            for (final String form : List.of("get-blocking", "get-nb", "put-nb")) {
                digests.add(verified("-g " + size + " -b " + side + " --form " + form + " -n " + nodes));
            }
        }
        assertEquals(1, digests.size(), digests::toString);
    }

    @Test
    void shouldReportConnectionsOfClientsAndServers() {
        verified("--size 700 -n 6 --set gmt.armci.shared=off");
        final String json = run.out().replaceAll("\\s", "");
        assertTrue(json.contains("\"block\":64"), json);
        assertEquals(number(json, "asClient"), number(json, "asServer"), "each has a client and a server");
        assertEquals(5, number(json, "mostAsClient"), "node 0 asks all");
        assertEquals(5, number(json, "ofAll"));
        assertEquals(5 / 6.0, number(json, "atStart"), 1e-5, "node 0's, of six nodes");
        final double others = number(json, "othersAsClient");
        assertTrue(others > 0, json);
        assertEquals(others + 1, number(json, "othersAsServer"), 1e-5, "and node 0's");
        assertEquals((5 + 5 * others) / 6, number(json, "asClient"), 1e-5, json);
    }

    private static double number(final String json, final String key) {
        final Matcher found = Pattern.compile("\"" + key + "\":([-+.0-9eE]+)").matcher(json);
        assertTrue(found.find(), json);
        return Double.parseDouble(found.group(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldSeeOneElementThatIsWrong(final int nodes) {
        final LuProblem problem = new LuProblem(40, 7, 5);
        try (GmtCluster cluster = GmtCluster.local(nodes, LuApp.class, LuProblem.class, LuResidual.class,
            LuAppTest.class)) {
            final double[] right = cluster.call(ctx -> judged(ctx, problem, -1));
            assertTrue(right[0] < 1 && right[1] < 1, right[0] + ", " + right[1]);
            for (final int place : new int[] {0, 39, 20 * 40 + 3, 3 * 40 + 20, 40 * 40 - 1}) {
                final double[] wrong = cluster.call(ctx -> judged(ctx, problem, place));
                assertTrue(wrong[0] > 16 && wrong[1] > 16, place + ": " + wrong[0] + ", " + wrong[1]);
            }
        }
    }

    /** Returns residual and error of a solution of factors with an element that has been changed. */
    private static double[] judged(final TaskContext ctx, final LuProblem problem, final int place)
        throws SuspendExecution {
        final GlobalMatrix a = problem.create(ctx);
        ctx.executeOnAll(node -> problem.fillHere(node, a));
        LuFactorisation.factor(ctx, a, LuForm.GET_NB);
        if (place >= 0) {
            final long row = place / problem.size();
            final long column = place % problem.size();
            a.accumulate(ctx, Box.of(row, row + 1, column, column + 1), Tile.of(new double[] {1e-9}, 1, 1), 1);
        }
        return new double[] {LuResidual.of(ctx, problem, a),
            problem.error(ctx, a) / problem.size() / Math.ulp(1.0)};
    }

    @ParameterizedTest
    @ValueSource(strings = {"-g 0", "-g 100000000", "-b 0", "-g 37 -b 38", "-g 9000 -b 5000", "--form get",
        "--trials 0"})
    void shouldRefuseBeforeAnythingStarts(final String line) {
        assertEquals(ExitCode.USAGE, run.execute("run lu " + line), run::out);
        assertTrue(run.err().startsWith("GMT-"), run::err);
    }

    @Test
    void shouldRefuseAMatrixThatNoMemoryHolds() {
        assertEquals(ExitCode.ENVIRONMENT_UNFIT, run.execute("run lu -g 4000000 --no-verify --in-process"), run::err);
        assertTrue(run.err().contains("-g"), run::err);
    }

    @Test
    void shouldHelpWithTwoExamplesAndScale() {
        assertEquals(ExitCode.OK, run.execute("run lu --help"));
        assertEquals(2, run.out().lines().filter(text -> text.startsWith("  gmt run lu")).count());
        assertEquals(ExitCode.OK, run.execute("estimate lu -g 4096"), run::err);
        assertTrue(run.out().contains("blocks in work"), run::out);
        assertFalse(new LuApp().summary().isEmpty());
        assertEquals(ExitCode.OK, run.execute("run lu -g 30 --no-verify --in-process --warm-up 0"), run::err);
    }
}

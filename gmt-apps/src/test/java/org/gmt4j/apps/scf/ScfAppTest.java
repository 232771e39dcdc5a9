package org.gmt4j.apps.scf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.gmt4j.apps.trial.CommandLineRun;
import org.gmt4j.cli.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Energies as people ask for them, on any number of nodes, and of one thread against those that others have found. */
@Timeout(120)
class ScfAppTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void shouldAgreeWithOneThreadAndWithTheLiterature(final int nodes) {
        final CommandLineRun gmt = new CommandLineRun(folder);
        final String molecule = nodes % 2 == 0 ? "h2" : "heh+";
        final String energy = nodes % 2 == 0 ? "energy: -1.116714325" : "energy: -2.860662164";
        assertTrue(gmt.assertVerified("scf --molecule " + molecule + " -n " + nodes).contains(energy), gmt::out);
        gmt.assertVerified("scf --atoms 10 --block 3 -n " + nodes);
    }

    @Test
    void shouldUseAllWorkersOfANode() {
        new CommandLineRun(folder).assertVerified("scf --molecule cluster --atoms 8 --block 2 -n 2 --plan shared"
            + " --workers 2");
    }

    /** Found by PySCF 2.14 with the same exponents and coefficients; of helium and its ion see {@link Molecule}. */
    @ParameterizedTest
    @CsvSource({"chain,2,1.4,-1.116714325178", "chain,4,1.4,-2.098382408161", "chain,6,1.8,-3.152316254165",
        "chain,16,1.8,-8.362185809970", "chain,20,1.4,-9.978752973314", "cluster,8,1.8,-3.848859686920",
        "he,2,1,-2.807783956622"})
    void shouldFindEnergiesThatOthersHaveFound(final String name, final int atoms, final double distance,
                                               final double energy) {
        assertEquals(energy, Scf.serial(Molecule.of(name, atoms, distance), 100).energy(), 1e-9);
    }

    /** The program of Szabo and Ostlund, appendix B, computed again with all digits. */
    @Test
    void shouldFindTheEnergyOfThePrintedProgram() {
        assertEquals(-2.860662164, Scf.serial(Molecule.of(Molecule.HEH, 2, Double.NaN), 100).energy(), 1e-8);
    }

    @Test
    void shouldFindWhatIsWrong() {
        final Molecule molecule = Molecule.of(Molecule.H2, 2, Double.NaN);
        final Blocks blocks = new Blocks(2, 2);
        final ScfOutcome right = Scf.serial(molecule, 50);
        final ScfJudge judge = new ScfJudge(molecule, blocks, right);
        assertEquals("", judge.complaint(right));
        assertTrue(judge.complaint(with(right, right.energy() + 2e-9, 1)).contains("one thread has found"));
        assertTrue(judge.complaint(with(right, Double.NaN, 1)).contains("one thread has found"));
        assertTrue(judge.complaint(with(right, right.energy(), 2)).contains("tasks drawn"));
        final ScfOutcome shifted = with(right, right.energy() + 2e-6, 1);
        assertTrue(new ScfJudge(molecule, blocks, shifted).complaint(shifted).contains("others have found"));
    }

    private static ScfOutcome with(final ScfOutcome outcome, final double energy, final int times) {
        return new ScfOutcome(1, 1, outcome.iterations(), energy, outcome.error(),
            List.of(new FockNode.Work(times * (long) outcome.iterations(), 1, 0, 1)));
    }

    /** An energy of six digits could not be compared with those that others have found. */
    @Test
    void shouldReportAllDigitsAsJson() {
        final CommandLineRun gmt = new CommandLineRun(folder);
        assertEquals(ExitCode.OK, gmt.execute("run scf --molecule h2 --in-process --warm-up 0 --trials 1 --format"
            + " json"), gmt::err);
        assertTrue(gmt.out().contains("\"hartree\": -1.1167143"), gmt::out);
        assertTrue(gmt.out().contains("\"knownHartree\": -1.116714325"), gmt::out);
    }

    @Test
    void shouldSayThatAFieldHasNotConverged() {
        final CommandLineRun gmt = new CommandLineRun(folder);
        assertEquals(ExitCode.RUN_FAILED, gmt.execute("run scf --atoms 6 --iterations 2 --in-process"), gmt::out);
        assertTrue(gmt.err().contains("GMT-413"), gmt::err);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--molecule h2o", "--atoms 7", "--atoms 0", "--atoms 514", "--molecule h2 --atoms 4",
        "--molecule he --distance 5",
        "--distance 0.1", "--block 0", "--iterations 0", "--trials 0"})
    void shouldRefuseBeforeAnythingStarts(final String options) {
        new CommandLineRun(folder).assertRefused("scf " + options);
    }

    @Test
    void shouldHelpWithTwoExamples() {
        new CommandLineRun(folder).assertHelps("scf");
    }
}

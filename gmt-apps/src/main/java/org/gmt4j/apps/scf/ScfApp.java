package org.gmt4j.apps.scf;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gmt4j.GmtCluster;
import org.gmt4j.apps.trial.TrialOptions;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.BenchResult;
import org.gmt4j.cli.result.SampleStatistics;
import org.gmt4j.cli.result.Trial;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run scf}: the energy of a small molecule, or of many hydrogen atoms, by a self-consistent field. */
public final class ScfApp implements GmtApp {
    private static final int MOST_ATOMS = 512;
    private static final int LEAST_BLOCK = 6;
    /** Blocks unless told otherwise: some 3,000 tasks. */
    private static final int BLOCKS = 12;
    private static final int PAIR_BYTES = 400;
    private static final int MATRICES = 40;
    private static final int USUAL_ATOMS = 32;

    @Option(names = "--molecule", paramLabel = "NAME", defaultValue = Molecule.CHAIN,
        description = "h2, heh+, he; chain or cluster, of hydrogen atoms (default: ${DEFAULT-VALUE})")
    private String molecule;

    @Option(names = "--atoms", paramLabel = "N",
        description = "atoms of a chain or cluster, an even number (default: " + USUAL_ATOMS + ")")
    private Integer atoms;

    @Option(names = "--distance", paramLabel = "BOHR",
        description = "between neighbours (default: 1.4 of h2, 1.4632 of heh+, 1.8 of others)")
    private Double distance;

    @Option(names = "--block", paramLabel = "B",
        description = "basis functions of a block; a task is four blocks (default: 6, or more for 12 blocks)")
    private Integer block;

    @Option(names = "--iterations", paramLabel = "K", defaultValue = "100",
        description = "at most (default: ${DEFAULT-VALUE})")
    private int iterations;

    @Mixin
    private TrialOptions trials = new TrialOptions();

    @Override
    public String name() {
        return "scf";
    }

    @Override
    public String summary() {
        return "Energy of a molecule of s functions by a self-consistent field, verified against known energies.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run scf --molecule heh+", "gmt run scf --atoms 64 -n 4 --format json");
    }

    private Molecule parsed() {
        return Molecule.of(molecule, atoms == null ? USUAL_ATOMS : atoms, distance == null ? Double.NaN : distance);
    }

    private Blocks blocks() {
        final int size = parsed().size();
        return new Blocks(size, Math.min(size, block == null ? Math.max(LEAST_BLOCK, (size + BLOCKS - 1) / BLOCKS)
            : block));
    }

    @Override
    public void validate(final CommonOptions common) {
        if (!List.of(Molecule.H2, Molecule.HEH, Molecule.HE, Molecule.CHAIN, Molecule.CLUSTER).contains(molecule)) {
            throw CliException.usage("--molecule " + molecule + ": h2, heh+, he, chain or cluster.");
        }
        if (atoms != null && !List.of(Molecule.CHAIN, Molecule.CLUSTER).contains(molecule)) {
            throw CliException.usage("--atoms belongs to --molecule chain and cluster, not to " + molecule
                + ". Leave out one of both.");
        }
        if (distance != null && molecule.equals(Molecule.HE)) {
            throw CliException.usage("--distance belongs to molecules of two atoms and more, not to he. Leave out one "
                + "of both.");
        }
        if (atoms != null && (atoms < 2 || atoms > MOST_ATOMS || atoms % 2 != 0)) {
            throw CliException.usage("--atoms " + atoms + ": an even number from 2 to " + MOST_ATOMS
                + ": shells are closed.");
        }
        if (distance != null && !(distance >= 0.5 && distance <= 100)) {
            throw CliException.usage("--distance " + distance + ": 0.5 to 100 bohr.");
        }
        if (block != null && (block < 1 || block > MOST_ATOMS) || iterations < 1) {
            throw CliException.usage("--block " + block + ", --iterations " + iterations + ": at least 1; blocks of at"
                + " most " + MOST_ATOMS + ".");
        }
        trials.validate();
    }

    @Override
    public AppMemory memory(final Invocation job) {
        final long n = parsed().size();
        return AppMemory.builder()
            .array("density, Fock matrix", AppMemory.Phase.RUNNING, ByteCount.parts(2 * n * n, job.plan().nodes()),
                Double.BYTES)
            .heap("pairs of functions", AppMemory.Phase.RUNNING, n * (n + 1) / 2, PAIR_BYTES)
            .heapOfNodeZero("one thread's matrices", AppMemory.Phase.RUNNING, MATRICES * n * n * Double.BYTES).build();
    }

    @Override
    public Class<?>[] registeredClasses() {
        return new Class<?>[] {ScfApp.class, Scf.class, FockNode.class, FockNode.Work.class, Molecule.class,
            Blocks.class, ScfArrays.class, ScfOutcome.class};
    }

    @Override
    public void run(final AppRun run) {
        final Molecule plan = parsed();
        run.result().with("molecule", plan.name()).with("functions", plan.size()).with("tasks", blocks().tasks());
        final ScfJudge judge = run.verify() ? new ScfJudge(plan, blocks(), Scf.serial(plan, iterations)) : null;
        for (int i = 0; i < trials.warmUp(); i++) {
            found(run, plan);
        }
        final double[] mops = new double[trials.trials()];
        for (int i = 0; i < mops.length; i++) {
            final ScfOutcome found = found(run, plan);
            final String complaint = judge == null ? "" : judge.complaint(found);
            if (!complaint.isEmpty()) {
                run.result().verified(false).note("trial " + (i + 1) + ": " + complaint);
                return;
            }
            run.result().trial(Trial.of(found.seconds()).with("fockSeconds", found.fockSeconds())
                .with("iterations", found.iterations()).with("energy", found.energy()));
            mops[i] = found.mops();
            if (i == mops.length - 1) {
                describe(run, plan, found);
            }
        }
        final BenchResult result = BenchResult.of("integrals").mops(mops);
        if (judge != null) {
            final double oneThread = Scf.serial(plan, iterations).mops();     // the first one has compiled
            result.figure("oneThreadMops", oneThread).figure("ratio", SampleStatistics.of(mops).median() / oneThread);
            run.result().verified(true);
        }
        run.result().result(result);
    }

    private ScfOutcome found(final AppRun run, final Molecule plan) {
        final Blocks blocks = blocks();
        final int most = iterations;
        final ScfOutcome found = run.cluster(GmtCluster.class).call(ctx -> Scf.onNodes(ctx, plan, blocks, most));
        if (found.iterations() == most && !(found.error() < ClosedShell.LEAST_ERROR)) {
            throw CliException.failed("GMT-413", "the field of " + plan.name() + " has not converged in " + most
                + " iterations: it is off by " + found.error() + ". Try --iterations, or another --distance.", null);
        }
        return found;
    }

    private static void describe(final AppRun run, final Molecule plan, final ScfOutcome found) {
        final Map<String, Object> energy = new LinkedHashMap<>();
        energy.put("hartree", BigDecimal.valueOf(found.energy()));          // all digits: other numbers have six
        plan.knownEnergy().ifPresent(known -> energy.put("knownHartree", BigDecimal.valueOf(known)));
        run.result().section("energy", energy, String.format(Locale.ROOT, " energy: %.9f hartree%s%n", found.energy(),
            plan.knownEnergy().isPresent() ? "; others have found " + plan.knownEnergy().getAsDouble() : ""));
        final Map<String, Object> fock = new LinkedHashMap<>();
        fock.put("seconds", found.fockSeconds());
        fock.put("iterations", found.iterations());
        fock.put("counterPercent", found.counterPercent());
        run.result().with("fockMatrices", fock);
        run.result().with("tasksOfNode", found.works().stream().map(FockNode.Work::tasks).toList());
    }
}

package org.gmt4j.apps.graph.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.gmt4j.apps.graph.command.GraphOptions;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.cli.result.Trial;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.values.ValueFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code gmt run} of an algorithm of the graph library: everything that is the same for all of them. An application
 * says how it asks, what it tells of an answer, and who judges it; its fields have picocli's annotations for options of
 * its own. The methods are called by the main thread of node 0, in the order here, but for {@link #addMemory}, which
 * the launcher calls.
 *
 * @param <R> the answer, in the memory of the nodes until it is closed
 */
public abstract class GraphApp<R extends AutoCloseable> implements GmtApp {
    @Mixin
    private GraphOptions graph = new GraphOptions();

    @Option(names = "--sql", paramLabel = "QUERY", description = "edges of a query over Parquet, CSV or JSON files: "
        + "as \"select a, b from 'edges/*.parquet'\": the first two columns are the ends, a third one is the weight; "
        + "needs the module gmt-sql")
    private String query;

    @Option(names = "--trials", paramLabel = "N", defaultValue = "5",
        description = "timed runs, each verified (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", description = "runs before the first that counts "
        + "(default: 10 and more, until 6 in turn are no faster and compilers rest; at most 3 seconds)")
    private Integer warmUp;

    @Option(names = "--values", paramLabel = "FILE", description = "write the answer of the last run, a line for each"
        + " vertex that has one, when all are verified; .csv or .jsonl, also with .gz, or .parquet with the module "
        + "gmt-sql. Vertices are named as in the graph's file")
    private Path values;

    // --- what an application says ---

    /** The edges that the algorithm works on; without weights unless it says otherwise. */
    protected GraphInput input(final GraphSpec spec) {
        return GraphInput.plain(spec);
    }

    /** Adds the memory of the algorithm on a node to that of the graph, and that of the judge on node 0. */
    protected abstract void addMemory(AppMemory.Builder memory, GraphShape shape);

    /** Called once, when the graph is there. */
    protected void prepare(final Graph loaded, final int trialCount, final long seed) {
    }

    /**
     * Asks the graph. Timed.
     *
     * @param trial numbered from 0; those of the warm-up have the numbers of trials
     */
    protected abstract R ask(Graph loaded, long trial);

    /** Tells about a trial: figures of its answer besides the seconds, with keys for programs. */
    protected abstract Map<String, Object> facts(R answer);

    /** Makes the trial one with a rate, reached vertices, levels; not timed. */
    protected void describe(final R answer, final Trial trial) {
    }

    /** Opens the judge of answers, which knows none of the library's algorithms; he tells what is wrong, or nothing. */
    protected abstract Function<R, Optional<String>> judge(NumberedEdges edges);

    /** How answers are verified, in a sentence. */
    protected abstract String verification();

    /** Writes the answer, whole or not at all; returns the length of the file. */
    protected abstract long write(R answer, Path file);

    /** The files that {@link #write} makes, by what they are of; none where it is the one that it is given. */
    protected Map<String, Path> files(final R answer, final Path file) {
        return Map.of();
    }

    // --- what is the same for all ---

    /** Whether the answer is written to a file. */
    protected final boolean writesValues() {
        return values != null;
    }

    /**
     * Returns how many bytes a weight takes, for estimates: 4 of whole ones, which in files are seldom beyond an int.
     *
     * @param most whole weights from 1 to this; 0 or null for those that the edges have of their own
     */
    protected final int weightBytes(final Long most) {
        if (most != null && most > 0) {
            return most > Integer.MAX_VALUE ? Long.BYTES : Integer.BYTES;
        }
        return query != null || GraphInput.weighted(graph.spec(1), 0).source().weightKind().isDouble() ? Long.BYTES
            : Integer.BYTES;
    }

    @Override
    public void validate(final CommonOptions common) {
        graph.query(query);
        graph.source();       // refuses a query that cannot be
        if (trials < 1) {
            throw CliException.usage("--trials " + trials + ": at least 1.");
        }
        if (warmUp != null && warmUp < 0) {
            throw CliException.usage("--warm-up " + warmUp + ": 0 or more.");
        }
        if (values != null) {
            try {
                ValueFile.check(values);
            } catch (final GraphException e) {
                throw CliException.usage("GMT-" + e.number(), e.getMessage().substring(8));
            }
        }
    }

    @Override
    public final AppMemory memory(final Invocation job) {
        final boolean isNamed = graph.source().vertexCount().isEmpty();
        final boolean isDirected = graph.isDirected();
        return graph.memory((memory, vertices, edges) -> {
            final long count = isNamed ? occurring(vertices, edges) : vertices;
            final GraphShape shape = new GraphShape(count, edges, isDirected, job.plan().nodes(), job.plan().lanes(),
                job.options().verify());
            shape.addGraph(memory, isNamed);
            addMemory(memory, shape);
        });
    }

    /** Names of any long or text have no end to reckon with; few graphs have more vertices than edges. */
    private long occurring(final long vertices, final long edges) {
        return query == null ? Math.min(vertices, 2 * edges) : edges;
    }

    @Override
    public final Map<String, String> weakOptions(final int nodes) {
        return graph.weakOptions(nodes);
    }

    @Override
    public final Class<?>[] registeredClasses() {
        return new Class<?>[] {CompilerTime.class, GraphSession.class};
    }

    @Override
    public final void run(final AppRun run) {
        final GraphInput input;
        try {
            input = input(graph.spec(run.seed()));
        } catch (final GraphException failure) {
            throw GraphWords.failed(failure);
        }
        new GraphSession<>(run, this, input).run(trials, warmUp, values);
    }
}

package org.gmt4j.apps.bfs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.gmt4j.apps.graph.command.GraphOptions;
import org.gmt4j.apps.graph.command.GraphSpec;
import org.gmt4j.apps.graph.run.CompilerTime;
import org.gmt4j.apps.graph.run.GraphShape;
import org.gmt4j.apps.graph.run.NamedSearch;
import org.gmt4j.apps.graph.run.WarmUp;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppRun;
import org.gmt4j.cli.ByteCount;
import org.gmt4j.cli.CliException;
import org.gmt4j.cli.CommonOptions;
import org.gmt4j.cli.GmtApp;
import org.gmt4j.cli.Invocation;
import org.gmt4j.engine.task.TaskConfig;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.bfs.BfsVariant;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.GraphSize;
import org.gmt4j.graph.values.ValueFile;
import org.gmt4j.graph.values.VertexValues;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gmt run bfs}: breadth-first searches of a graph from several roots, each verified, with Graph500's rates. */
public final class BfsApp implements GmtApp {
    /**
     * Edges of all searches up to which the optimising compiler does not pay: it gained nothing for 26 hybrid searches
     * of 4 M edges with 2 nodes on 2 cores, and lost nothing for as many of 16 M.
     */
    private static final long SHORT_WORK = 150_000_000;
    private static final long USUAL_FILTER = 64 << 20;
    /** Edges per vertex below which a graph may have so many levels that its edges say nothing of the time. */
    private static final int BROAD = 4;

    @Mixin
    private GraphOptions graph = new GraphOptions();

    @Option(names = "--sql", paramLabel = "QUERY", description = "edges of a query over Parquet, CSV or JSON files: "
        + "as \"select a, b from 'edges/*.parquet'\", whose vertices may have any names; searched as the graph library "
        + "does, with levels; needs the module gmt-sql")
    private String query;

    @Option(names = "--variant", paramLabel = "hybrid|visit|queue|lists", defaultValue = "hybrid",
        description = "hybrid: top-down while frontiers are small, bottom-up with exchanged bitmaps "
            + "while they are large, the fastest; visit: top-down, one-way visits at the owner; queue: "
            + "global queues and one compare-and-set per edge, as on GMT's poster;"
            + " lists: the same, the neighbours of a vertex in one call (default: ${DEFAULT-VALUE})")
    private BfsVariant variant;

    @Option(names = {"-r", "--root"}, paramLabel = "V",
        description = "search from this vertex, as the graph's file or the query names it (default: random ones with a"
            + " neighbour)")
    private String root;

    @Option(names = {"--trials", "--roots"}, paramLabel = "N", defaultValue = "16",
        description = "searches, each from another root unless -r is given (default: ${DEFAULT-VALUE})")
    private int trials;

    @Option(names = {"--warm-up", "--warmup"}, paramLabel = "N", description = "searches before the first that counts "
        + "(default: 10 and more, until 6 in turn are no faster and compilers rest; at most 3 seconds)")
    private Integer warmUp;

    @Option(names = "--filter-bytes", paramLabel = "B", defaultValue = "" + USUAL_FILTER,
        description = "visit: memory of a node for not visiting a vertex twice; beyond 8 vertices per byte it forgets"
            + " (default: ${DEFAULT-VALUE})")
    private long filterBytes;

    @Option(names = "--chunk", paramLabel = "N", defaultValue = "0",
        description = "queue and lists: vertices of one task (default: up to 32, so that every node gets 64 tasks)")
    private int chunk;

    @Option(names = "--alpha", paramLabel = "X",
        description = "hybrid: bottom-up begins when the frontier's edges are more than 1/X of those not looked at yet"
            + " (default: " + DirectionRule.DEFAULT_ALPHA + ")")
    private Double alpha;

    @Option(names = "--beta", paramLabel = "X",
        description = "hybrid: bottom-up ends when the frontier shrinks below 1/X of all vertices (default: "
            + DirectionRule.DEFAULT_BETA + ")")
    private Double beta;

    @Option(names = "--directions", paramLabel = "TB", defaultValue = "",
        description = "hybrid: letters t (top-down) and b (bottom-up) for the levels in turn, repeated, "
            + "instead of a choice by thresholds")
    private String directions;

    @Option(names = "--baseline", description = "afterwards also search the same graph from the same "
        + "roots with one thread, in serial Java, top-down and direction-optimising, and print by how "
        + "much the nodes beat the better one (needs heap for the graph on node 0)")
    private boolean baseline;

    @Option(names = "--levels", paramLabel = "FILE",
        description = "write a line 'vertex,level' for each vertex, -1 where it was not reached, of the"
        + " last search when all are verified; .csv or .jsonl, also with .gz, or .parquet with the module gmt-sql. Ids"
        + " are those of the graph's file")
    private Path levels;

    @Option(names = "--tree", paramLabel = "FILE",
        description = "the same with 'vertex,parent': the root is its own parent, -1 where it was not" + " reached")
    private Path tree;

    @Override
    public String name() {
        return "bfs";
    }

    @Override
    public String summary() {
        return "Breadth-first search from several roots, verified.";
    }

    @Override
    public List<String> examples() {
        return List.of("gmt run bfs -g 18",
            "gmt run bfs --graph jdk-calls --variant queue -n 4 --format json -o bfs.json",
            "gmt run bfs -f roads.gr -r 1 --trials 1 --levels levels.csv.gz --tree tree.csv.gz");
    }

    @Override
    public void validate(final CommonOptions common) {
        graph.query(query);
        final GraphSpec spec = graph.spec(1);
        if (trials < 1) {
            throw CliException.usage("--trials " + trials + ": at least 1.");
        }
        if (warmUp != null && warmUp < 0) {
            throw CliException.usage("--warm-up " + warmUp + ": 0 or more.");
        }
        if (filterBytes < 0) {
            throw CliException.usage("--filter-bytes " + filterBytes + ": 0 or more.");
        }
        if (chunk < 0) {
            throw CliException.usage("--chunk " + chunk + ": 1 or more, or 0 to leave it to the search.");
        }
        if (alpha != null && !(alpha > 0) || beta != null && !(beta > 0)) {
            throw CliException.usage((alpha == null ? "" : "--alpha " + alpha) + (beta == null ? "" : " --beta " + beta)
                + ": above 0.");
        }
        if (!directions.matches("[tb]*")) {
            throw CliException.usage("--directions " + directions + ": letters t (top-down) and b (bottom-up), "
                + "for example tbbt.");
        }
        checkFiles();
        final EdgeSource source = graph.source();
        if (query != null) {
            checkPlain();
            return;
        }
        checkVariant();
        if (root != null && !root.matches("[0-9]{1,18}")) {
            throw CliException.usage("-r " + root + ": vertices are named by numbers from 0.");
        }
        if (baseline) {
            SerialBaseline.refusal(source.name(), source.vertexCount().orElse(0), source.edgeCount().orElse(0))
                .ifPresent(text -> {
                    throw CliException.usage(text);
                });
        }
        if (root != null && source.vertexCount().isPresent()) {
            RootId.number(source, source.vertexCount().getAsLong(), Long.parseLong(root));
        }
    }

    private void checkFiles() {
        try {
            for (final Path file : new Path[] {levels, tree}) {
                if (file != null) {
                    ValueFile.check(file);
                }
            }
        } catch (final GraphException e) {
            throw CliException.usage("GMT-" + e.number(), e.getMessage().substring(8));
        }
        if (levels != null && tree != null && levels.toAbsolutePath().normalize()
            .equals(tree.toAbsolutePath().normalize())) {
            throw CliException.usage("--levels and --tree name the same file, " + levels + ".");
        }
    }

    /** A query is searched by the library. */
    private void checkPlain() {
        if (variant != BfsVariant.HYBRID || !foreign().isEmpty() || hasThresholds() || baseline) {
            throw CliException.usage("--sql is searched as the graph library does: without --variant, --alpha, --beta,"
                + " --directions, --chunk, --filter-bytes and --baseline.");
        }
    }

    private boolean hasThresholds() {
        return alpha != null || beta != null || !directions.isEmpty();
    }

    /** Options that are another variant's, which this one would leave out of account. */
    private List<String> foreign() {
        final List<String> foreign = new ArrayList<>();
        if (hasThresholds() && variant != BfsVariant.HYBRID) {
            foreign.add("--alpha, --beta and --directions belong to --variant hybrid");
        }
        if (chunk > 0 && variant != BfsVariant.QUEUE && variant != BfsVariant.LISTS) {
            foreign.add("--chunk belongs to --variant queue and lists");
        }
        if (filterBytes != USUAL_FILTER && variant != BfsVariant.VISIT) {
            foreign.add("--filter-bytes belongs to --variant visit");
        }
        return foreign;
    }

    private void checkVariant() {
        if (!foreign().isEmpty()) {
            throw CliException.usage(String.join("; ", foreign()) + ". The search is "
                + variant.name().toLowerCase(Locale.ROOT) + ".");
        }
    }

    @Override
    public AppMemory memory(final Invocation job) {
        if (query != null) {
            final boolean isDirected = graph.isDirected();
            return graph.memory((memory, vertices, edges) -> NamedSearch.addMemory(memory, new GraphShape(edges, edges,
                isDirected, job.plan().nodes(), job.plan().lanes(), job.options().verify()), true));
        }
        final BfsMemory needs = new BfsMemory(variant, filterBytes, job.settings().load(TaskConfig.class).fibers(),
            job.options().verify() || levels != null, baseline,
            graph.isDirected());
        return graph.memory((memory, vertices, edges) -> needs.add(memory, vertices, edges, job.plan()),
            warning -> job.context().err().println(warning));
    }

    @Override
    public boolean isShort() {
        final GraphSize size = graph.size();
        final long searches = (long) trials + (warmUp == null ? WarmUp.FEWEST : warmUp);
        return !baseline && query == null && size.isExact() && size.edges() >= BROAD * size.vertices()
            && ByteCount.times(searches, size.edges(), variant.workPerEdge()) <= SHORT_WORK;
    }

    @Override
    public Map<String, String> weakOptions(final int nodes) {
        return graph.weakOptions(nodes);
    }

    @Override
    public Class<?>[] registeredClasses() {
        return Stream.of(bodyClasses(), BfsVariant.bodyClasses(), CsrBuilder.bodyClasses(),
            VertexValues.bodyClasses(), new NamedSearch(null, null).registeredClasses()).flatMap(Arrays::stream)
            .toArray(Class<?>[]::new);
    }

    /** Classes of this package whose bodies and values travel; for the function registry. */
    static Class<?>[] bodyClasses() {
        return new Class<?>[] {BfsSession.class, CompilerTime.class, GraphSpec.class};
    }

    private DirectionRule rule() {
        if (alpha == null && beta == null && directions.isEmpty()) {
            return DirectionRule.usual();
        }
        return new DirectionRule(alpha == null ? DirectionRule.DEFAULT_ALPHA : alpha,
            beta == null ? DirectionRule.DEFAULT_BETA : beta, directions);
    }

    @Override
    public void run(final AppRun run) {
        final GraphSpec spec = graph.spec(run.seed());
        run.result().with("variant", variant.name().toLowerCase(Locale.ROOT));
        if (query != null) {
            new NamedSearch(root, tree).run(run, spec, trials, warmUp, levels);
            return;
        }
        final DirectionRule rule = rule();
        final BfsSession session = new BfsSession(run, spec,
            (ctx, csr) -> variant.open(ctx, csr, filterBytes, rule, chunk));
        if (baseline) {
            session.warmUpFor(SerialBaseline.WARM_UP_NS);
        }
        session.writeFiles(levels, tree);
        session.run(root == null ? null : Long.valueOf(root), trials, warmUp);
        if (baseline) {
            session.compareWithOneThread(rule);
        }
    }
}

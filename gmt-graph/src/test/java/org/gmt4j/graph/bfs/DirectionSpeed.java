package org.gmt4j.graph.bfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.gmt4j.GlobalIntArray;
import org.gmt4j.GmtCluster;
import org.gmt4j.IntegerArray;
import org.gmt4j.TaskContext;
import org.gmt4j.fibers.SuspendExecution;
import org.gmt4j.graph.csr.CsrBuilder;
import org.gmt4j.graph.csr.CsrGraph;
import org.gmt4j.graph.serial.DirectionRule;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialHybridBfs;
import org.gmt4j.graph.source.EdgeSource;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;

/**
 * Times of searches by thresholds of the direction, with levels noted, each root with each rule in turn; for authors.
 * Arguments: kronecker or uniform, scale, rounds, seconds to warm up, and rules as {@code ALPHA/BETA}. The same
 * rounds of one thread follow. As two processes with {@code gmt run --classes gmt-graph/target/test-classes
 * org.gmt4j.graph.bfs.DirectionSpeed -n 2 -- kronecker 20 4 20 16/18 12/40}.
 */
final class DirectionSpeed {
    private static final int ROOTS = 64;

    private DirectionSpeed() {
    }

    public static void main(final String[] arguments) throws SuspendExecution {
        final int scale = Integer.parseInt(arguments[1]);
        final int rounds = Integer.parseInt(arguments[2]);
        final long warmUpNs = 1_000_000_000L * Integer.parseInt(arguments[3]);
        final List<DirectionRule> rules = Arrays.stream(arguments).skip(4).map(rule -> rule.split("/"))
            .map(rule -> new DirectionRule(Double.parseDouble(rule[0]), Double.parseDouble(rule[1]), "")).toList();
        final boolean isUniform = arguments[0].equals("uniform");
        final EdgeSource source = isUniform ? new UniformSource(scale, 16, 1) : new KroneckerSource(scale, 16, 1);
        final LocalCsr local = LocalCsr.symmetrised(source);
        final int[] roots = new SplittableRandom(5).ints(0, local.vertexCount()).filter(v -> local.degree(v) > 0)
            .limit(ROOTS).toArray();
        try (GmtCluster cluster = GmtCluster.connect()) {
            final CsrGraph graph = cluster.call(ctx -> CsrBuilder.symmetrised(ctx, () -> isUniform
                ? new UniformSource(scale, 16, 1) : new KroneckerSource(scale, 16, 1)));
            cluster.run(ctx -> nodes(ctx, graph, rules, roots, rounds, warmUpNs));
        }
        final List<SerialHybridBfs> serial = rules.stream().map(rule -> new SerialHybridBfs(local, rule)).toList();
        final int[] levels = new int[local.vertexCount()];
        inTurn("one thread:", rules, roots, rounds, warmUpNs / 4,
            (rule, root) -> serial.get(rule).search(root, levels));
    }

    private interface Search {
        void search(int rule, int root) throws SuspendExecution;
    }

    private static void nodes(final TaskContext ctx, final CsrGraph graph, final List<DirectionRule> rules,
                              final int[] roots, final int rounds, final long warmUpNs) throws SuspendExecution {
        final List<HybridBfs> searches = new ArrayList<>();
        for (final DirectionRule rule : rules) {
            searches.add(HybridBfs.open(ctx, graph, rule));
        }
        final IntegerArray tree = graph.allocateVertices(ctx);
        final GlobalIntArray levels = GlobalIntArray.allocate(ctx, graph.vertexCount());
        inTurn("nodes, mean (median) ms:", rules, roots, rounds, warmUpNs,
            (rule, root) -> searches.get(rule).search(ctx, root, tree, levels));
    }

    private static void inTurn(final String who, final List<DirectionRule> rules, final int[] roots, final int rounds,
                               final long warmUpNs, final Search search) throws SuspendExecution {
        final long until = System.nanoTime() + warmUpNs;
        for (int i = 0; System.nanoTime() < until; i++) {
            search.search(i % rules.size(), roots[i / rules.size() % ROOTS]);
        }
        for (int round = 0; round < rounds; round++) {
            final double[][] ms = new double[rules.size()][ROOTS];
            for (int k = 0; k < ROOTS; k++) {
                for (int i = 0; i < rules.size(); i++) {
                    final long start = System.nanoTime();
                    search.search(i, roots[k]);
                    ms[i][k] = (System.nanoTime() - start) / 1e6;
                }
            }
            print(who, rules, ms);
        }
    }

    private static void print(final String who, final List<DirectionRule> rules, final double[][] ms) {
        final StringBuilder line = new StringBuilder(who);
        for (int i = 0; i < rules.size(); i++) {
            Arrays.sort(ms[i]);
            line.append(String.format(Locale.ROOT, "  %g/%g %.2f (%.2f)", rules.get(i).alpha(), rules.get(i).beta(),
                Arrays.stream(ms[i]).average().orElse(0), ms[i][ROOTS / 2]));
        }
        System.out.println(line);
    }
}

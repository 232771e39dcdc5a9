package org.gmt4j.graph;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialBfs;
import org.gmt4j.graph.serial.SerialBrandes;
import org.gmt4j.graph.serial.SerialStrongComponents;
import org.gmt4j.graph.source.KroneckerSource;

/**
 * Times of algorithms of the library and of their serial counterparts, for authors: arguments algorithm, scale, rounds.
 * As two processes with {@code gmt run --classes gmt-graph/target/test-classes org.gmt4j.graph.AlgorithmSpeed -n 2}.
 */
final class AlgorithmSpeed {
    private AlgorithmSpeed() {
    }

    public static void main(final String[] arguments) {
        final String algorithm = arguments[0];
        final int scale = Integer.parseInt(arguments[1]);
        final int rounds = Integer.parseInt(arguments[2]);
        try (GmtCluster cluster = GmtCluster.connect();
             Graph graph = Graph.load(cluster, Edges.kronecker(scale, 16, 1))) {
            System.out.println(cluster.nodeCount() + " nodes, " + graph.edges() + " edges");
            final LocalCsr local = LocalCsr.symmetrised(new KroneckerSource(scale, 16, 1));
            switch (algorithm) {
                case "betweenness" -> {
                    median("library", rounds, i -> graph.betweenness(local.hub()).run().close());
                    final SerialBrandes serial = new SerialBrandes(local);
                    median("serial", rounds, i -> serial.add(local.hub()));
                }
                case "many" -> {
                    final long[] sources = new long[64];
                    for (int i = 0, v = 0; i < 64; v++) {
                        if (local.degree(v) > 0) {
                            sources[i++] = v;
                        }
                    }
                    median("library, 64 sources", rounds, i -> graph.manyBfs(sources).run().close());
                    median("library, one by one", rounds, i -> {
                        for (final long source : sources) {
                            graph.bfs(source).run().close();
                        }
                    });
                    median("serial, one by one", rounds, i -> {
                        for (final long source : sources) {
                            new SerialBfs(local).traverse((int) source);
                        }
                    });
                }
                case "strong" -> {
                    try (Graph directed = Graph.load(cluster, Edges.kronecker(scale, 16, 1).directed())) {
                        median("library", rounds, i -> directed.strongComponents().run().close());
                    }
                    final LocalCsr arcs = LocalCsr.directed(new KroneckerSource(scale, 16, 1));
                    median("serial", rounds, i -> new SerialStrongComponents(arcs).find());
                }
                case "walks" -> {
                    median("library", rounds, i -> graph.walks().walkers(1_000_000).length(40).run().close());
                    median("serial", rounds, i -> serialWalks(local, 1_000_000, 40));
                }
                default -> throw new IllegalArgumentException(algorithm);
            }
        }
    }

    /** Walkers one after the other, in plain Java. */
    private static void serialWalks(final LocalCsr graph, final int walkers, final int length) {
        final int[] visits = new int[graph.vertexCount()];
        final int[] offsets = graph.offsets();
        final int[] targets = graph.targets();
        final java.util.SplittableRandom random = new java.util.SplittableRandom(1);
        for (int walker = 0; walker < walkers; walker++) {
            int vertex = random.nextInt(visits.length);
            visits[vertex]++;
            for (int step = 0; step < length && graph.degree(vertex) > 0; step++) {
                vertex = targets[offsets[vertex] + random.nextInt(graph.degree(vertex))];
                visits[vertex]++;
            }
        }
        System.out.println(Arrays.stream(visits).max().orElse(0));
    }

    private interface Round {
        void run(int number);
    }

    private static void median(final String name, final int rounds, final Round round) {
        final double[] seconds = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            final long start = System.nanoTime();
            round.run(i);
            seconds[i] = (System.nanoTime() - start) / 1e9;
        }
        System.out.println(name + " s: " + Arrays.toString(seconds));
    }
}

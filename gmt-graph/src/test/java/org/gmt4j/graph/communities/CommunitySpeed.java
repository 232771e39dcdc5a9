package org.gmt4j.graph.communities;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Communities;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.IndependentSet;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialCommunities;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;

/**
 * Rough times for the author of a kernel, of communities and independent sets: arguments kronecker or uniform, scale,
 * repetitions, and whether one thread of plain Java finds communities as well. On the nodes of a launcher where there
 * is one, otherwise on one node.
 */
public final class CommunitySpeed {
    private static final int MOST = 20;

    private CommunitySpeed() {
    }

    public static void main(final String[] arguments) {
        final boolean isKronecker = arguments[0].equals("kronecker");
        final int scale = Integer.parseInt(arguments[1]);
        final int repetitions = Integer.parseInt(arguments[2]);
        try (GmtCluster cluster = GmtCluster.connect();
             Graph graph = Graph.load(cluster, isKronecker ? Edges.kronecker(scale, 16, 1)
                 : Edges.uniform(scale, 16, 1))) {
            for (int i = 0; i < repetitions; i++) {
                final long start = System.nanoTime();
                try (Communities all = graph.communities().maxIterations(MOST).run()) {
                    System.out.printf("communities: %d after %d iterations, modularity %.4f, %.3f s%n", all.count(),
                        all.iterations(), all.modularity(), (System.nanoTime() - start) / 1e9);
                }
                final long middle = System.nanoTime();
                try (IndependentSet set = graph.independentSet().run()) {
                    System.out.printf("independent set: %d after %d rounds, %.3f s%n", set.size(), set.rounds(),
                        (System.nanoTime() - middle) / 1e9);
                }
            }
        }
        if (Boolean.parseBoolean(arguments[3])) {
            final LocalCsr local = LocalCsr.symmetrised(isKronecker ? new KroneckerSource(scale, 16, 1)
                : new UniformSource(scale, 16, 1));
            for (int i = 0; i < repetitions; i++) {
                final long start = System.nanoTime();
                final SerialCommunities serial = new SerialCommunities(local);
                final long count = Arrays.stream(serial.find(MOST)).distinct().count();
                System.out.printf("serial communities: %d after %d iterations, %.3f s%n", count, serial.iterations(),
                    (System.nanoTime() - start) / 1e9);
            }
        }
    }
}

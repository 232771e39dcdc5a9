package org.gmt4j.graph.cores;

import java.util.Arrays;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Cores;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.LocalCsr;
import org.gmt4j.graph.serial.SerialCores;
import org.gmt4j.graph.serial.TextbookCores;
import org.gmt4j.graph.source.KroneckerSource;
import org.gmt4j.graph.source.UniformSource;

/**
 * Rough times for the author of a kernel: arguments kronecker or uniform, scale, repetitions, and whether one thread
 * of plain Java is measured as well, by the algorithm of the nodes and by the textbook's. On the nodes of a launcher
 * where there is one, otherwise on one node.
 */
public final class CoreSpeed {
    private CoreSpeed() {
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
                try (Cores all = graph.cores().run()) {
                    System.out.printf("cores: degeneracy %d, %.3f s%n", all.degeneracy(),
                        (System.nanoTime() - start) / 1e9);
                }
            }
        }
        if (Boolean.parseBoolean(arguments[3])) {
            final LocalCsr local = LocalCsr.symmetrised(isKronecker ? new KroneckerSource(scale, 16, 1)
                : new UniformSource(scale, 16, 1));
            for (int i = 0; i < repetitions; i++) {
                final long start = System.nanoTime();
                System.out.printf("serial cores: degeneracy %d, %.3f s%n",
                    Arrays.stream(SerialCores.find(local)).max().orElse(0), (System.nanoTime() - start) / 1e9);
                final long second = System.nanoTime();
                System.out.printf("textbook: degeneracy %d, %.3f s%n",
                    Arrays.stream(TextbookCores.find(local)).max().orElse(0), (System.nanoTime() - second) / 1e9);
            }
        }
    }
}

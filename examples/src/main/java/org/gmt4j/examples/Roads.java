package org.gmt4j.examples;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.ShortestPaths;

/**
 * The shortest way through a town of streets and avenues, where every tenth street is a fast one. Shows a graph with
 * weights, made of columns, and shortest paths with their parents. {@code -- BLOCKS}: on a side of the town.
 *
 * <pre>./gmt run --classes examples/target/classes Roads -n 2 -- 300</pre>
 */
public final class Roads {
    private Roads() {
    }

    public static void main(final String[] args) {
        final int blocks = args.length > 0 ? Integer.parseInt(args[0]) : 100;
        GmtCluster.main(cluster -> System.out.println(describe(cluster, blocks)));
    }

    static String describe(final GmtCluster cluster, final int blocks) {
        final int side = blocks + 1;
        final long[] from = new long[2 * side * blocks];
        final long[] to = new long[from.length];
        final long[] seconds = new long[from.length];
        int road = 0;
        for (int street = 0; street < side; street++) {
            for (int block = 0; block < blocks; block++, road += 2) {
                from[road] = corner(street, block);                       // along the street
                to[road] = corner(street, block + 1);
                seconds[road] = street % 10 == 0 ? 10 : 60;
                from[road + 1] = corner(block, street);                   // along the avenue of the same number
                to[road + 1] = corner(block + 1, street);
                seconds[road + 1] = 60;
            }
        }
        final long home = corner(blocks / 2 + 1, 0);
        try (Graph town = Graph.load(cluster, Edges.of(from, to, seconds).undirected());
             ShortestPaths ways = town.shortestPaths(home).run()) {
            final long[] path = ways.path(corner(blocks / 2 + 1, blocks));
            GmtResult.verified(ways.reached() == (long) side * side);
            return ways.distance(path[path.length - 1]) + " s over " + path.length + " corners, first "
                + Arrays.stream(path).limit(4).mapToObj(Long::toString).collect(Collectors.joining(" "));
        }
    }

    private static long corner(final int street, final int avenue) {
        return 10_000L * street + avenue;
    }
}

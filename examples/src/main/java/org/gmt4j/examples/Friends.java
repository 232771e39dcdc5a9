package org.gmt4j.examples;

import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;
import org.gmt4j.graph.Bfs;
import org.gmt4j.graph.Components;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;

/**
 * Groups of people who know each other, and who is how far from whom. Shows components and a search of a graph whose
 * vertices have names of the program's own: telephone numbers. Each person knows the next one, in a ring; two others
 * know each other only. {@code -- PEOPLE}: in the ring.
 *
 * <pre>./gmt run --classes examples/target/classes Friends -n 2 -- 100000</pre>
 */
public final class Friends {
    private static final long FIRST_NUMBER = 44_20_7946_0000L;

    private Friends() {
    }

    public static void main(final String[] args) {
        final int people = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        GmtCluster.main(cluster -> System.out.println(describe(cluster, people)));
    }

    static String describe(final GmtCluster cluster, final int people) {
        final long[] from = new long[people + 1];
        final long[] to = new long[people + 1];
        for (int i = 0; i < people; i++) {
            from[i] = number(i);
            to[i] = number((i + 1) % people);
        }
        from[people] = -1;
        to[people] = Long.MAX_VALUE;
        try (Graph graph = Graph.load(cluster, Edges.of(from, to).undirected());
             Bfs bfs = graph.bfs(number(0)).run();
             Components groups = graph.components().run()) {
            GmtResult.verified(bfs.depth() == people / 2 && bfs.reached() == people && groups.count() == 2);
            return "farthest from " + bfs.source() + ": " + bfs.top(1).get(0) + "; groups " + groups.top(10);
        }
    }

    private static long number(final int person) {
        return FIRST_NUMBER + 7L * person;
    }
}

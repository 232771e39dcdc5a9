package org.gmt4j.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.GmtResult;
import org.gmt4j.graph.Edge;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.PageRank;

/**
 * Ranks users by who follows whom, and joins the ranks back to the table of users. Shows PageRank, and data from tables
 * and back to one. Both files are CSV with a header: {@code id,...} and {@code follower,followed}.
 *
 * <pre>./gmt run --classes examples/target/classes RankedUsers -n 2 -- users.csv follows.csv ranked.csv</pre>
 */
public final class RankedUsers {
    private RankedUsers() {
    }

    public static void main(final String[] args) throws IOException {
        if (args.length != 3) {
            throw new IllegalArgumentException("expected three files: users.csv follows.csv ranked.csv");
        }
        GmtCluster.main(cluster -> {
            final List<String> ranked = rank(cluster, Path.of(args[0]), Path.of(args[1]));
            Files.write(Path.of(args[2]), ranked);
            System.out.println(ranked.size() - 1 + " users, first " + ranked.get(1));
        });
    }

    static List<String> rank(final GmtCluster cluster, final Path users, final Path follows) throws IOException {
        final List<String> table = Files.readAllLines(users);
        final Map<Long, String> rows = table.stream().skip(1).collect(Collectors.toMap(RankedUsers::id, row -> row));
        final Edges edges = Edges.of(Files.readAllLines(follows).stream().skip(1)
            .map(row -> new Edge(id(row), Long.parseLong(row.substring(row.indexOf(',') + 1)))));
        try (Graph graph = Graph.load(cluster, edges);
             PageRank ranks = graph.pageRank().tolerance(1e-9).run()) {
            GmtResult.verified(ranks.converged());
            final Stream<String> joined = ranks.top((int) graph.vertices()).stream()
                .map(rank -> String.format(Locale.ROOT, "%.6f,%s", rank.value(), rows.get(rank.vertex())));
            return Stream.concat(Stream.of("rank," + table.get(0)), joined).toList();
        }
    }

    private static long id(final String row) {
        return Long.parseLong(row.substring(0, row.indexOf(',')));
    }
}

package org.gmt4j.sql;

import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.PageRank;
import org.gmt4j.graph.Tables;

/** The program of docs/tables.md, line for line. Run by {@link FollowsProgramTest} in a folder of its own. */
public final class FollowsProgram {
    private FollowsProgram() {
    }

    public static void main(final String[] args) {
        try (GmtCluster cluster = GmtCluster.local(2);
             Graph graph = Graph.load(cluster, Edges.parquet("follows/*.parquet").columns("from", "to", "weight"))) {
            PageRank ranks = graph.pageRank().tolerance(1e-6).onProgress(System.out::println).run();
            ranks.top(10).forEach(r -> System.out.println(r.vertex() + " " + r.value()));
            ranks.write(Tables.parquet("ranks.parquet"));
        }
    }
}

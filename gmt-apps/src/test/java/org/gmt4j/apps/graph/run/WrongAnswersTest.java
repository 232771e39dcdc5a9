package org.gmt4j.apps.graph.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.stream.Stream;
import org.gmt4j.GmtCluster;
import org.gmt4j.graph.Edges;
import org.gmt4j.graph.Graph;
import org.gmt4j.graph.serial.NumberedEdges;
import org.gmt4j.graph.source.UniformSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each application judges the answers for a graph as right, and those for one with other edges as wrong. */
@Timeout(120)
class WrongAnswersTest {
    private static final int SCALE = 7;
    private static GmtCluster cluster;
    private static Graph graph;

    @BeforeAll
    static void load() {
        cluster = GmtCluster.local(2);
        graph = Graph.load(cluster, Edges.uniform(SCALE, 2, 1));
    }

    @AfterAll
    static void close() {
        graph.close();
        cluster.close();
    }

    static Stream<GraphApp<?>> apps() {
        return Stream.of(new ComponentsApp(), new PageRankApp(), new ShortestPathsApp(), new BetweennessApp(),
            new CommunitiesApp(), new CoresApp(), new NeighbourhoodApp(), new ManyBfsApp(), new IndependentSetApp(),
            new StrongComponentsApp(), new TrianglesApp());
    }

    private static <R extends AutoCloseable> Optional<String> verdict(final GraphApp<R> app, final long seed)
        throws Exception {
        new CommandLine(app).parseArgs();
        app.prepare(graph, 1, 1);
        try (R answer = app.ask(graph, 0)) {
            return app.judge(NumberedEdges.of(new UniformSource(SCALE, 2, seed), false)).apply(answer);
        }
    }

    @ParameterizedTest
    @MethodSource("apps")
    void shouldTellRightFromWrong(final GraphApp<?> app) throws Exception {
        assertEquals(Optional.empty(), verdict(app, 1), app.name());
        assertTrue(verdict(app, 2).isPresent(), app.name());
    }
}

package org.gmt4j.graph.serial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.gmt4j.graph.source.ListedEdges;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Breaks a correct tree in every way that the rules know. */
class SerialBfsVerifierTest {
    /** A ring 0-1-2-3-4-5-6-7-0 with a chord 1-7, and a component 8-9. */
    private final LocalCsr graph = LocalCsr.symmetrised(ListedEdges.undirected("ring", 10,
        0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 0, 1, 7, 8, 9));
    private int[] parent;
    private int[] level;

    @BeforeEach
    void searchFromZero() {
        final BfsTree tree = SerialBfs.search(graph, 0);
        parent = tree.parent();
        level = tree.level();
    }

    @Test
    void shouldAcceptTheTree() {
        assertEquals(Optional.empty(), SerialBfsVerifier.verify(graph, 0, parent, level));
    }

    @Test
    void shouldFindACycle() {
        parent[3] = 4;
        parent[4] = 3;
        assertViolation("BFS rule 1: the parents do not form a tree below the root: 3 - 4"
            + " (following the parents does not lead to the root)");
    }

    @Test
    void shouldFindAVertexBelowACycle() {
        parent[2] = 3;
        parent[3] = 4;
        parent[4] = 3;
        assertViolation("BFS rule 1: the parents do not form a tree below the root: 2 - 3"
            + " (following the parents does not lead to the root)");
    }

    @Test
    void shouldFindAParentThatWasNotReached() {
        parent[3] = 8;
        assertViolation("BFS rule 1: the parents do not form a tree below the root: 3 - 8"
            + " (following the parents does not lead to the root)");
    }

    @Test
    void shouldFindAWrongRoot() {
        parent[0] = 1;
        assertViolation("BFS rule 1: the parents do not form a tree below the root: 0 - 1 (the root must be its own "
            + "parent)");
    }

    @Test
    void shouldFindASecondRoot() {
        parent[8] = 8;
        assertViolation("BFS rule 1: the parents do not form a tree below the root: 8 - 8 (only the root 0 is its own "
            + "parent)");
    }

    @Test
    void shouldFindClaimedLevelsThatDoNotFollowTheTree() {
        level[3] = 4;
        assertEquals("BFS rule 2: a tree edge does not join consecutive levels: 3 - 2 (level 4, parent's level 2)",
            SerialBfsVerifier.verify(graph, 0, parent, level).orElseThrow().toString());
    }

    @Test
    void shouldFindALevelWithoutAParent() {
        level[9] = 3;
        assertEquals("BFS rule 2: a tree edge does not join consecutive levels: 9 - -1 (level 3 without a parent)",
            SerialBfsVerifier.verify(graph, 0, parent, level).orElseThrow().toString());
    }

    @Test
    void shouldFindAnEdgeThatSpansTwoLevels() {
        parent[7] = 6;      // the long way round
        parent[6] = 5;
        parent[5] = 4;
        assertViolation("BFS rule 3: an edge of the graph spans more than one level: 0 - 7 (levels 0 and 7)");
    }

    @Test
    void shouldFindAnUnreachedNeighbour() {
        parent[4] = -1;
        assertViolation("BFS rule 4: an edge joins a reached and an unreached vertex: 3 - 4 (levels 3 and -1)");
    }

    @Test
    void shouldFindAnEdgeThatTheGraphDoesNotHave() {
        parent[2] = 7;      // the right level, but 2 and 7 are no neighbours
        assertViolation("BFS rule 5: a tree edge is not an edge of the graph: 2 - 7 (no such edge)");
    }

    @Test
    void shouldFindAParentOutsideTheGraph() {
        parent[2] = 10;
        assertViolation("BFS rule 5: a tree edge is not an edge of the graph: 2 - 10 (the parent is outside 0..9)");
    }

    @Test
    void shouldFindAParentBelowNone() {
        parent[2] = -2;
        assertViolation("BFS rule 5: a tree edge is not an edge of the graph: 2 - -2 (the parent is outside 0..9)");
    }

    @Test
    void shouldNotTakeALevelBesideAParentWithoutOne() {
        level[7] = -1;      // 6 hangs on 7, 5 on 6; they are looked at first
        level[6] = 0;
        level[5] = 1;
        assertEquals("BFS rule 2: a tree edge does not join consecutive levels: 6 - 7 (level 0, parent's level -1)",
            SerialBfsVerifier.verify(graph, 0, parent, level).orElseThrow().toString());
    }

    /** Odd cycles are needed: in a bipartite graph levels of neighbours never differ by two. */
    @Test
    void shouldFindAnEdgeThatSpansExactlyTwoLevels() {
        final LocalCsr triangle = LocalCsr.symmetrised(ListedEdges.undirected("triangle with tail", 4,
            0, 1, 1, 2, 2, 0, 2, 3));
        assertEquals(Optional.empty(), SerialBfsVerifier.verify(triangle, 0, new int[] {0, 0, 0, 2}));
        assertEquals("BFS rule 3: an edge of the graph spans more than one level: 0 - 2 (levels 0 and 2)",
            SerialBfsVerifier.verify(triangle, 0, new int[] {0, 0, 1, 2}).orElseThrow().toString());
        assertEquals("BFS rule 4: an edge joins a reached and an unreached vertex: 0 - 1 (levels 0 and -1)",
            SerialBfsVerifier.verify(triangle, 0, new int[] {0, -1, -1, -1}).orElseThrow().toString());
    }

    @Test
    void shouldJudgeDirectedGraphsByTheDirectionOfTheirEdges() {
        final ListedEdges edges = new ListedEdges("directed", 5, true, false);
        final int[][] pairs = {{0, 1}, {1, 2}, {2, 0}, {0, 2}, {2, 3}, {4, 1}, {4, 0}};
        for (final int[] pair : pairs) {
            edges.add(pair[0], pair[1], 1);
        }
        final LocalCsr directed = LocalCsr.directed(edges);
        assertEquals(Optional.empty(), SerialBfsVerifier.verify(directed, 0, new int[] {0, 0, 0, 2, -1}));
        assertEquals(Optional.empty(), SerialBfsVerifier.verify(directed, 3, new int[] {-1, -1, -1, 3, -1}),
            "nothing leads away from 3");
        assertEquals("BFS rule 3: an edge of the graph spans more than one level: 0 - 2 (levels 0 and 2)",
            SerialBfsVerifier.verify(directed, 0, new int[] {0, 0, 1, 2, -1}).orElseThrow().toString());
        assertEquals("BFS rule 4: an edge joins a reached and an unreached vertex: 2 - 3 (levels 1 and -1)",
            SerialBfsVerifier.verify(directed, 0, new int[] {0, 0, 0, -1, -1}).orElseThrow().toString());
        assertEquals("BFS rule 4: an edge joins a reached and an unreached vertex: 4 - 0 (levels 0 and -1)",
            SerialBfsVerifier.verify(directed, 4, new int[] {-1, -1, -1, -1, 4}).orElseThrow().toString(),
            "the last row counts too");
        assertEquals("BFS rule 5: a tree edge is not an edge of the graph: 4 - 1 (no such edge)",
            SerialBfsVerifier.verify(directed, 0, new int[] {0, 0, 0, 2, 1}).orElseThrow().toString());
    }

    @Test
    void shouldRefuseAnArrayOfAnotherLength() {
        assertThrows(IllegalArgumentException.class, () -> SerialBfsVerifier.verify(graph, 0, new int[9]));
    }

    private void assertViolation(final String expected) {
        assertEquals(expected, SerialBfsVerifier.verify(graph, 0, parent).orElseThrow().toString());
    }
}

package org.gmt4j.aggregation.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Routes, histograms and memory worked out by hand for nodes that do not fill their mesh. */
final class TopologyGoldenTest {
    private static VirtualTopology topology(final int nodes, final String shape) {
        final Shape parsed = Shape.parse(shape);
        final TopologyKind kind = parsed.dimensions() == 2 ? TopologyKind.MFCG : TopologyKind.CFCG;
        return VirtualTopology.of(kind, nodes, parsed, RoutingRule.LDF);
    }

    @ParameterizedTest
    @CsvSource({"7,3x3,42:22/20", "11,4x3,110:50/60", "13,4x4,156:66/90", "7,2x2x2,42:18/18/6", "11,3x3x2,110:42/52/16",
        "13,3x3x2,156:52/72/32"})
    void shouldCountPairsByHops(final int nodes, final String shape, final String expected) {
        final long[] histogram = topology(nodes, shape).hopHistogram();
        final long[] counts = Arrays.stream(expected.split(":")[1].split("/")).mapToLong(Long::parseLong).toArray();
        assertEquals(nodes, histogram[0]);
        assertArrayEquals(counts, Arrays.copyOfRange(histogram, 1, histogram.length));
        assertEquals(Long.parseLong(expected.split(":")[0]), Arrays.stream(counts).sum());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "7|3x3|6>1 6>2 6>4 6>5",
        "11|4x3|8>3 8>7 9>3 9>7 10>3 10>7",
        "13|4x4|12>1 12>2 12>3 12>5 12>6 12>7 12>9 12>10 12>11",
        "7|2x2x2|4>3 5>3 6>1 6>3 6>5",
        "11|3x3x2|9>2 9>3 9>4 9>5 9>6 9>7 9>8 10>2 10>3 10>4 10>5 10>6 10>7 10>8",
        "13|3x3x2|9>4 9>5 9>6 9>7 9>8 10>4 10>5 10>6 10>7 10>8 11>4 11>5 11>6 11>7 11>8 "
            + "12>1 12>2 12>4 12>5 12>6 12>7 12>8 12>10 12>11"})
    void shouldLeaveTheLowestDimensionOnlyWhereItLeadsNowhere(final int nodes, final String shape,
                                                              final String expected) {
        final VirtualTopology topology = topology(nodes, shape);
        final List<String> exceptional = new ArrayList<>();
        for (int from = 0; from < nodes; from++) {
            for (int target = 0; target < nodes; target++) {
                if (from != target && isExceptional(topology, topology.route(from, target))) {
                    exceptional.add(from + ">" + target);
                }
            }
        }
        assertEquals(new TreeSet<>(List.of(expected.split(" "))), new TreeSet<>(exceptional));
    }

    /** Is a dimension skipped at some node of the route? */
    private static boolean isExceptional(final VirtualTopology topology, final int[] route) {
        final Shape shape = topology.shape();
        final int target = route[route.length - 1];
        for (int hop = 1; hop < route.length; hop++) {
            for (int i = 0; i < shape.dimensions(); i++) {
                if (shape.coordinate(route[hop - 1], i) != shape.coordinate(target, i)) {
                    if (shape.coordinate(route[hop], i) != shape.coordinate(target, i)) {
                        return true;
                    }
                    break;
                }
            }
        }
        return false;
    }

    @ParameterizedTest
    @CsvSource({"7,3x3,6 0 2", "11,4x3,10 6 7", "13,4x4,12 8 11", "7,2x2x2,6 4 5", "7,2x2x2,6 4 5 1",
        "11,3x3x2,9 0 2 5", "11,3x3x2,10 9 0 3", "13,3x3x2,12 3 4 7", "13,3x3x2,12 9 11 2"})
    void shouldTakeTheWayOfTheExamples(final int nodes, final String shape, final String way) {
        final int[] route = Arrays.stream(way.split(" ")).mapToInt(Integer::parseInt).toArray();
        assertArrayEquals(route, topology(nodes, shape).route(route[0], route[route.length - 1]));
    }

    @ParameterizedTest
    @CsvSource({"MFCG,1024,32x32,62,48758784", "CFCG,1024,11x11x9,28,22020096",
        "HYPERCUBE,1024,2x2x2x2x2x2x2x2x2x2,10,7864320", "FCG,1024,1024,1023,804519936"})
    void shouldNeedTheBufferMemoryOfTheFormula(final TopologyKind kind, final int nodes, final String shape,
                                               final int neighbours, final long bytes) {
        final VirtualTopology topology = VirtualTopology.of(kind, nodes);
        assertEquals(Shape.parse(shape), topology.shape());
        assertEquals(neighbours, topology.maxNeighbourCount());
        final BufferMemory memory = new BufferMemory(neighbours, 12, 4, 16 * 1024);
        assertEquals(bytes, memory.bytes());
        assertEquals(neighbours + " neighbours x 12 processes x 4 buffers x 16384 B = " + bytes + " B",
            memory.formula());
    }

    @ParameterizedTest
    @CsvSource({"FCG,1,1", "MFCG,1,1x1", "CFCG,1,1x1x1", "HYPERCUBE,1,2", "MFCG,2,2x1", "MFCG,7,3x3",
        "MFCG,11,4x3", "MFCG,12,4x3", "MFCG,13,4x4", "MFCG,16,4x4", "MFCG,17,5x4", "CFCG,7,2x2x2", "CFCG,8,2x2x2",
        "CFCG,11,3x3x2", "CFCG,13,3x3x2", "CFCG,27,3x3x3", "CFCG,28,4x4x2",
        "CFCG,12288,24x24x22", "MFCG,12288,111x111", "HYPERCUBE,2,2", "HYPERCUBE,5,2x2x2", "HYPERCUBE,8,2x2x2",
        "HYPERCUBE,9,2x2x2x2", "MFCG,1073741824,32768x32768", "CFCG,1073741824,1024x1024x1024"})
    void shouldDeriveShapes(final TopologyKind kind, final int nodes, final String shape) {
        assertEquals(shape, kind.defaultShape(nodes).toString());
    }

    @Test
    void shouldGrowTreesOfTheirForm() {
        assertArrayEquals(new int[] {1, 255}, RequestTree.to(VirtualTopology.of(TopologyKind.FCG, 256), 0)
            .nodesByDepth());
        assertArrayEquals(new int[] {1, 30, 225}, RequestTree.to(VirtualTopology.of(TopologyKind.MFCG, 256), 0)
            .nodesByDepth());
        assertArrayEquals(new int[] {1, 9, 27, 27}, RequestTree.to(VirtualTopology.of(TopologyKind.CFCG, 64), 0)
            .nodesByDepth());
        assertArrayEquals(new int[] {1, 6, 15, 20, 15, 6, 1},
            RequestTree.to(VirtualTopology.of(TopologyKind.HYPERCUBE, 64), 0).nodesByDepth());
    }

    @Test
    void shouldNameChildrenAndParents() {
        final RequestTree tree = RequestTree.to(topology(7, "3x3"), 2);
        assertEquals(-1, tree.parent(2));
        assertEquals(0, tree.parent(6));
        assertEquals(5, tree.parent(4));
        assertArrayEquals(new int[] {0, 1, 5}, tree.children(2));
        assertArrayEquals(new int[] {3, 4}, tree.children(5));
        assertArrayEquals(new int[] {6}, tree.children(0));
        assertEquals(2, tree.height());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"3x|GMT-260 shape '3x'", "axb|whole numbers",
        "0x3|each extent must be 1 or more", "-1x3|1 or more",
        "65536x65536|at most", "99999999999x1|whole numbers", "''|whole numbers"})
    void shouldRefuseShapesThatAreNone(final String text, final String message) {
        final TopologyException refused = assertThrows(TopologyException.class, () -> Shape.parse(text));
        assertEquals(true, refused.getMessage().contains(message), refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"MFCG,7,3x2,6 places for 7 nodes", "MFCG,7,3x3x1,3 dimensions", "CFCG,7,3x3,2 dimensions",
        "HYPERCUBE,7,2x2x3,not a hypercube", "HYPERCUBE,9,2x2x2,8 places", "FCG,7,6,6 places", "FCG,0,1,GMT-261"})
    void shouldRefuseShapesThatDoNotFit(final TopologyKind kind, final int nodes, final String shape,
                                        final String message) {
        final TopologyException refused = assertThrows(TopologyException.class,
            () -> VirtualTopology.of(kind, nodes, Shape.parse(shape), RoutingRule.LDF));
        assertEquals(true, refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void shouldRefuseNodesThatDoNotExist() {
        final VirtualTopology topology = topology(7, "3x3");
        assertThrows(TopologyException.class, () -> topology.neighbours(7));
        assertThrows(TopologyException.class, () -> topology.route(0, -1));
        assertThrows(TopologyException.class, () -> RequestTree.to(topology, 8));
        assertThrows(TopologyException.class, () -> Routes.of(topology, 7));
    }
}

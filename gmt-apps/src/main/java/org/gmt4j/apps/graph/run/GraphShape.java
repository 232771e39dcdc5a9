package org.gmt4j.apps.graph.run;

import org.gmt4j.apps.graph.command.CsrMemory;
import org.gmt4j.cli.AppMemory;
import org.gmt4j.cli.AppMemory.Phase;
import org.gmt4j.cli.ByteCount;

/**
 * The size of a graph and of a job, for estimates of memory.
 *
 * @param vertices of the graph
 * @param edges    as listed
 * @param directed whether edges are stored in their listed direction only
 * @param nodes    of the job
 * @param lanes    of a node
 * @param verify   are answers verified?
 */
public record GraphShape(long vertices, long edges, boolean directed, int nodes, int lanes, boolean verify) {
    /** Bytes of a name while it is read, with its place in tables. */
    private static final int NAME_BYTES = 60;
    private static final int LISTED_BYTES = 16;

    /** Vertices of the fullest node. */
    public long rows() {
        return ByteCount.parts(vertices, nodes);
    }

    /** Stored directions of edges of the fullest node. */
    public long entries() {
        return ByteCount.times(directed ? 1 : 2, ByteCount.parts(edges, nodes));
    }

    /** Bytes of a vertex as a value. */
    public int width() {
        return CsrMemory.width(vertices);
    }

    /**
     * Adds the rows of the graph, without weights.
     *
     * @param isNamed vertices are those that edges name
     */
    public void addGraph(final AppMemory.Builder memory, final boolean isNamed) {
        CsrMemory.add(memory, vertices, edges, directed ? 1 : 2, nodes, lanes);
        if (isNamed) {
            memory.array("names of vertices", Phase.BOTH, rows(), 8)
                .aid("edges by name", Phase.BUILDING, ByteCount.parts(edges, nodes), LISTED_BYTES)
                .aid("names while they are read", Phase.BUILDING,
                    Math.min(vertices, ByteCount.times(2, ByteCount.parts(edges, nodes))), NAME_BYTES);
        }
    }

    /** Adds rows of both directions of a directed graph, which some algorithms make besides its own. */
    public void addBothWays(final AppMemory.Builder memory) {
        if (directed) {
            memory.array("rows of both directions", Phase.RUNNING, rows(), 12)
                .array("targets of both directions", Phase.RUNNING, ByteCount.times(2, entries()), width())
                .aid("edges of both directions while they are sorted", Phase.RUNNING, ByteCount.times(2, entries()), 8);
        }
    }

    /** Adds rows against the direction of a directed graph, which some algorithms make besides its own. */
    public void addInRows(final AppMemory.Builder memory) {
        if (directed) {
            CsrMemory.addReversed(memory, vertices, edges, nodes);
        }
    }

    /** Adds what one thread needs to judge answers, where they are judged. */
    public void addJudge(final AppMemory.Builder memory, final String name, final int perEdge, final int perVertex) {
        if (verify) {
            memory.heapOfNodeZero(name, Phase.RUNNING,
                ByteCount.plus(ByteCount.times(edges, perEdge), ByteCount.times(vertices, perVertex)));
        }
    }
}

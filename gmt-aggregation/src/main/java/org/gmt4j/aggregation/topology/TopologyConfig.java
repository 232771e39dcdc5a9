package org.gmt4j.aggregation.topology;

import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * The details of the virtual topology; the same on all nodes of a job. The kind itself is {@code gmt.topology}.
 *
 * @param shape        extents of the mesh, empty for the default of the kind
 * @param routing      which neighbour a request goes to next
 * @param buffers      request buffers that a node keeps for each neighbour, that is credits per edge
 * @param bufferLength bytes of such a buffer
 * @param replies      how replies travel
 */
public record TopologyConfig(
    @Setting(key = "gmt.topology.shape", defaultValue = "",
        meaning = "Extents of the virtual topology, such as 4x3x2; empty derives them from the number of nodes.")
    String shape,
    @Setting(key = "gmt.topology.routing", defaultValue = "ldf",
        meaning = "How requests find their way: ldf (lowest dimension first), nfdf (coordinates that fall first).")
    RoutingRule routing,
    @Setting(key = "gmt.edge.buffers", unit = "count", defaultValue = "4", min = 1, max = 64,
        meaning = "Request buffers that a node keeps for each neighbour; not for topology fcg, which forwards nothing.")
    int buffers,
    @Setting(key = "gmt.edge.buffer.size", unit = "bytes", defaultValue = "16k", min = 512, max = 64 << 10,
        meaning = "Length of a request buffer on an edge; blocks are cut to fit it; not for topology fcg.")
    int bufferLength,
    @Setting(key = "gmt.topology.replies", defaultValue = "direct",
        meaning = "How replies travel: direct to the origin, over connections opened on first use, "
            + "or routed over the same edges.")
    Replies replies) {

    public static final TopologyConfig DEFAULT = Settings.defaults().load(TopologyConfig.class);

    /** Most buffers of an edge: as many acknowledgements fit one header with room to spare. */
    private static final int MOST_BUFFERS = 64;
    /** Header, and the shortest block that is of use. */
    private static final int SHORTEST_BUFFER = 160;

    public TopologyConfig {
        if (buffers < 1 || buffers > MOST_BUFFERS) {
            throw new IllegalArgumentException("buffers of an edge are " + buffers + ", expected 1 .. " + MOST_BUFFERS);
        }
        if (bufferLength < SHORTEST_BUFFER) {
            throw new IllegalArgumentException("length of an edge's buffers is " + bufferLength + ", expected at least "
                + SHORTEST_BUFFER);
        }
    }

    /** As that of every record, which Java makes at its first call: dear where a node starts. */
    @Override
    public String toString() {
        return "TopologyConfig[shape=" + shape + ", routing=" + routing + ", buffers=" + buffers + ", bufferLength="
            + bufferLength + ", replies=" + replies + "]";
    }

    /** The way of replies. */
    public enum Replies { DIRECT, ROUTED }

    /**
     * Length of a request buffer of a node: as long as the transport's largest claim allows.
     *
     * @param commLength of buffers where nothing is forwarded
     */
    public int requestLength(final int commLength, final int maxPayloadLength, final Routes routes) {
        return routes.isForwarding() ? Math.min(bufferLength, maxPayloadLength) & -8 : commLength;
    }

    /**
     * The topology of a job.
     *
     * @throws TopologyException when the shape is malformed, not of this kind, or too small
     */
    public VirtualTopology over(final TopologyKind kind, final int nodes) {
        return VirtualTopology.of(kind, nodes, shape.isBlank() ? kind.defaultShape(nodes) : Shape.parse(shape),
            routing);
    }
}

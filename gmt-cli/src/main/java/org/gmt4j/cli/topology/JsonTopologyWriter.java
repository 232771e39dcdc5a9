package org.gmt4j.cli.topology;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import org.gmt4j.aggregation.topology.BufferMemory;
import org.gmt4j.aggregation.topology.RequestTree;
import org.gmt4j.aggregation.topology.VirtualTopology;

/**
 * For programs, complete but for neighbours beyond four million, which are null: {@code kind, nodes, shape[], routing,
 * neighbours{max, mean, edges, byNode[][]}, hops[] (ordered pairs by hops, from 0), meanHops, memory{neighbours,
 * processes, buffers, bufferBytes, bytes, formula}, tree{root, height, nodesByDepth[], parents[]} or null}.
 */
final class JsonTopologyWriter implements TopologyWriter {
    private static final long MOST_EDGES_LISTED = 1 << 22;

    @Override
    public void write(final TopologyReport report, final Appendable out) throws IOException {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)
            .setPrettyPrinter(new DefaultPrettyPrinter())) {
            final VirtualTopology topology = report.topology();
            json.writeStartObject();
            json.writeStringField("kind", topology.kind().spelling());
            json.writeNumberField("nodes", topology.nodeCount());
            json.writeFieldName("shape");
            json.writeStartArray();
            for (int i = 0; i < topology.shape().dimensions(); i++) {
                json.writeNumber(topology.shape().extent(i));
            }
            json.writeEndArray();
            json.writeStringField("routing", topology.rule().spelling());
            neighbours(report, json);
            json.writeFieldName("hops");
            final long[] hops = topology.hopHistogram();
            json.writeArray(hops, 0, hops.length);
            json.writeNumberField("meanHops", topology.meanHops());
            memory(report.memory(), json);
            tree(report, json);
            json.writeEndObject();
        }
        out.append(text.append('\n').toString());
    }

    private static void neighbours(final TopologyReport report, final JsonGenerator json) throws IOException {
        final VirtualTopology topology = report.topology();
        json.writeObjectFieldStart("neighbours");
        json.writeNumberField("max", topology.maxNeighbourCount());
        json.writeNumberField("mean", report.meanNeighbours());
        json.writeNumberField("edges", topology.edgeCount());
        if (topology.edgeCount() > MOST_EDGES_LISTED) {
            json.writeNullField("byNode");
        } else {
            json.writeArrayFieldStart("byNode");
            for (int node = 0; node < topology.nodeCount(); node++) {
                array(topology.neighbours(node), json);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void array(final int[] numbers, final JsonGenerator json) throws IOException {
        json.writeArray(numbers, 0, numbers.length);
    }

    private static void memory(final BufferMemory memory, final JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("memory");
        json.writeNumberField("neighbours", memory.neighbours());
        json.writeNumberField("processes", memory.processes());
        json.writeNumberField("buffers", memory.buffersPerProcess());
        json.writeNumberField("bufferBytes", memory.bufferLength());
        json.writeNumberField("bytes", memory.bytes());
        json.writeStringField("formula", memory.formula());
        json.writeEndObject();
    }

    private static void tree(final TopologyReport report, final JsonGenerator json) throws IOException {
        if (report.tree().isEmpty()) {
            json.writeNullField("tree");
            return;
        }
        final RequestTree tree = report.tree().get();
        json.writeObjectFieldStart("tree");
        json.writeNumberField("root", tree.root());
        json.writeNumberField("height", tree.height());
        json.writeFieldName("nodesByDepth");
        array(tree.nodesByDepth(), json);
        json.writeArrayFieldStart("parents");
        for (int node = 0; node < tree.nodeCount(); node++) {
            json.writeNumber(tree.parent(node));
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}

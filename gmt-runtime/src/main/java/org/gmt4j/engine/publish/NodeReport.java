package org.gmt4j.engine.publish;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gmt4j.engine.node.Node;

/**
 * The report of one node at the end of a run.
 *
 * @param nodeId          id of the node
 * @param place           where it has run
 * @param rssBytes        resident memory of its process (of the whole JVM if several nodes share one)
 * @param rssPeakBytes    greatest resident memory; 0 where the system does not report it
 * @param offHeapBytes    memory of segments
 * @param commBufferBytes memory of blocks, buffers and transport
 * @param counters        counters by name
 * @param tables          rows of figures by name: one figure for each other node, or for each class of a histogram
 */
public record NodeReport(int nodeId, Place place, long rssBytes, long rssPeakBytes, long offHeapBytes,
                         long commBufferBytes, Map<String, Long> counters, Map<String, long[]> tables) {
    /**
     * The cores of a node.
     *
     * @param name       of its host, or container
     * @param processors that it may use there, as the system lists them; equal on nodes of a place that share them
     * @param cores      their number
     * @param threads    of the node that need a core
     */
    public record Place(String name, String processors, int cores, int threads) {
        /** Of a report that does not say. */
        public static final Place UNKNOWN = new Place("", "", 0, 0);
    }

    /** Creates a report that does not say where the node has run. */
    public NodeReport(final int nodeId, final long rssBytes, final long rssPeakBytes, final long offHeapBytes,
                      final long commBufferBytes, final Map<String, Long> counters,
                      final Map<String, long[]> tables) {
        this(nodeId, Place.UNKNOWN, rssBytes, rssPeakBytes, offHeapBytes, commBufferBytes, counters, tables);
    }

    /** Creates a report of a process whose memory is at its peak. */
    public NodeReport(final int nodeId, final long rssBytes, final long offHeapBytes, final long commBufferBytes,
                      final Map<String, Long> counters, final Map<String, long[]> tables) {
        this(nodeId, rssBytes, rssBytes, offHeapBytes, commBufferBytes, counters, tables);
    }

    /** Creates such a report without tables. */
    public NodeReport(final int nodeId, final long rssBytes, final long offHeapBytes, final long commBufferBytes,
                      final Map<String, Long> counters) {
        this(nodeId, rssBytes, offHeapBytes, commBufferBytes, counters, Map.of());
    }

    /** @return the current reports of nodes of this process, in their order */
    public static List<NodeReport> of(final List<Node> nodes) {
        final ProcessMemory memory = ProcessMemory.now();
        return nodes.stream().map(node -> new NodeReport(node.nodeId(), place(node), memory.residentBytes(),
            memory.peakBytes(), node.arrayBytes(), node.bufferBytes(), node.counters(), node.tables())).toList();
    }

    private static Place place(final Node node) {
        return new Place(node.placeName(), node.processors(), Runtime.getRuntime().availableProcessors(),
            node.settings().plan().threads());
    }

    /** @return this report as bytes, for the all-gather at the end */
    public byte[] encode() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(nodeId);
            out.writeUTF(place.name());
            out.writeUTF(place.processors());
            out.writeInt(place.cores());
            out.writeInt(place.threads());
            out.writeLong(rssBytes);
            out.writeLong(rssPeakBytes);
            out.writeLong(offHeapBytes);
            out.writeLong(commBufferBytes);
            out.writeInt(counters.size());
            for (final Map.Entry<String, Long> counter : counters.entrySet()) {
                out.writeUTF(counter.getKey());
                out.writeLong(counter.getValue());
            }
            out.writeInt(tables.size());
            for (final Map.Entry<String, long[]> table : tables.entrySet()) {
                out.writeUTF(table.getKey());
                out.writeInt(table.getValue().length);
                for (final long figure : table.getValue()) {
                    out.writeLong(figure);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @return the decoded report */
    public static NodeReport decode(final byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            final int nodeId = in.readInt();
            final Place place = new Place(in.readUTF(), in.readUTF(), in.readInt(), in.readInt());
            final long rss = in.readLong();
            final long rssPeak = in.readLong();
            final long offHeap = in.readLong();
            final long commBuffers = in.readLong();
            final Map<String, Long> counters = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                counters.put(in.readUTF(), in.readLong());
            }
            final Map<String, long[]> tables = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                final String name = in.readUTF();
                final long[] figures = new long[in.readInt()];
                for (int i = 0; i < figures.length; i++) {
                    figures[i] = in.readLong();
                }
                tables.put(name, figures);
            }
            return new NodeReport(nodeId, place, rss, rssPeak, offHeap, commBuffers, counters, tables);
        } catch (final IOException e) {
            throw new UncheckedIOException("malformed report of a node", e);
        }
    }
}

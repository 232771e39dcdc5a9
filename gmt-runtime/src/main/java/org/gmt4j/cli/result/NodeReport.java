package org.gmt4j.cli.result;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one node says about itself at the end of a run.
 *
 * @param nodeId          which node
 * @param rssBytes        resident memory of its process (of the whole JVM if several nodes share one)
 * @param offHeapBytes    memory of segments
 * @param commBufferBytes memory of blocks, buffers and transport
 * @param counters        its counters by name
 */
public record NodeReport(int nodeId, long rssBytes, long offHeapBytes, long commBufferBytes,
                         Map<String, Long> counters) {

    /** @return this report as bytes, for the all-gather at the end */
    public byte[] encode() {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(nodeId);
            out.writeLong(rssBytes);
            out.writeLong(offHeapBytes);
            out.writeLong(commBufferBytes);
            out.writeInt(counters.size());
            for (final Map.Entry<String, Long> counter : counters.entrySet()) {
                out.writeUTF(counter.getKey());
                out.writeLong(counter.getValue());
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** @return the report that was encoded */
    public static NodeReport decode(final byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            final int nodeId = in.readInt();
            final long rss = in.readLong();
            final long offHeap = in.readLong();
            final long commBuffers = in.readLong();
            final Map<String, Long> counters = new LinkedHashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                counters.put(in.readUTF(), in.readLong());
            }
            return new NodeReport(nodeId, rss, offHeap, commBuffers, counters);
        } catch (final IOException e) {
            throw new UncheckedIOException("malformed report of a node", e);
        }
    }
}

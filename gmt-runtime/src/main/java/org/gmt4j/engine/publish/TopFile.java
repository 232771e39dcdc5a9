package org.gmt4j.engine.publish;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.agrona.IoUtil;

/**
 * The file in which one node publishes its counters, mapped by its writer and by readers of other processes.
 * Little-endian. Written by one thread.
 *
 * <pre>
 *   0  8 bytes "GMT top\n"        32  int  node               64  facts: lines "key=value", UTF-8
 *   8  int  layout, {@value #LAYOUT}             36  int  nodes of the job    ..  names of the values, a line each
 *  12  int  state, below          40  long interval, ns      at a multiple of 8:
 *  16  long process id            48  int  bytes of facts       0  long sequence, odd while values change
 *  24  long start of the process  52  int  bytes of names       8  long time of the values, ns of the writer's clock
 *                                 56  int  offset of values    16  long the same, ms since 1970
 *                                 60  int  number of values    24  long values, in the order of the names
 *
 *   BEING_MADE --first values--> RUNNING --close--> ENDED
 * </pre>
 */
final class TopFile implements AutoCloseable {
    static final String SUFFIX = ".top";
    static final int LAYOUT = 1;
    static final int BEING_MADE = 0;
    static final int RUNNING = 1;
    static final int ENDED = 2;

    static final byte[] MAGIC = "GMT top\n".getBytes(StandardCharsets.US_ASCII);
    static final int LAYOUT_OFFSET = 8;
    static final int STATE_OFFSET = 12;
    static final int PID_OFFSET = 16;
    static final int START_OFFSET = 24;
    static final int NODE_OFFSET = 32;
    static final int NODES_OFFSET = 36;
    static final int INTERVAL_OFFSET = 40;
    static final int FACTS_LENGTH_OFFSET = 48;
    static final int NAMES_LENGTH_OFFSET = 52;
    static final int VALUES_OFFSET_OFFSET = 56;
    static final int VALUE_COUNT_OFFSET = 60;
    static final int HEADER_LENGTH = 64;
    /** Offset of the time, from that of the values. */
    static final int TIME_OFFSET = 8;
    static final int EPOCH_OFFSET = 16;
    static final int FIRST_VALUE_OFFSET = 24;

    private static final int LONGEST_FACT = 16 * 1024;
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");

    static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final MappedByteBuffer memory;
    private final int values;
    private final int valueCount;
    private long sequence;

    private TopFile(final MappedByteBuffer memory) {
        this.memory = memory;
        values = memory.getInt(VALUES_OFFSET_OFFSET);
        valueCount = memory.getInt(VALUE_COUNT_OFFSET);
    }

    /** Returns the name of a node's file in the folder of its job. */
    static String nameOf(final int nodeId) {
        return "node-" + nodeId + SUFFIX;
    }

    /**
     * Creates the file. All its bytes are written before it is mapped, so that missing room causes an exception here
     * instead of a signal later.
     *
     * @throws IOException when there is no room, or no permission
     */
    static TopFile create(final Path file, final TopIdentity identity, final long intervalNs,
                          final Map<String, String> facts, final List<String> names) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.READ,
            StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            final ByteBuffer bytes = content(identity, intervalNs, facts, names);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            final MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes.limit());
            memory.order(ByteOrder.LITTLE_ENDIAN);
            return new TopFile(memory);
        }
    }

    /** Returns the initial content of the file, with all values 0. */
    static ByteBuffer content(final TopIdentity identity, final long intervalNs, final Map<String, String> facts,
                              final List<String> names) {
        final StringBuilder lines = new StringBuilder();
        facts.forEach((key, value) -> lines.append(key).append('=').append(line(value)).append('\n'));
        final byte[] factBytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        final byte[] nameBytes = (String.join("\n", names) + "\n").getBytes(StandardCharsets.UTF_8);
        final int values = HEADER_LENGTH + factBytes.length + nameBytes.length + 7 & -8;
        final ByteBuffer bytes = ByteBuffer.allocate(values + FIRST_VALUE_OFFSET + 8 * names.size())
            .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(LAYOUT).putInt(BEING_MADE).putLong(identity.pid()).putLong(identity.startTicks())
            .putInt(identity.nodeId()).putInt(identity.nodeCount()).putLong(intervalNs).putInt(factBytes.length)
            .putInt(nameBytes.length).putInt(values).putInt(names.size()).put(factBytes).put(nameBytes);
        return bytes.rewind();
    }

    /** Returns a fact as one line, of a length that many of them do not make too long a file. */
    private static String line(final String fact) {
        final String start = fact.length() <= LONGEST_FACT ? fact : fact.substring(0, LONGEST_FACT) + " ...";
        return LINE_BREAK.matcher(start).replaceAll(" ");
    }

    /**
     * Publishes values. A reader that sees the same even sequence before and after copying them has one whole
     * publication.
     *
     * @param now values in the order of the names
     */
    void publish(final long[] now, final long timeNs, final long epochMs) {
        if (now.length != valueCount) {
            throw new IllegalArgumentException(now.length + " values for " + valueCount + " names");
        }
        LONG.setOpaque(memory, values, sequence + 1);
        VarHandle.fullFence();
        memory.putLong(values + TIME_OFFSET, timeNs);
        memory.putLong(values + EPOCH_OFFSET, epochMs);
        for (int i = 0; i < now.length; i++) {
            memory.putLong(values + FIRST_VALUE_OFFSET + 8 * i, now[i]);
        }
        sequence += 2;
        LONG.setRelease(memory, values, sequence);      // partner: TopSource.values
        if (sequence == 2) {
            INT.setRelease(memory, STATE_OFFSET, RUNNING);
        }
    }

    /** Records the end of the node. The file itself is removed with the job's folder. */
    @Override
    public void close() {
        INT.setRelease(memory, STATE_OFFSET, ENDED);
        IoUtil.unmap(memory);
    }
}

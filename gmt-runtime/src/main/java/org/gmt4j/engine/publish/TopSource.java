package org.gmt4j.engine.publish;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.IoUtil;

/**
 * Reads the file of one node, see {@link TopFile}. Owned by one thread; stays mapped until it is closed, even when the
 * file is removed.
 */
final class TopSource implements AutoCloseable {
    private static final int ATTEMPTS = 1000;
    private static final long LONGEST_FILE = 1 << 20;

    private final Path file;
    private final MappedByteBuffer memory;
    private final TopIdentity identity;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private final List<String> names;
    private final int values;

    private TopSource(final Path file, final MappedByteBuffer memory) {
        this.file = file;
        this.memory = memory;
        identity = new TopIdentity(memory.getLong(TopFile.PID_OFFSET), memory.getLong(TopFile.START_OFFSET),
            memory.getInt(TopFile.NODE_OFFSET), memory.getInt(TopFile.NODES_OFFSET));
        final int factsLength = memory.getInt(TopFile.FACTS_LENGTH_OFFSET);
        final int namesLength = memory.getInt(TopFile.NAMES_LENGTH_OFFSET);
        final int count = memory.getInt(TopFile.VALUE_COUNT_OFFSET);
        values = memory.getInt(TopFile.VALUES_OFFSET_OFFSET);
        require(factsLength >= 0 && namesLength >= 0 && count >= 0 && values % 8 == 0
            && (long) TopFile.HEADER_LENGTH + factsLength + namesLength <= values
            && values + TopFile.FIRST_VALUE_OFFSET + 8L * count == memory.capacity(),
            "its lengths contradict each other");
        text(TopFile.HEADER_LENGTH, factsLength).lines().filter(line -> line.contains("="))
            .forEach(line -> facts.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)));
        names = text(TopFile.HEADER_LENGTH + factsLength, namesLength).lines().filter(line -> !line.isEmpty()).toList();
        require(names.size() == count, count + " values have " + names.size() + " names");
    }

    private void require(final boolean holds, final String what) {
        if (!holds) {
            throw malformed(file, what);
        }
    }

    private static TopException malformed(final Path file, final String what) {
        return new TopException("GMT-663", file + " is no file of counters, or is damaged: " + what
            + ". Remove its folder if no job uses it.");
    }

    private String text(final int offset, final int length) {
        final byte[] bytes = new byte[length];
        memory.get(offset, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Opens a node's file.
     *
     * @return empty when the file is gone, or its writer has not completed it
     * @throws TopException GMT-662 for another layout, GMT-663 when damaged, GMT-664 when unreadable
     */
    static Optional<TopSource> open(final Path file) {
        MappedByteBuffer memory = null;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            final long length = channel.size();
            if (length < TopFile.HEADER_LENGTH) {
                return Optional.empty();        // not complete yet
            }
            if (length > LONGEST_FILE) {
                throw malformed(file, "it has " + length + " bytes");
            }
            memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, length);
            memory.order(ByteOrder.LITTLE_ENDIAN);
            checkHeader(file, memory);
            if ((int) TopFile.INT.getAcquire(memory, TopFile.STATE_OFFSET) == TopFile.BEING_MADE) {
                IoUtil.unmap(memory);
                return Optional.empty();
            }
            return Optional.of(new TopSource(file, memory));
        } catch (final AccessDeniedException e) {
            throw new TopException("GMT-664",
                "permission denied: " + file + " belongs to another user. Run gmt top as that user, or as root.");
        } catch (final IOException e) {
            return Optional.empty();            // removed meanwhile
        } catch (final TopException e) {
            IoUtil.unmap(memory);
            throw e;
        }
    }

    private static void checkHeader(final Path file, final MappedByteBuffer memory) {
        final byte[] magic = new byte[TopFile.MAGIC.length];
        memory.get(0, magic);
        if (!Arrays.equals(magic, TopFile.MAGIC)) {
            throw malformed(file, "it does not begin with \"GMT top\"");
        }
        final int layout = memory.getInt(TopFile.LAYOUT_OFFSET);
        if (layout != TopFile.LAYOUT) {
            throw new TopException("GMT-662", file + " was written by another version of gmt (layout "
                + layout + ", this one reads " + TopFile.LAYOUT + "). Use the gmt that has started the job.");
        }
    }

    TopIdentity identity() {
        return identity;
    }

    Path file() {
        return file;
    }

    /** Returns the last publication; empty when the writer has been inside one for longer than it can take. */
    Optional<TopReading> read() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            final long before = (long) TopFile.LONG.getAcquire(memory, values);       // partner: TopFile.publish
            final long timeNs = memory.getLong(values + TopFile.TIME_OFFSET);
            final long epochMs = memory.getLong(values + TopFile.EPOCH_OFFSET);
            final Map<String, Long> copy = new LinkedHashMap<>();
            for (int i = 0; i < names.size(); i++) {
                copy.put(names.get(i), memory.getLong(values + TopFile.FIRST_VALUE_OFFSET + 8 * i));
            }
            VarHandle.acquireFence();
            if ((before & 1) == 0 && before == (long) TopFile.LONG.getOpaque(memory, values)) {
                final boolean isEnded = (int) TopFile.INT.getAcquire(memory, TopFile.STATE_OFFSET) == TopFile.ENDED;
                return Optional.of(new TopReading(identity, isEnded, memory.getLong(TopFile.INTERVAL_OFFSET),
                    before, timeNs, epochMs, facts, copy));
            }
            Thread.onSpinWait();
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        IoUtil.unmap(memory);
    }
}

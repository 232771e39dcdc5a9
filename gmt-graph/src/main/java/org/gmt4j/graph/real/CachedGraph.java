package org.gmt4j.graph.real;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.GraphFormatException;
import org.gmt4j.graph.file.EdgeProgress;
import org.gmt4j.graph.file.GmtgSource;
import org.gmt4j.graph.file.GmtgWriter;
import org.gmt4j.graph.source.EdgeCursor;
import org.gmt4j.graph.source.EdgeSource;

/**
 * An extracted graph that lives in a file of the cache folder. The first process that wants it extracts it under a file
 * lock while others wait; the file appears by renaming, so it is whole or absent. Any thread.
 */
final class CachedGraph implements EdgeSource {
    /** Part of the file's name: raise it when an extractor extracts other edges. */
    private static final int EXTRACTION_VERSION = 1;

    /** File locks exclude processes; nodes in one process exclude each other here. */
    private static final Object PROCESS_LOCK = new Object();

    private final GraphExtractor extractor;
    private final Path folder;
    private volatile GmtgSource opened;

    CachedGraph(final GraphExtractor extractor, final Path folder) {
        this.extractor = extractor;
        this.folder = folder;
    }

    @Override
    public void prepare() {
        source();
    }

    private GmtgSource source() {
        if (opened == null) {
            final Path file = file();
            opened = openWhole(file) ? opened : extractLocked(file);
        }
        return opened;
    }

    private Path file() {
        final String key = Long.toHexString(hash(extractor.fingerprint()));
        return folder.resolve(extractor.name() + "-" + key + "-v" + EXTRACTION_VERSION + ".gmtg");
    }

    private static long hash(final String text) {
        long hash = 0xCBF29CE484222325L;        // FNV-1a
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    /** False when there is no file, or a damaged one, which extraction then replaces. */
    private boolean openWhole(final Path file) {
        if (!Files.isReadable(file)) {
            return false;
        }
        try {
            opened = GmtgSource.open(file);
            return true;
        } catch (final GraphFormatException e) {
            return false;
        }
    }

    private GmtgSource extractLocked(final Path file) {
        synchronized (PROCESS_LOCK) {
            try {
                Files.createDirectories(folder);
                final Path lockFile = folder.resolve(extractor.name() + ".lock");
                try (FileChannel channel =
                         FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                    channel.lock();     // released by closing the channel
                    if (!openWhole(file)) {
                        GmtgWriter.write(extractor.extract(), file, EdgeProgress.NONE);
                        opened = GmtgSource.open(file);
                    }
                    return opened;
                }
            } catch (final IOException e) {
                throw GraphException.notWritable(folder, e);
            }
        }
    }

    @Override
    public String name() {
        return extractor.name();
    }

    @Override
    public OptionalLong vertexCount() {
        return source().vertexCount();
    }

    @Override
    public OptionalLong edgeCount() {
        return source().edgeCount();
    }

    @Override
    public boolean directed() {
        return true;
    }

    @Override
    public boolean weighted() {
        return extractor.weighted();
    }

    @Override
    public boolean hasVertexNames() {
        return true;
    }

    @Override
    public String vertexName(final long vertex) {
        return source().vertexName(vertex);
    }

    @Override
    public EdgeCursor open(final int part, final int parts) {
        return source().open(part, parts);
    }
}

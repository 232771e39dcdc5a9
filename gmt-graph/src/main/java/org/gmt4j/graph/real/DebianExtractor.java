package org.gmt4j.graph.real;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;
import org.gmt4j.graph.GraphException;
import org.gmt4j.graph.source.EdgeSource;

/**
 * Dependencies of Debian packages, from the package lists of apt or, without them, from the list of installed packages.
 * A vertex per package or name mentioned; an edge per relation, its weight the kind: 1 Pre-Depends, 2 Depends, 3
 * Recommends, 4 Suggests, 5 Provides (the strongest of several).
 */
final class DebianExtractor implements GraphExtractor {
    private static final int FEWEST_PACKAGES = 100;

    private final Path lists;
    private final Path installed;

    /** @param root the file system's root; another folder in tests */
    DebianExtractor(final Path root) {
        lists = root.resolve("var/lib/apt/lists");
        installed = root.resolve("var/lib/dpkg/status");
    }

    @Override
    public String name() {
        return "debian-deps";
    }

    @Override
    public String fingerprint() {
        return sources().stream().map(Fingerprint::of).collect(Collectors.joining(";"));
    }

    @Override
    public boolean weighted() {
        return true;
    }

    @Override
    public EdgeSource extract() {
        final ControlFileParser parser = new ControlFileParser();
        final List<Path> sources = sources();
        for (final Path file : sources) {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(unpack(file), StandardCharsets.UTF_8))) {
                parser.parse(in);
            } catch (final IOException e) {
                throw GraphException.unreadable(file, e);
            }
        }
        if (parser.packageCount() < FEWEST_PACKAGES) {
            throw new GraphException(GraphException.NOT_ON_THIS_MACHINE, name() + ": found " + parser.packageCount()
                + " packages in " + sources + ", expected at least " + FEWEST_PACKAGES
                + "; run 'apt-get update' as root, or choose another graph");
        }
        return parser.graph().toEdges(name(), weighted(), vertex -> true);
    }

    private List<Path> sources() {
        final List<Path> readable = listFiles(DebianExtractor::isReadableList);
        if (!readable.isEmpty()) {
            return readable;
        }
        if (Files.isReadable(installed)) {
            return List.of(installed);
        }
        final int foreign = listFiles(name -> name.contains("_Packages")).size();
        throw new GraphException(GraphException.NOT_ON_THIS_MACHINE, name() + ": no package metadata on this machine: "
            + lists + " has no *_Packages file that is plain, .gz or .lz4"
            + (foreign > 0 ? " (" + foreign + " packed otherwise)" : "") + ", and there is no " + installed
            + "; on Debian run 'apt-get update' as root, elsewhere choose another graph, such as jdk-classes");
    }

    private static boolean isReadableList(final String name) {
        return name.endsWith("_Packages") || name.endsWith("_Packages.gz") || name.endsWith("_Packages.lz4");
    }

    private List<Path> listFiles(final Predicate<String> wanted) {
        if (!Files.isDirectory(lists)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(lists)) {
            return files.filter(file -> wanted.test(file.getFileName().toString()) && Files.isReadable(file)).sorted()
                .collect(Collectors.toCollection(ArrayList::new));
        } catch (final IOException e) {
            throw GraphException.unreadable(lists, e);
        }
    }

    /**
     * Opens a list, which is unpacked while it is read. The library takes some 0.08 s for a MB of text in LZ4 frames,
     * 50 times as long as code by hand did: 4 s for all of Debian, once, because the graph made of it is cached.
     */
    static InputStream unpack(final Path file) throws IOException {
        final String name = file.getFileName().toString();
        final InputStream in = Files.newInputStream(file);
        try {
            return name.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16)
                : name.endsWith(".lz4") && Files.size(file) > 0 ? unpackFrames(in) : in;
        } catch (final IOException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream unpackFrames(final InputStream in) throws IOException {
        try {
            return new TextStream(new FramedLZ4CompressorInputStream(new BufferedInputStream(in, 1 << 16), true));
        } catch (final IOException e) {
            throw new IOException("not in LZ4 frame format", e);
        }
    }

    /** Text has no zeros: where a damaged match begins before the text does, the library makes some. */
    private static final class TextStream extends FilterInputStream {
        TextStream(final InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            final byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(final byte[] bytes, final int offset, final int length) throws IOException {
            final int count = super.read(bytes, offset, length);
            for (int i = offset; i < offset + count; i++) {
                if (bytes[i] == 0) {
                    throw new IOException("damaged LZ4 block");
                }
            }
            return count;
        }
    }
}

package org.gmt4j.examples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.gmt4j.GlobalStringCounters;
import org.gmt4j.GmtCluster;

/**
 * The most frequent words of a text file. Shows counters with strings as keys, and a file that all nodes read at once,
 * on plain threads: a body that read it itself would keep the other tasks of its thread from running.
 * <pre>./gmt run --classes examples/target/classes WordCount -n 2 -- FILE</pre>
 */
public final class WordCount {
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");

    private WordCount() {
    }

    public static void main(final String[] args) throws IOException {
        final String file = args.length > 0 ? args[0] : "README.md";
        GmtCluster.main(cluster -> top(cluster, file, 1 << 20, 10).forEach(System.out::println));
    }

    static List<GlobalStringCounters.Count> top(final GmtCluster cluster, final String file, final int piece,
                                                final int most) throws IOException {
        final long pieces = (Files.size(Path.of(file)) + piece - 1) / piece;
        return cluster.call(ctx -> {
            final GlobalStringCounters counts = GlobalStringCounters.allocate(ctx, 100_000);
            ctx.parFor(pieces, 1, (i, c) -> c.callBlocking(() -> words(file, i * piece, piece))
                .forEach(word -> counts.addNb(c, word, 1)));
            return counts.top(ctx, most);
        });
    }

    /** The words from the first blank of a piece to the first of the next. */
    private static List<String> words(final String file, final long from, final int length) throws IOException {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            in.skipNBytes(from);
            final byte[] bytes = in.readNBytes(length + (1 << 16));           // some more, for the last word
            final int begin = from == 0 ? 0 : blank(bytes, 0);
            final String text = new String(bytes, begin, blank(bytes, length) - begin, StandardCharsets.UTF_8);
            return WORD.matcher(text).results().map(word -> word.group().toLowerCase(Locale.ROOT)).toList();
        }
    }

    private static int blank(final byte[] bytes, final int from) {
        int at = from;
        while (at < bytes.length && (bytes[at] > ' ' || bytes[at] < 0)) {
            at++;
        }
        return Math.min(at, bytes.length);
    }
}

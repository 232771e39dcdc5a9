package org.gmt4j.apps.paper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GlobalStringCounters;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.Words64;
import org.gmt4j.fibers.SuspendExecution;

/**
 * A word count, with an addition for each word to the counter of its string. The text is a file, or made: a word's rank
 * follows Zipf's law with exponent 1, as {@code floor(kinds^u)}, u uniform in [0, 1).
 *
 * @param file  the text; empty where it is made
 * @param bytes of the file
 * @param piece bytes that a task reads
 * @param words of a text that is made
 * @param kinds different words of it, at most
 * @param seed  of it
 */
record WordCount(String file, long bytes, int piece, long words, int kinds, long seed) {
    private static final int WORDS_OF_A_TASK = 4096;
    private static final int LETTERS = 26;
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

    /** @param counts empty ones, which the words are added to */
    Outcome onNodes(final TaskContext ctx, final GlobalStringCounters counts) throws SuspendExecution {
        final WordCount plan = this;
        final long startNs = System.nanoTime();
        if (file.isEmpty()) {
            ctx.parFor(words, WORDS_OF_A_TASK, (low, high, c) -> {
                for (long i = low; i < high; i++) {
                    counts.addNb(c, plan.word(i), 1);
                }
            });
        } else {
            ctx.parFor((bytes + piece - 1) / piece, 1, (i, c) ->
                TextPiece.forEachWord(plan.file, i * plan.piece, plan.piece, word -> counts.addNb(c, word, 1)));
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(3).combining(Combining.ADD));
        counts.forEach(ctx, (word, count, c) -> {
            sums.addNb(c, 0, count);
            sums.addNb(c, 1, 1);
            sums.addNb(c, 2, digest(word, count));
        });
        final Outcome outcome = new Outcome(seconds, sums.get(ctx, 0), sums.get(ctx, 1), sums.get(ctx, 2));
        sums.free(ctx);
        return outcome;
    }

    Outcome serial() {
        final long startNs = System.nanoTime();
        final Map<String, Long> counts = countHere();
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        long total = 0;
        long digest = 0;
        for (final Map.Entry<String, Long> entry : counts.entrySet()) {
            total += entry.getValue();
            digest += digest(entry.getKey(), entry.getValue());
        }
        return new Outcome(seconds, total, counts.size(), digest);
    }

    private Map<String, Long> countHere() {
        final Map<String, Long> counts = new HashMap<>();
        if (file.isEmpty()) {
            for (long i = 0; i < words; i++) {
                counts.merge(word(i), 1L, Long::sum);
            }
        } else {
            readLines(counts);
        }
        return counts;
    }

    /**
     * Counts by one thread; returns what is wrong with the most frequent words, or nothing.
     *
     * @param top  the words
     * @param most as many, where there are as many
     */
    Optional<String> mistakeOf(final List<GlobalStringCounters.Count> top, final int most) {
        final Map<String, Long> others = countHere();
        long least = top.size() < most ? 0 : Long.MAX_VALUE;
        for (final GlobalStringCounters.Count word : top) {
            final Long count = others.remove(word.key());
            if (count == null || count != word.count()) {
                return Optional.of("\"" + word.key() + "\" is said to be there " + word.count()
                    + " times, one thread has counted " + (count == null ? 0 : count));
            }
            least = Math.min(least, count);
        }
        final long missed = others.values().stream().mapToLong(count -> count).max().orElse(0);
        return missed <= least ? Optional.empty() : Optional.of("a word that is there " + missed
            + " times is not among the most frequent ones");
    }

    /** Finds words by another way than {@link TextPiece}, and so its faults; what of a word counts is one rule. */
    private void readLines(final Map<String, Long> counts) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(Files.newInputStream(Path.of(file)),
            StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                final Matcher words = WORD.matcher(line);
                while (words.find()) {
                    counts.merge(TextPiece.key(words.group()), 1L, Long::sum);
                }
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long digest(final String word, final long count) {
        return Words64.mix(Words64.hash(word) ^ Words64.mix(count));
    }

    /** The word at a place of a text that is made: its rank in letters. */
    private String word(final long place) {
        final double u = (Words64.random(seed, place) >>> 11) * 0x1p-53;
        long rank = Math.min(kinds, (long) Math.exp(u * Math.log(kinds)));
        final StringBuilder letters = new StringBuilder(8);
        for (; rank > 0; rank /= LETTERS) {
            letters.append((char) ('a' + rank % LETTERS));
        }
        return letters.toString();
    }
}

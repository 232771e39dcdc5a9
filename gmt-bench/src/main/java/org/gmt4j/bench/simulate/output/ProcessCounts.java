package org.gmt4j.bench.simulate.output;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gmt4j.cli.CliException;

/** Numbers of processes as users write them: {@code 128}, or {@code 128..1024} for doublings up to the last one. */
public final class ProcessCounts {
    private ProcessCounts() {
    }

    /**
     * Returns the numbers of an option's texts, each once, in their order.
     *
     * @param most    greatest number
     * @param example for the refusal, which has exit code 2
     */
    public static int[] parse(final String[] texts, final int most, final String example) {
        return Arrays.stream(texts).flatMapToInt(text -> counts(text, most, example)).distinct().toArray();
    }

    private static IntStream counts(final String text, final int most, final String example) {
        final int dots = text.indexOf("..");
        if (dots < 0) {
            return IntStream.of(count(text, text, most, example));
        }
        final int first = count(text.substring(0, dots), text, most, example);
        final int last = count(text.substring(dots + 2), text, most, example);
        if (first > last) {
            throw CliException.usage("--processes " + text + ": expected the smaller number first.");
        }
        return IntStream.concat(IntStream.iterate(first, next -> next < last, next -> 2 * next), IntStream.of(last));
    }

    private static int count(final String number, final String text, final int most, final String example) {
        try {
            final int value = Integer.parseInt(number.strip());
            if (value >= 2 && value <= most) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // refused below
        }
        throw CliException.usage("--processes " + text + ": expected 2 .. " + most + ", such as " + example + ".");
    }
}

package org.gmt4j.apps.paper;

import java.util.HashSet;
import java.util.Set;
import org.gmt4j.ArraySpec;
import org.gmt4j.Combining;
import org.gmt4j.GlobalLongArray;
import org.gmt4j.GlobalStringHashSet;
import org.gmt4j.TaskContext;
import org.gmt4j.apps.trial.Outcome;
import org.gmt4j.apps.trial.Words64;
import org.gmt4j.fibers.SuspendExecution;

/**
 * Concurrent accesses to a set of strings, after the GMT paper: strings are inserted, and looked up; one that is found
 * is reversed and inserted again. Of the strings that are looked up, half were inserted in the mean. A string begins
 * with a capital, its reverse does not: so what is found does not depend on the order.
 *
 * @param strings  to insert first
 * @param accesses look-ups afterwards
 * @param length   of a string, at least 2
 * @param seed     of the strings
 */
record StringSet(long strings, long accesses, int length, long seed) {
    private static final int LETTERS = 26;
    private static final int LETTERS_OF_A_WORD = 12;
    private static final int LETTER_BITS = 5;

    Outcome onNodes(final TaskContext ctx) throws SuspendExecution {
        final GlobalStringHashSet set = GlobalStringHashSet.allocate(ctx, strings + Math.min(strings, accesses));
        try {
            return onNodes(ctx, set);
        } finally {
            set.free(ctx);
        }
    }

    private Outcome onNodes(final TaskContext ctx, final GlobalStringHashSet set) throws SuspendExecution {
        final StringSet plan = this;
        final long startNs = System.nanoTime();
        ctx.parFor(strings, (i, c) -> set.addNb(c, plan.string(i)));
        final long found = ctx.sum(accesses, (k, c) -> {
            final String string = plan.string(plan.asked(k));
            if (!set.contains(c, string)) {
                return 0;
            }
            set.addNb(c, reversed(string));
            return 1;
        });
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        final GlobalLongArray sums = GlobalLongArray.allocate(ctx, ArraySpec.of(2).combining(Combining.ADD));
        try {
            set.forEach(ctx, (string, c) -> {
                sums.addNb(c, 0, 1);
                sums.addNb(c, 1, Words64.hash(string));
            });
            return new Outcome(seconds, strings + accesses + found, sums.get(ctx, 0), sums.get(ctx, 1));
        } finally {
            sums.free(ctx);
        }
    }

    Outcome serial() {
        final Set<String> set = new HashSet<>();
        final long startNs = System.nanoTime();
        for (long i = 0; i < strings; i++) {
            set.add(string(i));
        }
        long found = 0;
        for (long k = 0; k < accesses; k++) {
            final String string = string(asked(k));
            if (set.contains(string)) {
                set.add(new StringBuilder(string).reverse().toString());
                found++;
            }
        }
        final double seconds = (System.nanoTime() - startNs) / 1e9;
        return new Outcome(seconds, strings + accesses + found, set.size(),
            set.stream().mapToLong(Words64::hash).sum());
    }

    /** The number of the string that access {@code k} looks up. */
    private long asked(final long k) {
        return Words64.below(2 * strings, Words64.random(~seed, k));
    }

    private String string(final long number) {
        final char[] letters = new char[length];
        long word = 0;
        for (int i = 0; i < length; i++) {
            word = i % LETTERS_OF_A_WORD == 0 ? Words64.random(seed + i, number) : word >>> LETTER_BITS;
            letters[i] = (char) ((i == 0 ? 'A' : 'a') + (word & 31) % LETTERS);
        }
        return new String(letters);
    }

    private static String reversed(final String string) {
        return new StringBuilder(string).reverse().toString();
    }
}

package org.gmt4j.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A line that rewrites itself on a terminal: the step, how much of it is done, and about how long the rest takes. It is
 * silent in the first second of its life, so that short work shows nothing. Elsewhere, in a file or a pipe, it is a
 * line every ten seconds at most, so that long work shows that it lives. Any thread.
 */
public final class Progress {

    private static final int BAR_LENGTH = 16;
    private static final long MIN_DISTANCE_NS = 50_000_000;
    private static final long SILENT_NS = 1_000_000_000;
    private static final long LINE_EVERY_NS = 10_000_000_000L;
    private static final long LOOK_EVERY_MS = 200;
    /** A rest is estimated from a step that has lasted this long at least. */
    private static final long ESTIMATE_FROM_NS = 500_000_000;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream terminal;
    private final boolean isTerminal;
    private final LongSupplier nanoTime;
    private final long bornNs;
    private String step = "";
    private long stepNs;
    private long stepDone;
    private long lastNs;
    private boolean isShown;

    /**
     * @param terminal   where people read
     * @param isTerminal is it one?
     */
    public Progress(final PrintStream terminal, final boolean isTerminal) {
        this(terminal, isTerminal, System::nanoTime);
    }

    Progress(final PrintStream terminal, final boolean isTerminal, final LongSupplier nanoTime) {
        this.terminal = terminal;
        this.isTerminal = isTerminal;
        this.nanoTime = nanoTime;
        bornNs = nanoTime.getAsLong();
        lastNs = bornNs;
    }

    /**
     * Shows how far something is.
     *
     * @param what  the step; an estimate begins anew with each
     * @param total of the same unit as {@code done}; 0 where nobody knows
     */
    public synchronized void update(final String what, final long done, final long total, final String remark) {
        final long nowNs = nanoTime.getAsLong();
        if (!what.equals(step)) {
            step = what;
            stepNs = nowNs;
            stepDone = done;
        }
        if (!isTerminal) {
            writeLine(what, done, total, remark, nowNs);
            return;
        }
        if (nowNs - bornNs < SILENT_NS || isShown && done < total && nowNs - lastNs < MIN_DISTANCE_NS) {
            return;
        }
        lastNs = nowNs;
        isShown = true;
        terminal.print(ERASE_LINE + what + bar(done, total) + (remark.isEmpty() ? "" : " " + remark)
            + rest(nowNs - stepNs, done, total));
        terminal.flush();
    }

    private void writeLine(final String what, final long done, final long total, final String remark,
                           final long nowNs) {
        if (nowNs - lastNs < LINE_EVERY_NS) {
            return;
        }
        lastNs = nowNs;
        terminal.print(String.format(Locale.ROOT, "gmt: %.0f s: %s %s%s%s%n", (nowNs - bornNs) / 1e9, what, count(done),
            total > 0 ? "/" + count(total) : "", remark.isEmpty() ? "" : " " + remark));
        terminal.flush();
    }

    private static String bar(final long done, final long total) {
        if (total <= 0) {
            return done > 0 ? " " + count(done) : "";
        }
        final int filled = (int) Math.max(0, Math.min(BAR_LENGTH, (double) BAR_LENGTH * done / total));
        return " [" + "#".repeat(filled) + "-".repeat(BAR_LENGTH - filled) + "] " + count(done) + "/" + count(total);
    }

    private static String count(final long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private String rest(final long elapsedNs, final long done, final long total) {
        final String elapsed = elapsedNs < SILENT_NS ? "" : String.format(Locale.ROOT, ", %.0f s", elapsedNs / 1e9);
        if (elapsedNs < ESTIMATE_FROM_NS || done <= stepDone || done >= total) {
            return elapsed;
        }
        final double left = elapsedNs / 1e9 * (total - done) / (done - stepDone);
        return elapsed + String.format(Locale.ROOT, left < 10 ? ", about %.1f s left" : ", about %.0f s left", left);
    }

    /**
     * Shows a count of somebody else, until closed: looked at five times a second by a thread that ends with it.
     * Without a terminal there is no thread.
     */
    public Watch watch(final Supplier<String> what, final LongSupplier done, final LongSupplier total) {
        return new Watch(what, done, total);
    }

    /** A look at work in progress. */
    public final class Watch implements AutoCloseable {
        private final Thread looker;

        private Watch(final Supplier<String> what, final LongSupplier done, final LongSupplier total) {
            if (!isTerminal) {
                looker = null;
                return;
            }
            looker = new Thread(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    update(what.get(), done.getAsLong(), total.getAsLong(), "");
                    pause();
                }
            }, "gmt-progress");
            looker.setDaemon(true);
            looker.start();
        }

        /** Nothing is shown of it any more. The line stays until the next one, or {@link Progress#clear}. */
        @Override
        public void close() {
            if (looker == null) {
                return;
            }
            looker.interrupt();
            boolean wasInterrupted = false;
            while (looker.isAlive()) {
                try {
                    looker.join();
                } catch (final InterruptedException e) {
                    wasInterrupted = true;
                }
            }
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Removes the line. */
    public synchronized void clear() {
        if (isShown) {
            terminal.print(ERASE_LINE);
            terminal.flush();
            isShown = false;
        }
    }
}

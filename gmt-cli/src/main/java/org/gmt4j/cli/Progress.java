package org.gmt4j.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A line that rewrites itself on a terminal, and nothing elsewhere: the step, how much of it is done, and about how
 * long the rest takes. Silent in the first second of its life, so that short work shows nothing. Any thread.
 */
public final class Progress {

    private static final int BAR_LENGTH = 16;
    private static final long MIN_DISTANCE_NS = 50_000_000;
    private static final long SILENT_NS = 1_000_000_000;
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
    }

    /**
     * Shows how far something is.
     *
     * @param what  the step; an estimate begins anew with each
     * @param total of the same unit as {@code done}; 0 where nobody knows
     */
    public synchronized void update(final String what, final long done, final long total, final String remark) {
        if (!isTerminal) {
            return;
        }
        final long nowNs = nanoTime.getAsLong();
        final boolean isNewStep = !what.equals(step);
        if (isNewStep) {
            step = what;
            stepNs = nowNs;
            stepDone = done;
        }
        final boolean isLast = total > 0 && done >= total;
        if (nowNs - bornNs < SILENT_NS || isShown && !isNewStep && !isLast && nowNs - lastNs < MIN_DISTANCE_NS) {
            return;
        }
        lastNs = nowNs;
        isShown = true;
        terminal.print(ERASE_LINE + what + bar(done, total) + (remark.isEmpty() ? "" : " " + remark)
            + rest(nowNs - stepNs, done, total));
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

package org.gmt4j.cli;

import java.io.PrintStream;

/** A line that rewrites itself on a terminal, and nothing elsewhere. Not thread-safe. */
public final class Progress {

    private static final int BAR_LENGTH = 16;
    private static final long MIN_DISTANCE_NS = 50_000_000;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream terminal;
    private final boolean isTerminal;
    private long lastNs;
    private boolean isShown;

    /**
     * @param terminal   where people read
     * @param isTerminal is it one?
     */
    public Progress(final PrintStream terminal, final boolean isTerminal) {
        this.terminal = terminal;
        this.isTerminal = isTerminal;
    }

    /** Shows how far something is. */
    public void update(final String what, final long done, final long total, final String remark) {
        final long nowNs = System.nanoTime();
        if (!isTerminal || isShown && done < total && nowNs - lastNs < MIN_DISTANCE_NS) {
            return;
        }
        lastNs = nowNs;
        isShown = true;
        final int filled = total <= 0 ? 0 : (int) Math.min(BAR_LENGTH, BAR_LENGTH * done / total);
        terminal.print(ERASE_LINE + what + " [" + "#".repeat(filled) + "-".repeat(BAR_LENGTH - filled) + "] " + done
            + "/"
            + total + " " + remark);
        terminal.flush();
    }

    /** Removes the line. */
    public void clear() {
        if (isShown) {
            terminal.print(ERASE_LINE);
            terminal.flush();
            isShown = false;
        }
    }
}

package org.gmt4j.bench.power;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.gmt4j.cli.CliException;
import org.gmt4j.engine.waiting.WaitMode;

/**
 * A way to wait: how threads wait, and whether the processor is slowed meanwhile. The paper's four, and the one that
 * chooses by itself.
 *
 * @see "PASCoL, a power-aware one-sided communication library over ARMCI: polling and interrupts, each with and without
 *     frequency scaling"
 */
public enum PowerMode {
    POLL(WaitMode.POLL, false),
    BLOCK(WaitMode.BLOCK, false),
    POLL_FREQUENCY(WaitMode.POLL, true),
    BLOCK_FREQUENCY(WaitMode.BLOCK, true),
    ADAPTIVE(WaitMode.ADAPTIVE, false);

    private final WaitMode wait;
    private final boolean isSlowed;

    PowerMode(final WaitMode wait, final boolean isSlowed) {
        this.wait = wait;
        this.isSlowed = isSlowed;
    }

    WaitMode waitMode() {
        return wait;
    }

    /** Is the frequency lowered during waits? */
    boolean isSlowed() {
        return isSlowed;
    }

    /** {@code poll}, {@code block+frequency} ... */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '+');
    }

    public static PowerMode parse(final String label) {
        return Arrays.stream(values()).filter(mode -> mode.label().equals(label.strip().toLowerCase(Locale.ROOT)))
            .findFirst().orElseThrow(() -> CliException.usage("'" + label + "' is no way to wait: there are "
                + Arrays.stream(values()).map(PowerMode::label).collect(Collectors.joining(", ")) + "."));
    }
}

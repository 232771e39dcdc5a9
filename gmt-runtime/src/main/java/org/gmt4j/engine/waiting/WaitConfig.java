package org.gmt4j.engine.waiting;

import org.gmt4j.aggregation.queue.LongTransfers;
import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Settings for the waits of a node's threads. Nodes of one job may differ.
 *
 * @param mode             poll, block or adaptive
 * @param frequency        whether the processor's frequency is lowered while a thread waits long
 * @param spinNs           adaptive: time to spin after the last work, tenfold while replies are expected
 * @param longestParkNs    longest park of a thread that looks at a network by itself
 * @param longPut          length in bytes of a contiguous put from which its wait parks at once
 * @param longGet          as {@code longPut}, for gets
 * @param longAccumulate   as {@code longPut}, for accumulates
 * @param longStrided      as {@code longPut}, for strided and vector transfers, with all their segments
 */
public record WaitConfig(
    @Setting(key = "gmt.wait", defaultValue = "adaptive",
        meaning = "How threads wait: poll spins, block gives the core away at once, adaptive spins while "
            + "an answer is near and then parks.")
    WaitMode mode,
    @Setting(key = "gmt.wait.frequency", defaultValue = "off",
        meaning = "Lower the processor's frequency during long waits, where the machine permits and "
            + "each thread has a core.")
    boolean frequency,
    @Setting(key = "gmt.wait.spin", unit = "ns", defaultValue = "20us", min = 0, max = 1_000_000_000,
        meaning = "Adaptive: how long a thread with a core of its own spins after its last work; "
            + "tenfold while replies are expected.")
    long spinNs,
    @Setting(key = "gmt.wait.park", unit = "ns", defaultValue = "4ms", min = 10_000, max = 10_000_000,
        meaning = "Longest park of a thread that looks at a network by itself: an idle node's first "
            + "answer may be late by so much; in its first 10 s without work by 1 ms where it has a core.")
    long longestParkNs,
    @Setting(key = "gmt.wait.long.put", unit = "bytes", defaultValue = "4m", min = 0,
        meaning = "Adaptive: a wait for a contiguous put of so many bytes parks at once instead of spinning.")
    long longPut,
    @Setting(key = "gmt.wait.long.get", unit = "bytes", defaultValue = "4m", min = 0,
        meaning = "Adaptive: the same for gets.")
    long longGet,
    @Setting(key = "gmt.wait.long.accumulate", unit = "bytes", defaultValue = "4m", min = 0,
        meaning = "Adaptive: the same for accumulates.")
    long longAccumulate,
    @Setting(key = "gmt.wait.long.strided", unit = "bytes", defaultValue = "4m", min = 0,
        meaning = "Adaptive: the same for strided and vector transfers, all segments together.")
    long longStrided) {
    public static final WaitConfig DEFAULT = Settings.defaults().load(WaitConfig.class);

    /** Returns the same settings with another mode. */
    public WaitConfig withMode(final WaitMode other) {
        return new WaitConfig(other, frequency, spinNs, longestParkNs, longPut, longGet, longAccumulate, longStrided);
    }

    /** Returns, for one lane, the sizes from which transfers count as long. */
    public LongTransfers longTransfers() {
        return new LongTransfers(longPut, longGet, longAccumulate, longStrided);
    }
}

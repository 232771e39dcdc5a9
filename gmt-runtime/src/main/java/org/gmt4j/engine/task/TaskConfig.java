package org.gmt4j.engine.task;

import org.gmt4j.SpawnPolicy;
import org.gmt4j.aggregation.settings.Setting;
import org.gmt4j.aggregation.settings.Settings;

/**
 * Settings for the execution of tasks.
 *
 * @param fibers        number of fibers of one worker that may run or wait for data at a time; those that wait for
 *                      other tasks do not count
 * @param fiberStack    initial stack of a fiber, in slots
 * @param sliceChunks   chunks that a fiber runs before it gives way to ready fibers
 * @param sliceFibers   ready fibers that a worker resumes before it communicates
 * @param taskCredits   tasks that one node may have outstanding at another before spawning tasks wait
 * @param taskLimit     tasks that one node may have outstanding at another before spawning fails
 * @param balance       whether loops spread over the nodes in equal parts are balanced, see
 *                      {@link SpawnPolicy#balanced()}
 * @param balanceGrainNs estimated work below which a node does not give away half
 * @param checkCaptures whether captured values are compared after each chunk
 */
public record TaskConfig(
    @Setting(key = "gmt.fibers", unit = "count", defaultValue = "1024", min = 1,
        meaning = "Fibers of one worker that run or wait for data at a time; those that wait for other "
            + "tasks do not count.") int fibers,
    @Setting(key = "gmt.fiber.stack", unit = "count", defaultValue = "24", min = 8,
        meaning = "Initial stack of a fiber in slots; it grows as needed.") int fiberStack,
    @Setting(key = "gmt.slice.chunks", unit = "count", defaultValue = "64", min = 1,
        meaning = "Chunks that a fiber runs before it gives way to ready fibers.") int sliceChunks,
    @Setting(key = "gmt.slice.fibers", unit = "count", defaultValue = "256", min = 1,
        meaning = "Ready fibers that a worker resumes before it looks after communication.") int sliceFibers,
    @Setting(key = "gmt.task.credits", unit = "count", defaultValue = "16k", min = 1,
        meaning = "Tasks outstanding at another node from which tryExecute refuses.") int taskCredits,
    @Setting(key = "gmt.task.limit", unit = "count", defaultValue = "1m", min = 1,
        meaning = "Tasks outstanding at another node beyond which spawning fails.") int taskLimit,
    @Setting(key = "gmt.balance", defaultValue = "off",
        meaning = "Idle nodes take chunks of loops that are spread over the nodes in equal parts; off: "
            + "only where the loop's policy is balanced().")
    boolean balance,
    @Setting(key = "gmt.balance.grain", unit = "ns", defaultValue = "50us", min = 0,
        meaning = "A node gives no chunks away when, as estimated, those that are left take it no longer than this.")
    long balanceGrainNs,
    @Setting(key = "gmt.check.captures", defaultValue = "off",
        meaning = "For debugging, slow: what a body has captured is compared after each chunk, task or visit; "
            + "a change, which would be lost, fails.")
    boolean checkCaptures) {
    public static final TaskConfig DEFAULT = Settings.defaults().load(TaskConfig.class);

    /** Settings that balance only the loops which ask for it. */
    public TaskConfig(final int fibers, final int fiberStack, final int sliceChunks, final int sliceFibers,
                      final int taskCredits, final int taskLimit) {
        this(fibers, fiberStack, sliceChunks, sliceFibers, taskCredits, taskLimit, false, 50_000, false);
    }

    public TaskConfig {
        if (fibers < 1 || fiberStack < 8 || sliceChunks < 1 || sliceFibers < 1 || taskCredits < 1
            || taskLimit < taskCredits || balanceGrainNs < 0) {
            throw new IllegalArgumentException("task settings must be positive, the task limit not below the credits: "
                + fibers + ", " + fiberStack + ", " + sliceChunks + ", " + sliceFibers + ", " + taskCredits
                + ", " + taskLimit + ", " + balanceGrainNs);
        }
    }

    /** Returns the same settings with loops balanced or not. */
    public TaskConfig withBalance(final boolean isOn, final long grainNs) {
        return new TaskConfig(fibers, fiberStack, sliceChunks, sliceFibers, taskCredits, taskLimit, isOn,
            grainNs, checkCaptures);
    }
}

package org.gmt4j.engine.waiting;

/**
 * Never spins. A thread that is woken by everything that can arrive parks long at once. A thread that must look by
 * itself, because the transport does not wake it, parks for short times first and then for longer ones: a park delays
 * its next look.
 *
 * @param longestNs longest park
 * @param isWoken   whether everything that can arrive wakes the thread
 */
record BlockPolicy(long longestNs, boolean isWoken) implements WaitPolicy {
    @Override
    public long parkNs(final long idleNs, final int rounds, final long lastParkNs, final Expecting expecting) {
        if (isWoken && expecting != Expecting.ROOM) {
            return expecting == Expecting.NOTHING ? longestNs : COARSE_NS;
        }
        return WaitPolicy.longer(lastParkNs, longestNs, expecting);
    }
}

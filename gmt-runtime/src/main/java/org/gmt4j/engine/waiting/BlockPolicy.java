package org.gmt4j.engine.waiting;

/**
 * Never spins. A thread that is woken by everything that can arrive parks long at once. A thread that must look by
 * itself, because the transport does not wake it, parks for a share of its idle time: a park delays its next look.
 *
 * @param longestNs longest park
 * @param isWoken   whether everything that can arrive wakes the thread
 */
record BlockPolicy(long longestNs, boolean isWoken) implements WaitPolicy {
    @Override
    public long parkNs(final long idleNs, final int rounds, final Expecting expecting, final Patience patience) {
        if (isWoken && expecting != Expecting.ROOM) {
            return expecting == Expecting.NOTHING || expecting == Expecting.PARTNERS ? longestNs : COARSE_NS;
        }
        return WaitPolicy.share(idleNs, longestNs, expecting);
    }
}

package org.gmt4j.engine.waiting;

/**
 * Never spins. A thread that is woken by all that can come parks long at once. One that must look by itself, because
 * the transport wakes nobody, parks shortest first, then longer and longer: that is how soon it sees what arrives.
 *
 * @param longestNs longest park
 * @param isWoken   everything that can come to the thread wakes it
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

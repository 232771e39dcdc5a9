package org.gmt4j.engine.waiting;

/** Spins whatever happens. */
record PollPolicy() implements WaitPolicy {
    @Override
    public long parkNs(final long idleNs, final int rounds, final long lastParkNs, final Expecting expecting) {
        return SPIN;
    }
}

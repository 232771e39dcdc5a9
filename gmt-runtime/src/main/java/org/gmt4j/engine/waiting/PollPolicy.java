package org.gmt4j.engine.waiting;

/** Always spins. */
record PollPolicy() implements WaitPolicy {
    @Override
    public long parkNs(final long idleNs, final int rounds, final Expecting expecting, final Patience patience) {
        return SPIN;
    }
}

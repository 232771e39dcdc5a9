package org.gmt4j.engine.helper;

import org.gmt4j.aggregation.queue.BackPressure;

/** For tests whose aggregators have room for all commands: a wait for room fails. Stateless. */
public final class NoBackPressure implements BackPressure {
    @Override
    public void relieve(final int attempt) {
        throw new AssertionError("nothing to wait for");
    }

    @Override
    public void blockClosed() {
    }

    @Override
    public long nowNs() {
        return 0;
    }
}

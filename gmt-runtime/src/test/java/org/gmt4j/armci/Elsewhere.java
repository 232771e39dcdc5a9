package org.gmt4j.armci;

import java.time.Duration;
import java.util.function.Consumer;
import org.gmt4j.engine.bootstrap.Bootstrap;
import org.gmt4j.engine.bootstrap.NodeFailure;
import org.gmt4j.engine.bootstrap.NodeIdentity;

/** A bootstrap whose node says that it runs on some host. */
record Elsewhere(Bootstrap below, String hostName) implements Bootstrap {
    @Override
    public NodeIdentity identity() {
        return below.identity();
    }

    @Override
    public byte[] secret(final String purpose) {
        return below.secret(purpose);
    }

    @Override
    public String localAddress() {
        return below.localAddress();
    }

    @Override
    public byte[][] allGather(final byte[] mine, final Duration limit) {
        return below.allGather(mine, limit);
    }

    @Override
    public void onFailure(final Consumer<NodeFailure> listener) {
        below.onFailure(listener);
    }

    @Override
    public void reportFailure(final String why) {
        below.reportFailure(why);
    }

    @Override
    public void leave() {
        below.leave();
    }

    @Override
    public void close() {
        below.close();
    }
}

package org.gmt4j.bench.simulate.transpose;

/** A node: its links, its server, and the core that the server runs on. Owned by the model's thread. */
final class TransposeNode {
    private final StepCosts costs;
    private final boolean isBlocking;
    private final Core core;
    private long outFreePs;
    private long inFreePs;
    private long serverFreePs;
    private long serverWorkPs;
    private long wakeUps;

    TransposeNode(final StepCosts costs, final boolean isBlocking, final Core core) {
        this.costs = costs;
        this.isBlocking = isBlocking;
        this.core = core;
        serverFreePs = -1;
    }

    Core core() {
        return core;
    }

    /** Puts a message on the link. @return when its first byte is at the receiver's link */
    long leave(final long nowPs, final long bytes) {
        final long beginPs = Math.max(nowPs, outFreePs);
        outFreePs = beginPs + costs.wirePs(bytes);
        return beginPs + costs.latencyPs;
    }

    /** Takes a message from the link. @return when its last byte is in memory */
    long enter(final long nowPs, final long bytes) {
        inFreePs = Math.max(nowPs, inFreePs) + costs.wirePs(bytes);
        return inFreePs;
    }

    /** Work for the server, in the order of the calls. @return when it is done */
    long serve(final long nowPs, final long workPs) {
        final boolean sleeps = isBlocking && serverFreePs < nowPs;
        wakeUps += sleeps ? 1 : 0;
        final long beginPs = sleeps ? nowPs + costs.wakePs : Math.max(nowPs, serverFreePs);
        serverFreePs = core.serverEnd(beginPs, workPs);
        serverWorkPs += workPs;
        return serverFreePs;
    }

    long serverWorkPs() {
        return serverWorkPs;
    }

    long wakeUps() {
        return wakeUps;
    }
}

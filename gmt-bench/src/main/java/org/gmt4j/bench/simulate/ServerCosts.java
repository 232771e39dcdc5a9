package org.gmt4j.bench.simulate;

/** Costs of a turn's parts, in picoseconds; the same object for all nodes. */
final class ServerCosts {
    final long passPs;
    final long edgePs;
    final long ackPs;
    final long bufferPs;
    final long blockPs;
    final long executePs;
    final long forwardPs;
    final long sendPs;
    final long copyPs;
    final long wakePs;
    final long windowPs;
    final long latencyPs;
    final long wirePs;
    final long streams;
    final long crowdPs;

    ServerCosts(final ModelConfig config) {
        final CostModel costs = config.costs();
        passPs = costs.ps(Cost.PASS);
        edgePs = costs.ps(Cost.EDGE);
        ackPs = costs.ps(Cost.ACK);
        bufferPs = costs.ps(Cost.BUFFER);
        blockPs = costs.ps(Cost.BLOCK);
        copyPs = costs.ps(Cost.COPY);
        executePs = config.load().kind().commands(config.load().payloadBytes()) * costs.ps(Cost.COMMAND)
            + config.load().kind().copiedBytes(config.load().payloadBytes()) * copyPs;
        forwardPs = costs.ps(Cost.FORWARD);
        sendPs = costs.ps(Cost.SEND);
        wakePs = costs.ps(Cost.WAKE);
        windowPs = config.server().waiting().windowPs(costs);
        latencyPs = costs.ps(Cost.LATENCY);
        wirePs = costs.ps(Cost.WIRE);
        streams = (long) costs.value(Cost.STREAMS);
        crowdPs = costs.ps(Cost.CROWD);
    }
}

package org.gmt4j.bench.simulate.transpose;

import org.gmt4j.bench.simulate.Event;
import org.gmt4j.bench.simulate.SimulationException;

/**
 * A block on its way between a process and a server. As an event: its next step is due.
 *
 * <pre>
 * get         process: request; server packs: block; process
 * eager       process copies: block; server copies: acknowledgement; process
 * rendezvous  process: request; server: pull; link of the process's node: block; server: acknowledgement; process
 * </pre>
 *
 * Each message waits for the sender's link, the latency and the receiver's link. Blocks of a get and of a rendezvous go
 * straight into their place; a pull is answered by the link without the process.
 */
final class Transfer implements Event {
    private enum Step { AT_SERVERS_LINK, AT_SERVER, SERVED, AT_CLIENTS_LINK, AT_CLIENT }

    private final TransposeModel model;
    private final TransposeProcess process;
    private final TransposeNode server;
    private final Protocol protocol;
    private final long bytes;
    private Step step;
    private long messageBytes;
    private boolean isPulled;
    private boolean isBlockThere;

    Transfer(final TransposeModel model, final TransposeProcess process, final TransposeNode server,
             final Protocol protocol, final long bytes) {
        this.model = model;
        this.process = process;
        this.server = server;
        this.protocol = protocol;
        this.bytes = bytes;
    }

    /** The process has made the request. */
    void begin(final long nowPs) {
        toServer(nowPs, protocol == Protocol.EAGER);
    }

    private void toServer(final long nowPs, final boolean withBlock) {
        send(process.node(), nowPs, withBlock, Step.AT_SERVERS_LINK);
        isBlockThere |= withBlock;
    }

    private void toClient(final long nowPs, final boolean withBlock) {
        send(server, nowPs, withBlock, Step.AT_CLIENTS_LINK);
        isBlockThere |= withBlock;
    }

    private void send(final TransposeNode from, final long nowPs, final boolean withBlock, final Step next) {
        messageBytes = StepCosts.HEADER + (withBlock ? bytes : 0);
        model.countMessage(messageBytes, withBlock ? bytes : 0);
        due(from.leave(nowPs, messageBytes), next);
    }

    private void due(final long timePs, final Step next) {
        step = next;
        model.at(timePs, this);
    }

    @Override
    public void happen(final long nowPs) {
        switch (step) {
            case AT_SERVERS_LINK -> due(server.enter(nowPs, messageBytes), Step.AT_SERVER);
            case AT_SERVER -> due(server.serve(nowPs, workPs()), Step.SERVED);
            case SERVED -> served(nowPs);
            case AT_CLIENTS_LINK -> due(process.node().enter(nowPs, messageBytes), Step.AT_CLIENT);
            case AT_CLIENT -> atClient(nowPs);
        }
    }

    /** A message taken, whatever has to be copied, and a message sent. */
    private long workPs() {
        final StepCosts costs = model.costs();
        return costs.handlePs + costs.sendPs + (protocol == Protocol.RENDEZVOUS ? 0 : costs.copyPs(bytes));
    }

    private void served(final long nowPs) {
        isPulled = protocol == Protocol.RENDEZVOUS && !isBlockThere;
        toClient(nowPs, protocol == Protocol.GET);
    }

    private void atClient(final long nowPs) {
        if (isPulled) {
            isPulled = false;
            toServer(nowPs, true);
            return;
        }
        if (!isBlockThere) {
            throw SimulationException.law("a transfer is answered and its block was never sent");
        }
        process.answered(nowPs);
    }
}

package org.gmt4j.bench.simulate.transpose;

import java.util.SplittableRandom;
import org.gmt4j.bench.simulate.Event;
import org.gmt4j.bench.simulate.EventQueue;
import org.gmt4j.bench.simulate.SimulationException;

/**
 * Processes, servers and links of one transpose, and its time. One thread; run once. The same configuration always
 * gives the same run.
 *
 * <p>Laws, checked when it ends: every process is done; every byte of the matrix has been moved once, by a message or
 * by a copy; the messages are as many as the protocols take.
 */
final class TransposeModel {
    private final TransposeConfig config;
    private final StepCosts costs;
    private final EventQueue events = new EventQueue();
    private final TransposeNode[] nodes;
    private final TransposeProcess[] processes;
    private long operations;
    private long messages;
    private long wireBytes;
    private long remoteBytes;
    private long localBytes;

    TransposeModel(final TransposeConfig config) {
        this.config = config;
        costs = new StepCosts(config.costs());
        nodes = new TransposeNode[config.nodeCount()];
        final SplittableRandom random = new SplittableRandom(config.nodes().seed());
        for (int node = 0; node < nodes.length; node++) {
            final long offsetPs = config.nodes().isAligned() ? 0 : random.nextLong(2 * config.nodes().slicePs());
            nodes[node] = new TransposeNode(costs, config.nodes().waiting() == Wait.BLOCK,
                Core.of(config.nodes(), offsetPs));
        }
        processes = new TransposeProcess[config.processes()];
        for (int process = 0; process < processes.length; process++) {
            final TransposeNode node = nodes[config.nodeOf(process)];
            final boolean isFirst = process % config.nodes().perNode() == 0;
            processes[process] = new TransposeProcess(this, process, node, isFirst ? node.core() : Core.separate());
        }
    }

    /**
     * Runs until nothing more happens, and checks the laws.
     *
     * @throws SimulationException when processes wait for ever, or a law is broken
     */
    TransposeRun run() {
        for (final TransposeProcess process : processes) {
            process.begin();
        }
        while (events.step()) {
            // until nothing more happens
        }
        check();
        return result();
    }

    private void check() {
        for (final TransposeProcess process : processes) {
            if (process.endPs() < 0) {
                throw SimulationException.deadlock("a process of " + config + " never ends");
            }
        }
        if (remoteBytes + localBytes != config.matrixBytes()) {
            throw SimulationException.law("a matrix of " + config.matrixBytes() + " B, but " + remoteBytes
                + " B came by messages and " + localBytes + " B by copies");
        }
        final long least = operations * Protocol.GET.messages();
        if (messages < least || messages > 2 * least || wireBytes != remoteBytes + messages * StepCosts.HEADER) {
            throw SimulationException.law(operations + " transfers took " + messages + " messages of " + wireBytes
                + " B");
        }
    }

    private TransposeRun result() {
        long lastPs = 0;
        double sumPs = 0;
        for (final TransposeProcess process : processes) {
            lastPs = Math.max(lastPs, process.endPs());
            sumPs += process.endPs();
        }
        long serverPs = 0;
        long wakeUps = 0;
        for (final TransposeNode node : nodes) {
            serverPs = Math.max(serverPs, node.serverWorkPs());
            wakeUps += node.wakeUps();
        }
        return new TransposeRun(config, lastPs / 1e12, sumPs / processes.length / 1e12, serverPs / 1e12,
            new TransposeRun.Counts(operations, messages, wireBytes, remoteBytes, localBytes, wakeUps,
                events.happened()));
    }

    // ---- for processes and transfers ----

    TransposeConfig config() {
        return config;
    }

    StepCosts costs() {
        return costs;
    }

    TransposeNode node(final int id) {
        return nodes[id];
    }

    void at(final long timePs, final Event event) {
        events.add(timePs, event);
    }

    void countOperation() {
        operations++;
    }

    void countMessage(final long bytes, final long blockBytes) {
        messages++;
        wireBytes += bytes;
        remoteBytes += blockBytes;
    }

    void countLocal(final long bytes) {
        localBytes += bytes;
    }
}

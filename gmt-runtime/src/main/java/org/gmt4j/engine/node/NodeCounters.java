package org.gmt4j.engine.node;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gmt4j.aggregation.queue.AggregationCounters;
import org.gmt4j.aggregation.queue.Lane;
import org.gmt4j.aggregation.server.ServerCounters;
import org.gmt4j.aggregation.transport.TransportCounters;
import org.gmt4j.engine.combining.LaneCombining;
import org.gmt4j.engine.helper.CommandExecutor;
import org.gmt4j.engine.mail.HostMail;
import org.gmt4j.engine.task.Worker;

/** Sums the counters of all threads of a node under stable names. Any thread; values may be slightly old. */
final class NodeCounters {
    private NodeCounters() {
    }

    static Map<String, Long> of(final NodeThreads threads, final HostMail mail) {
        final Map<String, Long> sums = new LinkedHashMap<>();
        for (final Lane lane : threads.lanes()) {
            final AggregationCounters counters = lane.aggregator().counters();
            add(sums, "commands", counters.commands());
            add(sums, "blocks", counters.blocks());
            counters.flushes().forEach((reason, count) -> add(sums, "blocks." + name(reason), count));
            add(sums, "stalls.credit", counters.creditStalls());
            add(sums, "stalls.pool", counters.poolStalls());
            add(sums, "overflow.blocks", counters.overflowBlocks());
            add(sums, "replies.stale", counters.staleReplies());
            add(sums, "replies.refused", lane.replies().refusedCount());
            add(sums, "rendezvous.stores", lane.rendezvous().storeCount());
            add(sums, "rendezvous.gets", lane.rendezvous().getCount());
            add(sums, "rendezvous.stale", lane.rendezvous().staleCount());
        }
        for (final LaneCombining combining : threads.combinings()) {
            add(sums, "combining.combined", combining.combinedCount());
            add(sums, "combining.sums", combining.sumCount());
            add(sums, "combining.dropped", combining.droppedCount());
            add(sums, "combining.answered", combining.answeredCount());
            add(sums, "combining.evicted", combining.evictedCount());
            add(sums, "combining.flushes", combining.flushCount());
            add(sums, "combining.hot.adds", combining.hotAddCount());
            add(sums, "combining.hot.commands", combining.hotCommandCount());
        }
        final ServerCounters server = threads.server().counters();
        add(sums, "buffers", server.requestBuffers());
        server.flushes().forEach((reason, count) -> add(sums, "buffers." + name(reason), count));
        add(sums, "buffers.reply", server.replyBuffers());
        add(sums, "bytes", server.sentBytes());
        add(sums, "bytes.received", server.receivedBytes());
        add(sums, "refusals", server.refusals());
        add(sums, "dropped", server.dropped());
        if (threads.server().isForwarding()) {
            add(sums, "forwarded.blocks", server.forwardedBlocks());
            add(sums, "edge.stalls", server.edgeStalls());
            add(sums, "edge.acknowledgements", server.acknowledgements());
            add(sums, "edge.buffer.bytes", server.edgeBufferBytes());
        }
        for (final CommandExecutor executor : threads.executors()) {
            add(sums, "executed", executor.executedCount());
            add(sums, "executed.combinable", executor.combinableCount());
            add(sums, "failed", executor.failedCount());
        }
        for (final Worker worker : threads.workers()) {
            add(sums, "context.switches", worker.switchCount());
            add(sums, "chunks", worker.chunkCount());
            add(sums, "iterations", worker.iterationCount());
            add(sums, "busy.ns", worker.busyNs());
            add(sums, "progress.given", worker.givenWayCount());
            add(sums, "progress.closed", worker.closedCount());
        }
        final TransportCounters transport = threads.server().transport().counters();
        add(sums, "connections.opened", transport.connectionsOpened());
        threads.server().transport().connections().counters()
            .forEach((name, count) -> add(sums, "connections." + name, count));
        add(sums, "blocks.unsent", server.unsentBlocks());
        add(sums, "replies.dropped", server.droppedReplies());
        if (mail.offer() != 0) {
            add(sums, "mail.sent", mail.sentCount());
            add(sums, "mail.full", mail.fullCount());
        }
        return sums;
    }

    private static String name(final Enum<?> reason) {
        return reason.name().toLowerCase(java.util.Locale.ROOT).replace('_', '.');
    }

    private static void add(final Map<String, Long> sums, final String key, final long value) {
        sums.merge(key, value, Long::sum);
    }
}

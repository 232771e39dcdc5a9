package org.gmt4j.cli.top;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gmt4j.aggregation.queue.FlushReason;
import org.gmt4j.engine.publish.NodePublisher;
import org.gmt4j.engine.publish.TopReading;

/**
 * The work of one node between two publications, per second of its own clock. Immutable.
 *
 * @param now       the later one
 * @param state     activity of the node
 * @param perSecond by the names of the counters; 0 until there is a second publication
 */
record NodeRates(TopReading now, State state, Map<String, Double> perSecond) {
    /** The activity of a node, as far as its counters tell. */
    enum State {
        /** It has executed, sent or run something. */
        BUSY,
        /** Nothing has changed. */
        IDLE,
        /** It has not published for long: stopped, or its machine is overloaded. */
        SILENT
    }

    private static final List<String> SIGNS_OF_LIFE = List.of("commands", "executed", "chunks", "context.switches");
    private static final int INTERVALS_OF_SILENCE = 8;
    private static final long LEAST_SILENCE_MS = 2000;

    /**
     * @param before  an earlier publication of the same process
     * @param clockMs now, since 1970
     */
    static NodeRates between(final Optional<TopReading> before, final TopReading now, final long clockMs) {
        final Map<String, Double> rates = new LinkedHashMap<>();
        final TopReading first = before.filter(reading -> reading.identity().equals(now.identity())).orElse(now);
        final double seconds = (now.timeNs() - first.timeNs()) / 1e9;
        now.values().forEach((name, value) -> {
            if (!name.startsWith(NodePublisher.MEMORY)) {
                rates.put(name, seconds <= 0 ? 0 : Math.max(0, value - first.value(name)) / seconds);
            }
        });
        final long silenceMs = Math.max(LEAST_SILENCE_MS, INTERVALS_OF_SILENCE * now.intervalNs() / 1_000_000);
        final State state = clockMs - now.epochMs() > silenceMs ? State.SILENT
            : SIGNS_OF_LIFE.stream().anyMatch(name -> rates.getOrDefault(name, 0.0) > 0) ? State.BUSY : State.IDLE;
        return new NodeRates(now, state, rates);
    }

    /** The sum of some counters' rates. */
    double rate(final String... names) {
        double sum = 0;
        for (final String name : names) {
            sum += perSecond.getOrDefault(name, 0.0);
        }
        return sum;
    }

    /** How often something had to wait: for credits, for blocks, for edges. */
    double stalls() {
        return rate("stalls.credit", "stalls.pool", "edge.stalls");
    }

    /** How often the transport or a pool had no room. */
    double refusals() {
        return rate("refusals", "replies.refused");
    }

    /** Shares of the reasons for which blocks were closed, the commonest first; empty when none was. */
    static Map<String, Double> flushShares(final List<NodeRates> nodes) {
        final Map<String, Double> sums = new LinkedHashMap<>();
        double all = 0;
        for (final FlushReason reason : FlushReason.values()) {
            final String name = reason.name().toLowerCase(java.util.Locale.ROOT).replace('_', '.');
            final double sum = nodes.stream().mapToDouble(node -> node.rate("blocks." + name)).sum();
            all += sum;
            if (sum > 0) {
                sums.put(name, sum);
            }
        }
        final double total = all;
        final Map<String, Double> shares = new LinkedHashMap<>();
        sums.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .forEach(entry -> shares.put(entry.getKey(), entry.getValue() / total));
        return shares;
    }

    /** Largest rate by the mean of all nodes: 1 is even; 1 when nobody has any. */
    static double imbalance(final List<NodeRates> nodes, final String counter) {
        final double sum = nodes.stream().mapToDouble(node -> node.rate(counter)).sum();
        final double largest = nodes.stream().mapToDouble(node -> node.rate(counter)).max().orElse(0);
        return sum == 0 ? 1 : largest * nodes.size() / sum;
    }
}

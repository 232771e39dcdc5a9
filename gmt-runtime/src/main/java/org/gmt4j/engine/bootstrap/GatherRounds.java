package org.gmt4j.engine.bootstrap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;

/** Contributions of incomplete all-gathers, by round. Not thread-safe: guarded by its owner. */
final class GatherRounds {

    private static final class Round {
        private final byte[][] values;
        private final long startNs;
        private final long limitNs;
        private int missing;

        Round(final int nodeCount, final long startNs, final long limitNs) {
            this.values = new byte[nodeCount][];
            this.startNs = startNs;
            this.limitNs = limitNs;
            this.missing = nodeCount;
        }
    }

    private final int nodeCount;
    private final Map<Integer, Round> rounds = new TreeMap<>();
    private boolean areComplete;
    private long completeNs;

    GatherRounds(final int nodeCount) {
        this.nodeCount = nodeCount;
    }

    /** @return all contributions if this was the last; a second contribution of a node is ignored */
    Optional<byte[][]> contribute(final int round, final int nodeId, final byte[] value, final long nowNs,
        final long limitNs) {
        final Round open = rounds.computeIfAbsent(round, r -> new Round(nodeCount, nowNs, limitNs));
        if (open.values[nodeId] == null) {
            open.values[nodeId] = value;
            open.missing--;
        }
        if (open.missing > 0) {
            return Optional.empty();
        }
        rounds.remove(round);
        return Optional.of(open.values);
    }

    /** Starts the limits of rounds. Before, the seed's join time-out counts. */
    void allHaveJoined(final long nowNs) {
        areComplete = true;
        completeNs = nowNs;
    }

    /** @return message about the oldest round that has passed its limit */
    Optional<String> expired(final long nowNs) {
        if (!areComplete) {
            return Optional.empty();
        }
        for (final Map.Entry<Integer, Round> entry : rounds.entrySet()) {
            final Round round = entry.getValue();
            final long startNs = round.startNs - completeNs > 0 ? round.startNs : completeNs;
            if (nowNs - startNs > round.limitNs) {
                return Optional.of(describe(entry.getKey(), round));
            }
        }
        return Optional.empty();
    }

    /** @return message about the oldest round that only lacks contributions of nodes that are gone: it never ends */
    Optional<String> hopeless(final IntPredicate isGone) {
        for (final Map.Entry<Integer, Round> entry : rounds.entrySet()) {
            final Round round = entry.getValue();
            final List<Integer> missing = nodesWhere(id -> round.values[id] == null);
            if (missing.stream().allMatch(isGone::test)) {
                return Optional.of(BootstrapException.GATHER_TIMEOUT + " " + JoinMessages.nodes(missing)
                    + " left without contributing to all-gather " + entry.getKey()
                    + ". See that node's messages for why it left.");
            }
        }
        return Optional.empty();
    }

    private String describe(final int number, final Round round) {
        return BootstrapException.GATHER_TIMEOUT + " " + JoinMessages.nodes(nodesWhere(id -> round.values[id] == null))
            + " did not contribute to all-gather " + number + " within " + TimeUnit.NANOSECONDS.toMillis(round.limitNs)
            + " ms. See that node's messages for why it is slow.";
    }

    private List<Integer> nodesWhere(final IntPredicate condition) {
        final List<Integer> nodes = new ArrayList<>();
        for (int id = 0; id < nodeCount; id++) {
            if (condition.test(id)) {
                nodes.add(id);
            }
        }
        return nodes;
    }
}

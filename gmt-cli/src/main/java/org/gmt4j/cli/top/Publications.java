package org.gmt4j.cli.top;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.gmt4j.engine.publish.TopIdentity;
import org.gmt4j.engine.publish.TopReading;

/**
 * The last two publications of each node: a round of looking may be shorter than the time between two of them, and the
 * rates are then still those between the last two. Owned by one thread.
 */
final class Publications {
    /** Longest time in which somebody waits for a second publication. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private record Key(String job, TopIdentity identity) {
    }

    private record Pair(Optional<TopReading> before, TopReading last) {
        Pair then(final TopReading reading) {
            return new Pair(reading.timeNs() == last.timeNs() ? before : Optional.of(last), reading);
        }
    }

    private Map<Key, Pair> known = new HashMap<>();
    private Map<Key, Pair> seen = new HashMap<>();

    /** A round begins: nodes that are not read in it are forgotten. */
    void begin() {
        known = seen;
        seen = new HashMap<>();
    }

    /**
     * Takes what has been read of a node.
     *
     * @param clockMs now, since 1970
     * @return its rates
     */
    NodeRates add(final String job, final TopReading reading, final long clockMs) {
        final Key key = new Key(job, reading.identity());
        final Pair before = known.get(key);
        final Pair now = before == null ? new Pair(Optional.empty(), reading) : before.then(reading);
        seen.put(key, now);
        return NodeRates.between(now.before(), reading, clockMs);
    }

    /** Returns whether all nodes of the round have rates, but for those that publish too seldom to be waited for. */
    boolean haveRates() {
        return seen.values().stream()
            .allMatch(pair -> pair.before().isPresent() || pair.last().intervalNs() >= PATIENCE_NS);
    }
}

package org.gmt4j.engine.bootstrap;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Connections that have not shown the job's key: selects the one to close when there are too many, and counts those
 * that have gone. Owned by the {@link SeedServer}'s thread.
 *
 * <p>It selects the oldest connection of the source with the most, so that a source can only displace its own
 * connections. A displaced node, which needs its place for some milliseconds only, tries again.
 */
final class SeedStrangers {
    /** Greatest number at the same time, of all sources. */
    static final int MOST = 64;
    private static final int SOURCES_SHOWN = 3;
    private static final int SOURCES_KEPT = 1_000;
    private static final String OTHERS = "others";

    private final Map<String, Long> bySource = new HashMap<>();
    private long count;

    /** @return the connection to close to make room for one more; empty while there is room */
    Optional<SeedConnection> tooMany(final List<SeedConnection> connections) {
        final List<SeedConnection> strangers = connections.stream().filter(one -> !one.isMember() && one.isOpen())
            .toList();
        return strangers.size() < MOST ? Optional.empty() : oldest(strangers);
    }

    /** @return the stranger to close first, if there is any */
    Optional<SeedConnection> oldest(final List<SeedConnection> connections) {
        final List<SeedConnection> strangers = connections.stream().filter(one -> !one.isMember() && one.isOpen())
            .toList();
        final Map<String, Long> present = strangers.stream()
            .collect(Collectors.groupingBy(one -> one.source, Collectors.counting()));
        final Comparator<SeedConnection> byPresence = Comparator.comparingLong(one -> -present.get(one.source));
        return strangers.stream().min(byPresence.thenComparing(one -> one.acceptedNs, (a, b) -> Long.signum(a - b)));
    }

    /** Notes the end of a connection that has not shown the key. */
    void gone(final SeedConnection connection) {
        count++;
        bySource.merge(bySource.size() < SOURCES_KEPT || bySource.containsKey(connection.source) ? connection.source
            : OTHERS, 1L, Long::sum);
    }

    /** @return a sentence about them after a blank; an empty text when there were none */
    String described() {
        if (count == 0) {
            return "";
        }
        final Function<Map.Entry<String, Long>, String> words = entry -> entry.getValue() + " from " + entry.getKey();
        final String sources = bySource.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(SOURCES_SHOWN)
            .map(words).collect(Collectors.joining(", "));
        return " Meanwhile " + count + (count == 1 ? " connection came that did" : " connections came that did")
            + " not show the job's key: " + sources + (bySource.size() > SOURCES_SHOWN ? " ..." : "")
            + ". What is that? Choose another port in GMT_SEED, or keep it out.";
    }
}

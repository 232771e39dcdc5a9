package org.gmt4j.engine.bootstrap;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Connections that have not shown the job's key: who has to go when there are too many, and who came and went. Owned by
 * the {@link SeedServer}'s thread.
 *
 * <p>The one that goes is the oldest of the source that has the most, so that a source can only crowd out itself; a
 * node that had to go, and it has only some milliseconds of need for its place, tries again.
 */
final class SeedStrangers {
    /** At the same time, of all sources. */
    static final int MOST = 64;
    private static final int SOURCES_SHOWN = 3;
    private static final int SOURCES_KEPT = 1_000;
    private static final String OTHERS = "others";

    private final Map<String, Long> bySource = new HashMap<>();
    private long count;

    /** @return who has to go so that there is room for one more; nobody while there is */
    Optional<SeedConnection> tooMany(final List<SeedConnection> connections) {
        final List<SeedConnection> strangers = connections.stream().filter(one -> !one.isMember() && one.isOpen())
            .toList();
        return strangers.size() < MOST ? Optional.empty() : oldest(strangers);
    }

    /** @return whose place is needed most, if there is any stranger */
    Optional<SeedConnection> oldest(final List<SeedConnection> connections) {
        final List<SeedConnection> strangers = connections.stream().filter(one -> !one.isMember() && one.isOpen())
            .toList();
        final Map<String, Long> present = strangers.stream()
            .collect(Collectors.groupingBy(one -> one.source, Collectors.counting()));
        final Comparator<SeedConnection> byPresence = Comparator.comparingLong(one -> -present.get(one.source));
        return strangers.stream().min(byPresence.thenComparing(one -> one.acceptedNs, (a, b) -> Long.signum(a - b)));
    }

    /** One has gone without having shown the key. */
    void gone(final SeedConnection connection) {
        count++;
        bySource.merge(bySource.size() < SOURCES_KEPT || bySource.containsKey(connection.source) ? connection.source
            : OTHERS, 1L, Long::sum);
    }

    /** @return a sentence about them with a blank before it, or nothing at all when there were none */
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

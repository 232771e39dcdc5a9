package org.gmt4j.engine.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.gmt4j.engine.bootstrap.Bootstrap;

/**
 * The nodes that share memory and cores with this one, this one included, where the transport does not tell: over UDP
 * any number of them may be on a host. Set-up.
 *
 * @param onHost  nodes on this host, or in this container
 * @param onCores those of them that may use the same processors
 */
record Neighbours(int onHost, int onCores) {
    private static final String END_OF_PLACE = "\n";

    /** Does an all-gather, so it is called on all nodes alike. */
    static Neighbours count(final Bootstrap bootstrap, final Duration limit) {
        final String place = bootstrap.placeName() + END_OF_PLACE;
        final String cores = place + bootstrap.processors();
        final List<String> all = Arrays.stream(bootstrap.allGather(cores.getBytes(StandardCharsets.UTF_8), limit))
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8)).toList();
        return new Neighbours((int) all.stream().filter(other -> other.startsWith(place)).count(),
            (int) all.stream().filter(cores::equals).count());
    }
}

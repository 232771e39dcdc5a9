package org.gmt4j.engine.cluster;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.gmt4j.engine.bootstrap.Bootstrap;

/**
 * Counts the nodes that share memory and cores with this one, where the transport does not tell: over UDP any number
 * of them may be on a host. Set-up.
 */
final class Neighbours {

    private Neighbours() {
    }

    /**
     * Returns the number of nodes of the job on this host, or in this container, with this one. Does an all-gather, so
     * it is called on all nodes alike.
     */
    static int count(final Bootstrap bootstrap, final Duration limit) {
        final byte[] here = bootstrap.placeName().getBytes(StandardCharsets.UTF_8);
        return (int) Arrays.stream(bootstrap.allGather(here, limit)).filter(place -> Arrays.equals(place, here))
            .count();
    }
}
